"""What the annotator model says about systems, in one sentence."""

from tertium.stats.annotators.result import SystemQuality
from tertium.stats.annotators.systems import SystemComparison
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.told import count
from tertium.wording import listed, number, say

__all__ = ["UNLIKE_RANK", "system_sentence"]

# How the two commands that rank systems by scores are related, and which of them keeps its level.
UNLIKE_RANK = (
    "`tertium rank` differs in weights only: there every annotator counts alike, here scores are "
    "corrected for leniency and weighted by reliability. Reliability is estimated from the same "
    "scores and favours annotators who agree: where annotators or documents differ strongly "
    "between systems, up to 9% instead of 5% of equal systems differ significantly. `tertium rank` "
    "is the cautious choice."
)
_NAMED = 4  # systems in one sentence


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
    told = say("{n} points", n=_number(value or 0.0))
    if low is None or high is None:
        return told
    return say(
        "{points} ({level:g}% CI {low}–{high})"
        if low >= 0
        else "{points} ({level:g}% CI {low} to {high})",
        points=told,
        level=100 * level,
        low=_number(low),
        high=_number(high),
    )


def _number(value: float) -> str:
    return number(f"{value:.2f}".replace("-", "−"))
