"""Cohen's κ for every pair of raters at once, with the error of each.

κ = 1 − observed disagreement / disagreement expected by chance, where a *weight*
tells how much two categories differ (Cohen, 1960, 1968). All pairs come from one
sparse product, and the jackknife over items needs the table of a pair only: items
in the same cell are exchangeable.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.special import stdtrit

from tertium.choices import Weights
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate

_WORDS = (  # Landis and Koch (1977): up to this κ
    (0.2, "slight"),
    (0.4, "fair"),
    (0.6, "moderate"),
    (0.8, "substantial"),
)


@dataclass(frozen=True, slots=True)
class PairTables:
    """The tables of all pairs of raters that share items, as their filled cells.

    Pair p is (`first[p]`, `second[p]`) with `number[p]` items; cell c belongs to pair
    `pair[c]`, row `row[c]`, column `column[c]` and holds `count[c]` items.
    """

    first: Ints
    second: Ints
    number: Floats
    pair: Ints
    row: Ints
    column: Ints
    count: Floats
    categories: int

    def equal(self) -> Floats:
        """Return the share of items that a pair put into the same category."""
        same = self.row == self.column
        total = np.bincount(self.pair[same], self.count[same], minlength=len(self.first))
        return np.asarray(total / self.number)

    def table(self, pair: int) -> Ints:
        """Return the table of one pair: rows are the first rater's categories."""
        cells = self.pair == pair
        counts = np.zeros((self.categories, self.categories), dtype=np.int64)
        counts[self.row[cells], self.column[cells]] = self.count[cells]
        return counts


def pair_tables(item: Ints, rater: Ints, category: Ints, categories: int) -> PairTables:
    """Cross the ratings of all pairs of raters who rated the same items."""
    _, items = np.unique(item, return_inverse=True)
    width = (int(rater.max()) + 1 if len(rater) else 0) * categories
    shape = (int(items.max()) + 1 if len(items) else 0, width)
    rated = csr_array((np.ones(len(items)), (items, rater * categories + category)), shape=shape)
    crossed = (rated.T @ rated).tocoo()
    one, row = np.divmod(crossed.row.astype(np.int64), max(categories, 1))
    two, column = np.divmod(crossed.col.astype(np.int64), max(categories, 1))
    above = one < two
    one, two = one[above], two[above]
    keys, pair = np.unique(one * max(width, 1) + two, return_inverse=True)
    count = crossed.data[above]
    return PairTables(
        first=keys // max(width, 1),
        second=keys % max(width, 1),
        number=np.asarray(np.bincount(pair, count, minlength=len(keys)), dtype=float),
        pair=pair.astype(np.int64),
        row=row[above],
        column=column[above],
        count=count,
        categories=categories,
    )


def disagreement_weights(values: Floats, weights: Weights = "none") -> Floats:
    """Return how much every two categories differ: 0 or 1, |Δ|, or Δ² of their values."""
    if weights == "none":
        return 1.0 - np.eye(len(values))
    distance = np.abs(values[:, None] - values[None, :])
    return distance if weights == "linear" else distance**2


def expected_weights(weight: Floats, sides: tuple[int, int] | None) -> Floats:
    """Return the disagreement that chance expects of two categories.

    Where the two `sides` of a comparison have no lasting names, it is averaged over both ways of
    naming them: two decided answers are opposite half of the time.
    """
    if sides is None:
        return weight
    renamed = np.arange(len(weight))
    renamed[list(sides)] = sides[::-1]
    return np.asarray((weight + weight[renamed]) / 2)


def table_kappa(
    tables: PairTables, weight: Floats, sides: tuple[int, int] | None = None
) -> tuple[Floats, Floats]:
    """Return κ and its jackknife standard error for every pair.

    NaN where chance alone explains everything (both raters used one category), and
    an error of NaN where leaving one item out leads there.
    """
    pairs, k = len(tables.first), tables.categories
    n = tables.number
    rows = np.zeros((pairs, k))
    columns = np.zeros((pairs, k))
    np.add.at(rows, (tables.pair, tables.row), tables.count)
    np.add.at(columns, (tables.pair, tables.column), tables.count)
    cost = weight[tables.row, tables.column]
    observed = np.bincount(tables.pair, tables.count * cost, minlength=pairs)
    chance = expected_weights(weight, sides)
    by_row, by_column = columns @ chance.T, rows @ chance  # expected cost of a category, ×n
    expected = (rows * by_row).sum(1)
    p = tables.pair
    with np.errstate(divide="ignore", invalid="ignore"):
        kappa = 1 - observed * n / expected
        left = expected[p] - by_row[p, tables.row] - by_column[p, tables.column]
        left += chance[tables.row, tables.column]
        without = 1 - (observed[p] - cost) * (n[p] - 1) / left
        without[left < 1e-9] = np.nan
        mean = np.bincount(p, tables.count * without, minlength=pairs) / n
        spread = np.bincount(p, tables.count * (without - mean[p]) ** 2, minlength=pairs)
        error = np.sqrt((n - 1) / n * spread)
    kappa[expected < 1e-9] = np.nan
    error[n < 2] = np.nan
    return kappa, error


def kappa_bounds(
    value: Floats, error: Floats, number: Floats, freedom: Floats, *, level: float = 0.95
) -> tuple[Floats, Floats]:
    """Return low and high of an agreement coefficient, by Student's t on log(1 − κ).

    On this scale the interval cannot pass 1 and covers well for high agreement too.
    1 − κ and the error are at least half an item, so that perfect agreement has an
    interval as well.
    """
    floor = 0.5 / number
    distance = np.maximum(1 - value, floor)
    reach = stdtrit(freedom, (1 + level) / 2) * np.maximum(error, floor) / distance
    low = np.maximum(1 - distance * np.exp(np.minimum(reach, 50.0)), -1.0)
    high = 1 - distance * np.exp(-reach)
    return low, np.maximum(high, value)


def fitting_word(estimate: Estimate) -> str:
    """Return the word for a coefficient, nothing where its interval spans more than two words.

    >>> fitting_word(Estimate(0.45, 0.30, 0.55)), fitting_word(Estimate(0.45, 0.10, 0.55))
    ('moderate', '')
    """
    if estimate.value is None:
        return word(None)
    if estimate.low is None or estimate.high is None:
        return ""
    names = ("poor", *(name for _, name in _WORDS), "almost perfect")
    low, high = (names.index(word(end)) for end in (estimate.low, estimate.high))
    return word(estimate.value) if high - low <= 1 else ""


def word(kappa: float | None) -> str:
    """Return the word of Landis and Koch (1977) for a coefficient.

    >>> word(0.26), word(0.57), word(None)
    ('fair', 'moderate', 'not estimable')
    """
    if kappa is None:
        return "not estimable"
    if kappa < 0:
        return "poor"
    return next((name for limit, name in _WORDS if kappa <= limit), "almost perfect")
