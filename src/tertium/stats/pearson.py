"""The correlation of two columns of numbers, and how sure it is."""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtri

from tertium.stats.arrays import Floats
from tertium.stats.result import Estimate


def pearson(one: Floats, two: Floats, *, level: float = 0.95) -> Estimate:
    """Return Pearson's r with Fisher's interval, without a value where something does not vary.

    Three pairs or a perfect line have no interval.

    >>> pearson(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0]))
    Estimate(value=1.0, low=None, high=None)
    """
    if len(one) < 3 or np.ptp(one) == 0 or np.ptp(two) == 0:
        return Estimate(None)
    r = float(np.clip(np.corrcoef(one, two)[0, 1], -1, 1))
    if len(one) < 4 or np.isclose(abs(r), 1, rtol=0, atol=1e-12):
        return Estimate(round(r, 12))
    reach = float(ndtri((1 + level) / 2)) / (len(one) - 3) ** 0.5
    return Estimate(r, *(float(np.tanh(np.arctanh(r) + end)) for end in (-reach, reach)))


def mean_ranks(values: ArrayLike) -> Floats:
    """Return ranks from 1, ties sharing their mean rank: Pearson's r of them is Spearman's ρ.

    >>> mean_ranks([3, 1, 3]).tolist()
    [2.5, 1.0, 2.5]
    """
    _, place, times = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Floats = (np.cumsum(times) - (times - 1) / 2)[place]
    return ranks
