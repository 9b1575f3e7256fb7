"""One sweep of Gibbs sampling: every unknown drawn from its distribution given the others.

All arrays have a column per chain. The order matters where a draw leaves other unknowns
out: centres are drawn with qualities integrated out, so qualities come right after them.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr, ndtri_exp

from tertium.stats.annotators.centres import CENTRE_SD, Centres
from tertium.stats.annotators.problem import RATE, SHAPE, Problem
from tertium.stats.annotators.single_scores import SingleScores
from tertium.stats.annotators.sums import Sums, by_column, column_sums
from tertium.stats.arrays import Floats
from tertium.stats.codes import add_up

SLOPE_SD = 0.5
CONTAMINATED = 1.0, 19.0  # Beta prior on the share of scores that say nothing
SPREAD = 2.0, 1.0  # Gamma prior on the precision of qualities around their centre


@dataclass(frozen=True, slots=True)
class Variant:
    """What the model knows beside offsets and precisions.

    `ends` are the lowest and the highest score of the scale, standardised.
    """

    slope: bool = False
    system_effects: bool = False
    censored: bool = False
    contamination: bool = False
    ends: tuple[float, float] = (-np.inf, np.inf)


class Chains:
    """The state of several chains."""

    def __init__(
        self, problem: Problem, variant: Variant, chains: int, rng: np.random.Generator
    ) -> None:
        """Start every chain somewhere else."""
        self._problem, self._variant, self._rng = problem, variant, rng
        self._sums = Sums(problem)
        people, items = (problem.annotators, chains), (problem.items, chains)
        mean = self._sums.total / np.maximum(self._sums.number, 1)
        self.quality = rng.normal(0, 0.5, items)
        self._square = np.empty(items)
        self._buffers = np.empty(items), np.empty(items), np.empty(items)
        self.offset = mean + rng.normal(0, 0.3, people)
        self.precision = np.exp(rng.normal(0, 0.5, people))
        self.slope = 1 + rng.normal(0, 0.3, people) * variant.slope
        self.contamination = np.full(people, CONTAMINATED[0] / sum(CONTAMINATED))
        self._paired = np.zeros(problem.items, dtype=bool)
        self._paired[problem.better] = self._paired[problem.worse] = True
        if variant.system_effects:
            self._centres = Centres(problem, self._paired)
            self._group = self._centres.group
            self.centre = np.zeros((self._centres.number, chains))
            self.spread = np.ones(chains)  # precision of qualities around centres
        self._single_scores = SingleScores(problem, self._paired, centres=variant.system_effects)
        self._latent = problem.score[:, None]
        if variant.censored:
            low, high = variant.ends
            self._at_low = np.flatnonzero(problem.score <= low)
            self._at_high = np.flatnonzero(problem.score >= high)
            self._latent = np.repeat(self._latent, chains, axis=1)

    def sweep(self) -> None:
        """Draw everything once."""
        if self._single_scores.worthwhile and not self._drawn_scores:
            self._draw_annotators_collapsed()
        self._draw_items()
        if self._drawn_scores:
            self._draw_scores()
        elif self._variant.system_effects:
            self._move_centres()
        self._draw_people()
        self._shift()
        if self._variant.slope:
            self._stretch()

    @property
    def _drawn_scores(self) -> bool:
        """Whether the scores themselves are drawn."""
        return self._variant.censored or self._variant.contamination

    # Items -----------------------------------------------------------------

    def _draw_items(self) -> None:
        pull = self.slope * self.precision
        told, expected, info = self._buffers
        self._sums.over_items(pull, told, scored=True)
        told -= self._sums.over_items(pull * self.offset, expected)
        self._sums.over_items(self.slope * pull, info)
        prior: Floats | float = 1.0
        centred: Floats | float = 0.0
        if self._variant.system_effects:
            self.centre = self._centres.draw_marginal(
                info, told, self.quality, self.spread, self._rng
            )
            prior, centred = self.spread, self.spread * (self._group @ self.centre)
        # In place: with many outputs most of the time would go into new arrays.
        by_column(np.add, info, prior)
        told += centred
        told /= info
        before = self.quality[self._paired]
        mean, sd = told, np.sqrt(info, out=info)
        self._rng.standard_normal(out=self.quality)
        self.quality /= sd
        self.quality += mean
        if len(before):
            self.quality[self._paired] = before
            self._draw_pairs(mean, 1 / sd)
        if self._variant.system_effects:
            self._draw_spread()

    def _draw_pairs(self, mean: Floats, sd: Floats) -> None:
        """Draw the items of pairs, copies below their originals and originals above copies."""
        better, worse = self._problem.better, self._problem.worse
        limit = self.quality[better]
        self.quality[worse] = below(limit, mean[worse], sd[worse], self._rng)
        highest = np.full_like(self.quality, -np.inf)
        np.maximum.at(highest, better, self.quality[worse])
        once = np.unique(better)
        self.quality[once] = -below(-highest[once], -mean[once], sd[once], self._rng)

    def _draw_spread(self) -> None:
        off = self.quality - self._group @ self.centre
        shape = SPREAD[0] + len(off) / 2
        rate = SPREAD[1] + 0.5 * np.einsum("ic,ic->c", off, off)
        self.spread = self._rng.standard_gamma(shape, rate.shape) / rate

    # Scores ----------------------------------------------------------------

    def _draw_scores(self) -> None:
        """Draw what censored scores stand for, and which scores say nothing."""
        item, person = self._problem.item, self._problem.annotator
        mean = self.offset[person] + self.slope[person] * self.quality[item]
        weight = np.ones_like(mean)
        if self._variant.censored:
            low, high = self._variant.ends
            sd = 1 / np.sqrt(self.precision[person])
            at = self._at_low
            self._latent[at] = below(np.full_like(mean[at], low), mean[at], sd[at], self._rng)
            at = self._at_high
            mirrored = below(np.full_like(mean[at], -high), -mean[at], sd[at], self._rng)
            self._latent[at] = -mirrored
        if self._variant.contamination:
            low, high = self._variant.ends
            precision, share = self.precision[person], self.contamination[person]
            off = self._latent - mean
            usual = (
                (1 - share) * np.sqrt(precision / (2 * np.pi)) * np.exp(-0.5 * precision * off**2)
            )
            nothing = share / (high - low)
            odd = self._rng.random(mean.shape) * (usual + nothing) < nothing
            weight = np.where(odd, 0.0, 1.0)
            load = self._problem.load[:, None]
            count = np.stack([add_up(o, person, len(load)) for o in odd.T.astype(float)], axis=1)
            one, other = CONTAMINATED
            self.contamination = self._rng.beta(one + count, other + load - count)
        self._sums.replace(np.broadcast_to(self._latent, mean.shape), weight)

    # Annotators ------------------------------------------------------------

    def _draw_people(self) -> None:
        sums, rng = self._sums, self._rng
        np.multiply(self.quality, self.quality, out=self._square)
        quality, square = sums.over_people(self.quality), sums.over_people(self._square)
        product = sums.over_people(self.quality, scored=True)
        b, s = self.offset, self.slope
        error = sums.square - 2 * b * sums.total - 2 * s * product
        error += sums.number * b**2 + 2 * s * b * quality + s**2 * square
        shape = SHAPE + 0.5 * np.broadcast_to(sums.number, b.shape)
        self.precision = rng.standard_gamma(shape) / (RATE + 0.5 * np.maximum(error, 0))
        tau = self.precision
        on_offset, right = 1 + tau * sums.number, tau * sums.total
        noise = rng.standard_normal((2, *b.shape))
        if not self._variant.slope:
            mean = (right - tau * quality) / on_offset
            self.offset = mean + noise[0] / np.sqrt(on_offset)
            return
        # Offset and slope together: the slope with the offset integrated out, then the offset.
        prior = 1 / SLOPE_SD**2
        both = tau * quality / on_offset
        on_slope = prior + tau * square - both * tau * quality
        mean = (prior + tau * product - both * right) / on_slope
        self.slope = mean + noise[1] / np.sqrt(on_slope)
        mean = (right - tau * quality * self.slope) / on_offset
        self.offset = mean + noise[0] / np.sqrt(on_offset)

    def _draw_annotators_collapsed(self) -> None:
        """Draw annotators with the qualities of outputs with one score integrated out."""
        effects = self._variant.system_effects
        chains = self.offset.shape[1]
        self.offset, self.slope, self.precision = self._single_scores.draw(
            self.quality,
            self.offset,
            self.slope,
            self.precision,
            self.centre if effects else np.zeros((1, chains)),
            self.spread if effects else np.ones(chains),
            SLOPE_SD if self._variant.slope else None,
            self._rng,
        )

    # Moves of everything together --------------------------------------------

    def _move_centres(self) -> None:
        """Draw centres that take their qualities with them, and the offsets that follow."""
        sums, tau, slope = self._sums, self.precision, self.slope
        scored = sums.over_people(self.quality)
        before = self.centre
        self.centre, self.quality = self._centres.draw_jointly(
            before,
            self.quality,
            self.spread,
            slope,
            tau,
            sums.number,
            sums.total,
            scored,
            self._rng,
        )
        scored = scored + self._centres.mix @ (self.centre - before)
        total = 1 + tau * sums.number
        mean = tau * (sums.total - slope * scored) / total
        self.offset = mean + self._rng.standard_normal(mean.shape) / np.sqrt(total)

    def _shift(self) -> None:
        """Move all qualities up and all offsets down, which no score can tell."""
        effects = self._variant.system_effects
        level, known = (self.centre, 1 / CENTRE_SD**2) if effects else (self.quality, 1.0)
        variance = 1 / (known * len(level) + (self.slope**2).sum(0))
        mean = variance * ((self.slope * self.offset).sum(0) - known * column_sums(level))
        by = mean + np.sqrt(variance) * self._rng.standard_normal(mean.shape)
        by_column(np.add, self.quality, by)
        self.offset = self.offset - self.slope * by
        if self._variant.system_effects:
            self.centre = self.centre + by

    def _stretch(self) -> None:
        """Propose larger slopes and smaller qualities, which no score can tell either."""
        slopes, squares, people = self.slope.sum(0), (self.slope**2).sum(0), len(self.slope)
        precise = 1 / SLOPE_SD**2
        if self._variant.system_effects:
            level = (self.centre**2).sum(0) / CENTRE_SD**2
            shape = people - len(self.centre) + 2 * SPREAD[0]
            rate = SPREAD[1] * self.spread
        else:
            level = column_sums(np.multiply(self.quality, self.quality, out=self._square))
            shape = people - len(self.quality)
            rate = np.zeros_like(level)

        def log_density(k: Floats) -> Floats:
            grown = np.exp(k)
            prior = precise * (0.5 * squares * grown**2 - slopes * grown)
            return np.asarray(shape * k - prior - 0.5 * level / grown**2 - rate * grown**2)

        width = 2.4 / np.sqrt(2 * level + 2 * precise * squares + 4 * rate + 1)
        k = width * self._rng.standard_normal(width.shape)
        gain = log_density(k) - log_density(np.zeros_like(k))
        by = np.exp(np.where(np.log(self._rng.random(k.shape)) < gain, k, 0.0))
        self.slope = self.slope * by
        by_column(np.divide, self.quality, by)
        if self._variant.system_effects:
            self.centre, self.spread = self.centre / by, self.spread * by**2


def below(limit: Floats, mean: Floats, sd: Floats, rng: np.random.Generator) -> Floats:
    """Draw from normals cut off above `limit`; logarithms hold far in the tail."""
    log_share = log_ndtr((limit - mean) / sd)
    uniform = np.log(rng.random(np.shape(log_share)))
    return np.asarray(mean + sd * ndtri_exp(uniform + log_share))
