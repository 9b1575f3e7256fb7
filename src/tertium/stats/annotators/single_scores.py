"""Annotators drawn without the qualities of outputs that have one score.

The quality of an output with a single score is known only as far as its annotator is, and what is
drawn for it holds the annotator's precision where it is: where most outputs have one score, chains
that draw the two in turn creep. Here such qualities are integrated out. Given its centre γ and the
precision of qualities around centres κ, a single score is normal with mean β + s·γ and variance
1/τ + s²/κ, so counts and sums by annotator and centre are all that is needed.
"""

import numpy as np

from tertium.stats.annotators.problem import RATE, SHAPE, Problem
from tertium.stats.annotators.sums import Sums
from tertium.stats.arrays import Bools, Floats

_STEPS = 6  # proposals for a precision and a slope; they cost next to nothing
_MANY = 0.1  # of all scores; with fewer single ones chains move well by themselves


class SingleScores:
    """The outputs of one problem that have a single score, summed up by annotator and centre."""

    def __init__(self, problem: Problem, fixed: Bools, *, centres: bool) -> None:
        """Find them; `fixed` items and those between several centres are left as they are."""
        single = (np.bincount(problem.item, minlength=problem.items) == 1) & ~fixed
        number, centre = 1, np.zeros(problem.items, dtype=np.int64)
        if centres and problem.group is not None:
            single &= np.diff(problem.group.indptr) == 1
            number = problem.group.shape[1]
            centre[single] = problem.group.indices[problem.group.indptr[:-1][single]]
        alone = single[problem.item]
        self.worthwhile = bool(alone.mean() > _MANY) if len(problem) else False
        if not self.worthwhile:
            return
        cell = (problem.annotator * number + centre[problem.item])[alone]
        score = problem.score[alone]
        shape = problem.annotators, number, 1
        size = problem.annotators * number
        self._number, self._total, self._square = (
            np.bincount(cell, score**power, size).reshape(shape) for power in range(3)
        )
        kept = ~alone
        self._rest = Sums(
            Problem(
                problem.item[kept],
                problem.annotator[kept],
                problem.score[kept],
                problem.items,
                problem.annotators,
            )
        )

    def draw(
        self,
        quality: Floats,
        offset: Floats,
        slope: Floats,
        precision: Floats,
        centre: Floats,
        around: Floats,
        slope_sd: float | None,
        rng: np.random.Generator,
    ) -> tuple[Floats, Floats, Floats]:
        """Return new offsets, slopes and precisions; the qualities have to be drawn right after.

        `centre` and `around` are the centres and the precision of qualities around them, a column
        per chain. Without `slope_sd` slopes stay.
        """
        rest = self._rest
        sums, squares = rest.over_people(quality), rest.over_people(quality**2)
        product = rest.over_people(quality, scored=True)
        number = np.broadcast_to(self._number.sum(1), offset.shape)

        def log_density(b: Floats, s: Floats, log_tau: Floats) -> Floats:
            tau = np.exp(log_tau)
            error = rest.square - 2 * b * rest.total - 2 * s * product
            error = error + rest.number * b**2 + 2 * s * b * sums + s**2 * squares
            variance = 1 / tau + s**2 / around
            middle = b[:, None] + s[:, None] * centre
            off = (self._square - 2 * middle * self._total + self._number * middle**2).sum(1)
            found = (SHAPE + 0.5 * rest.number) * log_tau - tau * (RATE + 0.5 * error)
            found = found - 0.5 * (number * np.log(variance) + off / variance)
            if slope_sd is not None:
                found = found - 0.5 * ((s - 1) / slope_sd) ** 2
            return np.asarray(found)

        b, s, log_tau = offset, slope, np.log(precision)
        told = 1 / (1 + s**2 * precision / around)  # of the variance of a single score
        wide = 2.0 / np.sqrt(SHAPE + 0.5 * rest.number + 0.5 * number * told**2)
        steep = 2.0 / np.sqrt(4 + precision * squares + number * (1 - told))
        now = log_density(b, s, log_tau)
        for _ in range(_STEPS):
            proposed = log_tau + wide * rng.standard_normal(b.shape)
            then = log_density(b, s, proposed)
            taken = np.log(rng.random(b.shape)) < then - now
            log_tau, now = np.where(taken, proposed, log_tau), np.where(taken, then, now)
            if slope_sd is not None:
                proposed = s + steep * rng.standard_normal(b.shape)
                then = log_density(b, proposed, log_tau)
                taken = np.log(rng.random(b.shape)) < then - now
                s, now = np.where(taken, proposed, s), np.where(taken, then, now)
        tau = np.exp(log_tau)
        variance = 1 / tau + s**2 / around
        weight = 1 + tau * rest.number + number / variance
        away = (self._total - self._number * s[:, None] * centre).sum(1)
        mean = (tau * (rest.total - s * sums) + away / variance) / weight
        b = mean + rng.standard_normal(b.shape) / np.sqrt(weight)
        return b, s, tau
