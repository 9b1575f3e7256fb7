"""Annotators' differences between two systems, from means over what varies together.

A *cell* is one annotator's mean over one unit (a document, or a segment): of differences
where both systems' outputs were scored (`paired`), else of one system's scores.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats.intervals import clustered_variance

__all__ = ["Cells", "Stands", "stand"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_FEWEST = 3  # degrees of freedom for which the variance of a t is finite
_LEAST_VARIANCE = 1 / 12  # of a score rounded to whole points


@dataclass(frozen=True, slots=True)
class Cells:
    """Means by annotator and unit. `side` is 1 for the advanced system, and for differences."""

    annotator: Ints
    unit: Ints
    side: Ints
    value: Floats
    paired: bool


@dataclass(frozen=True, slots=True)
class Stands:
    """Annotators' differences with their variances, and the variance of shared units.

    `freedom` are the degrees of freedom of the variance within annotators; without at
    least three of them nobody stands anywhere.
    """

    annotator: Ints
    means: Floats
    variances: Floats
    shared: float
    freedom: int


def stand(cells: Cells) -> Stands:
    """Return where annotators stand.

    The variance within annotators is pooled over them: a few units each would not tell
    their own. It is multiplied by ν/(ν − 2), the variance of a t with its ν degrees of
    freedom, because it is an estimate and is treated as known from here on.
    """
    people, who = np.unique(cells.annotator, return_inverse=True)
    sides = (1,) if cells.paired else (0, 1)
    number, level = np.zeros((2, len(people))), np.zeros((2, len(people)))
    for side in sides:
        here = cells.side == side
        number[side] = np.bincount(who[here], minlength=len(people))
        total = np.bincount(who[here], weights=cells.value[here], minlength=len(people))
        level[side] = total / number[side]
    freedom = len(who) - len(people) * len(sides)
    if freedom < _FEWEST:
        return Stands(people[:0], np.empty(0), np.empty(0), 0.0, freedom)
    means = level[1] - level[0]
    inside = cells.value - level[cells.side, who]
    variance = max(float((inside**2).sum()) / (freedom - 2), _LEAST_VARIANCE)
    information = number[1] if cells.paired else number[0] * number[1] / number.sum(axis=0)
    influence = _influence(cells, who, means, number, information)
    shared = _shared(influence, cells.unit, who)
    return Stands(people, means, variance / information, shared, freedom)


def _influence(
    cells: Cells, who: Ints, means: Floats, number: Floats, information: Floats
) -> Floats:
    """Return what each cell adds to the mean difference, annotators weighted by information."""
    estimate = float((information * means).sum() / information.sum())
    if cells.paired:
        return np.asarray((cells.value - estimate) / information.sum())
    # A regression of scores on the system, with a level of its own for each annotator.
    both = number.sum(axis=0)
    level = np.bincount(who, weights=cells.value) / both
    side = cells.side - (number[1] / both)[who]
    return np.asarray(side * (cells.value - level[who] - estimate * side) / information.sum())


def _shared(influence: Floats, unit: Ints, who: Ints) -> float:
    """Return the variance that units judged by several annotators add to the mean difference."""
    alone, single = np.unique(np.stack([unit, who]), axis=1, return_inverse=True)
    if len(np.unique(unit)) == alone.shape[1]:
        return 0.0
    by_unit = clustered_variance(influence, unit)
    return max(0.0, by_unit - clustered_variance(influence, single.ravel()))
