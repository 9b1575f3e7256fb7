"""Cohen's κ of every pair of raters without each unit, and their mean without it.

A unit (an item, a segment or a document) may hold several items of a pair. Leaving it out takes
its items from the pair's table; half-items (see `counts`) are cells of weight ½ in every table.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.agreement.counts import HALF, Halves, extremes
from tertium.stats.agreement.jackknife import LeaveOneOut
from tertium.stats.agreement.kappa import expected_weights, kappa_bounds
from tertium.stats.arrays import Bools, Floats, Ints

_CHUNK = 4_000_000  # numbers held at once


@dataclass(frozen=True, slots=True)
class SharedItems:
    """What two raters said of each item they share, for all pairs of raters at once.

    Pair p is (`first[p]`, `second[p]`), in the order of `pair_tables`. Each shared item has its
    pair, the category that either gave it (`row`, `column`), and its place `at` among what pairs
    share in units: place i is pair `at_pair[i]` in unit `at_unit[i]`.
    """

    first: Ints
    second: Ints
    pair: Ints
    row: Ints
    column: Ints
    at: Ints
    at_pair: Ints
    at_unit: Ints
    categories: int

    def margins(self) -> tuple[Floats, Floats]:
        """Return how often either rater of each pair used each category."""
        shape = (len(self.first), self.categories)
        found = (
            np.bincount(self.pair * self.categories + side, minlength=shape[0] * shape[1])
            for side in (self.row, self.column)
        )
        rows, columns = (counts.astype(float).reshape(shape) for counts in found)
        return rows, columns


@dataclass(frozen=True, slots=True)
class PairHalves:
    """Of each pair, the shares of categories that are rarest and most frequent.

    A half-item has so many `raters`; one of them gives the rarest category of the second
    half-item, and a pair holds that rater first, second or not at all.
    """

    rarest: Floats
    most_frequent: Floats
    raters: int

    @classmethod
    def own(cls, shared: SharedItems) -> "PairHalves":
        """Return the half-items of each pair by itself: two raters, the categories they used."""
        rows, columns = shared.margins()
        return cls(*extremes(rows + columns), 2)

    @classmethod
    def common(cls, shared: SharedItems, halves: Halves) -> "PairHalves":
        """Return the half-items of all data for every pair."""
        shape = (len(shared.first), shared.categories)
        rarest, frequent = np.zeros(shape), np.zeros(shape)
        rarest[:, halves.rarest] = 1 / len(halves.rarest)
        frequent[:, halves.most_frequent] = 1 / len(halves.most_frequent)
        return cls(rarest, frequent, halves.raters)

    def disagreement(self, weight: Floats) -> Floats:
        """Return how far the rarest category is from the most frequent, averaged where several tie.

        Where all tie, a category is never taken together with itself.
        """
        distance = ((self.rarest @ weight) * self.most_frequent).sum(1)
        same = (self.rarest * self.most_frequent).sum(1)
        return np.asarray(distance / np.maximum(1 - same, HALF))


@dataclass(frozen=True, slots=True)
class LeaveOneOutKappas:
    """κ of every pair (half-items included), and without each unit that the pair shares.

    Value `without[i]` is that of pair `pair[i]` without unit `unit[i]`; `halves` (2 × pairs) are
    those without either half-item, nothing where there are none.
    """

    kappa: Floats
    pair: Ints
    unit: Ints
    without: Floats
    halves: Floats

    def bounds(self, value: Floats, level: float) -> tuple[Floats, Floats]:
        """Return low and high of every pair's κ by itself; they reach to its value."""
        pairs = len(self.kappa)
        half = np.full((len(self.halves), pairs), HALF)
        mass = np.concatenate([np.ones(len(self.pair)), half.ravel()])
        pair = np.concatenate([self.pair, np.tile(np.arange(pairs), len(self.halves))])
        with np.errstate(invalid="ignore", divide="ignore"):
            change = np.concatenate([self.without, self.halves.ravel()]) - self.kappa[pair]
            n = np.asarray(np.bincount(pair, mass, minlength=pairs), dtype=float)
            middle = np.bincount(pair, change, minlength=pairs) / n
            off = mass * (change / mass - middle[pair]) ** 2
            error = np.sqrt((n - 1) / n * np.bincount(pair, off, minlength=pairs))
            error[n < 2] = np.nan
            low, high = kappa_bounds(self.kappa, error, n, np.maximum(n - 1, 1), level=level)
            return np.minimum(low, value), np.maximum(high, value)

    def mean(self, chosen: Bools) -> LeaveOneOut:
        """Return the mean κ of some pairs, and the mean without each unit.

        Pairs whose κ chance alone explains do not count.
        """
        known = np.isfinite(self.kappa) & chosen
        value = np.where(known, self.kappa, 0.0)
        mine = chosen[self.pair]
        pair, unit, without = self.pair[mine], self.unit[mine], self.without[mine]
        there = np.isfinite(without)
        there_are = np.bincount(unit) > 0 if len(unit) else np.zeros(0, dtype=bool)
        units, at = np.flatnonzero(there_are), (np.cumsum(there_are) - 1)[unit]
        change = np.where(there, without, 0.0) - value[pair]
        sums = value.sum() + np.bincount(at, change, minlength=len(units))
        number = known.sum() + np.bincount(
            at, there.astype(float) - known[pair], minlength=len(units)
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            halves = self.halves[:, chosen]
            there = np.isfinite(halves)
            without_halves = np.where(there, halves, 0.0).sum(axis=1) / there.sum(axis=1)
            mean = np.concatenate([sums / number, without_halves])
            middle = float(value.sum() / known.sum()) if known.any() else float("nan")
        mass = np.concatenate([np.ones(len(units)), np.full(len(self.halves), HALF)])
        return LeaveOneOut(middle, mean, mass)


def shared_items(
    item: Ints, rater: Ints, category: Ints, categories: int, unit: Ints
) -> SharedItems:
    """Pair the ratings of every item; `unit` is given by item number."""
    order = np.lexsort((rater, item))
    item, rater, category = item[order], rater[order], category[order]
    most = int(np.bincount(item).max()) if len(item) else 0
    ones, twos = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for distance in range(1, most):
        one = np.flatnonzero(item[:-distance] == item[distance:])
        ones.append(one)
        twos.append(one + distance)
    one, two = np.concatenate(ones), np.concatenate(twos)
    width = int(rater.max()) + 1 if len(rater) else 1
    keys, pair = np.unique(rater[one] * width + rater[two], return_inverse=True)
    numbers, units = np.unique(unit, return_inverse=True)
    place = pair * len(numbers) + units[item[one]]
    places, at = np.unique(place, return_inverse=True)
    return SharedItems(
        first=keys // width,
        second=keys % width,
        pair=pair.astype(np.int64),
        row=category[one],
        column=category[two],
        at=at.astype(np.int64),
        at_pair=places // max(len(numbers), 1),
        at_unit=places % max(len(numbers), 1),
        categories=categories,
    )


def leave_out_pairs(
    shared: SharedItems,
    weight: Floats,
    halves: PairHalves | None,
    sides: tuple[int, int] | None = None,
) -> LeaveOneOutKappas:
    """Return κ of every pair with its half-items, and without each unit.

    `weight` is the disagreement of two categories; `sides` are categories without lasting names.
    """
    chance = expected_weights(weight, sides)
    base = _Totals.of(shared, weight)
    full, without_halves = base, np.zeros((0, len(shared.first)))
    if halves is not None:
        with_equal, with_mixed = base.with_equal(halves), base.with_mixed(halves, weight)
        full = with_equal.with_mixed(halves, weight)
        without_halves = np.stack([with_mixed.kappa(chance), with_equal.kappa(chance)])
    left = _without(shared, full, weight, chance)
    return LeaveOneOutKappas(
        full.kappa(chance), shared.at_pair, shared.at_unit, left, without_halves
    )


@dataclass(frozen=True, slots=True)
class _Totals:
    """Of each pair: items, observed disagreement, and the use of categories by either rater."""

    number: Floats
    observed: Floats
    rows: Floats
    columns: Floats

    @classmethod
    def of(cls, shared: SharedItems, weight: Floats) -> "_Totals":
        pairs = len(shared.first)
        cost = weight[shared.row, shared.column]
        return cls(
            np.bincount(shared.pair, minlength=pairs).astype(float),
            np.asarray(np.bincount(shared.pair, cost, minlength=pairs), dtype=float),
            *shared.margins(),
        )

    def with_equal(self, halves: PairHalves) -> "_Totals":
        """Add the half-item that everybody puts into the rarest category."""
        own = HALF * halves.rarest
        return _Totals(self.number + HALF, self.observed, self.rows + own, self.columns + own)

    def with_mixed(self, halves: PairHalves, weight: Floats) -> "_Totals":
        """Add the half-item that one rater puts into the rarest, others into the most frequent."""
        odd = HALF / halves.raters
        own = odd * halves.rarest + (HALF - odd) * halves.most_frequent
        observed = self.observed + 2 * odd * halves.disagreement(weight)
        return _Totals(self.number + HALF, observed, self.rows + own, self.columns + own)

    def kappa(self, chance: Floats) -> Floats:
        """Return κ of every pair, NaN where chance alone explains everything."""
        expected = ((self.rows @ chance) * self.columns).sum(1)
        return _kappa(self.observed, self.number, expected)


def _kappa(observed: Floats, number: Floats, expected: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected < 1e-9, np.nan, 1 - observed * number / expected)


def _without(shared: SharedItems, full: _Totals, weight: Floats, chance: Floats) -> Floats:
    """Return κ of each pair without each unit it shares."""
    pair, at = shared.at_pair, shared.at
    size = len(pair)
    by_row, by_column = full.columns @ chance.T, full.rows @ chance
    expected = (full.rows * by_row).sum(1)[pair]
    lost = by_row[shared.pair, shared.row] + by_column[shared.pair, shared.column]
    expected = expected - np.bincount(at, lost, minlength=size) + _crossed(shared, chance)
    cost = np.bincount(at, weight[shared.row, shared.column], minlength=size)
    number = full.number[pair] - np.bincount(at, minlength=size)
    return _kappa(full.observed[pair] - cost, number, expected)


def _crossed(shared: SharedItems, chance: Floats) -> Floats:
    """Return the disagreement expected between the items of each unit themselves."""
    at, size = shared.at, len(shared.at_pair)
    if len(at) == size:  # one item in each
        found = np.empty(size)
        found[at] = chance[shared.row, shared.column]
        return found
    found = np.zeros(size)
    order = np.argsort(at, kind="stable")
    starts = np.searchsorted(at[order], np.arange(size + 1))
    step = max(1, _CHUNK // max(shared.categories, 1))
    for low in range(0, size, step):
        high = min(low + step, size)
        some = order[starts[low] : starts[high]]
        shape = (high - low, shared.categories)
        rows, columns = (
            np.bincount(
                (at[some] - low) * shared.categories + side[some], minlength=shape[0] * shape[1]
            ).reshape(shape)
            for side in (shared.row, shared.column)
        )
        found[low:high] = ((rows @ chance) * columns).sum(1)
    return found
