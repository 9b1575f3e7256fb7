"""Which strengths the comparisons identify, and why others have none.

Think of an arrow from winner to loser, and of arrows both ways for a tie. Strengths of
two systems can be compared only if arrows lead from each to the other; a group of such
systems is a *component* (Zermelo, 1929; Ford, 1957). Between components all matches went
one way, or there were none, so their distance has no finite estimate.

With Davidson's ν one more thing is needed, because strengths and ν can grow together: a
way round that returns to its start with more wins than ties. Two systems of which each
has won once are enough.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.stats.arrays import Bools, Ints
from tertium.stats.ranking.matches import Tally


@dataclass(frozen=True, slots=True)
class SystemComponents:
    """The component of each system, numbered so that winners come first.

    `finite` is False where ties and strengths cannot be told apart, so that no
    strength has a finite estimate. `why` says of each component how it stands to
    the others; it is empty when there is only one.
    """

    component: Ints
    finite: bool
    why: tuple[str, ...]


def identify(counts: Tally, *, ties: str, prior: bool = False) -> SystemComponents:
    """Find the components; with a prior on strengths all systems form one."""
    arrows = counts.wins > 0
    if ties != "drop":
        arrows = arrows | (counts.ties > 0)
    size = len(arrows)
    if prior or not size:
        return SystemComponents(np.zeros(size, dtype=np.int64), True, ())
    number, component = _connected(arrows, directed=True, connection="strong")
    component, why = _ordered(arrows, component, number, ties)
    inside = component[:, None] == component[None, :]
    tied = (counts.ties > 0) & inside
    finite = ties != "davidson" or not tied.any() or _round_trip(counts.wins * inside > 0, tied)
    return SystemComponents(component, bool(finite), why if number > 1 else ())


def parts_apart(counts: Tally) -> Ints:
    """Return the part of each system: systems of two parts were never compared, even indirectly."""
    return _connected(counts.compared > 0, directed=False)[1]


def _connected(arrows: Bools, **choices: Any) -> tuple[int, Ints]:
    """Return how many components there are, and the one of each system."""
    # Imported here, because it brings SciPy's linear algebra to analyses that never come here.
    from scipy.sparse.csgraph import connected_components

    number, component = connected_components(arrows, **choices)
    return int(number), np.asarray(component, dtype=np.int64)


def _ordered(
    arrows: Bools, component: Ints, number: int, ties: str
) -> tuple[Ints, tuple[str, ...]]:
    """Sort components from those ahead to those behind, and say how each stands."""
    member = np.eye(number, dtype=bool)[component]
    ahead = (member.T.astype(float) @ arrows @ member) > 0
    np.fill_diagonal(ahead, False)
    # Components have no cycles, so each stands below all that lead to it.
    reach = ahead.copy()
    for middle in range(number):
        reach |= reach[:, [middle]] & reach[[middle], :]
    sizes = member.sum(0)
    order = np.lexsort((np.arange(number), -sizes, reach.sum(0)))
    place = np.empty(number, dtype=np.int64)
    place[order] = np.arange(number)
    return place[component], tuple(_standing(ahead, code, ties) for code in order)


def _standing(ahead: Bools, code: int, ties: str) -> str:
    over, under = ahead[code].any(), ahead[:, code].any()
    if over and under:
        return "never lost to some of the others and never won against the rest"
    if over:
        return "won every decided comparison with the others"
    if under:
        return "lost every decided comparison with the others"
    if ties == "drop":
        return "without a decided comparison with the others"
    return "never compared with the others"


def _round_trip(won: Bools, tied: Bools) -> bool:
    """Return whether some way round has more wins than ties.

    Win −1, tie +1: such a way round is a negative cycle (Bellman, 1958; Ford, 1956).
    Each arrow i→j keeps the level of j at most that of i plus its weight; levels that
    still fall after as many rounds as there are systems fall for ever.
    """
    weight = np.where(won, -1.0, np.where(tied, 1.0, np.inf))
    level = np.zeros(len(won))
    for _ in range(len(won)):
        lower = np.minimum(level, (level[:, None] + weight).min(0))
        if (lower == level).all():
            return False
        level = lower
    return True
