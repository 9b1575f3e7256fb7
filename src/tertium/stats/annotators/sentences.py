"""What the annotator model says about systems, in one sentence."""

from tertium.stats.annotators.result import SystemQuality
from tertium.stats.annotators.systems import Compared
from tertium.stats.contrasts.record import Contrast, Estimand

__all__ = ["UNLIKE_RANK", "system_sentence"]

# How the two commands that rank systems by scores are related.
UNLIKE_RANK = (
    "`tertium rank` differs in weights only: there every annotator counts alike, here scores are "
    "freed of the annotator's leniency and count by how precise the annotator is; confidence "
    "intervals are made in the same way, for annotators and texts like these."
)
_NAMED = 4  # systems in one sentence


def system_sentence(compared: Compared, level: float) -> str:
    """Say which system is better, for whom, and how sure that is."""
    systems, contrasts = compared.systems, compared.found.contrasts
    if not systems:
        return "No system was scored."
    whom, first = _for_whom(compared.estimand), systems[0]
    groups = len({one.component for one in systems})
    if groups > 1:
        return (
            f"The {len(systems):,} systems cannot all be compared: they fall into {groups:,} "
            "groups that no annotator judged together."
        )
    if len(systems) == 1:
        return f"{first.system} scores {_score(first, level)} on average, {whom}."
    if len(systems) == 2:
        return _two(contrasts[0], level, whom)
    lead = [one.system for one in systems if (one.rank_range_simultaneous or (0, 0))[0] == 1]
    number = f"{len(systems):,} systems"
    if len(lead) == 1:
        return f"{first.system} is the best of {number}: {_score(first, level)}, {whom}."
    if len(lead) < len(systems):
        who = f"{', '.join(lead[:-1])} and {lead[-1]}" if len(lead) <= _NAMED else f"{len(lead):,}"
        return f"{who} of {number} share the lead: no significant difference between them, {whom}."
    if any(_apart(one, level) for one in contrasts):
        return (
            f"{first.system} ranks first of {number}, but no lead is significant once the number "
            f"of pairs is allowed for, {whom}."
        )
    return f"No significant difference between the {number}, {whom}."


def _two(one: Contrast, level: float, whom: str) -> str:
    told = _points(one.difference, one.low, one.high, level)
    if one.p is None:
        return f"{one.a} is ahead of {one.b} by {told}; without variance there is no test."
    if _apart(one, level):
        return f"{one.a} is better than {one.b} by {told}, {whom}."
    return f"No significant difference between {one.a} and {one.b}: {told}, {whom}."


def _apart(one: Contrast, level: float) -> bool:
    return one.p is not None and one.p < 1 - level


def _for_whom(estimand: Estimand) -> str:
    """Say for which annotators and texts a claim holds."""
    people = estimand.units.annotators
    who = f"for annotators like these {people:,}" if people > 1 else "by this annotator"
    where = "in this document" if estimand.texts == "this document" else f"and {estimand.texts}"
    return f"{who} {where}"


def _score(system: SystemQuality, level: float) -> str:
    return _points(system.score, system.low, system.high, level)


def _points(value: float | None, low: float | None, high: float | None, level: float) -> str:
    """Write points of the original scale with their interval."""
    told = f"{_number(value or 0.0)} points"
    if low is None or high is None:
        return told
    between = "–" if low >= 0 else " to "
    return f"{told} ({100 * level:g}% CI {_number(low)}{between}{_number(high)})"


def _number(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
