"""Proportional odds: is one number per system enough?

The model says that a better system is better by the same amount at every threshold. Where that
fails, the cumulative shares of a system are not those that its place on the latent scale makes
expected: it may have more of the best and more of the worst. Each difference of an observed and an
expected share has the crossed interval, fitted parameters allowed for, and p are corrected for
their number (Holm).
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.contrasts.crossed import CrossedEstimates
from tertium.stats.contrasts.outputs import joined
from tertium.stats.contrasts.separate import corrected
from tertium.stats.ratings.moved import Movements


@dataclass(frozen=True, slots=True)
class CutCheck:
    """The share of answers up to a category: as observed, and as the latent scale expects it."""

    system: str
    label: str
    observed: float
    expected: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None


@dataclass(frozen=True, slots=True)
class ProportionalOdds:
    """Whether proportional odds are contradicted; `holds` is None where it cannot be checked.

    `p` is the smallest of the cuts, corrected for their number; `reading` says what to read.
    """

    holds: bool | None
    p: float | None
    reading: str
    cuts: tuple[CutCheck, ...]


UNCHECKED = "Proportional odds cannot be checked here: that takes two systems and three categories."


def check_proportional(movements: Movements, level: float) -> ProportionalOdds:
    """Compare observed and expected shares at every threshold of every system."""
    rated, at = movements.rated, movements.fitted.at
    systems, thresholds = len(rated.systems), len(at.thresholds)
    if systems < 2 or thresholds < 2:
        return ProportionalOdds(None, None, UNCHECKED, ())
    counts = movements.fitted.model.counts
    below = np.cumsum(movements.shares, axis=2)[..., :-1]
    number = counts.sum(2)
    places = [(s, c) for s in range(systems) for c in range(thresholds)]
    observed = np.cumsum(counts.sum(0), axis=1)[:, :-1] / counts.sum((0, 2))[:, None]
    expected = (number[..., None] * below).sum(0) / number.sum(0)[:, None]
    found = joined([_checked(movements, below, s, c, observed, expected) for s, c in places])
    low, high = found.interval(level)
    p = found.p()
    guarded = corrected(p, "holm")
    labels = [rated.labels[code] for code in rated.used]
    cuts = tuple(
        CutCheck(
            rated.systems[s],
            labels[c],
            float(observed[s, c]),
            float(expected[s, c]),
            float(observed[s, c] - expected[s, c]),
            number_or_none(low[k]),
            number_or_none(high[k]),
            number_or_none(p[k]),
            number_or_none(guarded[k]),
        )
        for k, (s, c) in enumerate(places)
    )
    known = guarded[~np.isnan(guarded)]
    if not len(known):
        return ProportionalOdds(None, None, UNCHECKED, cuts)
    smallest = float(known.min())
    return ProportionalOdds(
        smallest >= 1 - level, smallest, _reading(cuts, smallest >= 1 - level, level), cuts
    )


def _checked(
    movements: Movements, below: Floats, s: int, c: int, observed: Floats, expected: Floats
) -> CrossedEstimates:
    counts, at = movements.fitted.model.counts, movements.fitted.at
    part = counts[:, s].sum(1) / counts[:, s].sum()
    density = movements.fitted.model.link.density(movements.cuts[:, s, c])
    scale = np.exp(-at.log_spread)
    moves = part * density * scale
    common = np.zeros(len(at.thresholds) + len(at.systems))
    common[c], common[len(at.thresholds) + s] = moves.sum(), -moves.sum()
    personal = np.stack([-moves, -part * density * movements.cuts[:, s, c]], axis=1)
    prior = movements.fitted.model.precision
    personal[:, 0] *= prior.shift is not None
    personal[:, 1] *= prior.log_spread is not None
    besides = np.zeros_like(movements.shares)
    up_to = np.arange(besides.shape[2]) <= c
    besides[:, s] = (up_to - below[:, s, c, None]) / counts[:, s].sum()
    unit = float(np.sqrt((part * below[:, s, c] * (1 - below[:, s, c])).sum()))
    return movements.estimate(
        float(observed[s, c] - expected[s, c]),
        movements.inverse(common, personal),
        unit,
        besides=besides,
    )


def _reading(cuts: tuple[CutCheck, ...], holds: bool, level: float) -> str:
    if holds:
        return (
            "Nothing contradicts proportional odds: one number per system tells the order at "
            "every threshold."
        )
    worst = min(cuts, key=lambda one: 1.0 if one.p_adjusted is None else one.p_adjusted)
    names = sorted({one.system for one in cuts if (one.p_adjusted or 1.0) < 1 - level})
    return (
        f"Proportional odds do not hold for {', '.join(names)}: {worst.system} has "
        f"{100 * worst.observed:.0f}% of its answers at {worst.label!r} or below, where its place "
        f"on the latent scale expects {100 * worst.expected:.0f}%. Read the shares of categories; "
        "the latent scale averages over the thresholds."
    )
