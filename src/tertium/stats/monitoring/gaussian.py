"""The hierarchical e-process of score differences: annotators are drawn, scores vary.

Annotator j's mean difference between the two systems is y_j ~ N(θ, τ² + s_j²): θ is the
difference in the population, 0 without one; τ is how much annotators truly differ; s_j²
is what the scores of one annotator vary by, over the number of units judged. Everything
is normal, so the average over θ has a closed form. Three assumptions: annotators' true
differences are normal with an sd of at most the bound, means over units are nearly
normal, and no unit counts for two annotators. The variance within annotators is pooled and
taken as known, so that before ten degrees of freedom are reached there is no evidence; the
study of false alarms covers what this leaves.
"""

import numpy as np
from numpy.typing import ArrayLike

from tertium.stats.arrays import Floats
from tertium.stats.monitoring.eprocess import alternatives, ends, largest, log_mean_exp, nulls

BOUND = 5.0  # points: sd of true differences between annotators that the null still allows
DIFFERENCE_SD = 5.0  # points: of the differences that two systems are expected to have
LEAST_FREEDOM = 10  # degrees of freedom of the variance within annotators
_REACH = 200.0  # points: scores go from 0 to 100, so no difference is farther away


def log_e_values(means: ArrayLike, variances: ArrayLike, *, bound: float = BOUND) -> Floats:
    """Return the log e-value after each look against “no difference, τ at most `bound`”.

    The last axis runs over annotators, the others over looks. An annotator who has not
    begun has an infinite variance. Evidence for either system counts.
    """
    zero = np.zeros(np.shape(means)[:-1])
    return _log_numerator(means, variances, bound) - _log_null(means, variances, zero, bound)


def confidence_sequence(
    means: ArrayLike, variances: ArrayLike, *, bound: float = BOUND, level: float = 0.95
) -> Floats:
    """Return low, estimate and high of the difference after each look, valid at all of them.

    Outside are the differences whose own e-value reached 1/(1 − level); the estimate is the
    mean of annotators at τ = bound. Axes as in `log_e_values`.
    """
    y, s2 = np.asarray(means, dtype=float), np.asarray(variances, dtype=float)
    least = _log_numerator(y, s2, bound) + np.log(1 - level)
    w = 1 / (s2 + bound**2)
    total = w.sum(-1)
    middle = np.where(total > 0, (w * y).sum(-1) / np.where(total > 0, total, 1.0), 0.0)
    low, high = ends(lambda theta: _log_null(y, s2, theta, bound), least, middle, _REACH)
    return np.stack([low, middle, high], axis=-1)


def _log_numerator(means: ArrayLike, variances: ArrayLike, bound: float) -> Floats:
    """Return the log density averaged over θ ~ N(0, DIFFERENCE_SD²) and τ."""
    y, w, log_w = _weights(means, variances, alternatives(bound))
    precision = w.sum(-2) + 1 / DIFFERENCE_SD**2
    mean = (w * y).sum(-2) / precision
    of_theta = 0.5 * mean**2 * precision - 0.5 * np.log(precision * DIFFERENCE_SD**2)
    return log_mean_exp(0.5 * log_w.sum(-2) - 0.5 * (w * y**2).sum(-2) + of_theta)


def _log_null(means: ArrayLike, variances: ArrayLike, theta: Floats, bound: float) -> Floats:
    """Return the largest log density over τ if the difference is `theta`, one for each look."""
    y, w, log_w = _weights(means, variances, nulls(bound))
    away = y - theta[..., None, None]
    return largest(0.5 * log_w.sum(-2) - 0.5 * (w * away**2).sum(-2))


def _weights(means: ArrayLike, variances: ArrayLike, tau: Floats) -> tuple[Floats, Floats, Floats]:
    """Return means, precisions and their logs by annotator and τ; who has not begun adds 0."""
    y = np.asarray(means, dtype=float)[..., None]
    s2 = np.asarray(variances, dtype=float)[..., None]
    w = 1 / (s2 + tau**2)
    log_w = np.where(w > 0, np.log(np.where(w > 0, w, 1.0)), 0.0)
    return y, w, log_w
