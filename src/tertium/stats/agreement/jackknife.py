"""The jackknife of a coefficient: units of data are left out whole, one at a time.

A coefficient is a function of sums over items (its *features*), so that its value without a unit
follows from the sums without the unit's own. A half-item is a unit of weight ½.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.agreement.kappa import kappa_bounds
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate

Statistic = Callable[[Floats], Floats]  # rows of sums to values, NaN where there is none
_CHUNK = 4_000_000  # numbers held at once


@dataclass(frozen=True, slots=True)
class LeaveOneOut:
    """A coefficient, its values without each unit, and the weight (`mass`) of each unit."""

    value: float
    without: Floats
    mass: Floats

    @property
    def size(self) -> float:
        """How many units there are, half-items counting half."""
        return float(self.mass.sum())

    @property
    def variance(self) -> float:
        """The jackknife variance, NaN where a value is missing."""
        n = self.size
        change = (self.without - self.value) / self.mass
        middle = (self.mass * change).sum() / n
        return float((n - 1) / n * (self.mass * (change - middle) ** 2).sum())


def leave_out(features: csr_array, unit: Ints, mass: Floats, statistic: Statistic) -> LeaveOneOut:
    """Return a statistic of summed features, and its values without each unit."""
    sums = add_up(features, unit, len(mass))
    total = np.asarray(sums.sum(axis=0), dtype=float)
    without = np.empty(len(mass))
    step = max(1, _CHUNK // max(1, len(total)))
    with np.errstate(divide="ignore", invalid="ignore"):  # without the only unit nothing is left
        for low in range(0, len(mass), step):
            part = slice(low, low + step)
            without[part] = statistic(total - sums[part].toarray())
    return LeaveOneOut(float(statistic(total[None, :])[0]), without, mass)


def add_up(features: csr_array, at: Ints, number: int) -> csr_array:
    """Return the sums of the rows of features that belong together."""
    rows = len(at)
    chosen = csr_array((np.ones(rows), (at, np.arange(rows))), shape=(number, rows))
    return csr_array(chosen @ features)


def bounded(
    value: float | None,
    left: LeaveOneOut,
    *,
    level: float,
    lowest: float = -1.0,
    apart: Floats | None = None,
) -> Estimate:
    """Return a coefficient with its interval: Student's t on log(1 − value), so it cannot pass 1.

    The interval belongs to `left`, whose data may hold half-items, and reaches to the value.
    `apart` are the values without each annotator, where annotators are drawn from a population;
    then three are needed, and degrees of freedom follow Satterthwaite.
    """
    if value is None or left.size < 2 or not np.isfinite(left.without).all():
        return Estimate(value)
    variance, freedom = left.variance, left.size - 1
    if apart is not None:
        people = len(apart)
        if people < 3 or not np.isfinite(apart).all():
            return Estimate(value)
        between = (people - 1) / people * float(((apart - apart.mean()) ** 2).sum())
        below = variance**2 / freedom + between**2 / (people - 1)
        freedom = (variance + between) ** 2 / below if below > 0 else float(people - 1)
        variance += between
    low, high = kappa_bounds(
        np.array(left.value),
        np.array(variance**0.5),
        np.array(left.size),
        np.array(freedom),
        level=level,
    )
    # Items rated once move what chance expects: κ of the others may then be below −1.
    return Estimate(value, max(min(float(low), value), min(lowest, value)), max(float(high), value))
