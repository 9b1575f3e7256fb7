"""The hierarchical e-process of preferences: annotators are drawn, judgements are counted.

Annotator j chooses the advanced system with the log odds θ + τ z_j, z_j ~ N(0, 1), in each
of his or her decided judgements. θ is the log ratio of the population, 0 without a
difference; τ is how much annotators differ. Judgements of one annotator are
independent given z_j, so each segment may count once only.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit, roots_hermitenorm

from tertium.stats.intervals import RATIO_SCALE, hierarchical, log_ratios
from tertium.stats.monitoring.eprocess import alternatives, ends, largest, log_mean_exp, nulls

__all__ = ["BOUND", "DIFFERENCE_SD", "confidence_sequence", "log_e_values", "log_marginal"]

Floats = NDArray[np.float64]

BOUND = 0.3  # sd of log ratios between annotators that the null hypothesis still allows
DIFFERENCE_SD = 0.5  # of the log ratios that a true difference is expected to have
_FARTHEST = 2.5  # a log ratio of 12 to 1: five of these sds
_STEP, _MOST_STEPS = 0.05, 800
_NODES, _WEIGHTS = roots_hermitenorm(7)
_LOG_WEIGHTS = np.log(_WEIGHTS) + 0.5 * _NODES**2 - 0.5 * np.log(2 * np.pi)
_STEPS = 4  # of Newton's method, towards the top of the integrand
_REACH = 12.0  # how far from the estimate ends of the interval are looked for
_CHUNK = 1024  # looks, or pairs of counts, at a time


def log_marginal(wins: ArrayLike, losses: ArrayLike, theta: ArrayLike, tau: ArrayLike) -> Floats:
    """Return the log probability of an annotator's decided judgements, in a given order.

    The binomial is integrated over what the annotator may prefer, N(theta, tau²), by
    Gauss–Hermite quadrature around the top of the integrand; all arguments broadcast.
    Seven nodes give five correct digits or more with any number of judgements.
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
    return np.asarray(w * eta - n * np.logaddexp(0.0, eta) - 0.5 * z**2)


def log_e_values(wins: ArrayLike, losses: ArrayLike, *, bound: float = BOUND) -> Floats:
    """Return the log e-value after each look against “no difference, τ at most `bound`”.

    The last axis runs over annotators, the others over looks (and campaigns, in a study).
    Counts are those of all judgements so far. Evidence for either system counts.
    """
    table = _Table.of(wins, losses)
    return table.log_numerator(bound) - table.log_null(np.zeros(1), bound)[..., 0]


def confidence_sequence(
    wins: ArrayLike, losses: ArrayLike, *, bound: float = BOUND, level: float = 0.95
) -> Floats:
    """Return low, estimate and high of the log ratio after each look, valid at all of them.

    Outside are the log ratios θ whose e-value against “the log ratio is θ” reached
    1/(1 − level) now; the estimate is the hierarchical median. Axes as in `log_e_values`.
    """
    won, lost = np.asarray(wins, dtype=float), np.asarray(losses, dtype=float)
    least = _Table.of(won, lost).log_numerator(bound) + np.log(1 - level)
    tau = nulls(bound)
    judged = won + lost > 0

    def log_null(theta: Floats) -> Floats:
        each = log_marginal(won[..., None], lost[..., None], theta[..., None, None], tau)
        return largest(np.where(judged[..., None], each, 0.0).sum(-2))

    y, s2 = log_ratios(won, lost)
    # An annotator without decided judgements says nothing, which an infinite variance cannot say.
    middle = np.array(
        [
            hierarchical(ys[seen], s2s[seen], scale=RATIO_SCALE)[1] if seen.any() else 0.0
            for ys, s2s, seen in zip(
                y.reshape(-1, y.shape[-1]),
                s2.reshape(-1, y.shape[-1]),
                judged.reshape(-1, y.shape[-1]),
                strict=True,
            )
        ]
    ).reshape(y.shape[:-1])
    low, high = ends(log_null, least, middle, _REACH)
    return np.stack([low, middle, high], axis=-1)


class _Table:
    """Log probabilities of looks, from those of the distinct pairs of counts in them.

    Annotators with the same wins and losses, at whatever look or in whatever simulated
    campaign, have the same probability, so it is computed once.
    """

    def __init__(self, wins: Floats, losses: Floats, looks: NDArray[np.int64]) -> None:
        """Take the distinct pairs and, for each look and annotator, which pair it is."""
        self._wins, self._losses, self._looks = wins, losses, looks

    @classmethod
    def of(cls, wins: ArrayLike, losses: ArrayLike) -> "_Table":
        """Find the distinct pairs; complex numbers sort fast."""
        both = np.asarray(wins, dtype=float) + 1j * np.asarray(losses, dtype=float)
        pairs, looks = np.unique(both, return_inverse=True)
        return cls(pairs.real, pairs.imag, looks.reshape(both.shape))

    def log_numerator(self, bound: float) -> Floats:
        """Return the log probability averaged over differences and τ."""
        theta, tau = self._differences(), alternatives(bound)
        weights = np.repeat(-0.5 * (theta / DIFFERENCE_SD) ** 2, len(tau))
        return self._over_looks(theta, tau, lambda sums: log_mean_exp(sums, weights))

    def log_null(self, theta: Floats, bound: float) -> Floats:
        """Return the largest log probability over τ for each of some differences."""
        tau = nulls(bound)
        shape = (-1, len(theta), len(tau))
        return self._over_looks(theta, tau, lambda sums: largest(sums.reshape(shape)))

    def _differences(self) -> Floats:
        """Return a grid of differences that is finer than what the judgements can tell apart.

        Equal steps of 1.5 sds of the sharpest likelihood integrate it to three digits or better.
        """
        most = float((self._wins + self._losses)[self._looks].sum(-1).max(initial=1.0))
        steps = np.ceil(_FARTHEST / min(_STEP, 3 / most**0.5))
        number = int(min(steps, _MOST_STEPS))
        return np.linspace(-_FARTHEST, _FARTHEST, 2 * number + 1)

    def _over_looks(self, theta: Floats, tau: Floats, reduce: Callable[[Floats], Floats]) -> Floats:
        """Sum the log probabilities of annotators at each look, and reduce them at once."""
        known = np.empty((len(self._wins), len(theta) * len(tau)))
        for start in range(0, len(known), _CHUNK):
            part = slice(start, start + _CHUNK)
            won, lost = self._wins[part, None, None], self._losses[part, None, None]
            each = np.where(won + lost > 0, log_marginal(won, lost, theta[:, None], tau), 0.0)
            known[part] = each.reshape(len(each), -1)
        flat = self._looks.reshape(-1, self._looks.shape[-1])
        reduced = []
        for start in range(0, len(flat), _CHUNK):
            looks = flat[start : start + _CHUNK]
            sums = np.zeros((len(looks), known.shape[1]))
            for annotator in range(looks.shape[1]):
                sums += known[looks[:, annotator]]
            reduced.append(reduce(sums))
        joined = np.concatenate(reduced) if reduced else np.empty(0)
        return joined.reshape((*self._looks.shape[:-1], *joined.shape[1:]))
