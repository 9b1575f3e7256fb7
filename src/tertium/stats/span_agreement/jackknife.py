"""Intervals of agreement: units (segments or documents) are left out, never tokens.

Every measure is a function of sums over units. A *cell* holds what one pair of annotators
contributes in one unit; a measure is taken for each pair and averaged over pairs. Leaving one unit
out changes only the pairs that share it, so the jackknife costs no more than the measure.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array

from tertium.choices import Raters
from tertium.stats.agreement.jackknife import LeaveOneOut, Statistic, add_up, bounded
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate
from tertium.stats.span_agreement.readings import Reading, SharedOutput, SharedReadings

_CHUNK = 4_000_000  # numbers held at once


@dataclass(frozen=True, slots=True)
class PairMeasure:
    """A measure of every pair, and its mean with an interval."""

    mean: Estimate
    pairs: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Pairs of annotators in the units they share.

    Contribution i belongs to pair `pair[i]` (an index of `people`) and unit `unit[i]`.
    """

    pair: Ints
    unit: Ints
    people: tuple[tuple[int, int], ...]
    units: int

    def measure(
        self,
        features: csr_array | Floats,
        statistic: Statistic,
        *,
        level: float,
        raters: Raters = "these",
        lowest: float = -1.0,
    ) -> PairMeasure:
        """Return the mean over pairs of a statistic of summed features, with its interval.

        `features` has a row for each contribution; `statistic` maps rows of sums to values,
        NaN where there is none. Pairs without a value do not count.
        """
        number = len(self.people)
        if not number:
            return PairMeasure(Estimate(None), ())
        summed, pair, unit = self._by_unit(csr_array(features))
        totals = add_up(summed, pair, number).toarray()
        values = statistic(totals)
        left = np.empty(len(pair))
        step = max(1, _CHUNK // max(1, totals.shape[1]))
        for low in range(0, len(pair), step):
            part = slice(low, low + step)
            left[part] = statistic(totals[pair[part]] - summed[part].toarray())
        known = np.isfinite(values)
        pairs = tuple(float(value) if np.isfinite(value) else None for value in values)
        if not known.any():
            return PairMeasure(Estimate(None), pairs)
        mean = float(values[known].mean())
        change = np.where(np.isfinite(left), left, 0.0) - np.where(known, values, 0.0)[pair]
        lost = known[pair].astype(float) - np.isfinite(left)
        at = np.unique(unit, return_inverse=True)[1]
        sums = np.where(known, values, 0.0).sum() + np.bincount(at, change)
        counts = known.sum() - np.bincount(at, lost)
        with np.errstate(divide="ignore", invalid="ignore"):
            without = sums / counts
        apart = _without_people(values, self.people) if raters == "population" else None
        found = LeaveOneOut(mean, without, np.ones(len(without)))
        return PairMeasure(bounded(mean, found, level=level, lowest=lowest, apart=apart), pairs)

    def _by_unit(self, features: csr_array) -> tuple[csr_array, Ints, Ints]:
        """Add up the contributions of one pair in one unit."""
        keys, at = np.unique(self.pair * max(1, self.units) + self.unit, return_inverse=True)
        summed = add_up(features, at, len(keys))
        return summed, keys // max(1, self.units), keys % max(1, self.units)


def _without_people(values: Floats, people: Sequence[tuple[int, int]]) -> Floats:
    """Return the mean over pairs without each annotator."""
    ends = np.array(people)
    found = []
    for one in np.unique(ends):
        rest = values[(ends != one).all(axis=1)]
        rest = rest[np.isfinite(rest)]
        found.append(rest.mean() if len(rest) else np.nan)
    return np.array(found)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Every two readings of an output, in the order of `cells`."""

    read: SharedReadings
    listed: tuple[tuple[SharedOutput, Reading, Reading], ...]
    cells: Cells
    level: float
    raters: Raters

    def measure(
        self, features: csr_array | Floats, statistic: Statistic, *, lowest: float = -1.0
    ) -> PairMeasure:
        """Return the mean over pairs of annotators, with its interval."""
        return self.cells.measure(
            features, statistic, level=self.level, raters=self.raters, lowest=lowest
        )


def every_two(read: SharedReadings, level: float, raters: Raters) -> Pairs:
    """Return every two readings of an output by different people."""
    listed = tuple(
        (output, one, two)
        for output in read.outputs
        for one, two in combinations(output.readings, 2)
    )
    names = sorted({(one.annotator, two.annotator) for _, one, two in listed})
    place = {pair: at for at, pair in enumerate(names)}
    cells = Cells(
        np.array([place[a.annotator, b.annotator] for _, a, b in listed], dtype=np.int64),
        np.array([output.unit for output, _, _ in listed], dtype=np.int64),
        tuple(names),
        read.units,
    )
    return Pairs(read, listed, cells, level, raters)
