"""Rank ranges and clusters by the rules of different years; systems sorted best first.

`ahead[i, j]` says that system i is surely better than j.
"""

import numpy as np

from tertium.stats.arrays import Bools, Ints
from tertium.stats.assessment.recipes import Cut
from tertium.stats.contrasts.separate import clusters, places

__all__ = ["cut_ranking"]


def cut_ranking(ahead: Bools, cut: Cut) -> tuple[Ints, Ints, Ints]:
    """Return the first and the last rank that each system may have, and its cluster.

    `all`: a cluster ends where every system so far is surely better than every later one.
    `wins`: it ends below a system that is surely better than as many systems as stand below
    it, as in the tables of WMT up to 2022. `neighbours`: see `_by_neighbours`.
    """
    if cut == "neighbours":
        return _by_neighbours(ahead)
    low, high = places(ahead)
    if cut == "all":
        return low, high, clusters(ahead)
    below = np.arange(len(ahead) - 1, -1, -1)
    return low, high, _numbered(ahead.sum(1)[:-1] == below[:-1])


def _by_neighbours(ahead: Bools) -> tuple[Ints, Ints, Ints]:
    """Return ranges and clusters as WMT25 did.

    A range goes on to the next better, or next worse, system until the first one that is
    surely better, or worse. A cluster ends where no range crosses.
    """
    size = len(ahead)
    low, high = np.zeros((2, size), dtype=np.int64)
    for i in range(size):
        better = np.flatnonzero(ahead[:i, i])
        worse = np.flatnonzero(ahead[i, i + 1 :])
        low[i] = better[-1] + 2 if len(better) else 1
        high[i] = i + 1 + worse[0] if len(worse) else size
    ends = [bool((high[:k] <= k).all() and (low[k:] > k).all()) for k in range(1, size)]
    return low, high, _numbered(np.array(ends, dtype=bool))


def _numbered(ends: Bools) -> Ints:
    """Return the cluster of each system: one more below each end."""
    return 1 + np.concatenate([[0], np.cumsum(ends, dtype=np.int64)])
