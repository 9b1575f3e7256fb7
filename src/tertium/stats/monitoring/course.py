"""A campaign as it unfolds: what annotators' judgements say after any number of them.

A *course* knows the judgements of two systems in the order they came. At a look it tells
where every annotator stands; whether that means preferences or scores, the rules of
stopping need not know.
"""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tertium.stats.intervals import Mixture, hierarchical_mixture
from tertium.stats.monitoring.result import Kind

__all__ = ["Course", "Scale", "Standing", "lattice"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_EVERY = 64  # up to so many judgements every one is a look of the any-time rule


@dataclass(frozen=True, slots=True)
class Scale:
    """How large things are: log ratios, or points.

    `between` is the half-normal scale of the sd between annotators, `mean_sd` the normal
    one of the mean, `bound` the sd between annotators that the null allows, `rope` half
    the range of differences that do not matter. Differences of scores are counted in hundredths
    of their scale; `unit` is how much one of them is.
    """

    between: float
    mean_sd: float
    bound: float
    rope: float
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class Standing:
    """Where annotators stand after some judgements: their values, and how sure each is.

    `shared` is the variance that segments judged by several people add to the mean;
    `decided` how many judgements say something.
    """

    judgements: int
    decided: int
    means: Floats
    variances: Floats
    shared: float

    def believed(self, scale: float, mean_sd: float) -> Mixture:
        """Return what these values tell about the population of annotators."""
        return hierarchical_mixture(
            self.means, self.variances, scale=scale, mean_sd=mean_sd, shared=self.shared
        )


class Course(Protocol):
    """Judgements of two systems in the order they came."""

    @property
    def kind(self) -> Kind:
        """What was judged."""

    @property
    def scale(self) -> Scale:
        """How large things are."""

    @property
    def choices(self) -> dict[str, Any]:
        """What to say in the signature."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What weakens the conclusion, one sentence each."""

    def __len__(self) -> int:
        """How many judgements there are."""

    def standing(self, size: int) -> Standing:
        """Return where annotators stand after the first `size` judgements."""

    def log_e_values(self, sizes: Ints) -> Floats:
        """Return the log e-value after each number of judgements."""

    def confidence_sequence(self, sizes: Ints) -> Floats:
        """Return low, estimate and high after each number of judgements, valid at all."""

    def imagined_log_e_value(self, means: Floats, variances: Floats) -> float:
        """Return the log e-value that annotators with such values would give."""

    def null_campaigns(
        self, sizes: Ints, annotators: int, spread: float, runs: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Draw campaigns like this one without a difference: values and variances.

        Axes: campaigns, looks, annotators; `spread` is the sd between annotators.
        """

    def shown(self, value: float) -> float | None:
        """Return a value as it is told: a ratio, or points; None if it has no end."""


def lattice(total: int) -> Ints:
    """Return the numbers of judgements at which the any-time rule looks, and now.

    Every one at first, then ever fewer, about 3% apart. A longer campaign looks at the same
    numbers as a shorter one, so what was decided stays decided.

    >>> lattice(130)[-4:]
    array([124, 126, 128, 130])
    """
    sizes, step, last = [], 1, 0
    while last < total:
        span = range(last + step, _EVERY * step + 1, step)
        sizes += [size for size in span if size < total]
        last, step = _EVERY * step, 2 * step
    return np.array([*sizes, total] if total else [], dtype=np.int64)
