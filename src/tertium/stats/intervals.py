"""Intervals that stay honest with few annotators.

The units of a release comparison are people and segments, and people are the
scarce ones. Every interval here names the units it lets vary: the *hierarchical*
interval lets annotators differ by an amount τ that the data and past campaigns
tell together, the *t* interval learns it from the annotators alone, the *two-way*
interval adds one variance for annotators and one for segments.

All functions work on the last axis and broadcast over the others, so a study may
hand in a thousand campaigns at once.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, ndtri, stdtrit

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats, Ints

# Half-normal scales of the sd between annotators: of log ratios, and of mean preferences.
RATIO_SCALE = 0.5
PREFERENCE_SCALE = 0.2
# Sd of the normal prior on the mean: a log ratio of 3 (twenty to one) is two sds away.
MEAN_SD = 1.5
# The sd between annotators of past campaigns, for widening the interval of one annotator.
WIDENING = 0.25
_GRID = (np.arange(60) + 0.5) / 60 * 4  # midpoints on 0…4 scales


def check_level(level: float) -> None:
    """Refuse a level that is no probability."""
    if not 0 < level < 1:
        raise BadInput(
            f"the level {level:g} is not between 0 and 1", where="level", fix="Write 0.95 for 95%."
        )


def check_seed(seed: int) -> None:
    """Refuse a seed that no random numbers begin with."""
    if seed < 0:
        raise BadInput(f"the seed {seed} is below 0", where="seed", fix="Write 0 or more.")


def log_ratios(advanced: ArrayLike, baseline: ArrayLike) -> tuple[Floats, Floats]:
    """Return each annotator's log ratio of wins and its variance.

    Half a win is added to both sides (Haldane, 1956; Anscombe, 1956), so that an
    annotator who never chose one of the systems still has a finite ratio.
    """
    a = np.asarray(advanced, dtype=float) + 0.5
    b = np.asarray(baseline, dtype=float) + 0.5
    return np.log(a / b), 1 / a + 1 / b


def mean_preferences(
    advanced: ArrayLike, baseline: ArrayLike, judgements: ArrayLike
) -> tuple[Floats, Floats]:
    """Return each annotator's mean of (+1, 0, −1) and its variance.

    The variance is the multinomial one with half a judgement added to each of the
    three classes: five equal answers are no proof that the sixth will be equal too.
    """
    n = np.asarray(judgements, dtype=float)
    a, b = np.asarray(advanced, dtype=float), np.asarray(baseline, dtype=float)
    plus, minus = (a + 0.5) / (n + 1.5), (b + 0.5) / (n + 1.5)
    return (a - b) / n, (plus + minus - (plus - minus) ** 2) / n


def shared_ratio_variance(advanced: ArrayLike, baseline: ArrayLike) -> Floats:
    """Return the variance of the pooled log ratio that comes from shared segments.

    Takes wins by segment. Judgements of one segment are alike, so the variance over
    segments exceeds the one of independent judgements; the excess is what several
    annotators of the same segments have in common.
    """
    a, b = np.asarray(advanced, dtype=float), np.asarray(baseline, dtype=float)
    total_a, total_b = a.sum(-1, keepdims=True), b.sum(-1, keepdims=True)
    segments = a.shape[-1]
    if segments < 2:
        return np.zeros(a.shape[:-1])
    # Without a win on one side the half win stands in, as in `log_ratios`.
    spread = a / np.maximum(total_a, 0.5) - b / np.maximum(total_b, 0.5)
    between = segments / (segments - 1) * (spread**2).sum(-1)
    independent = 1 / (total_a[..., 0] + 0.5) + 1 / (total_b[..., 0] + 0.5)
    return np.asarray(np.maximum(0.0, between - independent))


@dataclass(frozen=True, slots=True)
class Mixture:
    """What is believed about a mean: a normal for each value of the sd between annotators.

    The last axis runs over the values of `tau`; `weight` is how likely each of them is.
    """

    tau: Floats
    weight: Floats
    mean: Floats
    sd: Floats

    def quantiles(self, *probabilities: float) -> Floats:
        """Return the values below which the mean lies with these probabilities."""
        return _mixture_quantiles(self.weight, self.mean, self.sd, probabilities)


def hierarchical(
    means: ArrayLike,
    variances: ArrayLike,
    *,
    scale: float,
    mean_sd: float = MEAN_SD,
    shared: ArrayLike = 0.0,
    level: float = 0.95,
) -> Floats:
    """Return low, median and high of the mean over a population of annotators.

    The quantiles of what `hierarchical_mixture` believes, found by bisection.
    """
    believed = hierarchical_mixture(means, variances, scale=scale, mean_sd=mean_sd, shared=shared)
    return believed.quantiles((1 - level) / 2, 0.5, (1 + level) / 2)


def hierarchical_mixture(
    means: ArrayLike,
    variances: ArrayLike,
    *,
    scale: float,
    mean_sd: float = MEAN_SD,
    shared: ArrayLike = 0.0,
) -> Mixture:
    """Return what annotators' values tell about the mean over a population of annotators.

    Annotator j has the true value θ_j ~ N(θ, τ²), of which `means` is seen with
    known `variances`. τ has a half-normal prior with `scale`, θ a normal one with
    `mean_sd`; τ is integrated on a grid of 60 midpoints, given τ the posterior of θ
    is normal, and `shared` variance of common segments is added to each of these
    normals. With five annotators or fewer τ cannot be learnt from the data alone: the
    prior from past campaigns keeps the interval finite, and wide enough (see
    docs/evidence/coverage.md).
    """
    y = np.asarray(means, dtype=float)[..., None]
    s2 = np.asarray(variances, dtype=float)[..., None]
    tau = _GRID * scale
    w = 1 / (s2 + tau**2)
    precision = w.sum(-2) + 1 / mean_sd**2
    m = (w * y).sum(-2) / precision
    log_weight = (
        0.5 * np.log(w).sum(-2)
        - 0.5 * (w * y**2).sum(-2)
        + 0.5 * m**2 * precision
        - 0.5 * np.log(precision)
        - 0.5 * (tau / scale) ** 2
    )
    weight = np.exp(log_weight - log_weight.max(-1, keepdims=True))
    weight /= weight.sum(-1, keepdims=True)
    sd = np.sqrt(1 / precision + np.asarray(shared, dtype=float)[..., None])
    return Mixture(tau, weight, m, sd)


def _mixture_quantiles(
    weight: Floats, mean: Floats, sd: Floats, probabilities: tuple[float, ...]
) -> Floats:
    """Find quantiles of mixtures of normals by bisection, to a millionth of the spread."""
    reach = abs(ndtri(min(min(probabilities), 1 - max(probabilities))))
    found = []
    for probability in probabilities:
        low = (mean - (reach + 1) * sd).min(-1)
        high = (mean + (reach + 1) * sd).max(-1)
        for _ in range(45):
            middle = (low + high) / 2
            below = (weight * ndtr((middle[..., None] - mean) / sd)).sum(-1) < probability
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        found.append((low + high) / 2)
    return np.stack(found, axis=-1)


def normal_interval(mean: ArrayLike, variance: ArrayLike, *, level: float = 0.95) -> Floats:
    """Return low and high of a normal estimate whose variance is known."""
    reach = ndtri((1 + level) / 2) * np.sqrt(np.asarray(variance, dtype=float))
    centre = np.asarray(mean, dtype=float)
    return np.stack([centre - reach, centre + reach], axis=-1)


def t_interval(values: ArrayLike, *, level: float = 0.95) -> Floats:
    """Return low and high of Student's interval for the mean of one value per annotator.

    Right for any difference between annotators when they share no segments, but
    very wide with two or three of them.
    """
    x = np.asarray(values, dtype=float)
    number = x.shape[-1]
    reach = stdtrit(number - 1, (1 + level) / 2) * x.std(-1, ddof=1) / np.sqrt(number)
    return np.stack([x.mean(-1) - reach, x.mean(-1) + reach], axis=-1)


@dataclass(frozen=True, slots=True)
class TwoWay:
    """Variances of an estimate: by the first unit, by the second, alone, and together."""

    first: float
    second: float
    single: float
    total: float
    freedom: float


def two_way(influence: Floats, first: Ints, second: Ints) -> TwoWay:
    """Return the variance of an estimate over two crossed units, such as people and segments.

    `influence` is what each judgement adds to the estimate (they sum to 0); `first`
    and `second` are the codes of its units. V = V₁ + V₂ − V₀ counts what both share
    once, and is never below V₁ or V₂; degrees of freedom by Satterthwaite (1946),
    so that the scarcer unit decides. If every second unit belongs to one first
    unit, V₂ repeats V₀ and V is the larger of V₁ and V₀.
    """
    n1, n2 = len(np.unique(first)), len(np.unique(second))
    v1, v2 = clustered_variance(influence, first), clustered_variance(influence, second)
    v0 = clustered_variance(influence)
    total = max(v1 + v2 - v0, v1, v2)
    crossed = max(v2 - v0, 0.0)
    below = v1**2 / (n1 - 1) + crossed**2 / (n2 - 1)
    return TwoWay(v1, v2, v0, total, total**2 / below if below > 0 else float(n1 - 1))


def clustered_variance(influence: Floats, unit: Ints | None = None) -> float:
    """Return the variance of an estimate whose units (by default single judgements) vary.

    The sums of `influence` by unit, squared, with the factor n/(n−1) for n units.
    """
    if unit is None:
        sums = influence
    else:
        _, codes = np.unique(unit, return_inverse=True)
        sums = np.asarray(np.bincount(codes, weights=influence), dtype=float)
    number = len(sums)
    return float(number / (number - 1) * (sums**2).sum())


def two_way_interval(estimate: float, parts: TwoWay, *, level: float = 0.95) -> tuple[float, float]:
    """Return estimate ± t·√V with Satterthwaite's degrees of freedom."""
    reach = float(stdtrit(parts.freedom, (1 + level) / 2)) * parts.total**0.5
    return estimate - reach, estimate + reach
