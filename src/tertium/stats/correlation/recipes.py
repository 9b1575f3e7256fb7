"""The rankings of metrics of WMT 2024 and 2025, by definition.

Per language pair two tasks count the same: soft pairwise accuracy of systems, and acc*_eq of the
systems of each segment. A metric's value is its mean over tasks; clusters come from PERM-BOTH on
that mean, single outputs and pairwise outcomes swapped, p = #{Δ* ≥ Δ} / 1,000, one-sided.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from tertium.choices import MetaRecipe
from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.stats.correlation.compared import PERMUTED, SIGNIFICANT, clustered, swapped
from tertium.stats.correlation.levels import Part
from tertium.stats.correlation.measured import Named
from tertium.stats.correlation.output_level import CALIBRATED
from tertium.stats.correlation.result import MetricDifference, RecipeMetric, RecipeResult
from tertium.stats.correlation.swapping import PERMUTATIONS, Swaps

SOFT = Named("system", "soft-accuracy")
CALIBRATED_ITEMS = Named("segment", CALIBRATED, "item")
DIFFERS = (
    "The recipe swaps single outputs, though those of one document are not independent: its p is "
    "too small where documents matter. Ours swaps documents whole.",
    "The recipe tests one direction and does not count the data as a permutation; ours tests both "
    "and does.",
    "The recipe gives no intervals; soft pairwise accuracy compares sums as floating point adds "
    "them up, so that equal sums may count or not. Ours counts them half.",
)


def run_recipe(name: MetaRecipe, parts: Sequence[tuple[Part, Part]], *, seed: int) -> RecipeResult:
    """Rank metrics from parts of each language pair, at the level of systems and of segments."""
    metrics = [
        metric
        for metric in parts[0][0].metrics
        if all(_values(metric, pair) is not None for pair in parts)
    ]
    if not metrics:
        raise BadInput(
            f"no metric has what {name} needs",
            where="--recipe",
            fix="Give metrics with scores of segments, for segments that all systems have.",
        )
    means = {
        metric: float(np.mean([_values(metric, pair) for pair in parts])) for metric in metrics
    }
    swaps = Swaps(PERMUTATIONS, seed, published=True)
    differences = []
    for one, two in combinations(metrics, 2):
        a, b = (one, two) if means[one] >= means[two] else (two, one)
        less = means[a] - means[b]
        p = swaps.p(less, _drawn(parts, a, b, swaps))
        differences.append(
            MetricDifference("system", "", name, a, b, less, None, None, p, PERMUTED)
        )
    beats = {(one.a, one.b) for one in differences if (one.p or 0) <= SIGNIFICANT}
    return RecipeResult(
        name,
        tuple(
            f"{pair[0].by or 'all'}: {task}"
            for pair in parts
            for task in ("soft-accuracy of systems", f"{CALIBRATED} of segments")
        ),
        tuple(
            RecipeMetric(metric, means[metric], cluster)
            for metric, cluster in clustered(means, beats)
        ),
        tuple(differences),
        DIFFERS,
    )


def _values(metric: str, parts: tuple[Part, Part]) -> tuple[float, float] | None:
    """Return the value of both tasks; None where one is undefined."""
    systems, segments = parts
    soft = [level.soft(metric, published=True) for level in systems.systems]
    calibrated = segments.found[metric].get(CALIBRATED_ITEMS)
    if calibrated is None or not calibrated.defined or not all(one.defined for one in soft):
        return None
    return float(np.mean([one.value for one in soft])), calibrated.value


def _drawn(parts: Sequence[tuple[Part, Part]], a: str, b: str, swaps: Swaps) -> Floats:
    """Return the mean difference over tasks after swaps."""
    tasks = []
    for systems, segments in parts:
        tasks.append(swapped(systems, a, b, swaps)[SOFT])
        tasks.append(swapped(segments, a, b, swaps)[CALIBRATED_ITEMS])
    return np.asarray(np.mean(tasks, axis=0), dtype=float)
