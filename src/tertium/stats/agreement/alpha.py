"""Agreement of many raters: Fleiss' κ, Gwet's AC1 and AC2, and Krippendorff's α.

All compare the disagreement within items with a disagreement expected by chance, and take missing
ratings. Each is computed from `Counts` together with its values without each unit, which is what
the jackknife needs; everything is summed over filled cells, so a million ratings take a second.

Where the two sides of a comparison have no names that last from item to item (comparisons among
many systems), chance must not know them: `sides` are the two categories that stand for "one" and
"the other", and the expected disagreement is averaged over every way of naming them.
"""

import numpy as np
from scipy.sparse import csr_array, hstack

from tertium.choices import Metric
from tertium.stats.agreement.counts import Counts
from tertium.stats.agreement.jackknife import LeaveOneOut, Statistic, leave_out
from tertium.stats.agreement.kappa import expected_weights
from tertium.stats.arrays import Floats, Ints

Sides = tuple[int, int] | None
_NONE = LeaveOneOut(float("nan"), np.zeros(0), np.zeros(0))
_CHUNK = 4_000_000  # cells held at once by the ordinal jackknife
_SMALLEST = 1e-12  # expected disagreement that is a rounding error


def fleiss_of(counts: Counts, weights: Floats | None = None, sides: Sides = None) -> LeaveOneOut:
    """Return Fleiss' κ, and κ without each unit; with weights of agreement (1 on the diagonal) too.

    Items with unequal numbers of ratings count alike: agreement is averaged over items rated at
    least twice, the shares π of categories over all items (Fleiss, 1971, and Gwet, 2014, for
    unequal numbers). P_e = Σ w_kl π_k π_l; with `sides`, Σ t² + d²/2 of neutral answers t and
    decided ones d.
    """
    if not len(counts):
        return _NONE

    def kappa(sums: Floats) -> Floats:
        share = _frequency(sums, counts)
        if weights is not None:
            expected = 1 - ((share @ weights) * share).sum(1)
            return _chance_corrected(1 - sums[:, 1] / sums[:, 0], expected)
        expected = 1 - (share**2).sum(1)
        if sides is not None:
            one, two = sides
            expected -= (share[:, one] + share[:, two]) ** 2 / 2
            expected += share[:, one] ** 2 + share[:, two] ** 2
        return _chance_corrected(1 - sums[:, 1] / sums[:, 0], expected)

    return leave_out(_shares(counts, weights), counts.unit, counts.mass, kappa)


def gwet_of(
    counts: Counts, weights: Floats | None = None, sides: Sides = None, *, options: int = 0
) -> LeaveOneOut:
    """Return Gwet's AC1, or AC2 with weights of agreement (1 on the diagonal).

    Chance is p_e = ΣW / (q(q−1)) · Σ π_k(1−π_k), which stays small where one category is
    frequent (Gwet, 2008); q are the categories of the scale, used or not: `options`, and as many
    as were used where the scale does not say. `sides` share alike what both were given.
    """
    if not len(counts):
        return _NONE
    used = counts.totals + counts.single > 0
    if sides is not None:
        used[list(sides)] = used[list(sides)].any()
    if options:
        used[:] = True
    number = max(2, options, int(used.sum()))
    total = float(number) if weights is None else float(weights[np.ix_(used, used)].sum())

    def coefficient(sums: Floats) -> Floats:
        share = _frequency(sums, counts)
        if sides is not None:
            share[:, list(sides)] = share[:, list(sides)].mean(axis=1, keepdims=True)
        chance = total / (number * (number - 1)) * (share * (1 - share)).sum(1)
        return _chance_corrected(1 - sums[:, 1] / sums[:, 0], 1 - chance)

    return leave_out(_shares(counts, weights), counts.unit, counts.mass, coefficient)


def agreement_weights(values: Floats, weights: str) -> Floats:
    """Return how far two categories agree, from 0 to 1.

    `linear` and `quadratic` go by the distance of their values, `ordinal` by how many categories
    they span (Gwet, 2014).
    """
    if weights == "ordinal":
        steps = np.abs(np.arange(len(values))[:, None] - np.arange(len(values))[None, :]) + 1.0
        cost = steps * (steps - 1) / 2
    else:
        distance = np.abs(values[:, None] - values[None, :])
        cost = distance if weights == "linear" else distance**2
    return np.asarray(1 - cost / max(float(cost.max()), _SMALLEST))


def _frequency(sums: Floats, counts: Counts) -> Floats:
    """Return the share of each category, every item counting once, items rated once among them."""
    return np.asarray((sums[:, 2:] + counts.single) / (sums[:, :1] + counts.single.sum()))


def _shares(counts: Counts, weights: Floats | None) -> csr_array:
    """Return of each item its weight, the agreement of two ratings, and the shares of categories.

    All are multiplied by the weight.
    """
    m = counts.size
    if weights is None:
        alike = np.bincount(counts.item, counts.count**2, minlength=len(m))
    else:
        table = counts.table
        alike = np.asarray((table.multiply(table @ weights)).sum(axis=1)).ravel()
    equal = (alike - m) / (m * (m - 1))
    share = counts.table.multiply((counts.weight / m)[:, None])
    first = csr_array(np.stack([counts.weight, counts.weight * equal], axis=1))
    return csr_array(hstack([first, share], format="csr"))


