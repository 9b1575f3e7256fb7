"""Coefficients of groups of outputs: all at once, by segment (item) or by system.

A table has a row for each system and a column for each segment. Grouped by item, a coefficient is
that of each segment's systems, averaged over segments; by system, that of each system's segments.
Groups in which a method gives all outputs the same score have no correlation, and are left out.
"""

from collections.abc import Callable

import numpy as np

from tertium.choices import Grouping
from tertium.stats.arrays import Floats
from tertium.stats.correlation.counts import count_pairs
from tertium.stats.pearson import mean_ranks

FLAT = 1e-12  # of the size of scores: what rounding leaves of a variance


def grouped(table: Floats, grouping: Grouping) -> Floats:
    """Return a table (systems × segments) with a row for each group."""
    if grouping == "none":
        return table.reshape(1, -1)
    return table if grouping == "system" else table.T


def sums_of(human: Floats, metric: Floats) -> Floats:
    """Return of each row: outputs known to both, Σh, Σm, Σh², Σm², Σhm (rows × 6)."""
    known = ~(np.isnan(human) | np.isnan(metric))
    h, m = np.where(known, human, 0.0), np.where(known, metric, 0.0)
    parts = (known.astype(float), h, m, h * h, m * m, h * m)
    return np.stack([part.sum(-1) for part in parts], axis=-1)


def pearson_of(sums: Floats) -> Floats:
    """Return Pearson's r from sums (… × 6), NaN where something does not vary."""
    n, h, m, hh, mm, hm = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        vary_h, vary_m = hh - h * h / n, mm - m * m / n
        r = (hm - h * m / n) / np.sqrt(vary_h * vary_m)
        varies = (vary_h > FLAT * hh) & (vary_m > FLAT * mm) & (n > 1)
    return np.where(varies, np.clip(r, -1, 1), np.nan)


def varies(table: Floats) -> bool:
    """Tell whether there are two different scores."""
    known = table[~np.isnan(table)]
    return len(known) > 0 and bool(np.ptp(known) > FLAT * np.abs(known).max())


def centred(table: Floats) -> Floats:
    """Return a table less its mean: sums of squares then do not swallow small differences."""
    known = table[~np.isnan(table)]
    return np.asarray(table - known.mean(), dtype=float) if len(known) else table


def ranked(table: Floats) -> Floats:
    """Return ranks over the whole table, ties sharing their mean; what is missing stays so."""
    found = np.full(table.shape, np.nan)
    known = ~np.isnan(table)
    if known.any():
        found[known] = mean_ranks(table[known])
    return found


def pearson_rows(human: Floats, metric: Floats) -> Floats:
    """Return Pearson's r of each row."""
    return pearson_of(sums_of(_row_centred(human), _row_centred(metric)))


def spearman_rows(human: Floats, metric: Floats) -> Floats:
    """Return Spearman's ρ of each row."""
    known = ~(np.isnan(human) | np.isnan(metric))
    ranks = [
        np.stack([ranked(row) for row in np.where(known, table, np.nan)])
        for table in (human, metric)
    ]
    return pearson_rows(*ranks)


def _row_centred(table: Floats) -> Floats:
    known = ~np.isnan(table)
    number = np.maximum(known.sum(1, keepdims=True), 1)
    mean = np.where(known, table, 0.0).sum(1, keepdims=True) / number
    return np.asarray(table - mean, dtype=float)


ROW_MEASURES: dict[str, Callable[[Floats, Floats], Floats]] = {
    "pearson": pearson_rows,
    "spearman": spearman_rows,
    "kendall-b": lambda human, metric: count_pairs(human, metric).tau_b(),
    "kendall-c": lambda human, metric: count_pairs(human, metric).tau_c(),
    "kendall-23": lambda human, metric: count_pairs(human, metric).tau_23(),
    "acc-eq": lambda human, metric: count_pairs(human, metric).accuracy(),
}


def averaged(
    human: Floats, metric: Floats, measure: str, grouping: Grouping, *, zeros: bool = False
) -> float:
    """Return the mean of a coefficient over groups; with `zeros`, undefined ones count as 0.

    Groups of fewer than two outputs never count.
    """
    one, two = grouped(human, grouping), grouped(metric, grouping)
    long = (~(np.isnan(one) | np.isnan(two))).sum(1) > 1
    values = ROW_MEASURES[measure](one[long], two[long])
    if zeros:
        values = np.nan_to_num(values)
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def kendall_like(
    human: Floats, metric: Floats, *, least: float, grouping: Grouping = "item"
) -> tuple[float, float]:
    """Return WMT's τ-like and its pairs: those whose human scores are `least` apart or more.

    A tie of the metric counts as discordant.
    """
    right, pairs = like_counts(grouped(human, grouping), grouped(metric, grouping), least)
    number = float(pairs.sum())
    return (float((2 * right - pairs).sum()) / number if number else float("nan")), number


def like_counts(human: Floats, metric: Floats, least: float) -> tuple[Floats, Floats]:
    """Return how many pairs of each row count, of which the metric orders so many as people do."""
    right, pairs = np.zeros((2, len(human)))
    for i in range(human.shape[1] - 1):
        with np.errstate(invalid="ignore"):
            people = human[:, i : i + 1] - human[:, i + 1 :]
            machine = metric[:, i : i + 1] - metric[:, i + 1 :]
            counts = (np.abs(people) >= least) & (people != 0) & ~np.isnan(machine)
            right += (counts & (people * machine > 0)).sum(1)
        pairs += counts.sum(1)
    return right, pairs


def difference_sums(human: Floats, metric: Floats) -> Floats:
    """Return Σ dh·dm, Σ dh² and Σ dm² over pairs of each row (rows × 3)."""
    n, h, m, hh, mm, hm = np.moveaxis(sums_of(_row_centred(human), _row_centred(metric)), -1, 0)
    return np.stack([n * hm - h * m, n * hh - h * h, n * mm - m * m], axis=-1)


def difference_pearson(sums: Floats) -> Floats:
    """Return the pairwise difference Pearson from sums (… × 3).

    Pearson's r of all ordered differences inside of a segment; their mean is 0.
    """
    both, human, metric = np.moveaxis(sums, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where((human > 0) & (metric > 0), both / np.sqrt(human * metric), np.nan)
