"""Metrics against each other: differences with intervals and tests, and clusters of metrics."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from tertium.choices import Grouping
from tertium.stats.arrays import Floats
from tertium.stats.correlation.levels import Part
from tertium.stats.correlation.measured import Named, interval_of
from tertium.stats.correlation.output_level import CALIBRATED
from tertium.stats.correlation.result import MetricDifference, RankedMetric
from tertium.stats.correlation.swapping import (
    Swaps,
    calibrated_swaps,
    pearson_swaps,
    system_swaps,
    williams,
)
from tertium.stats.correlation.system_level import SystemLevel, pairs_in, weighted_pearson
from tertium.stats.order import by_value
from tertium.stats.resampling import Resampling

PERMUTED, WILLIAMS = "perm-both", "williams"
SIGNIFICANT = 0.05  # as in shared tasks: from here down a metric beats another
_AT_SYSTEMS = ("pearson", "spearman", "kendall-b", "accuracy", "soft-accuracy")


def compared_by(part: Part) -> tuple[Named, ...]:
    """Return the measures by which metrics are compared at a level."""
    if part.level == "system":
        return tuple(Named(part.level, name) for name in _AT_SYSTEMS)
    return Named(part.level, "pearson"), Named(part.level, CALIBRATED, "item")


def swapped(part: Part, a: str, b: str, swaps: Swaps) -> dict[Named, Floats]:
    """Return differences of two metrics after swaps, joined over blocks."""
    found: dict[Named, list[tuple[Floats, float]]] = {}
    for level in part.systems:
        drawn = system_swaps(level, a, b, swaps)
        for name, values in drawn.items():
            found.setdefault(Named(part.level, name), []).append((values, _weight(level, name)))
    for outputs in part.outputs:
        if any(outputs.block.metrics[name].ndim == 1 for name in (a, b)):
            continue
        for named, swap in _OUTPUT_SWAPS.items():
            values = swap(outputs, a, b, swaps)
            found.setdefault(Named(part.level, *named), []).append((values, 1.0))
    return {named: _joined(parts) for named, parts in found.items()}


_OUTPUT_SWAPS: Mapping[tuple[str, Grouping], Callable[..., Floats]] = {
    ("pearson", "none"): pearson_swaps,
    (CALIBRATED, "item"): calibrated_swaps,
}


def _weight(level: SystemLevel, name: str) -> float:
    if name != "accuracy":
        return 1.0
    human = level.means()
    return float(pairs_in(human, human, np.ones_like(human)).number()[0])


def _joined(parts: Sequence[tuple[Floats, float]]) -> Floats:
    """Average over blocks; a block in which a swap leaves nothing to compare does not count."""
    values = np.stack([drawn for drawn, _ in parts])
    weights = np.array([weight for _, weight in parts])[:, None] * np.isfinite(values)
    total = weights.sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = (np.where(weights > 0, values, 0.0) * weights).sum(0) / total
    return np.where(total > 0, found, 0.0)


def compare_metrics(part: Part, swaps: Swaps, how: Resampling) -> Iterator[MetricDifference]:
    """Yield the difference of every pair of metrics by every measure they are compared by."""
    for a, b in combinations(part.metrics, 2):
        permuted = swapped(part, a, b, swaps)
        for named in compared_by(part):
            one, two = (part.found[name].get(named) for name in (a, b))
            if one is None or two is None or not (one.defined and two.defined):
                continue
            less = one.value - two.value
            low = high = None
            if len(one.drawn) and len(two.drawn):
                units = min(one.units, two.units)
                low, high = interval_of(less, one.drawn - two.drawn, units, how)
            about = (part.level, part.by, named.measure, a, b, less, low, high)
            if named in permuted:
                yield MetricDifference(*about, swaps.p(less, permuted[named]), PERMUTED)
            if named.measure == "pearson" and len(part.systems) == 1:
                p = _williams(part, a, b)
                if p is not None:
                    yield MetricDifference(*about, p, WILLIAMS)


def _williams(part: Part, a: str, b: str) -> float | None:
    """Return the two-sided p of Williams' test at the level of systems."""
    (level,) = part.systems
    human, one, two = level.means(), level.means(a), level.means(b)
    once = np.ones_like(human)
    r12, r13, r23 = (
        float(weighted_pearson(x, y, once)[0]) for x, y in ((human, one), (human, two), (one, two))
    )
    p = williams(max(r12, r13), min(r12, r13), r23, level.size)
    return None if np.isnan(p) else min(1.0, 2 * p)


def rank_metrics(part: Part, differences: Sequence[MetricDifference]) -> Iterator[RankedMetric]:
    """Yield metrics by each measure, the best first, in clusters.

    Walking down, a new cluster begins where any metric of the cluster so far beats the next one.
    """
    for named in compared_by(part):
        values = {
            name: found[named].value
            for name, found in part.found.items()
            if named in found and found[named].defined
        }
        beats = {
            (one.a, one.b) if one.difference > 0 else (one.b, one.a)
            for one in differences
            if (one.level, one.by, one.measure) == (part.level, part.by, named.measure)
            and one.method == PERMUTED
            and one.p is not None
            and one.p <= SIGNIFICANT
        }
        for metric, cluster in clustered(values, beats):
            yield RankedMetric(part.level, part.by, named.measure, metric, values[metric], cluster)


def clustered(
    values: Mapping[str, float], beats: set[tuple[str, str]]
) -> Iterator[tuple[str, int]]:
    """Yield metrics, the best first, with the number of their cluster.

    >>> list(clustered({"a": 0.9, "b": 0.8, "c": 0.7}, {("a", "c")}))
    [('a', 1), ('b', 1), ('c', 2)]
    """
    cluster, members = 1, list[str]()
    for name in by_value(values, values.__getitem__, str):
        if any((other, name) in beats for other in members):
            cluster, members = cluster + 1, []
        members.append(name)
        yield name, cluster
