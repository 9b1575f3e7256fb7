"""Annotators' differences between two systems, from means over what varies together.

A *cell* is one annotator's mean over one unit (a document, or a segment): of differences
where both systems' outputs were scored (`paired`), else of one system's scores.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints

_FEWEST = 3  # degrees of freedom for which the variance of a t is finite
_LEAST_VARIANCE = 1 / 12  # of a score rounded to whole points


@dataclass(frozen=True, slots=True)
class Cells:
    """Means by annotator and unit. `side` is 1 for the advanced system, and for differences.

    If not paired, everybody here has cells of both systems.
    """

    annotator: Ints
    unit: Ints
    side: Ints
    value: Floats
    paired: bool


@dataclass(frozen=True, slots=True)
class AnnotatorDifferences:
    """Annotators' differences with their variances.

    `freedom` are the degrees of freedom of the variance within annotators; without at
    least three of them nobody stands anywhere.
    """

    annotator: Ints
    means: Floats
    variances: Floats
    freedom: int


def stand(cells: Cells) -> AnnotatorDifferences:
    """Return where annotators stand.

    The variance within annotators is pooled over them: a few units each would not tell
    their own. It is multiplied by ν/(ν − 2), the variance of a t with its ν degrees of
    freedom, because it is an estimate and is treated as known from here on.
    """
    who, number, level = _levels(cells)
    people = np.flatnonzero(number[1])
    freedom = len(who) - int((number > 0).sum())
    if freedom < _FEWEST:
        return AnnotatorDifferences(people[:0], np.empty(0), np.empty(0), freedom)
    inside = cells.value - level[cells.side, who]
    variance = max(float((inside**2).sum()) / (freedom - 2), _LEAST_VARIANCE)
    means = (level[1] - level[0])[people]
    return AnnotatorDifferences(
        people, means, variance / _information(number, cells.paired)[people], freedom
    )


def _levels(cells: Cells) -> tuple[Ints, Floats, Floats]:
    """Return whose each cell is, and by side and annotator how many cells with what mean."""
    who = cells.annotator
    people = int(who.max(initial=-1)) + 1
    number, level = np.zeros((2, people)), np.zeros((2, people))
    for side in (0, 1):
        here = cells.side == side
        number[side] = np.bincount(who[here], minlength=people)
        total = np.bincount(who[here], weights=cells.value[here], minlength=people)
        level[side] = total / np.maximum(number[side], 1)
    return who, number, level


def _information(number: Floats, paired: bool) -> Floats:
    """Return the units that an annotator's difference is worth: of both systems if unpaired."""
    if paired:
        return np.asarray(number[1])
    return np.asarray(number[0] * number[1] / np.maximum(number.sum(axis=0), 1))
