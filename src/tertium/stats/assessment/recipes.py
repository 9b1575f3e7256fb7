"""Ways from scores to a ranking, each under its name.

Official recipes are kept as their organisers ran them, so that published tables can be
reproduced; where one is misleading, its ranking says so.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from tertium.choices import ScoreRecipe as RecipeName
from tertium.stats.arrays import Bools, Ints
from tertium.stats.contrasts.separate import clusters, places

Test = Literal["interval", "wilcoxon", "mann-whitney", "permutation", "t"]
TESTS: tuple[Test, ...] = get_args(Test)
Cut = Literal["all", "wins", "neighbours"]


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is averaged, how systems are compared, and when a ranking is cut.

    `standard`: scores are standardised by annotator. `roles`: whose scores count. `latest`:
    of several scores that one annotator gives an output, only the last counts. `passes`: each
    pass over a segment is a unit of its own. `domains`: the mean over domains, not segments.
    `cut`: the rule by which the ranking falls into clusters.
    """

    name: RecipeName
    standard: bool
    test: Test
    two_sided: bool = True
    roles: tuple[str, ...] = ("real", "repeat")
    latest: bool = False
    passes: bool = False
    domains: bool = False
    cut: Cut = "all"
    note: str = ""


_ALL = (
    # Ours: people and segments vary, and intervals decide.
    Recipe("z", standard=True, test="interval"),
    Recipe("raw", standard=False, test="interval"),
    # WMT 2017 to 2022, into English: z over all items of a worker, the mean of segment means,
    # and one-sided rank-sum tests (Graham et al., 2017; Akhbardeh et al., 2021).
    Recipe(
        "wmt-z",
        standard=True,
        test="mann-whitney",
        two_sided=False,
        cut="wins",
        note="wmt-z draws a line below a system that beats as many as stand below it; the systems "
        "above need not beat them all.",
    ),
    # WMT 2024 (Kocmi et al., 2024).
    Recipe(
        "wmt24",
        standard=False,
        test="wilcoxon",
        roles=("real",),
        latest=True,
        domains=True,
        note="wmt24 combines the two-sided p of domains without their sign: where domains "
        "favour different systems, it finds differences that are not there.",
    ),
    # WMT 2025: both waves as separate observations.
    Recipe(
        "wmt25",
        standard=False,
        test="wilcoxon",
        two_sided=False,
        roles=("real",),
        passes=True,
        cut="neighbours",
        note="wmt25 takes two scores of one segment for two segments.",
    ),
    # WMT 2026, the organisers' script of August 2026.
    Recipe(
        "wmt26",
        standard=False,
        test="t",
        roles=("real",),
        note="wmt26 calls two systems different if one of two t tests does, so p is the smaller "
        "of two.",
    ),
)
RECIPES: dict[str, Recipe] = {recipe.name: recipe for recipe in _ALL}


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
