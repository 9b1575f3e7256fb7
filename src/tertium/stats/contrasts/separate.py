"""Which systems differ significantly, and how many judgements would separate the others."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.contrasts.crossed import CrossedEstimates

Correction = Literal["none", "holm"]
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)
Limit = Literal["annotators", "documents"]
_MOST = 1e6  # times the judgements at hand; beyond that two systems are equal
_HALVINGS = 40


@dataclass(frozen=True, slots=True)
class FurtherJudgements:
    """How many further judgements would separate two systems, NaN if none are needed or help.

    `limit` says what would be needed instead: other annotators, or other documents.
    """

    judgements: Floats
    limit: tuple[Limit | None, ...]


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


def further(found: CrossedEstimates, judgements: int, *, level: float) -> FurtherJudgements:
    """Estimate how many further judgements would separate pairs of systems.

    It is assumed that the difference stays as it is, and that the same annotators judge new
    segments of the same documents in the same proportions. Then the part of the variance that
    comes from annotators and documents stays, and the rest falls as 1/n. With that many
    judgements the two are separated about every other time.
    """
    reach = found.reach(level)
    with np.errstate(invalid="ignore"):
        unequal = (np.abs(found.estimate) <= reach) & (np.abs(found.estimate) > 0)
    at = np.flatnonzero(unequal)
    needed = np.full(len(reach), np.nan)
    limit: list[Limit | None] = [None] * len(reach)
    if not len(at):
        return FurtherJudgements(needed, tuple(limit))
    open_ = found.take(at)

    def apart(times: Floats) -> Bools:
        fewer = open_.rest * (1 - 1 / times)
        tail = open_.tail(open_.variance - fewer[:, None])
        return np.asarray(2 * tail < 1 - level)

    low, high = np.ones(len(at)), np.full(len(at), _MOST)
    reachable = apart(high)
    for _ in range(_HALVINGS):
        middle = np.sqrt(low * high)
        enough = apart(middle)
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    needed[at] = np.where(reachable, np.maximum(np.ceil(judgements * (high - 1)), 1.0), np.nan)
    for k in np.flatnonzero(~reachable):
        limit[at[k]] = "annotators" if open_.people[k] >= open_.texts[k] else "documents"
    return FurtherJudgements(needed, tuple(limit))
