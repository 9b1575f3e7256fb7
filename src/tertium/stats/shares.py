"""A share that is tested and told exactly: how many of so many, each decided by itself."""

from scipy.special import bdtr, betaincinv

__all__ = ["clopper_pearson", "two_sided_p"]


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
