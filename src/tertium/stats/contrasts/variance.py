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
from typing import get_args

import numpy as np
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

from tertium.choices import ContrastInterval as Interval
from tertium.stats.arrays import Floats, Ints

INTERVALS: tuple[Interval, ...] = get_args(Interval)
_NOTHING = 1e-18  # a variance below this is rounding
_DENSE = 10_000_000  # numbers that one array of sums may hold


@dataclass(frozen=True, slots=True)
class Influence:
    """What rows add to scores: `lever` @ (the sum over rows of `value` at `column`).

    `row`, `column` and `value` list the rows that say something about a column: a system,
    or a parameter more; `lever` (systems × columns) turns columns into scores.
    `annotator`, `segment` and `cell` belong to rows. `model` is the covariance of the
    scores if rows were independent, where a model gives it; `floor` one below which a
    prior does not let the variance fall.
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

    def by(self, unit: Ints) -> "InfluenceSums":
        """Sum influences by unit and square the sums."""
        number, (systems, width) = int(unit.max(initial=-1)) + 1, self.lever.shape
        at = unit[self.row]
        if number * width <= _DENSE:
            box = at * width + self.column
            sums = np.bincount(box, self.value, number * width).reshape(number, width)
            seen = (np.bincount(box, minlength=number * width) > 0).reshape(number, width)
            squares, met = sums.T @ sums, seen.T.astype(float) @ seen
        else:
            sparse = csr_array((self.value, (at, self.column)), shape=(number, width))
            seen = csr_array((np.ones(len(at)), (at, self.column)), shape=(number, width))
            seen.data[:] = 1.0  # repeats are added up on the way; once is enough
            squares = np.asarray((sparse.T @ sparse).todense(), dtype=float)
            met = np.asarray((seen.T @ seen).todense(), dtype=float)
        return InfluenceSums(
            np.asarray(self.lever @ squares @ self.lever.T), met[:systems, :systems]
        )


@dataclass(frozen=True, slots=True)
class InfluenceSums:
    """Influences summed by one kind of unit: products of the sums of two systems, added up.

    `met[i, j]` is the number of units with a row about i and one about j.
    """

    products: Floats
    met: Floats

    def variance(self, first: Ints, second: Ints | None) -> tuple[Floats, Floats]:
        """Return the variance of scores, or of their differences, and the number of units.

        Only units that have met one of the two systems count, with the factor n/(n−1).
        """
        number = self.met[first, first]
        if second is not None:
            number = number + self.met[second, second] - self.met[first, second]
        factor = number / np.maximum(number - 1, 1)
        return _between(self.products, first, second) * factor, np.asarray(number)


@dataclass(frozen=True, slots=True)
class Variances:
    """Influences summed by annotator, segment and cell; covariances that a model gives."""

    annotator: InfluenceSums
    segment: InfluenceSums
    cell: InfluenceSums
    model: Floats
    floor: Floats | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of scores or of their differences, with degrees of freedom.

    It has three parts: `people`, which more judgements by the same people would not
    lower; `alike`, which belongs to people too but falls with the number of judgements;
    and what is left, which belongs to segments. NaN where nothing can be said.
    `annotators` and `segments` count those who have met the systems in question.
    """

    total: Floats
    freedom: Floats
    people: Floats
    alike: Floats
    annotators: Floats
    segments: Floats

    def reach(self, level: float) -> Floats:
        """Return half the width of the interval."""
        return np.asarray(stdtrit(self.freedom, (1 + level) / 2) * np.sqrt(self.total))

    def p(self, difference: Floats) -> Floats:
        """Return the p of a two-sided test that the difference is 0."""
        return np.asarray(2 * stdtr(self.freedom, -np.abs(difference) / np.sqrt(self.total)))


def variances(influence: Influence) -> Variances:
    """Sum influences by annotator, segment and cell, and square them."""
    model = influence.model
    if model is None:
        model = influence.by(np.arange(len(influence.annotator))).products
    return Variances(
        influence.by(influence.annotator),
        influence.by(influence.segment),
        influence.by(influence.cell),
        model,
        influence.floor,
    )


def spread(parts: Variances, interval: Interval, first: Ints, second: Ints | None = None) -> Spread:
    """Return the variance of the scores of `first`, or of their distance from `second`.

    One segment cannot tell how much segments differ, so there is no variance then. Nor
    is there for a score about which all units say exactly the same: that they would go
    on doing so is not known. Where only one annotator has met the systems, the two-way
    variance is that of the segments and speaks of this annotator.
    """
    v_a, annotators = parts.annotator.variance(first, second)
    v_s, segments = parts.segment.variance(first, second)
    v_0, _ = parts.cell.variance(first, second)
    n_a, n_s = annotators - 1, segments - 1
    people = np.maximum(v_a - v_0, 0.0)
    nothing = np.zeros(len(first))
    if interval == "information":
        total, freedom = _between(parts.model, first, second), nothing + np.inf
        people = alike = nothing
    elif interval == "segment":
        total, freedom, people, alike = v_s, n_s, nothing, nothing
    elif interval == "annotator":
        total, freedom, alike = v_a, n_a, v_a - people
    else:
        several = n_a > 0
        crossed = np.maximum(v_s - v_0, 0.0)
        total = np.maximum(v_a + v_s - v_0, np.maximum(v_a, v_s))
        with np.errstate(divide="ignore", invalid="ignore"):
            freedom = total**2 / (v_a**2 / n_a + crossed**2 / n_s)
        total, freedom = np.where(several, total, v_s), np.where(several, freedom, n_s)
        people, alike = np.where(several, people, 0.0), np.where(several, v_a - people, 0.0)
    if parts.floor is not None:
        total = np.maximum(total, _between(parts.floor, first, second))
    enough = {"annotator": n_a > 0, "information": nothing == 0}.get(interval, n_s > 0)
    known = (total > _NOTHING) & enough
    return Spread(np.where(known, total, np.nan), freedom, people, alike, annotators, segments)


def _between(covariance: Floats, first: Ints, second: Ints | None) -> Floats:
    """Return the variance of scores, or of their differences, from their covariance."""
    own = covariance[first, first]
    if second is not None:
        own = own + covariance[second, second] - 2 * covariance[first, second]
    return np.asarray(np.maximum(own, 0.0))
