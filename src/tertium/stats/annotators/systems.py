"""Systems by the annotator model: scores made comparable, weighed by how reliable they are.

The model says how annotator j uses the scale: offset β_j, slope s_j, precision τ_j. A score r
made comparable is (r − β_j) / s_j, and its weight is s_j²·τ_j. Intervals, contrasts, ranks and
clusters are those of `stats.contrasts`, as `rank` has them: for annotators and texts like these.
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.stats.annotators.problem import Posterior
from tertium.stats.annotators.reading import Reading
from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.codes import different_of, together
from tertium.stats.contrasts.estimate import EstimatedContrasts, estimate
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Contrast, Estimand, Units
from tertium.stats.ranking.result import RankedSystem
from tertium.stats.told import count
from tertium.wording import listed, number, say

_LEAST_SLOPE = 1e-3  # a score of somebody who does not react to quality has no weight anyway
# How the two commands that rank systems by scores are related, and which of them keeps its level.
UNLIKE_RANK = (
    "`tertium rank` differs in weights only: there every annotator counts alike, here scores are "
    "corrected for leniency and weighted by reliability. Reliability is estimated from the same "
    "scores and favours annotators who agree: where annotators or documents differ strongly "
    "between systems, up to 9% instead of 5% of equal systems differ significantly. `tertium rank` "
    "is the cautious choice."
)
_NAMED = 4  # systems in one sentence


@dataclass(frozen=True, slots=True)
class SystemQuality(RankedSystem):
    """The mean of one system's scores, made comparable and weighed by reliability.

    On the original scale: what annotators like these would give to texts like these on average.
    `judgements` counts scores.
    """

    segments: int
    annotators: int


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Systems from best to worst, the contrasts of all pairs, and what they are estimates of."""

    systems: tuple[SystemQuality, ...]
    found: EstimatedContrasts
    estimand: Estimand


def compare_systems(
    reading: Reading, posterior: Posterior, level: float, limits: tuple[float, float]
) -> SystemComparison:
    """Score systems on the original scale and contrast all pairs.

    The level of a system also moves with how lenient annotators are, which cancels in contrasts.
    Offsets and slopes are estimates, so no variance is smaller than the posterior's.
    Scores and the ends of their intervals stay within `limits`.
    """
    rows = _comparable(reading, posterior)
    _, slope, _ = _use_of_scale(reading, posterior)
    unseen = (reading.spread * slope) ** 2 * posterior.system_cov
    lenient = _with_leniency(rows, reading, posterior)
    found = estimate(rows, level=level, unseen=unseen, level_rows=lenient)
    low, high = (np.clip(end, *limits) for end in (found.low, found.high))
    found = replace(found, low=low, high=high)
    return SystemComparison(_systems(rows, found, limits), found, _estimand(rows))


def _comparable(reading: Reading, posterior: Posterior) -> Outputs:
    """Return a row for every score of an output, and of each system that shares the output."""
    problem = reading.problem
    of_item = problem.averages.T.tocsr()
    length = np.diff(of_item.indptr)[problem.item]
    score = np.repeat(np.arange(len(problem)), length)
    start = of_item.indptr[problem.item]
    place = np.repeat(start - np.cumsum(length) + length, length) + np.arange(len(score))
    system = of_item.indices[place].astype(np.int64)
    person = problem.annotator[score]
    slope, mean_slope, mean_offset = _use_of_scale(reading, posterior)
    own = slope[person]
    quality = (problem.score[score] - posterior.offset.mean[person]) / own
    value = reading.average + reading.spread * (mean_slope * quality + mean_offset)
    weight = own**2 * posterior.precision.mean[person]
    size = len(reading.systems)
    weight = weight / np.bincount(system, weight, size)[system]
    centre = np.bincount(system, weight * value, size)[system]
    text, document = together(reading.text[score]), reading.document[score]
    return Outputs(reading.systems, system, person, text, document, value, weight, centre)


def _use_of_scale(reading: Reading, posterior: Posterior) -> tuple[Floats, float, float]:
    """Return everybody's slope, and the mean slope and offset over all scores."""
    offset = posterior.offset.mean
    slope = posterior.slope.mean if posterior.slope else np.ones_like(offset)
    load = reading.problem.load / len(reading.problem)
    safe = np.where(np.abs(slope) < _LEAST_SLOPE, _LEAST_SLOPE, slope)
    return safe, float(load @ slope), float(load @ offset)


def _with_leniency(rows: Outputs, reading: Reading, posterior: Posterior) -> Outputs:
    """Return rows that also differ by what their annotators usually give to such a system.

    Scores of systems stay as they are.
    """
    slope, mean_slope, mean_offset = _use_of_scale(reading, posterior)
    quality = (rows.centre - reading.average) / reading.spread - mean_offset
    given = posterior.offset.mean[rows.annotator]
    given = given + slope[rows.annotator] * quality / (mean_slope or 1.0)
    usual = np.bincount(rows.system, rows.weight * given, len(rows.systems))[rows.system]
    return replace(rows, value=rows.value + reading.spread * (given - usual))


