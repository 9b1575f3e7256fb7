"""How many scores does an output need? Estimates from k of them against held-out judgements.

Figure 3 of Mathur, Baldwin and Cohn (2018). In every draw some judgements of each output
are held out, and their mean z is what estimates are held against. The others come in
random order: first one for each output, then two, and so on. Each estimate knows nothing but
what was drawn, and what its annotators gave to degraded copies: the model as scores of
items that are worse than their originals, mean z as a test that somebody passed or not.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.annotators.model import annotators
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.redundancy.cells import FEWEST, Cells, mean_of, z_scores
from tertium.stats.result import Estimate

Fit = Callable[[Cells, Bools, int], Floats]
_STEPS = 6  # numbers of scores that are tried


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How estimates from `scores` scores per output correlate with held-out judgements.

    Means over draws, with the interval in which draws lie. `passing` is None where nobody
    was tested or everybody passed; `gain` is the model less mean z of all, draw by draw.
    """

    scores: int
    model: Estimate
    all: Estimate
    passing: Estimate | None
    gain: Estimate


@dataclass(frozen=True, slots=True)
class Split:
    """How many judgements of an output are held out, and how many are there to be drawn."""

    held: int
    most: int


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw: what is held out, and in which turn every other judgement is drawn, from 0."""

    held: Bools
    turn: Ints

    def first(self, number: int) -> Bools:
        """Tell which judgements are drawn if every output gets so many."""
        return np.asarray((self.turn < number) & ~self.held)


def split(depth: int) -> Split:
    """Hold out half of the judgements that most outputs have."""
    return Split(depth // 2, depth - depth // 2)


def steps(most: int) -> tuple[int, ...]:
    """Return up to six numbers of scores, the first ones and the largest among them."""
    if most <= _STEPS:
        return tuple(range(1, most + 1))
    return tuple(sorted({round(x) for x in np.geomspace(1, most, _STEPS).tolist()}))


def draw(cells: Cells, parts: Split, rng: np.random.Generator) -> Draw:
    """Put the judgements of every output into random order and hold the first ones out.

    Outputs with too few judgements take part in the estimates, but nothing is held out.
    """
    order = np.lexsort((rng.random(len(cells)), cells.item))
    turn = np.zeros(len(cells), dtype=np.int64)
    begins = np.concatenate([[0], np.cumsum(cells.counts)])[:-1]
    turn[order] = np.arange(len(cells)) - begins[cells.item[order]]
    deep = (cells.counts >= parts.held + parts.most)[cells.item]
    return Draw(deep & (turn < parts.held), np.where(deep, turn - parts.held, turn))


def curve(
    cells: Cells,
    parts: Split,
    trusted: Bools,
    fit: Fit,
    *,
    draws: int,
    level: float,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[CurvePoint, ...]:
    """Draw again and again, and `fit` the scores that were drawn, beside the means of z.

    `progress` is told how many fits are done, and how many there are.
    """
    rng = np.random.default_rng(seed)
    numbers = steps(parts.most)
    found = np.full((draws, len(numbers), 3), np.nan)
    z = z_scores(cells.value, cells.person, cells.people)
    for at in range(draws):
        one = draw(cells, parts, rng)
        wanted = one.held & trusted[cells.person]
        truth = mean_of(z[wanted], cells.item[wanted], cells.items)
        known = ~np.isnan(truth)
        if known.sum() < FEWEST:
            continue
        for step, number in enumerate(numbers):
            rows = one.first(number)
            for kind, estimate in enumerate(_estimates(cells, rows, fit, seed + at)):
                found[at, step, kind] = _r(estimate[known], truth[known])
            if progress is not None:
                progress(at * len(numbers) + step + 1, draws * len(numbers))
    tested = bool(cells.passed.any() and not cells.passed.all())
    return tuple(
        CurvePoint(
            number,
            _over_draws(found[:, step, 0], level, 1.0),
            _over_draws(found[:, step, 1], level, 1.0),
            _over_draws(found[:, step, 2], level, 1.0) if tested else None,
            _over_draws(found[:, step, 0] - found[:, step, 1], level, 2.0),
        )
        for step, number in enumerate(numbers)
    )


def _estimates(cells: Cells, rows: Bools, fit: Fit, seed: int) -> tuple[Floats, Floats, Floats]:
    """Return the model's estimate of every output, mean z, and mean z of who passed.

    An output without a score stands at the mean.
    """
    item, person = cells.item[rows], cells.person[rows]
    z = z_scores(cells.value[rows], person, cells.people)
    passed = cells.passed[person]
    return (
        fit(cells, rows, seed),
        np.nan_to_num(mean_of(z, item, cells.items)),
        np.nan_to_num(mean_of(z[passed], item[passed], cells.items)),
    )


def fit_model(cells: Cells, rows: Bools, seed: int) -> Floats:
    """Fit the annotator model to the judgements that were drawn, degraded copies among them."""
    found = annotators(cells.drawn(rows), seed=seed)
    quality = {(one.segment, one.system): one.mean for one in found.items if one.role == "real"}
    scores = cells.scores.take(cells.at[rows])
    names = zip(scores.segment.values(), scores.system.values(), strict=True)
    estimate = np.zeros(cells.items)
    estimate[cells.item[rows]] = [quality.get(name, 0.0) for name in names]
    return estimate


def _r(one: Floats, two: Floats) -> float:
    if np.ptp(one) == 0 or np.ptp(two) == 0:
        return 0.0
    return float(np.corrcoef(one, two)[0, 1])


def _over_draws(values: Floats, level: float, most: float) -> Estimate:
    """Return the mean and where draws lie around it."""
    values = values[~np.isnan(values)]
    if not len(values):
        return Estimate(None)
    mean = float(values.mean())
    if len(values) < 2:
        return Estimate(mean)
    reach = float(ndtri((1 + level) / 2) * values.std(ddof=1))
    return Estimate(mean, max(mean - reach, -most), min(mean + reach, most))
