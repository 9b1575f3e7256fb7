"""The annotator model by expectation propagation, after Mathur, Baldwin and Cohn (2018).

A score of annotator j for item i is normal around μ_i + β_j with precision τ_j; qualities
μ and offsets β have standard normal priors, precisions Gamma(shape 2, rate 1). Every score
is approximated by a *site*, normal on x = μ_i + β_j and Gamma on τ_j (Minka, 2001); every
control pair by a normal site on the difference of its two qualities.

The normal distribution over all μ and β is kept *joint*: an error of an offset is an error
of all its items, and leaving that out understates the sd of offsets by a third. With I
items and J annotators a sweep costs I·J² + J³ beside the scores themselves.
"""

from dataclasses import dataclass, fields

import numpy as np
from scipy.special import digamma, log_ndtr, zeta

from tertium.stats.annotators.normal import Normal, multiply
from tertium.stats.annotators.problem import RATE, SHAPE, Moments, Posterior, Problem
from tertium.stats.arrays import Bools, Floats
from tertium.stats.codes import add_up

DAMPING = 0.7
# Nodes of the integral over ln τ, in units of 1/√shape around its middle. The left tail is
# the longer one. With 9 nodes it never comes to rest; 81 give the same as 21.
_NODES = np.linspace(-8.5, 5.5, 21)
_LEAST_SHAPE = 0.05
CLOSE = 1e-3  # of an sd, and of ln τ
_SWEEPS, _HALVINGS = 150, 3


@dataclass(slots=True)
class _Sites:
    """A normal and a Gamma site per score, and a normal site per pair, in natural parameters."""

    precision: Floats
    shift: Floats
    shape: Floats
    rate: Floats
    pair: Floats
    pair_shift: Floats

    def move(self, problem: Problem, towards: "_Sites", damping: float) -> None:
        """Go a part of the way; precisions of annotators change by no more than a half at once."""
        held = damping * self._held(problem, towards, damping)[problem.annotator]
        for field in fields(self):
            old: Floats = getattr(self, field.name)
            part = held if field.name in ("shape", "rate") else damping
            old += part * (getattr(towards, field.name) - old)

    def _held(self, problem: Problem, towards: "_Sites", damping: float) -> Floats:
        """Return by which part of the step shape and rate of an annotator stay above half.

        All scores move at once, and many small steps down could add up to one below 0.
        """
        held = np.ones(problem.annotators)
        change = towards.gamma(problem)
        for total, new in zip(self.gamma(problem), change, strict=True):
            down = damping * (total - new)
            held = np.minimum(held, 0.5 * total / np.maximum(down, 0.5 * total))
        return held

    def gamma(self, problem: Problem) -> tuple[Floats, Floats]:
        """Return shape and rate of each annotator's precision."""
        person, people = problem.annotator, problem.annotators
        return (
            SHAPE + add_up(self.shape, person, people),
            RATE + add_up(self.rate, person, people),
        )

    def normal(self, problem: Problem) -> Normal:
        """Return the distribution of qualities and offsets."""
        return multiply(problem, self.precision, self.shift, self.pair, self.pair_shift)


