"""A share with its interval: how many of so many, each decided by itself."""

import numpy as np
from scipy.special import bdtr, betaincinv, ndtri

from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate


def two_sided_p(chosen: int, number: int) -> float:
    """Return how likely a share at least as far from one half would be by chance.

    >>> round(two_sided_p(17, 20), 4)
    0.0026
    """
    tail = float(bdtr(min(chosen, number - chosen), number, 0.5))
    return min(1.0, 2 * tail)


def clopper_pearson(chosen: int, number: int, *, level: float = 0.95) -> tuple[float, float]:
    """Return the exact interval of Clopper and Pearson (1934).

    >>> [round(end, 3) for end in clopper_pearson(17, 20)]
    [0.621, 0.968]
    """
    outside, others = (1 - level) / 2, number - chosen
    low = float(betaincinv(chosen, others + 1, outside)) if chosen else 0.0
    high = float(betaincinv(chosen + 1, others, 1 - outside)) if others else 1.0
    return low, high


def wilson(successes: float, trials: float, *, level: float) -> Estimate:
    """Return a share with Wilson's score interval, which is never empty at 0 and 1."""
    if not trials:
        return Estimate(None)
    share, z = successes / trials, float(ndtri((1 + level) / 2))
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * (share * (1 - share) / trials + z * z / (4 * trials**2)) ** 0.5
    reach /= 1 + z * z / trials
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_share(values: Floats, unit: Ints | None = None, *, level: float) -> Estimate:
    """Return a mean of values from 0 to 1 with Wilson's interval at the effective number.

    Half right is half a success. Values of one `unit` (a document) may be alike: the effective
    number is that of independent answers with the same variance, and never more than there are.
    """
    number = len(values)
    if not number:
        return Estimate(None)
    mean = float(values.mean())
    deviation = values - mean
    if unit is not None and len(np.unique(unit)) > 1:
        _, place = np.unique(unit, return_inverse=True)
        sums = np.bincount(place, deviation).astype(float)
        deviation = sums * (len(sums) / (len(sums) - 1)) ** 0.5
    variance = float((deviation**2).sum()) / number**2
    effective = min(mean * (1 - mean) / variance, number) if variance > 0 else number
    found = wilson(mean * effective, effective, level=level)
    return Estimate(mean, found.low, found.high)
