"""The mean human score, where a metric scored many outputs and people a random sample of them.

A *prediction-powered* estimate (PPI++: Angelopoulos, Duchi and Zrnic, 2023) is the metric's mean
over all outputs, corrected by how far people and the metric differ on the sample. Whatever the
metric is worth, the estimate has no bias; `strength` (λ) says how much of the metric is used: 0 is
the mean of people alone, 1 the difference estimator.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class AssistedMean:
    """The mean with its normal interval, λ, and by how much judgements count for more.

    `gain` is the variance of people alone divided by that of the estimate: with 2, the judgements
    tell as much as twice as many would have. It is itself an estimate.
    """

    value: float
    low: float
    high: float
    strength: float
    gain: float


def best_strength(human: Floats, metric: Floats, others: Floats) -> float:
    """Return the λ with the smallest variance, from 0 to 1; 0 for a metric that does not vary.

    `metric` are its scores of the outputs that people judged, `others` those of all the rest.
    """
    pooled = np.concatenate([metric, others])
    if len(human) < 2 or not np.ptp(pooled):
        return 0.0
    together = float(np.mean((human - human.mean()) * (metric - metric.mean())))
    shrunk = (1 + len(human) / len(others)) * float(pooled.var(ddof=1))
    return float(np.clip(together / shrunk, 0.0, 1.0))


def assisted_mean(
    human: Floats,
    metric: Floats,
    others: Floats,
    *,
    strength: float | None = None,
    level: float = 0.95,
) -> AssistedMean:
    """Estimate the mean human score; without a `strength`, the best one is taken."""
    used = best_strength(human, metric, others) if strength is None else strength
    apart = human - used * metric
    value = used * float(others.mean()) + float(apart.mean())
    variance = used**2 * float(others.var()) / len(others) + float(apart.var()) / len(human)
    reach = float(ndtri((1 + level) / 2)) * variance**0.5
    gain = float(human.var()) / len(human) / variance if variance > 0 else 1.0
    return AssistedMean(value, value - reach, value + reach, used, gain)


def stratified_mean(strata: Sequence[Floats], weights: Floats) -> tuple[float, float]:
    """Return the mean over strata (bands of the metric, say) and its standard error.

    `weights` are the strata's shares of all outputs; each needs two judgements at least.
    """
    shares = weights / weights.sum()
    means = np.array([one.mean() for one in strata])
    squared = np.array([one.var(ddof=1) / len(one) for one in strata])
    return float(shares @ means), float((shares**2 @ squared) ** 0.5)
