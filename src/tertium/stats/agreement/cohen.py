"""Cohen's κ of every pair of raters and of the pairs together, with intervals."""

from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Raters, Weights
from tertium.stats.agreement.coefficients import counts_of, estimated, halves_of
from tertium.stats.agreement.jackknife import bounded
from tertium.stats.agreement.kappa import PairTables, disagreement_weights, pair_tables, table_kappa
from tertium.stats.agreement.pairs import (
    LeaveOneOutKappas,
    PairHalves,
    SharedItems,
    leave_out_pairs,
    shared_items,
)
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Bools, Floats
from tertium.stats.result import Estimate


@dataclass(frozen=True, slots=True)
class PairKappa:
    """Cohen's κ of two raters; passes are None where there was one only."""

    a: str
    b: str
    pass_a: str | None
    pass_b: str | None
    kappa: float | None
    low: float | None
    high: float | None
    n: int
    percent: float


@dataclass(frozen=True, slots=True)
class Kappas:
    """Pairs of raters and the mean of their κ, with its confidence interval."""

    mean: float | None
    pairs: tuple[PairKappa, ...]
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Cohen:
    """κ between different people and of people with themselves, and the tables behind it."""

    between: Kappas
    within: Kappas
    percent: float | None
    tables: PairTables


@dataclass(frozen=True, slots=True)
class Exchangeable:
    """Agreement on comparisons whose two sides are exchangeable: chance does not know their names.

    `value` with its interval has Fleiss' form, from the share of `equal` answers and the share
    that `chance` gives (Σ t² + d²/2 of neutral answers t and decided ones d); `cohen` is the mean
    over pairs of annotators, `krippendorff` the nominal α.
    """

    value: float | None
    low: float | None
    high: float | None
    equal: float | None
    chance: float | None
    cohen: Estimate
    krippendorff: Estimate


def cohen_kappas(ratings: Ratings, weights: Weights, raters: Raters, level: float) -> Cohen:
    """Return κ of every pair with an interval of its own, and their means with theirs.

    The interval of a mean is the jackknife of the mean: a unit is left out of all pairs at once.
    """
    tables = _tables(ratings)
    weight = disagreement_weights(ratings.values, weights)
    kappa, _ = table_kappa(tables, weight, ratings.sides)
    between = _between(tables, ratings)
    shared = _shared(ratings)
    pairs = _pairs(tables, kappa, _own_bounds(ratings, shared, weight, kappa, level), ratings)
    left = _left(ratings, shared, weight)
    means = [
        _mean(kappa, left, chosen, ratings, tables, raters, level) for chosen in (between, ~between)
    ]
    own = [[p for p, c in zip(pairs, chosen, strict=True) if c] for chosen in (between, ~between)]
    between_, within = (
        Kappas(mean.value, tuple(some), mean.low, mean.high)
        for mean, some in zip(means, own, strict=True)
    )
    equal, number = tables.equal()[between], tables.number[between]
    percent = float((equal * number).sum() / number.sum()) if len(number) else None
    return Cohen(between_, within, percent, tables)


def mean_estimate(ratings: Ratings, raters: Raters, level: float) -> Estimate:
    """Return the mean κ of different people with its interval, and nothing of single pairs."""
    tables, weight = _tables(ratings), disagreement_weights(ratings.values)
    kappa, _ = table_kappa(tables, weight, ratings.sides)
    left = _left(ratings, _shared(ratings), weight)
    return _mean(kappa, left, _between(tables, ratings), ratings, tables, raters, level)


def mean_kappa(ratings: Ratings, weights: Weights) -> float | None:
    """Return the mean κ of different people."""
    tables = _tables(ratings)
    kappa, _ = table_kappa(tables, disagreement_weights(ratings.values, weights), ratings.sides)
    return _average(kappa[_between(tables, ratings)])


def _tables(ratings: Ratings) -> PairTables:
    return pair_tables(ratings.item, ratings.rater, ratings.category, len(ratings.categories))


def _shared(ratings: Ratings) -> SharedItems:
    unit, _ = ratings.units()
    size = len(ratings.categories)
    return shared_items(ratings.item, ratings.rater, ratings.category, size, unit)


def _between(tables: PairTables, ratings: Ratings) -> Bools:
    """Return which pairs are two different people."""
    people = np.array([name for name, _ in ratings.raters], dtype=object)
    _, person = np.unique(people, return_inverse=True)
    return np.asarray(person[tables.first] != person[tables.second], dtype=bool)


def _own_bounds(
    ratings: Ratings, shared: SharedItems, weight: Floats, kappa: Floats, level: float
) -> tuple[Floats, Floats]:
    """Return the interval of every pair by itself, from its own table and half-items."""
    halves = PairHalves.own(shared) if ratings.sides is None else None
    return leave_out_pairs(shared, weight, halves, ratings.sides).bounds(kappa, level)


def _left(ratings: Ratings, shared: SharedItems, weight: Floats) -> LeaveOneOutKappas:
    """Return κ of every pair without each unit, with the half-items of all data."""
    halves = halves_of(ratings, counts_of(ratings))
    common = None if halves is None else PairHalves.common(shared, halves)
    return leave_out_pairs(shared, weight, common, ratings.sides)


def _mean(
    kappa: Floats,
    left: LeaveOneOutKappas,
    chosen: Bools,
    ratings: Ratings,
    tables: PairTables,
    raters: Raters,
    level: float,
) -> Estimate:
    value = _average(kappa[chosen])
    if value is None:
        return Estimate(None)
    apart = None
    if raters == "population":
        names = [name for name, _ in ratings.raters]
        ends = np.array([[names[a], names[b]] for a, b in
                         zip(tables.first, tables.second, strict=True)])  # fmt: skip
        people = np.unique(ends[chosen])
        rest = [left.kappa[chosen & (ends != one).all(axis=1)] for one in people]
        apart = np.array([np.nan if _average(some) is None else _average(some) for some in rest])
    return bounded(value, left.mean(chosen), level=level, apart=apart)


def _average(values: Floats) -> float | None:
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else None


def _pairs(
    tables: PairTables, kappa: Floats, bounds: tuple[Floats, Floats], ratings: Ratings
) -> list[PairKappa]:
    equal, raters, (low, high) = tables.equal(), ratings.raters, bounds
    return [
        PairKappa(
            raters[a][0],
            raters[b][0],
            raters[a][1] or None,
            raters[b][1] or None,
            _number(kappa[p]),
            _number(low[p]),
            _number(high[p]),
            int(tables.number[p]),
            float(equal[p]),
        )
        for p, (a, b) in enumerate(zip(tables.first, tables.second, strict=True))
    ]


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def exchangeable(ratings: Ratings, raters: Raters, level: float) -> Exchangeable | None:
    """Measure agreement on comparisons without regard to the names of their sides."""
    if ratings.kind != "preference" or not ratings.shared.any():
        return None
    alike = replace(ratings, sides=(0, 1))
    found = estimated(alike, "fleiss", raters, level)
    counts = counts_of(alike)
    share = (counts.table.multiply(1 / counts.size[:, None])).sum(axis=0) / len(counts)
    neutral = share[2:]
    chance = float((neutral**2).sum() + share[:2].sum() ** 2 / 2)
    return Exchangeable(
        found.value,
        found.low,
        found.high,
        None if found.value is None else found.value * (1 - chance) + chance,
        chance,
        mean_estimate(alike, raters, level),
        estimated(alike, "nominal", raters, level),
    )
