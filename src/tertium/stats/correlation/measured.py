"""A measure of one block or several: its value, what it rests on, and resamples of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tertium.choices import Grouping, MetaLevel
from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.resampling import Resampling, expanded_percentile

CONSTANT = "scores do not vary"
ONE_PAIR = "two systems are one pair"


@dataclass(frozen=True, slots=True)
class Named:
    """Which measure it is: at which level, of which groups and pairs of systems."""

    level: MetaLevel
    measure: str
    grouping: Grouping = "none"
    subset: str = "all"


@dataclass(frozen=True, slots=True)
class Measured:
    """The value (NaN where undefined), how many pairs or outputs it rests on, and resamples.

    `weight` is what it counts where several blocks are joined, `units` how many documents,
    segments or systems were resampled: the scarcest of them. `epsilon` is that of tie calibration.
    """

    value: float
    n: int
    weight: float = 1.0
    drawn: Floats = field(default_factory=lambda: np.zeros(0))
    units: int = 0
    epsilon: float | None = None
    reason: str = ""

    @property
    def defined(self) -> bool:
        """Whether there is a value."""
        return not np.isnan(self.value)

    def interval(self, how: Resampling, *, lowest: float) -> tuple[float | None, float | None]:
        """Return the interval around the value, from `lowest` to 1 at most."""
        low, high = interval_of(self.value, self.drawn, self.units, how)
        if low is None or high is None:
            return low, high
        return max(low, lowest), min(high, 1.0)


def interval_of(
    value: float, drawn: Floats, units: int, how: Resampling
) -> tuple[float | None, float | None]:
    """Return the expanded percentile interval, None where half of the resamples are undefined.

    Resampled documents make people's means noisier than they are, so that agreement is lower in
    all resamples: their mean is put where the value is, and only their spread is used.
    """
    known = drawn[np.isfinite(drawn)]
    if units < 2 or len(known) < 2 or 2 * len(known) < len(drawn):
        return None, None
    low, high = expanded_percentile(known - known.mean() + value, level=how.level, documents=units)
    return number_or_none(low), number_or_none(high)


def joined(parts: Sequence[Measured]) -> Measured:
    """Join blocks: the mean of their values, weighted by what they count."""
    known = [part for part in parts if part.defined]
    if not known:
        return parts[0]
    if len(known) == 1:
        return known[0]
    weights = np.array([part.weight for part in known])
    value = float(np.average([part.value for part in known], weights=weights))
    epsilons = {part.epsilon for part in known}
    return Measured(
        value,
        sum(part.n for part in known),
        float(weights.sum()),
        _mean_drawn(known, weights),
        sum(part.units for part in known),
        epsilons.pop() if len(epsilons) == 1 else None,
    )


def _mean_drawn(known: Sequence[Measured], weights: Floats) -> Floats:
    """Average resamples; where one of a block is undefined, the other blocks count."""
    if any(not len(part.drawn) for part in known):
        return np.zeros(0)
    drawn = np.stack([part.drawn for part in known])
    there = np.isfinite(drawn) * weights[:, None]
    total = there.sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (np.where(there > 0, drawn, 0.0) * there).sum(0) / total
    return np.where(total > 0, found, np.nan)
