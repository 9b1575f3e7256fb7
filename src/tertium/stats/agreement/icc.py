"""Intraclass correlations of scores (Shrout and Fleiss, 1979), with their confidence intervals.

The share of the variance of scores that is due to items: of one annotator's scores, and of the
mean of k. (1): each item has other annotators. (2): the same annotators, who stand for others like
them, so that their severity counts as disagreement. (3): these annotators, severity left aside.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import fdtri

from tertium.stats.agreement.ratings import Ratings
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate

_NOTHING = 1e-12  # a variance that is a rounding error


@dataclass(frozen=True, slots=True)
class IntraclassCorrelation:
    """One form: `single` is of one annotator's scores, `mean` of the mean of `annotators`.

    (1) takes all `items` that several annotators scored, (2) and (3) those that all scored.
    """

    form: str
    items: int
    annotators: float
    single: Estimate
    mean: Estimate


def spearman_brown(reliability: float, times: float) -> float:
    """Return the reliability of a mean of so many times as many scores (Spearman; Brown, 1910).

    >>> round(spearman_brown(0.714841, 4), 6)
    0.909316
    """
    return times * reliability / (1 + (times - 1) * reliability)


def intraclass(ratings: Ratings, level: float, *, named: bool) -> tuple[IntraclassCorrelation, ...]:
    """Return the three forms, each where it can be computed.

    Annotators without names cannot be followed from item to item: they have the first form only.
    """
    placed = ratings.take(ratings.first_passes() & ~np.isnan(ratings.values[ratings.category]))
    kept = placed.shared[placed.item]
    scores, item = placed.values[placed.category][kept], placed.item[kept]
    found = [_one_way(scores, item, level)]
    if named:
        found += _two_way(_complete(placed), level)
    return tuple(one for one in found if one is not None)


def _one_way(scores: Floats, item: Ints, level: float) -> IntraclassCorrelation | None:
    _, item, size = np.unique(item, return_inverse=True, return_counts=True)
    n, total = len(size), len(scores)
    if n < 2:
        return None
    mean = np.bincount(item, scores) / size
    within = float(((scores - mean[item]) ** 2).sum()) / (total - n)
    between = float((size * (mean - scores.mean()) ** 2).sum()) / (n - 1)
    k = float(total - (size**2).sum() / total) / (n - 1)  # of unequal numbers
    return _by_ratio("1", n, k, between, within, (n - 1, total - n), level)


def _by_ratio(
    form: str,
    items: int,
    k: float,
    between: float,
    error: float,
    freedom: tuple[int, int],
    level: float,
) -> IntraclassCorrelation | None:
    """Return the correlation that follows from the ratio of two mean squares, F."""
    if between + error <= _NOTHING:
        return None
    value = (between - error) / (between + (k - 1) * error)
    if min(between, error) <= _NOTHING * (between + error):  # no variance to learn it from
        return _with_mean(form, items, k, Estimate(value))
    first, second = freedom
    tail, ratio = (1 + level) / 2, between / error
    ends = ratio / fdtri(first, second, tail), ratio * fdtri(second, first, tail)
    low, high = ((end - 1) / (end + k - 1) for end in ends)
    return _with_mean(form, items, k, Estimate(value, low, high))


def _with_mean(form: str, items: int, k: float, single: Estimate) -> IntraclassCorrelation:
    mean = Estimate(*(_stepped(end, k) for end in (single.value, single.low, single.high)))
    return IntraclassCorrelation(form, items, k, single, mean)


def _stepped(value: float | None, k: float) -> float | None:
    """Return the reliability of the mean; nothing where scores agree less than any can."""
    return spearman_brown(value, k) if value is not None and 1 + (k - 1) * value > 0 else None


def _complete(ratings: Ratings) -> Floats:
    """Return the scores of items that all annotators scored, items × annotators."""
    _, person_of = np.unique([name for name, _ in ratings.raters], return_inverse=True)
    people, person = np.unique(person_of[ratings.rater], return_inverse=True)
    whole = (np.bincount(ratings.item) == len(people))[ratings.item]
    _, item = np.unique(ratings.item[whole], return_inverse=True)
    table = np.empty((int(item.max(initial=-1)) + 1, len(people)))
    table[item, person[whole]] = ratings.values[ratings.category[whole]]
    return table


def _two_way(table: Floats, level: float) -> list[IntraclassCorrelation | None]:
    """Return the forms (2) and (3) of a complete table."""
    n, k = table.shape
    if n < 2 or k < 2:
        return []
    middle = table.mean()
    rows = k * float(((table.mean(axis=1) - middle) ** 2).sum()) / (n - 1)
    columns = n * float(((table.mean(axis=0) - middle) ** 2).sum()) / (k - 1)
    rest = table - table.mean(axis=1, keepdims=True) - table.mean(axis=0) + middle
    error = float((rest**2).sum()) / ((n - 1) * (k - 1))
    third = _by_ratio("3", n, k, rows, error, (n - 1, (n - 1) * (k - 1)), level)
    return [_second(n, k, rows, columns, error, level), third]


def _second(
    n: int, k: int, rows: float, columns: float, error: float, level: float
) -> IntraclassCorrelation | None:
    """Return form (2); its interval is that of McGraw and Wong (1996)."""
    below = rows + (k - 1) * error + k * (columns - error) / n
    if below <= _NOTHING:
        return None
    value = (rows - error) / below
    if min(rows, error) <= _NOTHING * (rows + columns + error):
        return _with_mean("2", n, k, Estimate(value))
    a = k * value / (n * (1 - value))
    b = 1 + k * value * (n - 1) / (n * (1 - value))
    spread = (a * columns) ** 2 / (k - 1) + (b * error) ** 2 / ((n - 1) * (k - 1))
    freedom = (a * columns + b * error) ** 2 / spread
    tail, others = (1 + level) / 2, k * columns + (k * n - k - n) * error
    up, down = fdtri(n - 1, freedom, tail), fdtri(freedom, n - 1, tail)
    low = n * (rows - up * error) / (up * others + n * rows)
    high = n * (down * rows - error) / (others + n * down * rows)
    return _with_mean("2", n, k, Estimate(value, float(low), float(high)))
