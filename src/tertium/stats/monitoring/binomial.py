"""The hierarchical e-process of preferences: annotators are drawn, judgements are counted.

Annotator j chooses the advanced system with the log odds θ + τ z_j, z_j ~ N(0, 1), in each
of his or her decided judgements. θ is the log ratio of the population, 0 without a
difference; τ is how much annotators differ. Judgements of one annotator are
independent given z_j, so each segment may count once only.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit, roots_hermitenorm

from tertium.stats.arrays import Floats
from tertium.stats.intervals import RATIO_SCALE, hierarchical, log_ratios
from tertium.stats.monitoring.eprocess import alternatives, ends, largest, log_mean_exp, nulls

BOUND = 0.3  # sd of log ratios between annotators that the null hypothesis still allows
DIFFERENCE_SD = 0.5  # of the log ratios that a true difference is expected to have
_AROUND = np.linspace(-6.5, 6.5, 14)  # sds around what is likely, to average over differences
_NODES, _WEIGHTS = roots_hermitenorm(7)
_LOG_WEIGHTS = np.log(_WEIGHTS) + 0.5 * _NODES**2 - 0.5 * np.log(2 * np.pi)
_STEPS = 5  # of Newton's method, towards the top of the integrand
_REACH = 12.0  # how far from the estimate ends of the interval are looked for
_ROOM = 1_000_000  # numbers computed at a time


def log_marginal(wins: ArrayLike, losses: ArrayLike, theta: ArrayLike, tau: ArrayLike) -> Floats:
    """Return the log probability of an annotator's decided judgements, in a given order.

    The binomial is integrated over what the annotator may prefer, N(theta, tau²), by
    Gauss–Hermite quadrature around the top of the integrand; all arguments broadcast.
    Seven nodes give five correct digits or more, with up to thousands of judgements.
    """
    w = np.asarray(wins, dtype=float)
    n = w + np.asarray(losses, dtype=float)
    theta, tau = np.asarray(theta, dtype=float), np.asarray(tau, dtype=float)
    y, s2 = log_ratios(wins, losses)
    z = tau * (y - theta) / (s2 + tau**2)
    for _ in range(_STEPS):
        p = expit(theta + tau * z)
        z = z + (tau * (w - n * p) - z) / (1 + tau**2 * n * p * (1 - p))
    p = expit(theta + tau * z)
    sd = 1 / np.sqrt(1 + tau**2 * n * p * (1 - p))
    at_top = _log_integrand(z, w, n, theta, tau)
    total = np.zeros(np.shape(at_top))
    for node, log_weight in zip(_NODES, _LOG_WEIGHTS, strict=True):
        beside = _log_integrand(z + sd * node, w, n, theta, tau)
        total += np.exp(beside - at_top + log_weight)
    return np.asarray(at_top + np.log(total * sd))


def _log_integrand(z: Floats, w: Floats, n: Floats, theta: Floats, tau: Floats) -> Floats:
    eta = theta + tau * z
    # log(1 + e^η) without overflow, faster than NumPy's logaddexp
    softplus = np.log1p(np.exp(-np.abs(eta))) + np.maximum(eta, 0.0)
    return np.asarray(w * eta - n * softplus - 0.5 * z**2)


def log_e_values(wins: ArrayLike, losses: ArrayLike, *, bound: float = BOUND) -> Floats:
    """Return the log e-value after each look against “no difference, τ at most `bound`”.

    The last axis runs over annotators, the others over looks (and campaigns, in a study).
    Counts are those of all judgements so far. Evidence for either system counts.
    """
    won, lost = np.asarray(wins, dtype=float), np.asarray(losses, dtype=float)
    shape, people = won.shape[:-1], won.shape[-1]
    won, lost = won.reshape(-1, people), np.broadcast_to(lost, won.shape).reshape(-1, people)
    chunk = max(1, _ROOM // (max(people, 1) * len(_AROUND) * len(alternatives(bound))))
    logs = [
        _log_numerator(won[at : at + chunk], lost[at : at + chunk], bound)
        - _log_null(won[at : at + chunk], lost[at : at + chunk], np.zeros(1), bound)
        for at in range(0, len(won), chunk)
    ]
    return np.concatenate([np.empty(0), *logs]).reshape(shape)


def confidence_sequence(
    wins: ArrayLike, losses: ArrayLike, *, bound: float = BOUND, level: float = 0.95
) -> Floats:
    """Return low, estimate and high of the log ratio after each look, valid at all of them.

    Outside are the log ratios θ whose e-value against “the log ratio is θ” reached
    1/(1 − level) now; the estimate is the hierarchical median. Axes as in `log_e_values`.
    """
    won, lost = np.asarray(wins, dtype=float), np.asarray(losses, dtype=float)
    least = _log_numerator(won, lost, bound) + np.log(1 - level)
    middle = _medians(won, lost)
    low, high = ends(lambda theta: _log_null(won, lost, theta, bound), least, middle, _REACH)
    return np.stack([low, middle, high], axis=-1)


def _medians(won: Floats, lost: Floats) -> Floats:
    """Return the hierarchical median of each look; who decided nothing says nothing."""
    y, s2 = log_ratios(won, lost)
    begun = won + lost > 0
    found = np.zeros(begun.shape[:-1])
    for look in np.ndindex(found.shape):
        seen = begun[look]
        if seen.any():
            found[look] = hierarchical(y[look][seen], s2[look][seen], scale=RATIO_SCALE)[1]
    return found


def _log_numerator(won: Floats, lost: Floats, bound: float) -> Floats:
    """Return the log probability averaged over θ ~ N(0, DIFFERENCE_SD²) and τ.

    For each τ, equal steps of one sd around the likely θ integrate what is nearly a normal
    curve to seven digits; where it is, annotators' log ratios tell well enough.
    """
    tau = alternatives(bound)
    y, s2 = log_ratios(won, lost)
    begun = (won + lost > 0)[..., None]
    w = np.where(begun, 1 / (s2[..., None] + tau**2), 0.0)
    precision = w.sum(-2) + 1 / DIFFERENCE_SD**2
    likely, sd = (w * y[..., None]).sum(-2) / precision, 1 / np.sqrt(precision)
    theta = likely[..., None] + sd[..., None] * _AROUND  # looks, τ, θ
    each = log_marginal(
        won[..., None, None], lost[..., None, None], theta[..., None, :, :], tau[:, None]
    )
    step = sd * (_AROUND[1] - _AROUND[0]) / (DIFFERENCE_SD * np.sqrt(2 * np.pi))
    over = np.where(begun[..., None], each, 0.0).sum(-3) - 0.5 * (theta / DIFFERENCE_SD) ** 2
    top = over.max(-1, keepdims=True)
    inside = top[..., 0] + np.log(np.exp(over - top).sum(-1) * step)
    return log_mean_exp(inside)


def _log_null(won: Floats, lost: Floats, theta: Floats, bound: float) -> Floats:
    """Return the largest log probability over τ if the log ratio is `theta`, for each look."""
    begun = (won + lost > 0)[..., None]
    each = log_marginal(won[..., None], lost[..., None], theta[..., None, None], nulls(bound))
    return largest(np.where(begun, each, 0.0).sum(-2))
