"""Coefficients of many raters with their intervals, over items or over raters too."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.stats.agreement.alpha import Metric, fleiss_kappa, krippendorff_alpha
from tertium.stats.agreement.kappa import kappa_bounds
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.result import Estimate

__all__ = ["Measure", "Raters", "equal_pairs", "estimated"]

Floats = NDArray[np.float64]
Measure = Literal["fleiss"] | Metric
Raters = Literal["these", "population"]


def estimated(ratings: Ratings, measure: Measure, raters: Raters, level: float) -> Estimate:
    """Return Fleiss' κ or Krippendorff's α (by its metric) with the jackknife interval.

    Items vary; for raters like these people vary too. Comparisons of the same source are
    not independent, so of preferences segments vary with all their pairs.
    """
    value, without = _coefficient(ratings, measure)
    if value is None:
        return Estimate(None)
    if len(without) < 2 or not np.isfinite(without).all():
        return Estimate(value)
    moved = (without - without.mean()) * (len(without) - 1) / len(without)
    if ratings.kind != "score":
        moved = _by_segment(ratings, moved)
    n = len(moved)
    if n < 2:
        return Estimate(value)
    variance = n / (n - 1) * float((moved**2).sum())
    freedom = float(n - 1)
    if raters == "population":
        found = _rater_variance(ratings, measure)
        if found is None:
            return Estimate(value)
        between, people = found
        total = variance + between
        below = variance**2 / (n - 1) + between**2 / (people - 1)
        freedom = total**2 / below if below > 0 else float(people - 1)
        variance = total
    low, high = kappa_bounds(
        np.array(value), np.array(variance**0.5), np.array(float(n)), np.array(freedom), level=level
    )
    return Estimate(value, float(low), float(high))


def _by_segment(ratings: Ratings, moved: Floats) -> Floats:
    """Sum what each item rated at least twice moves, by segment."""
    shared = np.flatnonzero(np.bincount(ratings.item, minlength=1) > 1)
    _, segment = np.unique(ratings.segment.codes[shared], return_inverse=True)
    return np.asarray(np.bincount(segment, moved))


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


def _pairs(key: NDArray[np.int64]) -> int:
    _, number = np.unique(key, return_counts=True)
    return int((number * (number - 1) // 2).sum())


def _coefficient(ratings: Ratings, measure: Measure) -> tuple[float | None, Floats]:
    if measure == "fleiss":
        return fleiss_kappa(ratings.item, ratings.category, len(ratings.categories))
    return krippendorff_alpha(ratings.item, ratings.category, ratings.values, measure)


def _rater_variance(ratings: Ratings, measure: Measure) -> tuple[float, int] | None:
    """Return the jackknife variance over people, each left out with all passes, and their number.

    There must be three people at least.
    """
    people = sorted({ratings.raters[rater][0] for rater in np.unique(ratings.rater)})
    if len(people) < 3:
        return None
    place = {name: code for code, name in enumerate(people)}
    person = np.array([place.get(name, -1) for name, _ in ratings.raters])[ratings.rater]
    values = [_coefficient(ratings.take(person != code), measure)[0] for code in range(len(people))]
    known = np.array([value for value in values if value is not None])
    if len(known) < len(people):
        return None
    variance = float((len(known) - 1) / len(known) * ((known - known.mean()) ** 2).sum())
    return variance, len(people)
