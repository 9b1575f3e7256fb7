"""How sure are scores and their differences, when people and segments vary?

A score is a sum of *influences*: what each match adds to it. Matches of one ranking, of
one person and of one segment are alike, so influences are summed by these units before
they are squared (Liang and Zeger, 1986; Cameron, Gelbach and Miller, 2011). For a
contrast of scores

    V = max(V_a + V_s − V_0, V_a, V_s)

with the variances V_a by annotator, V_s by segment, V_0 by *cell* (one annotator with one
segment, all pairs together), each with the factor n/(n−1) for n units; Student's t
has the degrees of freedom of Satterthwaite (1946), so that the scarcer unit decides.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

__all__ = ["INTERVALS", "Influence", "Interval", "Spread", "Variances", "spread", "variances"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Interval = Literal["two-way", "source", "annotator", "information"]
INTERVALS: tuple[Interval, ...] = get_args(Interval)
_NOTHING = 1e-18  # a variance below this is rounding
_DENSE = 10_000_000  # numbers that one array of sums may hold


@dataclass(frozen=True, slots=True)
class Influence:
    """What rows add to scores: `lever` @ (the sum over rows of `value` at `column`).

    `row`, `column` and `value` list what is not 0; `lever` (systems × columns) turns
    columns into scores. `annotator`, `segment` and `cell` belong to rows. `model` is the
    covariance of the scores if rows were independent, where a model gives it; `floor` one
    below which a prior does not let the variance fall.
    """

    row: Ints
    column: Ints
    value: Floats
    lever: Floats
    annotator: Ints
    segment: Ints
    cell: Ints
    model: Floats | None = None
    floor: Floats | None = None

    def covariance(self, unit: Ints) -> Floats:
        """Return the covariance of the scores if these units vary."""
        number, width = count(unit), self.lever.shape[1]
        at = unit[self.row]
        if number * width <= _DENSE:
            boxes = np.bincount(at * width + self.column, self.value, minlength=number * width)
            sums = boxes.reshape(number, width)
            squares = sums.T @ sums
        else:
            sparse = csr_array((self.value, (at, self.column)), shape=(number, width))
            squares = np.asarray((sparse.T @ sparse).todense(), dtype=float)
        factor = number / (number - 1) if number > 1 else 1.0
        return np.asarray(factor * (self.lever @ squares @ self.lever.T))


@dataclass(frozen=True, slots=True)
class Variances:
    """Covariances of scores by annotator, segment and cell, and if rows were independent."""

    annotator: Floats
    segment: Floats
    cell: Floats
    model: Floats
    annotators: int
    segments: int
    floor: Floats | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of scores or of their differences, with degrees of freedom.

    It has three parts: `people`, which more judgements by the same people would not
    lower; `alike`, which belongs to people too but falls with the number of judgements;
    and what is left, which belongs to segments. NaN where nothing can be said.
    """

    total: Floats
    freedom: Floats
    people: Floats
    alike: Floats
    annotators: int
    segments: int

    def reach(self, level: float) -> Floats:
        """Return half the width of the interval."""
        return np.asarray(stdtrit(self.freedom, (1 + level) / 2) * np.sqrt(self.total))

    def p(self, difference: Floats) -> Floats:
        """Return the p of a two-sided test that the difference is 0."""
        return np.asarray(2 * stdtr(self.freedom, -np.abs(difference) / np.sqrt(self.total)))


def count(unit: Ints) -> int:
    """Return how many units there are, numbered from 0."""
    return int(unit.max(initial=-1)) + 1


def variances(influence: Influence) -> Variances:
    """Sum influences by annotator, segment and cell, and square them."""
    model = influence.model
    if model is None:
        model = influence.covariance(np.arange(len(influence.annotator)))
    return Variances(
        influence.covariance(influence.annotator),
        influence.covariance(influence.segment),
        influence.covariance(influence.cell),
        model,
        count(influence.annotator),
        count(influence.segment),
        influence.floor,
    )


def spread(parts: Variances, interval: Interval, first: Ints, second: Ints | None = None) -> Spread:
    """Return the variance of the scores of `first`, or of their distance from `second`.

    One unit cannot tell how much units differ, so an interval that needs two has no
    variance then. Nor has a score to which all units say exactly the same: that they
    would go on doing so is not known.
    """

    def of(covariance: Floats) -> Floats:
        own = covariance[first, first]
        if second is None:
            return np.asarray(own)
        both = own + covariance[second, second] - 2 * covariance[first, second]
        return np.asarray(np.maximum(both, 0.0))

    v_a, v_s, v_0 = of(parts.annotator), of(parts.segment), of(parts.cell)
    n_a, n_s = float(parts.annotators - 1), float(parts.segments - 1)
    people = np.maximum(v_a - v_0, 0.0)
    nothing = np.zeros(len(first))
    if interval == "information":
        total, freedom, people, alike = of(parts.model), nothing + np.inf, nothing, nothing
    elif interval == "source":
        total, freedom, people, alike = v_s, nothing + n_s, nothing, nothing
    elif interval == "annotator":
        total, freedom, alike = v_a, nothing + n_a, v_a - people
    else:
        total = np.maximum(v_a + v_s - v_0, np.maximum(v_a, v_s))
        crossed = np.maximum(v_s - v_0, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            freedom = total**2 / (v_a**2 / n_a + crossed**2 / n_s)
        alike = v_a - people
    if parts.floor is not None:
        total = np.maximum(total, of(parts.floor))
    needed = {"two-way": min(n_a, n_s), "source": n_s, "annotator": n_a, "information": 1.0}
    known = (total > _NOTHING) & (needed[interval] > 0)
    return Spread(
        np.where(known, total, np.nan), freedom, people, alike, parts.annotators, parts.segments
    )
