"""What weakens the conclusion of a campaign, one sentence each, with what to do."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from tertium.design.power import Expectation, expected_ratio, power_words
from tertium.design.select import Selection
from tertium.model import Campaign, Plan

__all__ = ["cautions", "counted"]

_ENOUGH_DECIDED = 100
_MANY_NEAR = 0.05
_FLAT = 0.9  # doubling the judgements leaves at least this much of the interval


def cautions(
    campaign: Campaign,
    plan: Plan,
    selection: Selection,
    expectations: Sequence[Expectation],
    *,
    now: datetime | None,
    blind: bool = False,
) -> tuple[str, ...]:
    """Return all warnings, the most important first; `blind` ones name no system."""
    return (
        *(
            sentence
            for expected in expectations
            for sentence in _about_people(expected, several=len(expectations) > 1)
        ),
        *_about_design(campaign, plan),
        *_about_texts(campaign, plan, selection, blind=blind),
        *_about_blindness(campaign, blind=blind),
        *_about_time(campaign, now),
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where it belongs.

    >>> counted(1, "segment"), counted(1200, "segment")
    ('1 segment', '1,200 segments')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _about_people(expected: Expectation, *, several: bool) -> Iterator[str]:
    of = f" of {expected.pair}" if several else ""
    if expected.evaluators == 1:
        yield (
            f"One evaluator{of}: the result will speak of this person only. "
            "Ask at least three, better five."
        )
    elif expected.evaluators < 5:
        found = power_words(expected.evaluators)
        often = f" (a true ratio of 1.5 is found by {found} of such campaigns)" if found else ""
        yield (
            f"{expected.evaluators} evaluators{of} limit the answer, however much they "
            f"judge{often}. More evaluators help more than more judgements."
        )
    elif _flat(expected):
        yield (f"More judgements{of} would hardly narrow the interval; more evaluators would.")
    if expected.decided < _ENOUGH_DECIDED:
        yield (
            f"About {expected.decided} decided judgements{of} are expected; below "
            f"{_ENOUGH_DECIDED} only large differences show. Add texts or evaluators."
        )


def _flat(expected: Expectation) -> bool:
    """Tell whether twice the judgements would leave the interval almost as wide."""
    each = expected.decided / expected.evaluators
    widths = []
    for factor in (1, 2):
        ratio = expected_ratio([each * factor] * expected.evaluators)
        widths.append((ratio.high or 0) - (ratio.low or 0))
    return widths[1] > _FLAT * widths[0]


def _about_design(campaign: Campaign, plan: Plan) -> Iterator[str]:
    design = campaign.design
    busy = {assignment.annotator for assignment in plan.assignments}
    if len(busy) < len(plan.annotators):
        idle = counted(len(plan.annotators) - len(busy), "annotator")
        yield f"There is no work for {idle}. Name fewer, or add texts."
    people = Counter(person.group for person in plan.annotators)
    shared = any(number > 1 for number in people.values())
    judges: dict[str, set[str]] = {}
    for assignment in plan.assignments:
        judges.setdefault(assignment.segment, set()).add(assignment.annotator)
    overlap = any(len(who) > 1 for who in judges.values())
    if design.kind == "common-unique":
        if design.common == 0 and shared:
            yield (
                "No common set: agreement between evaluators cannot be computed. "
                "Write common = 50 or so."
            )
        elif design.common and design.passes == 1:
            yield (
                "The common set is judged once: how steady each evaluator is (agreement with "
                "oneself) stays unknown. Write passes = 2 to learn it."
            )
        elif design.passes == 2:
            yield from _about_passes(plan)
    if campaign.options.get("variant") == "binary" and not overlap:
        yield (
            "Forced choice without any segment judged by two evaluators: the share of quality "
            "ties cannot be estimated. Use a common set, by-two or by-three."
        )
    if isinstance(design.unique, int) and design.kind == "common-unique":
        mine = Counter(a.annotator for a in plan.assignments if a.set == "unique")
        least = min(mine[person.id] for person in plan.annotators)
        if least < design.unique:
            yield (
                f"There is too little text for unique = {design.unique}: some annotators get "
                f"{least} only."
            )


def _about_passes(plan: Plan) -> Iterator[str]:
    first: dict[tuple[str, str], int] = {}
    nearest: int | None = None
    for assignment in plan.assignments:
        key = (assignment.annotator, assignment.segment)
        if assignment.pass_ == "a":
            first[key] = assignment.order
        elif assignment.pass_ == "b":
            apart = assignment.order - first[key]
            nearest = apart if nearest is None else min(nearest, apart)
    if nearest is not None and nearest < 50:
        yield (
            f"Some segments come back after {nearest} tasks: evaluators may remember their "
            "first answer. Put more other work between the passes."
        )


def _about_texts(
    campaign: Campaign, plan: Plan, selection: Selection, *, blind: bool
) -> Iterator[str]:
    asked = len(selection.asked)
    near = len(selection.near_identical)
    if campaign.design.near_identical == "ask" and near > _MANY_NEAR * asked:
        yield (
            f"{near:,} of {asked:,} segments differ in quotes, apostrophes or spacing only. "
            'Write near_identical = "leave-out" to skip them.'
        )
    # Which system it is would tell something about it, so blind readers get them together.
    empty = [(segment, "" if blind else name) for segment, name in selection.empty_outputs]
    for system, number in Counter(name for _, name in empty).items():
        example = next(segment for segment, name in empty if name == system)
        who = f"{system!r} has" if system else "The systems have"
        yield (
            f"{who} {counted(number, 'empty output')} among the segments asked about "
            f"(the first is {example!r}). Check that this is what the system gave."
        )
    if selection.empty_sources:
        yield (
            f"{counted(len(selection.empty_sources), 'segment')} without any source text left "
            f"out (the first is {selection.empty_sources[0]!r})."
        )
    pairs = {segment.pair for segment in campaign.segments}
    for pair in sorted(pairs - {segment.pair for segment in selection.asked}):
        yield f"Nothing can be asked about {pair}: no outputs differ within the length bounds."
    rest = asked - len({assignment.segment for assignment in plan.assignments})
    if rest > 0:
        yield (
            f"{rest:,} of {asked:,} segments that could be asked about are judged by nobody; "
            "raise unique, or add annotators, to use them."
        )


def _about_blindness(campaign: Campaign, *, blind: bool) -> Iterator[str]:
    wording = campaign.wording
    shown = {
        "title": campaign.title,
        "instructions": wording.instructions,
        "consent": wording.consent,
    }
    for system in campaign.systems:
        name = re.compile(rf"(?<!\w){re.escape(system.name)}(?!\w)", re.IGNORECASE)
        for place, text in shown.items():
            if name.search(text):
                who = "A system" if blind else f"The system {system.name!r}"
                yield (
                    f"{who} is named in the {place}, which annotators "
                    "read. Use words that do not tell what is compared."
                )


def _about_time(campaign: Campaign, now: datetime | None) -> Iterator[str]:
    deadline = campaign.wording.deadline
    if now is not None and deadline is not None and deadline < now:
        yield f"The deadline {deadline:%Y-%m-%d %H:%M} UTC has passed. Choose a later one."
