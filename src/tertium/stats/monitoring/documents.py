"""The e-process of preferences where documents are known: annotators and documents are drawn.

In document d, annotator j chooses the advanced system with the log odds θ + τ z_j + σ u_d, both
z_j and u_d ~ N(0, 1). Each document counts for one annotator, so the likelihood is a product over
annotators, and inside each of them a product over documents:

    L_j(θ, τ, σ) = ∫ Π_d [ ∫ Bin(w_d; n_d, logit⁻¹(η + σu)) dΦ(u) ] dN(η; θ, τ²).

Both integrals are sums over one grid of log odds whose steps are no wider than the curves.
Without a difference θ is 0, and τ and σ may have any value up to their bounds.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.monitoring.binomial import BOUND, DIFFERENCE_SD
from tertium.stats.monitoring.eprocess import alternatives, ends, largest, log_mean_exp

DOCUMENT_BOUND = 1.0  # sd of log odds between documents that the null hypothesis still allows
_DOCUMENT_SDS = 5  # values of σ, equally spaced from 0 to the bound
_FARTHEST = 2.5  # log ratios are looked for up to here, five sds of a true difference
_STEP, _FINEST = 0.05, 0.01  # of log odds; finer for many judgements
_FLAT = 1e-12  # a likelihood that does not bend
_TAILS = 4.5  # sds of a normal curve that are summed over


@dataclass(frozen=True, slots=True)
class Evidence:
    """The likelihoods of the judgements after each look.

    `log_null` is the largest over τ and σ if the log ratio is one of `theta` (looks × theta),
    `log_mixture` the average over differences, τ and σ.
    """

    theta: Floats
    log_null: Floats
    log_mixture: Floats

    @property
    def log_e_values(self) -> Floats:
        """The log e-value against “no difference” after each look."""
        return self.log_mixture - self.log_null[:, len(self.theta) // 2]

    def confidence_sequence(self, level: float) -> Floats:
        """Return low, estimate and high of the log ratio after each look, valid at all of them.

        Outside are the log ratios whose own e-value reached 1/(1 − level); the estimate is the
        most likely one.
        """

        def log_null(theta: Floats) -> Floats:
            looks = zip(theta, self.log_null, strict=True)
            return np.array([np.interp(at, self.theta, row) for at, row in looks])

        best = np.clip(self.log_null.argmax(1), 1, len(self.theta) - 2)
        before, here, after = (
            np.take_along_axis(self.log_null, best[:, None] + step, 1)[:, 0] for step in (-1, 0, 1)
        )
        bend = np.maximum(2 * here - before - after, _FLAT)
        aside = np.clip((after - before) / (2 * bend), -1.0, 1.0)
        middle = self.theta[best] + aside * (self.theta[1] - self.theta[0])
        least = self.log_mixture + np.log(1 - level)
        low, high = ends(log_null, least, middle, 2 * _FARTHEST)
        nothing = np.ptp(self.log_null, axis=1) < _FLAT  # ties only: every ratio is as likely
        return np.stack([low, np.where(nothing, np.nan, middle), high], axis=-1)


def evidence(
    wins: Floats,
    losses: Floats,
    owner: Ints,
    *,
    bound: float = BOUND,
    document_bound: float = DOCUMENT_BOUND,
) -> Evidence:
    """Return the evidence of decided judgements so far, looks × documents.

    `owner` is the annotator whose judgements of a document count. Evidence for either system
    counts.
    """
    taus = alternatives(bound)
    sigmas = np.linspace(0.0, document_bound, _DOCUMENT_SDS)
    judgements = max(float((wins[-1] + losses[-1]).sum()), 1.0)
    step = min(_STEP, max(_FINEST, 2 / judgements**0.5))
    theta = _grid(_FARTHEST, step)
    odds = _grid(_FARTHEST + _TAILS * bound, step)
    wide = _grid(_FARTHEST + _TAILS * (bound + document_bound), step)
    between_annotators = [_normal(theta, odds, float(tau)) for tau in taus]
    counts, place = np.unique(wins + 1j * losses, return_inverse=True)
    place = place.reshape(wins.shape)
    own = [np.flatnonzero(owner == person) for person in np.unique(owner)]
    states = [np.unique(place[:, mine], axis=0, return_inverse=True) for mine in own]
    logs = np.zeros((len(sigmas), len(taus), len(wins), len(theta)))
    for k, sigma in enumerate(sigmas):
        known = _documents(counts.real, counts.imag, odds, wide, float(sigma))
        for state, look in states:
            together = known[state].sum(1)
            top = together.max(1, keepdims=True)
            likelihood = np.exp(together - top)
            for t, curve in enumerate(between_annotators):
                with np.errstate(divide="ignore"):
                    logs[k, t] += (top + np.log(likelihood @ curve.T))[look.reshape(-1)]
    prior = np.exp(-0.5 * (theta / DIFFERENCE_SD) ** 2)
    over_theta = _log_average(logs, prior / prior.sum())
    best = largest(np.moveaxis(largest(np.moveaxis(logs, 1, -1)), 0, -1))
    return Evidence(theta, best, log_mean_exp(over_theta.reshape(-1, len(wins)).T))


def _grid(farthest: float, step: float) -> Floats:
    """Return log odds that lie symmetric to 0."""
    number = int(np.ceil(farthest / step))
    return np.asarray(step * np.arange(-number, number + 1), dtype=np.float64)


def _normal(centre: Floats, odds: Floats, sd: float) -> Floats:
    """Return how probable each of the log odds is around each centre (centre × odds)."""
    away = odds - centre[:, None]
    if not sd:
        return np.asarray(np.abs(away) < (odds[1] - odds[0]) / 2, dtype=np.float64)
    curve = np.exp(-0.5 * (away / sd) ** 2)
    return np.asarray(curve / curve.sum(1, keepdims=True))


def _documents(wins: Floats, losses: Floats, odds: Floats, wide: Floats, sd: float) -> Floats:
    """Return the log probability of a document's counts at each of the log odds."""
    softplus = np.log1p(np.exp(-np.abs(wide))) + np.maximum(wide, 0.0)
    logs = wins[:, None] * wide - (wins + losses)[:, None] * softplus
    top = logs.max(1, keepdims=True)
    with np.errstate(divide="ignore"):
        return np.asarray(top + np.log(np.exp(logs - top) @ _normal(odds, wide, sd).T))


def _log_average(logs: Floats, weight: Floats) -> Floats:
    """Return the log of the weighted mean of exponentials along the last axis."""
    top = logs.max(-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.exp(logs - top) @ weight))
