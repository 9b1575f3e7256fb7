"""How sure one must be at each of several planned looks.

Whoever looks four times at 5% finds a difference that is not there in 13 campaigns of a
hundred. With K looks, equally far apart, every one therefore uses the same smaller
level, chosen so that all together err as often as one look would (Pocock, 1977).
"""

from functools import cache

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.stats.intervals import check_level

MOST_LOOKS = 100
_NODES = 129  # of the integration over where the sum stands; more change no digit shown


@cache
def look_level(looks: int, level: float = 0.95) -> float:
    """Return the two-sided level of each of `looks` looks that together keep 1 − `level`.

    >>> [round(look_level(k), 4) for k in (1, 2, 4)]
    [0.05, 0.0294, 0.0182]
    """
    check_level(level)
    if not 1 <= looks <= MOST_LOOKS:
        raise BadInput(
            f"{looks} looks cannot be planned",
            where="looks",
            fix=f"Plan 1 to {MOST_LOOKS}, or choose the anytime-valid rule.",
        )
    if looks == 1:
        return 1 - level
    alone = -ndtri((1 - level) / 2)
    # With all looks at (1 − level)/K no dependence could make them err more often.
    surely = -ndtri((1 - level) / (2 * looks))
    bound = brentq(lambda z: crossing_probability(z, looks) - (1 - level), alone, surely)
    return float(2 * ndtr(-bound))


def crossing_probability(bound: float, looks: int) -> float:
    """Return how often |Z| exceeds `bound` at one of `looks` equally spaced looks by chance.

    The density of the sum over campaigns that went on is carried from look to look
    (Armitage, McPherson and Rowe, 1969); its range is cut at the bound, so Legendre's
    nodes integrate it almost exactly.
    """
    nodes, weights = _legendre()
    total = float(2 * ndtr(-bound))
    here, density = bound * nodes, _normal(bound * nodes)
    mass = density * weights * bound
    for look in range(2, looks + 1):
        reach = bound * look**0.5
        total += float(mass @ (ndtr(here - reach) + ndtr(-here - reach)))
        there = reach * nodes
        density = _normal(there[:, None] - here) @ mass
        here, mass = there, density * weights * reach
    return total


def look_sizes(planned: int, looks: int) -> tuple[int, ...]:
    """Return after how many judgements the looks are due; few judgements allow fewer looks.

    >>> look_sizes(600, 4), look_sizes(3, 4)
    ((150, 300, 450, 600), (1, 2, 3))
    """
    return tuple(sorted({-(-planned * k // looks) for k in range(1, looks + 1)}))


@cache
def _legendre() -> tuple[Floats, Floats]:
    return np.polynomial.legendre.leggauss(_NODES)


def _normal(x: Floats) -> Floats:
    return np.asarray(np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi))
