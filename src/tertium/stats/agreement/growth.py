"""How κ and the reliability of the mean change with the number of annotators.

κ is the agreement of two annotators, however many there are: more of them make it more certain,
not higher. The mean (or the majority) of more annotators is more reliable: kα / (1 + (k − 1)α)
(Spearman; Brown, 1910). So many annotators are drawn at random from those at hand, again and
again; where items have different annotators, of each item's ratings.
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Metric
from tertium.exceptions import BadInput
from tertium.stats.agreement.alpha import alpha_of, fleiss_of
from tertium.stats.agreement.counts import Counts, count_ratings
from tertium.stats.agreement.icc import spearman_brown
from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.result import Estimate

_RESAMPLES = 200


@dataclass(frozen=True, slots=True)
class Growth:
    """What so many `annotators` would have given: means over resamples, and where they lie.

    `items` have that many ratings. `kappa` is Fleiss' κ, `alpha` Krippendorff's on the metric of
    the scale, `reliability` that of the mean of the annotators.
    """

    annotators: int
    items: int
    kappa: Estimate
    alpha: Estimate
    reliability: Estimate


def growth(
    ratings: Ratings, numbers: tuple[int, ...], metric: Metric, *, level: float, seed: int
) -> tuple[Growth, ...]:
    """Return κ, α and reliability for each number of annotators."""
    first = ratings.take(ratings.first_passes())
    size = np.bincount(first.item, minlength=len(ratings.segment))
    _check(numbers, int(size.max(initial=0)))
    rng = np.random.default_rng(seed)
    return tuple(_grown(first, size, number, metric, level, rng) for number in numbers)


def _check(numbers: tuple[int, ...], most: int) -> None:
    for number in numbers:
        if number < 2 or number > most:
            raise BadInput(
                f"agreement of {number:,} annotators cannot be drawn: no item was rated by more "
                f"than {most:,}"
                if number > 1
                else f"agreement needs two annotators, not {number:,}",
                where="--growth",
                fix=f"Give numbers from 2 to {most:,}, such as 2,3,5.",
            )


def _grown(
    ratings: Ratings,
    size: Ints,
    number: int,
    metric: Metric,
    level: float,
    rng: np.random.Generator,
) -> Growth:
    enough = size >= number
    rows = ratings.take(enough[ratings.item])
    people = np.unique(rows.rater)
    complete = bool((size[enough] == len(people)).all())
    drawn = np.array(
        [
            _measured(rows.take(_people(rows, people, number, rng)), metric)
            if complete
            else _measured(rows.take(_each(rows, number, rng)), metric)
            for _ in range(_RESAMPLES)
        ]
    )
    stepped = np.array([_reliability(alpha, number) for alpha in drawn[:, 1]])
    kappa, alpha, reliability = (
        _summed(values, level) for values in (drawn[:, 0], drawn[:, 1], stepped)
    )
    return Growth(number, int(enough.sum()), kappa, alpha, reliability)


def _people(ratings: Ratings, people: Ints, number: int, rng: np.random.Generator) -> Bools:
    """Draw so many annotators, with all their ratings."""
    return np.isin(ratings.rater, rng.choice(people, number, replace=False))


def _each(ratings: Ratings, number: int, rng: np.random.Generator) -> Bools:
    """Draw so many ratings of each item."""
    order = np.lexsort((rng.random(len(ratings)), ratings.item))
    item = ratings.item[order]
    place = np.arange(len(item)) - np.searchsorted(item, item)
    chosen = np.zeros(len(item), dtype=bool)
    chosen[order] = place < number
    return chosen


def _measured(ratings: Ratings, metric: Metric) -> tuple[float, float]:
    counts = _values_only(count_ratings(ratings.item, ratings.category, len(ratings.categories)))
    fleiss = fleiss_of(counts, None, ratings.sides).value
    return fleiss, alpha_of(counts, ratings.values, metric, ratings.sides).value


def _values_only(counts: Counts) -> Counts:
    """Make all items one unit, so that nothing is left out: only the value is wanted."""
    return replace(counts, unit=np.zeros(len(counts), dtype=np.int64), mass=np.ones(1))


def _reliability(alpha: float, number: int) -> float:
    return spearman_brown(alpha, number) if 1 + (number - 1) * alpha > 0 else float("nan")


def _summed(values: Floats, level: float) -> Estimate:
    known = values[np.isfinite(values)]
    if not len(known):
        return Estimate(None)
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Estimate(float(known.mean()), float(low), float(high))