def expectation_propagation(
    problem: Problem, *, damping: float = DAMPING, close: float = CLOSE, sweeps: int = _SWEEPS
) -> Posterior:
    """Approximate the posterior of the paper's model.

    It has come to rest when no mean moves by more than `close` of its sd, nor ln τ by
    more than `close`. Where that takes more than so many sweeps the damping is halved, three
    times at most; `converged` tells the end of it.
    """
    scores, pairs = len(problem), len(problem.better)
    sites = _Sites(*np.zeros((4, scores)), *np.zeros((2, pairs)))
    normal, gamma = sites.normal(problem), sites.gamma(problem)
    done, moved, kept = 0, np.inf, np.ones(scores, dtype=bool)
    while moved >= close and done < (_HALVINGS + 1) * sweeps:
        old, old_gamma = normal, gamma
        found, kept = _projected(problem, sites, old, gamma)
        sites.move(problem, found, damping / 2 ** (done // sweeps))
        normal, gamma = sites.normal(problem), sites.gamma(problem)
        moved = _moved(old, normal, old_gamma, gamma)
        done += 1
    return _posterior(problem, normal, gamma, moved < close, done, int((~kept).sum()))


def _projected(
    problem: Problem, sites: _Sites, normal: Normal, gamma: tuple[Floats, Floats]
) -> tuple[_Sites, Bools]:
    """Return new sites, each the best for its score given all others, and which were found."""
    i, j = problem.item, problem.annotator
    variance = normal.quality_var[i] + np.diag(normal.cov)[j] + 2 * normal.cross[i, j]
    precision = 1 / variance - sites.precision
    shape, rate = gamma[0][j] - sites.shape, gamma[1][j] - sites.rate
    kept = (precision > 0) & (shape > _LEAST_SHAPE) & (rate > 0)
    v = 1 / np.where(kept, precision, 1.0)
    m = v * ((normal.quality[i] + normal.offset[j]) / variance - sites.shift)
    a, b = np.where(kept, shape, SHAPE), np.where(kept, rate, RATE)
    x_mean, x_var, new_a, new_b = _tilted(problem.score, m, v, a, b)
    kept &= (x_var > 0) & np.isfinite(new_a) & np.isfinite(new_b)
    x_var = np.where(kept, x_var, 1.0)
    pair, pair_shift = _ordered(problem, sites, normal)
    return (
        _Sites(
            np.where(kept, 1 / x_var - 1 / v, sites.precision),
            np.where(kept, x_mean / x_var - m / v, sites.shift),
            np.where(kept, new_a - a, sites.shape),
            np.where(kept, new_b - b, sites.rate),
            pair,
            pair_shift,
        ),
        kept,
    )


def _tilted(
    score: Floats, m: Floats, v: Floats, a: Floats, b: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Let one score speak to x ~ N(m, v) and τ ~ Gamma(a, b): new mean, variance, shape, rate.

    Given τ everything is normal; τ is integrated out over ln τ, never plugged in.
    """
    log_tau = np.log(a / b)[:, None] + _NODES / np.sqrt(a)[:, None]
    tau = np.exp(log_tau)
    q = v[:, None] + 1 / tau
    off = score - m
    weight = a[:, None] * log_tau - b[:, None] * tau - 0.5 * (np.log(q) + off[:, None] ** 2 / q)
    weight = np.exp(weight - weight.max(1, keepdims=True))
    weight /= weight.sum(1, keepdims=True)
    gain = 1 / q
    first = np.einsum("nk,nk->n", weight, gain)
    second = np.einsum("nk,nk->n", weight, gain**2) - first**2
    mean_tau = np.einsum("nk,nk->n", weight, tau)
    mean_log = np.einsum("nk,nk->n", weight, log_tau)
    shape = _gamma_shape(np.log(mean_tau) - mean_log)
    return m + v * off * first, v - v**2 * (first - off**2 * second), shape, shape / mean_tau


def _gamma_shape(gap: Floats) -> Floats:
    """Return the shape a of the Gamma with ln E[τ] − E[ln τ] = gap, where ln a − ψ(a) = gap."""
    gap = np.maximum(gap, 1e-12)
    a = (3 - gap + np.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    for _ in range(3):  # Newton in 1/a; the start is within 1.5%
        error = np.log(a) - digamma(a) - gap
        a = 1 / (1 / a + error / (a**2 * (1 / a - zeta(2, a))))
    return a


def _ordered(problem: Problem, sites: _Sites, normal: Normal) -> tuple[Floats, Floats]:
    """Return new sites of the pairs: the original is better than its copy."""
    if not len(problem.better):
        return sites.pair, sites.pair_shift
    difference = normal.quality[problem.better] - normal.quality[problem.worse]
    precision = 1 / normal.pair_var - sites.pair
    kept = precision > 0
    v = 1 / np.where(kept, precision, 1.0)
    m = v * (difference / normal.pair_var - sites.pair_shift)
    t = m / np.sqrt(v)
    # φ(t)/Φ(t) by logarithms, which hold far below 0.
    ratio = np.exp(-0.5 * t**2 - 0.5 * np.log(2 * np.pi) - log_ndtr(t))
    mean, var = m + np.sqrt(v) * ratio, v * (1 - ratio * (ratio + t))
    kept &= var > 0
    var = np.where(kept, var, 1.0)
    return (
        np.where(kept, 1 / var - 1 / v, sites.pair),
        np.where(kept, mean / var - m / v, sites.pair_shift),
    )


def _moved(
    old: Normal, new: Normal, old_gamma: tuple[Floats, Floats], gamma: tuple[Floats, Floats]
) -> float:
    """Return the largest move of a sweep: of means in sds, and of ln τ."""
    quality = np.abs(new.quality - old.quality) / np.sqrt(new.quality_var)
    offset = np.abs(new.offset - old.offset) / np.sqrt(np.diag(new.cov))
    log_tau = np.abs(np.log(gamma[0] / gamma[1]) - np.log(old_gamma[0] / old_gamma[1]))
    return float(max(part.max(initial=0) for part in (quality, offset, log_tau)))


def _posterior(
    problem: Problem,
    normal: Normal,
    gamma: tuple[Floats, Floats],
    converged: bool,
    sweeps: int,
    skipped: int,
) -> Posterior:
    load = problem.load / max(len(problem), 1)
    average = float(load @ normal.offset)
    weights = problem.averages
    given_var = normal.quality_var + load @ normal.cov @ load + 2 * normal.cross @ load
    return Posterior(
        quality=Moments(normal.quality, np.sqrt(normal.quality_var)),
        expected_score=Moments(normal.quality + average, np.sqrt(np.maximum(given_var, 0))),
        offset=Moments(normal.offset, np.sqrt(np.diag(normal.cov))),
        precision=Moments(gamma[0] / gamma[1], np.sqrt(gamma[0]) / gamma[1]),
        slope=None,
        contamination=None,
        system_cov=normal.covariance(weights),
        converged=converged,
        sweeps=sweeps,
        skipped=skipped,
    )
