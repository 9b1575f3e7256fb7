"""Agreement of many raters: Fleiss' κ and Krippendorff's α, with missing ratings.

Both compare the disagreement within items with the disagreement between any two
ratings. Each function also returns its value without each item, which is what the
jackknife needs; everything is summed over filled cells, so a million ratings take
a second.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Metric", "fleiss_kappa", "krippendorff_alpha"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Metric = Literal["nominal", "ordinal", "interval"]
_NOTHING: Floats = np.zeros(0)
_CHUNK = 4_000_000  # cells held at once by the ordinal jackknife


def _cells(item: Ints, category: Ints, categories: int) -> tuple[Ints, Ints, Floats, Floats]:
    """Return item, category and count of each filled cell, and ratings per item (at least 2)."""
    number = np.bincount(item, minlength=1)
    kept = number[item] > 1
    _, items = np.unique(item[kept], return_inverse=True)
    keys, count = np.unique(items * categories + category[kept], return_counts=True)
    cell_item = keys // categories
    return (
        cell_item.astype(np.int64),
        (keys % categories).astype(np.int64),
        count.astype(float),
        np.bincount(cell_item, count).astype(float),
    )


def fleiss_kappa(item: Ints, category: Ints, categories: int) -> tuple[float | None, Floats]:
    """Return Fleiss' κ, and κ without each item.

    Items with unequal numbers of ratings count alike: agreement is averaged over
    items, and so are the shares of categories (Fleiss, 1971, and Gwet, 2014, for
    unequal numbers). Items rated once are left out.
    """
    items, cells, count, m = _cells(item, category, categories)
    n = len(m)
    if n < 1:
        return None, _NOTHING
    equal = (np.bincount(items, count**2) - m) / (m * (m - 1))
    share = count / m[items]
    total = np.bincount(cells, share, minlength=categories)
    chance = float((total**2).sum()) / n**2
    if 1 - chance < 1e-12:
        return None, _NOTHING
    value = float((equal.mean() - chance) / (1 - chance))
    if n < 2:
        return value, _NOTHING
    # Σ_c (total_c − share_ic)² without forming the differences
    rest = (total**2).sum() - 2 * np.bincount(items, total[cells] * share)
    chances = (rest + np.bincount(items, share**2)) / (n - 1) ** 2
    agreements = (equal.sum() - equal) / (n - 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        without = np.where(1 - chances < 1e-12, np.nan, (agreements - chances) / (1 - chances))
    return value, without


def krippendorff_alpha(
    item: Ints, category: Ints, values: Floats, metric: Metric = "nominal"
) -> tuple[float | None, Floats]:
    """Return Krippendorff's α, and α without each item.

    `values` places the categories (ascending for the ordinal metric); ratings may be
    missing. α = 1 − D_o / D_e with squared differences of categories (nominal: 0 or
    1), of values (interval), or of mean ranks (ordinal) (Krippendorff, 2004, ch. 11).
    """
    items, cells, count, m = _cells(item, category, len(values))
    if not len(m):
        return None, _NOTHING
    # Without the only item nothing is left.
    if metric == "ordinal":
        value, without = _ordinal(items, cells, count, m, len(values))
        return value, without if len(m) > 1 else _NOTHING
    n = m.sum()
    if metric == "nominal":
        total = np.bincount(cells, count, minlength=len(values))
        within = (m**2 - np.bincount(items, count**2)) / (m - 1)
        between = n**2 - (total**2).sum()
        rest = (total**2).sum() - 2 * np.bincount(items, total[cells] * count)
        betweens = (n - m) ** 2 - (rest + np.bincount(items, count**2))
    else:
        x = values - values[cells].mean()  # centred, so that squares lose no digits
        one, two = np.bincount(items, count * x[cells]), np.bincount(items, count * x[cells] ** 2)
        within = 2 * (m * two - one**2) / (m - 1)
        between = 2 * (n * two.sum() - one.sum() ** 2)
        betweens = 2 * ((n - m) * (two.sum() - two) - (one.sum() - one) ** 2)
    without = _alphas(within.sum() - within, betweens, n - m) if len(m) > 1 else _NOTHING
    return _alpha(within.sum(), between, n), without


def _ordinal(
    items: Ints, cells: Ints, count: Floats, m: Floats, categories: int
) -> tuple[float | None, Floats]:
    """Return ordinal α: squared differences of mean ranks, which every item left out moves."""
    n = m.sum()
    total = np.bincount(cells, count, minlength=categories)
    # coincidences Σ_i n_ic·n_ik/(m_i − 1); the diagonal cancels in squared differences
    order = np.argsort(items, kind="stable")
    items, cells, count = items[order], cells[order], count[order]
    starts = np.searchsorted(items, np.arange(len(m) + 1))
    coincident = np.zeros((categories, categories))
    step = max(1, _CHUNK // categories)
    chunks = [(low, min(low + step, len(m))) for low in range(0, len(m), step)]
    for low, high in chunks:
        dense = _dense(items, cells, count, starts, low, high, categories)
        coincident += dense.T @ (dense / (m[low:high, None] - 1))
    rank = np.cumsum(total) - total / 2
    within = 2 * (coincident.sum(1) @ rank**2 - rank @ coincident @ rank)
    between = 2 * (n * (total @ rank**2) - (total @ rank) ** 2)
    value = _alpha(within, between, n)
    parts = []
    for low, high in chunks:
        dense = _dense(items, cells, count, starts, low, high, categories)
        size = m[low:high]
        left = total - dense
        ranks = np.cumsum(left, axis=1) - left / 2
        pairs = coincident.sum(1) - dense * (size / (size - 1))[:, None]
        own = (dense * ranks).sum(1) ** 2 / (size - 1)
        crossed = ((ranks @ coincident) * ranks).sum(1) - own
        withins = 2 * ((pairs * ranks**2).sum(1) - crossed)
        betweens = 2 * ((n - size) * (left * ranks**2).sum(1) - (left * ranks).sum(1) ** 2)
        parts.append(_alphas(withins, betweens, n - size))
    return value, np.concatenate(parts)


def _dense(
    items: Ints, cells: Ints, count: Floats, starts: Ints, low: int, high: int, categories: int
) -> Floats:
    part = slice(int(starts[low]), int(starts[high]))
    dense = np.zeros((high - low, categories))
    dense[items[part] - low, cells[part]] = count[part]
    return dense


def _alpha(within: float, between: float, n: float) -> float | None:
    if between < 1e-12:
        return None
    return float(1 - within * (n - 1) / between)


def _alphas(within: Floats, between: Floats, n: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(between < 1e-12, np.nan, 1 - within * (n - 1) / between)
