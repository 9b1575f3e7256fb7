"""How sure are scores and their differences, when people and texts vary?

The scarce unit is people. From six annotators on, the variance has a part for annotators and
one for documents (segments, where documents are not known), and Student's t has as many
degrees of freedom as the scarcer unit allows. Up to five, how much annotators differ is
partly taken from past campaigns: their differences have a half-normal prior.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from tertium.stats.codes import together
from tertium.stats.contrasts.variance import Influence, Spread, Variances, spread, variances
from tertium.stats.intervals import hierarchical_mixture

__all__ = ["DIFFERENCE_SCALE", "FEW", "LEVEL_SCALE", "Weighted", "Widths", "widths"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
FEW = 5  # annotators up to which a prior has to help
# Half-normal scales of the sd between annotators, in points of 100: of the difference of two
# systems, and of the score of one, which holds how strict somebody is.
DIFFERENCE_SCALE = 5.0
LEVEL_SCALE = 15.0
_MEAN_SD = 50.0  # sd of the normal prior on the mean, in points


@dataclass(frozen=True, slots=True)
class Weighted:
    """Scores that make up the scores of systems: score = Σ weight · value over its rows.

    `centre` is the mean that a row's value is compared with: its system's, or that of its
    domain. `person` and `text` are the units that vary; `points` is how much one point of a
    hundred is on the scale of `value`, `middle` its middle, and `level_scale` how much the
    levels of annotators differ, in points.
    """

    system: Ints
    systems: int
    person: Ints
    text: Ints
    value: Floats
    weight: Floats
    centre: Floats
    points: float = 1.0
    middle: float = 50.0
    level_scale: float = LEVEL_SCALE


@dataclass(frozen=True, slots=True)
class Widths:
    """Intervals of scores or differences with their p; NaN where nothing can be said.

    `few` tells where the prior had to help.
    """

    low: Floats
    high: Floats
    p: Floats
    few: Bools
    spread: Spread


def widths(rows: Weighted, level: float, pairs: tuple[Ints, Ints] | None = None) -> Widths:
    """Return the interval of each system's score, or of the difference of each pair."""
    everyone = np.arange(rows.systems)
    first, second = pairs if pairs is not None else (everyone, None)
    score = np.bincount(rows.system, rows.weight * rows.value, rows.systems)
    estimate = np.asarray(score[first] - (score[second] if second is not None else 0.0), float)
    parts = _variances(rows)
    sandwich = spread(parts, "two-way", first, second)
    reach = sandwich.reach(level)
    low, high, p = estimate - reach, estimate + reach, sandwich.p(estimate)
    few = (sandwich.annotators > 1) & (sandwich.annotators <= FEW)
    if few.any():
        at = np.flatnonzero(few)
        found = _with_prior(rows, parts, first[at], None if second is None else second[at], level)
        for column, value in zip((low, high, p), found, strict=True):
            column[at] = np.where(np.isnan(value), column[at], value)
        few[at] = ~np.isnan(found[0])
    return Widths(low, high, p, few, sandwich)


def _variances(rows: Weighted) -> Variances:
    number = np.arange(len(rows.value))
    return variances(
        Influence(
            row=number,
            column=rows.system,
            value=rows.weight * (rows.value - rows.centre),
            lever=np.eye(rows.systems),
            annotator=rows.person,
            segment=rows.text,
            cell=together(rows.person, rows.text),
            model=np.zeros((rows.systems, rows.systems)),  # nobody asks for independent rows
        )
    )


def _with_prior(
    rows: Weighted, parts: Variances, first: Ints, second: Ints | None, level: float
) -> tuple[Floats, Floats, Floats]:
    """Return low, high and p from the means of a few annotators and a prior on their spread.

    Annotator j has the mean (or the difference of two means) y_j; its variance comes from the
    spread of texts, pooled over annotators, over the number of texts. Who scored only one
    of two systems says nothing about their difference here.
    """
    y, variance, known = _by_annotator(rows, first, second)
    v_text, _ = parts.segment.variance(first, second)
    v_cell, _ = parts.cell.variance(first, second)
    shared = np.maximum(v_text - v_cell, 0.0)
    scale = rows.points * (DIFFERENCE_SCALE if second is not None else rows.level_scale)
    low, high, p = np.full((3, len(first)), np.nan)
    centre = rows.middle if second is None else 0.0
    for pattern in np.unique(known, axis=0):
        at = np.flatnonzero((known == pattern).all(1) & ~np.isnan(variance[:, pattern]).any(1))
        if not pattern.any() or not len(at):
            continue
        believed = hierarchical_mixture(
            y[at][:, pattern] - centre,
            variance[at][:, pattern],
            scale=scale,
            mean_sd=_MEAN_SD * rows.points,
            shared=shared[at],
        )
        low[at], high[at] = centre + believed.quantiles((1 - level) / 2, (1 + level) / 2).T
        below = believed.below(-centre)
        p[at] = 2 * np.minimum(below, 1 - below)
    return low, high, p


def _by_annotator(rows: Weighted, first: Ints, second: Ints | None) -> tuple[Floats, Floats, Bools]:
    """Return each annotator's mean or difference, its variance, and whether there is one.

    All three have a row per score or pair and a column per annotator.
    """
    people, systems = int(rows.person.max(initial=-1)) + 1, rows.systems
    own = rows.person * systems + rows.system
    weight = np.bincount(own, rows.weight, people * systems)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(own, rows.weight * rows.value, people * systems) / weight
        influence = rows.weight * (rows.value - mean[own]) / weight[own]
    mean, weight = mean.reshape(people, systems), weight.reshape(people, systems)
    y, squares, texts = np.full((3, len(first), people), np.nan)
    known = np.zeros((len(first), people), dtype=bool)
    order = np.argsort(rows.person, kind="stable")
    for person, mine in enumerate(np.split(order, np.cumsum(np.bincount(rows.person))[:-1])):
        text = together(rows.text[mine])
        shape = (int(text.max()) + 1, systems)
        sums = csr_array((influence[mine], (text, rows.system[mine])), shape=shape)
        seen = csr_array((np.ones(len(mine)), (text, rows.system[mine])), shape=shape)
        seen.data[:] = 1.0  # a text counts once, however many scores it has
        products, met = (np.asarray((m.T @ m).todense()) for m in (sums, seen))
        has = weight[person] > 0
        known[:, person] = has[first]
        y[:, person] = mean[person][first]
        squares[:, person] = products[first, first]
        texts[:, person] = met[first, first]
        if second is not None:
            known[:, person] &= has[second]
            y[:, person] -= mean[person][second]
            squares[:, person] += products[second, second] - 2 * products[first, second]
            texts[:, person] += met[second, second] - met[first, second]
    freedom = np.where(known, texts - 1, 0.0).sum(1, keepdims=True)
    pooled = np.where(known, texts**2 * squares, 0.0).sum(1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(known & (freedom > 0), pooled / freedom / texts, np.nan)
    return y, variance, known