def _chance_corrected(observed: Floats, expected: Floats) -> Floats:
    """Return 1 − observed / expected disagreement; NaN where chance explains everything."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected < _SMALLEST, np.nan, 1 - observed / expected)


def alpha_of(counts: Counts, values: Floats, metric: Metric, sides: Sides = None) -> LeaveOneOut:
    """Return Krippendorff's α, and α without each unit.

    α = 1 − D_o / D_e with squared differences of categories (nominal: 0 or 1), of values
    (interval), or of mean ranks (ordinal) (Krippendorff, 2004, ch. 11). On the scale −1, 0, +1
    whose ends are `sides`, ranks are as far apart as values.
    """
    if not len(counts):
        return _NONE
    if metric == "ordinal" and sides is None:
        return _ordinal(counts)
    if metric == "nominal" or sides is not None:
        features, statistic = _by_category(counts, values, metric, sides)
    else:
        features, statistic = _by_value(counts, values)
    return leave_out(features, counts.unit, counts.mass, statistic)


def _by_category(
    counts: Counts, values: Floats, metric: Metric, sides: Sides
) -> tuple[csr_array, Statistic]:
    """Return features for α from counts: disagreement within the item, ratings of each category."""
    m, count = counts.size, counts.count
    if metric == "nominal":
        cost = None
        within = m**2 - np.bincount(counts.item, count**2, minlength=len(m))
    else:
        cost = (values[:, None] - values[None, :]) ** 2
        table = counts.table
        within = np.asarray((table.multiply(table @ cost)).sum(axis=1)).ravel()

    def alpha(sums: Floats) -> Floats:
        total = sums[:, 1:]
        n = total.sum(1)
        if sides is None:
            between = n**2 - (total**2).sum(1)
        else:
            distance = 1.0 - np.eye(total.shape[1]) if cost is None else cost
            expected = expected_weights(distance, sides)
            between = ((total @ expected) * total).sum(1) - total @ np.diag(expected)
        return _alphas(sums[:, 0], between, n)

    weighted = counts.table.multiply(counts.weight[:, None])
    first = csr_array((counts.weight * within / (m - 1))[:, None])
    return csr_array(hstack([first, weighted], format="csr")), alpha


def _by_value(counts: Counts, values: Floats) -> tuple[csr_array, Statistic]:
    """Return features for α of squared differences: moments of values, by item and over all."""
    m, place = counts.size, counts.category
    x = values - float((values[place] * counts.count).sum() / counts.count.sum())
    one = np.bincount(counts.item, counts.count * x[place], minlength=len(m))
    two = np.bincount(counts.item, counts.count * x[place] ** 2, minlength=len(m))
    within = 2 * (m * two - one**2) / (m - 1)
    spread = max(float(two.sum() / m.sum()), _SMALLEST**2)

    def alpha(sums: Floats) -> Floats:
        inside, n, first, second = sums.T / np.array([[spread], [1.0], [spread**0.5], [spread]])
        return _alphas(inside, 2 * (n * second - first**2), n)

    features = np.stack([within, m, one, two], axis=1) * counts.weight[:, None]
    return csr_array(features), alpha


def _alphas(within: Floats, between: Floats, n: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        flat = between < _SMALLEST * np.maximum(n, 1) ** 2
        return np.where(flat, np.nan, 1 - within * (n - 1) / between)


def _ordinal(counts: Counts) -> LeaveOneOut:
    """Return ordinal α: squared differences of mean ranks, which every unit left out moves."""
    order = np.argsort(counts.unit, kind="stable")
    table = counts.table[order]
    size, weight, unit = counts.size[order], counts.weight[order], counts.unit[order]
    starts = np.searchsorted(unit, np.arange(len(counts.mass) + 1))
    weighted = csr_array(table.multiply(weight[:, None]))
    total = np.asarray(weighted.sum(axis=0), dtype=float)
    # coincidences Σ_i n_ic·n_ik/(m_i − 1); the diagonal cancels in squared differences
    coincident = (table.T @ weighted.multiply((1 / (size - 1))[:, None])).toarray()
    without = np.empty(len(counts.mass))
    step = max(1, _CHUNK // max(counts.categories, 1))
    for low in range(0, len(without), step):
        units = slice(low, min(low + step, len(without)))
        rows = slice(int(starts[low]), int(starts[units.stop]))
        at = unit[rows] - low
        own = np.zeros((units.stop - low, counts.categories))
        np.add.at(own, at, weighted[rows].toarray())
        left = total - own
        ranks = np.cumsum(left, axis=1) - left / 2
        within = _disagreement(ranks, coincident) - _own_disagreement(
            table[rows].toarray(), ranks[at], size[rows], weight[rows], at, len(own)
        )
        without[units] = _alphas(within, *_spread(left, ranks))
    rank = (np.cumsum(total) - total / 2)[None, :]
    value = _alphas(_disagreement(rank, coincident), *_spread(total[None, :], rank))
    return LeaveOneOut(float(value[0]), without, counts.mass)


def _disagreement(rank: Floats, coincident: Floats) -> Floats:
    """Return the disagreement within all items, given rows of ranks."""
    return np.asarray(2 * (rank**2 @ coincident.sum(1) - ((rank @ coincident) * rank).sum(1)))


def _own_disagreement(
    count: Floats, rank: Floats, size: Floats, weight: Floats, unit: Ints, units: int
) -> Floats:
    """Return the disagreement within the items of each unit, given the ranks without it."""
    squares, mean = (count * rank**2).sum(1), (count * rank).sum(1)
    own = 2 * weight * (size * squares - mean**2) / (size - 1)
    return np.asarray(np.bincount(unit, own, minlength=units), dtype=float)


def _spread(total: Floats, rank: Floats) -> tuple[Floats, Floats]:
    """Return the disagreement between any two ratings, and how many ratings there are."""
    n = total.sum(1)
    return 2 * (n * (total * rank**2).sum(1) - (total * rank).sum(1) ** 2), n
