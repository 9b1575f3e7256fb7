"""Coefficients of many raters with their intervals, over items or over raters too."""

from dataclasses import replace
from typing import Literal

import numpy as np

from tertium.choices import Metric, Raters
from tertium.stats.agreement.alpha import agreement_weights, alpha_of, fleiss_of, gwet_of
from tertium.stats.agreement.counts import (
    Counts,
    Halves,
    count_ratings,
    find_halves,
    with_halves,
)
from tertium.stats.agreement.jackknife import LeaveOneOut, bounded
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate

Measure = (
    Literal["fleiss", "fleiss-linear", "fleiss-quadratic", "fleiss-ordinal",
            "ac1", "ac2-linear", "ac2-quadratic", "ac2-ordinal"]
    | Metric
)  # fmt: skip
SKEWED = 0.8  # share of the most frequent answer from which on κ needs company


def estimated(ratings: Ratings, measure: Measure, raters: Raters, level: float) -> Estimate:
    """Return Fleiss' κ, AC1, AC2 or Krippendorff's α (by its metric) with the jackknife interval.

    Units of text vary (see `Ratings.units`); for raters like these people vary too. For κ and α
    the two half-items join the data of the interval. AC1 and AC2 need none: nothing in them
    vanishes where one answer is rare. Sides without names need them only where a neutral answer
    has more than 80% of all answers.
    """
    counts = counts_of(ratings)
    value = _left(ratings, counts, measure).value
    if not np.isfinite(value):
        return Estimate(None)
    halves = None if measure.startswith("ac") else halves_of(ratings, counts)
    enlarged = counts if halves is None else with_halves(counts, halves)
    apart = _without_each(ratings, measure, halves) if raters == "population" else None
    return bounded(value, _left(ratings, enlarged, measure), level=level, apart=apart)


def counts_of(ratings: Ratings) -> Counts:
    """Count the ratings of items rated at least twice.

    Comparisons and chunks keep to these items throughout: with other items come other pairs of
    systems, whose answers may be frequent for reasons of their own.
    """
    unit, _ = ratings.units()
    counts = count_ratings(ratings.item, ratings.category, len(ratings.categories), unit)
    if ratings.kind in ("score", "label"):
        return counts
    return replace(counts, single=np.zeros_like(counts.single))


def halves_of(ratings: Ratings, counts: Counts) -> Halves | None:
    """Return the half-items of these ratings; None where sides without names need none."""
    if not len(counts):
        return None
    halves = find_halves(counts)
    if ratings.sides is None:
        return halves
    neutral = counts.totals.copy()
    neutral[list(ratings.sides)] = 0
    if neutral.max() <= SKEWED * counts.totals.sum():
        return None
    return replace(halves, rarest=ratings.sides, most_frequent=(int(neutral.argmax()),))


def _left(ratings: Ratings, counts: Counts, measure: Measure) -> LeaveOneOut:
    if measure in ("nominal", "ordinal", "interval"):
        return alpha_of(counts, ratings.values, measure, ratings.sides)
    name, _, weighted = measure.partition("-")
    weights = agreement_weights(ratings.values, weighted) if weighted else None
    if name == "fleiss":
        return fleiss_of(counts, weights, ratings.sides)
    return gwet_of(counts, weights, ratings.sides, options=ratings.options)


def without_people(ratings: Ratings) -> list[Ratings]:
    """Return the ratings without each person, who is left out with all passes."""
    people = sorted({ratings.raters[rater][0] for rater in np.unique(ratings.rater)})
    place = {name: code for code, name in enumerate(people)}
    person = np.array([place.get(name, -1) for name, _ in ratings.raters])[ratings.rater]
    return [ratings.take(person != code) for code in range(len(people))]


def _without_each(ratings: Ratings, measure: Measure, halves: Halves | None) -> Floats:
    """Return the coefficient without each person."""
    found = []
    for rest in without_people(ratings):
        counts = counts_of(rest)
        if halves is not None and len(counts):
            counts = with_halves(counts, replace(halves, raters=int(counts.size.max())))
        found.append(_left(rest, counts, measure).value)
    return np.array(found)


def equal_pairs(ratings: Ratings) -> tuple[int, int]:
    """Return how many pairs of ratings of an item by different people are equal, and all."""
    if not len(ratings):
        return 0, 0
    _, person_of = np.unique([name for name, _ in ratings.raters], return_inverse=True)
    person = person_of[ratings.rater]
    categories, people = len(ratings.categories), int(person_of.max()) + 1
    own = ratings.item * people + person
    all_equal = _pairs(ratings.item * categories + ratings.category)
    own_equal = _pairs(own * categories + ratings.category)
    return all_equal - own_equal, _pairs(ratings.item) - _pairs(own)


def _pairs(key: Ints) -> int:
    _, number = np.unique(key, return_counts=True)
    return int((number * (number - 1) // 2).sum())
