"""What an engine gives back: means and standard deviations, all on the standardised scale."""

from dataclasses import dataclass

from tertium.stats.arrays import Floats

__all__ = ["Moments", "Posterior"]


@dataclass(frozen=True, slots=True)
class Moments:
    """Posterior means and standard deviations of equally many quantities."""

    mean: Floats
    sd: Floats


@dataclass(frozen=True, slots=True)
class Posterior:
    """Qualities of items, and offsets, precisions and slopes of annotators.

    `given` is the score that the annotators would give an item on average, each counting
    by the number of scores given: quality times their mean slope, plus their mean offset.
    It is what the original scale shows. `system_cov` is the covariance of the mean qualities of
    systems. `skipped` counts scores that expectation propagation left out of its last sweep.
    """

    quality: Moments
    expected_score: Moments
    offset: Moments
    precision: Moments
    slope: Moments | None
    contamination: Moments | None
    system_cov: Floats
    converged: bool
    sweeps: int
    skipped: int = 0