def _systems(
    rows: Outputs, found: EstimatedContrasts, limits: tuple[float, float]
) -> tuple[SystemQuality, ...]:
    stood, size = found.standings, len(rows.systems)
    number = np.bincount(rows.system, minlength=size)
    people, segments = (
        different_of(rows.system, unit, size) for unit in (rows.annotator, rows.segment)
    )
    return tuple(
        SystemQuality(
            rows.systems[g],
            float(np.clip(found.score[g], *limits)),
            number_or_none(found.low[g]),
            number_or_none(found.high[g]),
            int(stood.rank[g]),
            int(stood.low[g]),
            int(stood.high[g]),
            int(stood.cluster[g]),
            int(number[g]),
            int(found.component[g]) + 1,
            (int(stood.low[g]), int(stood.high[g])),
            (int(stood.all_low[g]), int(stood.all_high[g])),
            int(segments[g]),
            int(people[g]),
        )
        for g in found.order.tolist()
    )


def _estimand(rows: Outputs) -> Estimand:
    known = rows.document[rows.document >= 0]
    documents, people = len(np.unique(known)) or None, len(np.unique(rows.annotator))
    texts = "documents like these" if documents and documents > 1 else "segments like these"
    return Estimand(
        "mean comparable score, weighted by reliability",
        "raw",
        "like these" if people > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(people, documents, len(np.unique(rows.segment))),
    )


def system_sentence(compared: SystemComparison, level: float) -> str:
    """Say which system is better, for whom, and how sure that is."""
    systems, contrasts = compared.systems, compared.found.contrasts
    if not systems:
        return say("No system was scored.")
    whom, first = _for_whom(compared.estimand), systems[0]
    groups = len({one.component for one in systems})
    if groups > 1:
        return say(
            "The {systems:,} systems cannot all be compared: they fall into {groups:,} groups "
            "that no annotator judged together.",
            systems=len(systems),
            groups=groups,
        )
    if len(systems) == 1:
        return say(
            "{a} scores {points} on average, {whom}.",
            a=first.system,
            points=_score(first, level),
            whom=whom,
        )
    if len(systems) == 2:
        return _two(contrasts[0], level, whom)
    lead = [one.system for one in systems if (one.rank_range_simultaneous or (0, 0))[0] == 1]
    many = count(len(systems), "system")
    if len(lead) == 1:
        return say(
            "{a} is the best of {many}: {points}, {whom}.",
            a=first.system,
            many=many,
            points=_score(first, level),
            whom=whom,
        )
    if len(lead) < len(systems):
        who = listed(lead) if len(lead) <= _NAMED else number(f"{len(lead):,}")
        return say(
            "{who} of {many} share the lead: no significant difference between them, {whom}.",
            who=who,
            many=many,
            whom=whom,
        )
    if any(_significant(one, level) for one in contrasts):
        return say(
            "{a} ranks first of {many}, but no lead is significant once the number of pairs is "
            "allowed for, {whom}.",
            a=first.system,
            many=many,
            whom=whom,
        )
    return say("No significant difference between the {many}, {whom}.", many=many, whom=whom)


def _two(one: Contrast, level: float, whom: str) -> str:
    told = _points(one.difference, one.low, one.high, level)
    if one.p is None:
        return say(
            "{a} is ahead of {b} by {told}; without variance there is no test.",
            a=one.a,
            b=one.b,
            told=told,
        )
    if _significant(one, level):
        return say(
            "{a} is better than {b} by {told}, {whom}.", a=one.a, b=one.b, told=told, whom=whom
        )
    return say(
        "No significant difference between {a} and {b}: {told}, {whom}.",
        a=one.a,
        b=one.b,
        told=told,
        whom=whom,
    )


def _significant(one: Contrast, level: float) -> bool:
    return one.p is not None and one.p < 1 - level


def _for_whom(estimand: Estimand) -> str:
    """Say for which annotators and texts a claim holds."""
    people = estimand.units.annotators
    who = (
        say("for annotators like these {people:,}", people=people)
        if people > 1
        else say("by this annotator")
    )
    where = say(
        "in this document" if estimand.texts == "this document" else "and {texts}",
        texts=say(estimand.texts),
    )
    return say("{who} {where}", who=who, where=where)


def _score(system: SystemQuality, level: float) -> str:
    return _points(system.score, system.low, system.high, level)


def _points(value: float | None, low: float | None, high: float | None, level: float) -> str:
    """Write points of the original scale with their interval."""
    told = say("{n} points", n=_written(value or 0.0))
    if low is None or high is None:
        return told
    return say(
        "{points} ({level:g}% CI {low}–{high})"
        if low >= 0
        else "{points} ({level:g}% CI {low} to {high})",
        points=told,
        level=100 * level,
        low=_written(low),
        high=_written(high),
    )


def _written(value: float) -> str:
    return number(f"{value:.2f}".replace("-", "−"))
