"""Which systems are told apart, and how many judgements would tell the others apart."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from tertium.stats.ranking.sandwich import Spread

__all__ = ["CORRECTIONS", "Correction", "Further", "clusters", "corrected", "further", "places"]

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Correction = Literal["none", "holm"]
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
_MOST = 1e6  # times the judgements at hand; beyond that two systems are equal
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Further:
    """How many further judgements would separate two systems, NaN if none are needed or help.

    `limited` tells that more judgements by the same annotators would not do.
    """

    judgements: Floats
    limited: Bools


def corrected(p: Floats, correction: Correction) -> Floats:
    """Return p values, for many contrasts at once if `holm` (Holm, 1979); NaN stays."""
    if correction == "none":
        return p
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    adjusted = p.copy()
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted


def places(ahead: Bools) -> tuple[Ints, Ints]:
    """Return the range of ranks of each system; `ahead[i, j]`: i is surely better than j.

    So many are surely better, and so many surely worse: what is left is open.
    """
    return 1 + ahead.sum(0), len(ahead) - ahead.sum(1)


def clusters(ahead: Bools) -> Ints:
    """Return the cluster of each system, systems being sorted best first.

    A cluster ends where every system so far is surely better than every later one.
    """
    size = len(ahead)
    ends = [bool(ahead[: k + 1, k + 1 :].all()) for k in range(size - 1)]
    return 1 + np.concatenate([[0], np.cumsum(ends, dtype=np.int64)])[:size]


def further(difference: Floats, spread: Spread, judgements: int, *, level: float) -> Further:
    """Estimate how many further judgements would separate pairs of systems.

    It is assumed that the difference stays as it is, that the same annotators go on
    in the same proportions, and that they judge new segments. Then the part of the
    variance that comes from differences between annotators stays, the rest falls as
    1/n, and the degrees of freedom go with it. With that many judgements the two are
    separated about every other time.
    """
    open_ = np.abs(difference) <= spread.reach(level)  # False where there is no interval
    unequal = open_ & (np.abs(difference) > 0)

    def apart(times: Floats) -> Bools:
        people = spread.people + spread.alike / times
        segments = np.maximum(spread.total - spread.people - spread.alike, 0.0) / times
        total = spread.people + (spread.total - spread.people) / times
        with np.errstate(divide="ignore", invalid="ignore"):
            below = people**2 / np.maximum(spread.annotators - 1, 1)
            below = below + segments**2 / (spread.segments * times - 1)
            freedom = np.where(np.isinf(spread.freedom), np.inf, (people + segments) ** 2 / below)
        reach = stdtrit(freedom, (1 + level) / 2) * np.sqrt(total)
        return np.asarray(np.abs(difference) > reach)

    low, high = np.ones(len(difference)), np.full(len(difference), _MOST)
    reachable = unequal & apart(high)
    for _ in range(_HALVINGS):
        middle = np.sqrt(low * high)
        enough = apart(middle)
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    needed = np.maximum(np.ceil(judgements * (high - 1)), 1.0)
    return Further(np.where(reachable, needed, np.nan), unequal & ~reachable & (spread.people > 0))
