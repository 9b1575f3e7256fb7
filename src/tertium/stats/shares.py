"""A share with its interval: how many of so many, each decided by itself."""

from scipy.special import bdtr, betaincinv, ndtri

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


def wilson(successes: int, trials: int, *, level: float) -> Estimate:
    """Return a share with Wilson's score interval, which is never empty at 0 and 1."""
    if not trials:
        return Estimate(None)
    share, z = successes / trials, float(ndtri((1 + level) / 2))
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * (share * (1 - share) / trials + z * z / (4 * trials**2)) ** 0.5
    reach /= 1 + z * z / trials
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))
