"""What weakens the conclusion of a campaign, one sentence each, with what to do."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from tertium import protocols
from tertium.design.anchored import ENOUGH_ANCHORS, about_anchors, each_meets
from tertium.design.hits import HitReport, short_of
from tertium.design.one_only_report import EditReport, about_editing
from tertium.design.power import Expectation, expected_ratio, power_words
from tertium.design.select import Selection
from tertium.design.words import counted
from tertium.model import Campaign, Plan
from tertium.stats.campaign import references_of

__all__ = [
    "counted",
    "warnings_for_edits",
    "warnings_for_hits",
    "warnings_for_many",
    "warnings_for_marks",
    "warnings_for_two",
]

_ENOUGH_DECIDED = 100
_MANY_NEAR = 0.05
_ENOUGH_SOURCES = 40
_MANY_MISSING = 0.1  # of the segments asked about, without an output of a system
_ENOUGH_DEGRADED = 5  # with fewer, even a perfect order of copies could be chance
_FLAT = 0.9  # doubling the judgements leaves at least this much of the interval


def warnings_for_two(
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


def warnings_for_many(
    campaign: Campaign,
    plan: Plan,
    selection: Selection,
    *,
    now: datetime | None,
    blind: bool = False,
) -> tuple[str, ...]:
    """Return all warnings about a campaign of many systems, the most important first."""
    return (
        *_about_groups(campaign, plan),
        *_about_steering(campaign, selection),
        *_about_design(campaign, plan, enough_common=20),
        *_about_outputs(selection, blind=blind),
        *_about_texts(campaign, plan, selection, blind=blind),
        *_about_blindness(campaign, blind=blind),
        *_about_time(campaign, now),
    )


def warnings_for_hits(
    campaign: Campaign,
    plan: Plan,
    selection: Selection,
    report: HitReport,
    *,
    now: datetime | None,
    blind: bool = False,
) -> tuple[str, ...]:
    """Return all warnings about a campaign of scores, the most important first."""
    return (
        *_about_groups(campaign, plan),
        *_about_comparing(plan, report, blind=blind),
        *_about_control(campaign, report),
        *about_anchors(campaign, plan, report),
        *_about_references(campaign),
        *_about_sizes(campaign, report),
        *_about_design(campaign, plan),
        *_about_outputs(selection, blind=blind),
        *_about_texts(campaign, plan, selection, blind=blind),
        *_about_blindness(campaign, blind=blind),
        *_about_time(campaign, now),
    )


def warnings_for_edits(
    campaign: Campaign,
    plan: Plan,
    selection: Selection,
    report: EditReport,
    *,
    now: datetime | None,
    blind: bool = False,
) -> tuple[str, ...]:
    """Return all warnings about a campaign of editing, the most important first."""
    return (
        *_about_groups(campaign, plan),
        *about_editing(campaign, report),
        *_about_design(campaign, plan),
        *_about_outputs(selection, blind=blind),
        *_about_texts(campaign, plan, selection, blind=blind),
        *_about_blindness(campaign, blind=blind),
        *_about_time(campaign, now),
    )


def warnings_for_marks(
    campaign: Campaign,
    plan: Plan,
    selection: Selection,
    *,
    now: datetime | None,
    blind: bool = False,
) -> tuple[str, ...]:
    """Return all warnings about a campaign of marked errors, the most important first."""
    return (
        *_about_groups(campaign, plan),
        *_about_marking(campaign, plan),
        *_about_design(campaign, plan),
        *_about_outputs(selection, blind=blind),
        *_about_texts(campaign, plan, selection, blind=blind),
        *_about_blindness(campaign, blind=blind),
        *_about_time(campaign, now),
    )


def _about_marking(campaign: Campaign, plan: Plan) -> Iterator[str]:
    """Tell where agreement stays unknown, and where every segment stands alone."""
    readers: dict[str, set[str]] = {}
    for one in plan.assignments:
        readers.setdefault(one.segment, set()).add(one.annotator)
    rates = protocols.get(campaign.protocol).rates
    if len(plan.annotators) > 1 and all(len(who) == 1 for who in readers.values()):
        done, what = ("rated", "ratings") if rates else ("marked", "errors")
        yield (
            f"No segment is {done} by two annotators: how far they agree on {what} cannot be "
            "computed. Set common = 25 or so, or judges = 2."
        )
    if not rates and all(not segment.document for segment in campaign.segments):
        yield (
            "The texts name no documents: each segment is shown alone, and errors that only its "
            "context shows will be missed. Give segments a document."
        )


def _about_people(expected: Expectation, *, several: bool) -> Iterator[str]:
    of = f" of {expected.pair}" if several else ""
    if expected.annotators == 1:
        yield (
            f"One annotator{of}: the result will be about this annotator only. "
            "Use at least three, better five."
        )
    elif expected.annotators < 5:
        found = power_words(expected.annotators)
        often = f" (a true ratio of 1.5 is found by {found} of such campaigns)" if found else ""
        yield (
            f"{expected.annotators} annotators{of} limit precision, however much they "
            f"judge{often}. More annotators help more than more judgements."
        )
    elif _flat(expected):
        yield (
            f"More judgements{of} would hardly narrow the confidence interval; more annotators "
            "would."
        )
    if expected.decided < _ENOUGH_DECIDED:
        yield (
            f"About {expected.decided} decided judgements{of} are expected; below "
            f"{_ENOUGH_DECIDED} only large differences show. Add texts or annotators."
        )


def _flat(expected: Expectation) -> bool:
    """Tell whether twice the judgements would leave the interval almost as wide."""
    each = expected.decided / expected.annotators
    widths = []
    for factor in (1, 2):
        ratio = expected_ratio([each * factor] * expected.annotators)
        widths.append((ratio.high or 0) - (ratio.low or 0))
    return widths[1] > _FLAT * widths[0]


def _about_groups(campaign: Campaign, plan: Plan) -> Iterator[str]:
    """Tell of too few people and sources, for every language pair."""
    pairs = dict.fromkeys(person.group for person in plan.annotators)
    for pair in pairs:
        of = f" of {pair}" if len(pairs) > 1 else ""
        people = sum(1 for person in plan.annotators if person.group == pair)
        work = [one for one in plan.assignments if one.group == pair and one.role != "anchor"]
        sources = len({one.segment for one in work})
        if people == 1:
            yield (
                f"One annotator{of}: the result will be about this annotator only. "
                "Use at least three, better five."
            )
        if people == 1 and _swaps(campaign):
            yield (
                f"A crossover needs two groups, but one annotator{of} makes one: which method "
                "came first is confounded with the method. Use an even number."
            )
        if sources < _ENOUGH_SOURCES:
            yield (
                f"Only {counted(sources, 'source')}{of}: small differences between systems will "
                f"not be significant. Use {_ENOUGH_SOURCES} or more."
            )
    if _swaps(campaign) and campaign.design.pause == 0:
        yield (
            "No pause between the halves of the crossover: annotators may remember their "
            "answers. Set pause = 7 or so, in days."
        )


def _about_comparing(plan: Plan, report: HitReport, *, blind: bool) -> Iterator[str]:
    """Tell what the annotators do not have in common."""
    if report.mixes:
        worst = max(report.mixes, key=lambda mix: abs(mix.outputs - mix.expected))
        system = "one system" if blind else repr(worst.system)
        yield (
            f"Annotators see different mixes of systems ({worst.annotator!r} sees "
            f"{counted(worst.outputs, 'output')} of {system} where {worst.expected:.0f} would be "
            "its share): scores standardised by annotator can then put systems into the wrong "
            "order. Give everyone the same systems, or use a model with system effects."
        )
    pairs = len({line.pair for line in report.hits})
    people = len({line.annotator for line in report.hits})
    if min(each_meets(report, "anchors").values(), default=0) >= ENOUGH_ANCHORS:
        return  # outputs of known quality tell who is strict
    if report.components == people > pairs:
        yield (
            "No output is judged by two annotators: strict annotators cannot be distinguished from "
            "poor outputs, and outputs of different annotators cannot be compared. Systems can, as "
            "far as every annotator sees all of them. Set judges = 2 to connect annotators."
        )
    elif report.components > pairs:
        yield (
            f"The annotators fall into {report.components} groups that no shared output connects: "
            "scores of one group cannot be compared with those of another. Raise judges."
        )


def _about_control(campaign: Campaign, report: HitReport) -> Iterator[str]:
    """Tell of control items that are missing, and what stays unknown without them."""
    design = campaign.design
    short = Counter(role for line in report.hits for role in short_of(line, campaign))
    degraded = each_meets(report, "degraded")
    if design.degraded == 0:
        yield ("No degraded copies: quality control is not possible. Set degraded = 10 or so.")
    elif short["degraded"] == len(report.hits):
        yield (
            "No output can be degraded as wanted, because too many are alike: quality control is "
            "not possible."
        )
    elif min(degraded.values(), default=0) < _ENOUGH_DEGRADED:
        yield (
            f"Some annotators meet {counted(min(degraded.values()), 'degraded text')} only: with "
            f"fewer than {_ENOUGH_DEGRADED} quality control has no power. Give them more HITs, or "
            "raise degraded."
        )
    if design.repeats == 0:
        yield "No repeats: how steady each annotator is stays unknown. Set repeats = 10 or so."
    if design.references and not any(line.references for line in report.hits):
        yield (
            "No reference can be a control item, because the texts have none: name one under "
            "references, or write references = 0."
        )
    elif short["reference"]:
        yield (
            f"{counted(short['reference'], 'HIT')} of {len(report.hits):,} have fewer references "
            "than wanted, because too few of their segments have one."
        )


def _about_references(campaign: Campaign) -> Iterator[str]:
    """Tell where outputs have nothing to be held against."""
    references = references_of(campaign)
    bare = sum(
        not any((segment.id, name) in campaign.outputs for name in references)
        for segment in campaign.segments
    )
    if bare and campaign.options.get("against", "source") != "source":
        yield (
            f"{counted(bare, 'segment')} of {len(campaign.segments):,} have no reference to be "
            'judged against. Add them, or write against = "source".'
        )


def _about_sizes(campaign: Campaign, report: HitReport) -> Iterator[str]:
    """Tell of HITs that are smaller than wanted."""
    design, hits = campaign.design, report.hits
    documents = bool(campaign.options.get("document"))
    if report.smaller and not documents:
        least = min(hits, key=lambda line: line.real)
        yield (
            f"{counted(report.smaller, 'HIT')} of {len(hits):,} are smaller than wanted, for lack "
            f"of texts: the smallest has {least.real} outputs instead of {design.real}, and "
            f"{least.degraded} + {least.references} + {least.repeats} control items."
        )
    if report.nearer:
        nearest = min(line.nearest for line in hits if line.nearest is not None)
        yield (
            f"In {counted(report.nearer, 'HIT')} of {len(hits):,} a control item is nearer to its "
            f"original than {design.apart} places (the nearest is {nearest}), because the HIT is "
            "small: annotators may remember their answers."
        )


def _swaps(campaign: Campaign) -> bool:
    """Tell whether annotators are asked in two ways by turns."""
    return protocols.get(campaign.protocol).planning.groups > 1


def _about_steering(campaign: Campaign, selection: Selection) -> Iterator[str]:
    budget = campaign.design.budget
    most = max((len(found) for found in selection.vertices.values()), default=0)
    if 0 < budget < most - 1:
        yield (
            f"budget = {budget} cannot connect {most} translations: some stay without any "
            f"relation to the others. Write at least {most - 1}."
        )


def _about_outputs(selection: Selection, *, blind: bool) -> Iterator[str]:
    """Tell of systems that are often missing, and of outputs that hardly differ."""
    asked = len(selection.asked)
    for system, number in Counter(name for _, name in selection.missing).items():
        if number > _MANY_MISSING * asked:
            who = "A system" if blind else repr(system)
            yield (
                f"{who} has no output in {number:,} of {asked:,} segments: its place will rest "
                "on fewer answers than that of the others."
            )
    if selection.too_few:
        yield (
            f"{counted(len(selection.too_few), 'segment')} with fewer than two outputs left out "
            f"(the first is {selection.too_few[0]!r})."
        )
    if selection.near_pairs > _MANY_NEAR * asked:
        yield (
            f"{counted(selection.near_pairs, 'pair')} of outputs of one segment differ in quotes, "
            "apostrophes or spacing only; annotators will call them ties."
        )


def _about_design(campaign: Campaign, plan: Plan, *, enough_common: int = 50) -> Iterator[str]:
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
                "No common set: inter-annotator agreement cannot be computed. "
                f"Set common = {enough_common} or so."
            )
        elif design.common and design.passes == 1:
            yield (
                "The common set is judged once: intra-annotator agreement cannot be computed. "
                "Set passes = 2 to measure it."
            )
        elif design.passes == 2:
            yield from _about_passes(plan)
    if campaign.options.get("variant") == "binary" and not overlap:
        yield (
            "Forced choice without any segment judged by two annotators: the share of quality "
            "ties cannot be estimated. Use a common set, by-two or by-three."
        )
    if isinstance(design.unique, int) and design.kind == "common-unique":
        unique = {(a.annotator, a.segment) for a in plan.assignments if a.set == "unique"}
        mine = Counter(annotator for annotator, _ in unique)
        least = min(mine[person.id] for person in plan.annotators)
        if least < design.unique:
            yield (
                f"There is too little text for unique = {design.unique}: some annotators get "
                f"{least} only."
            )


def _about_passes(plan: Plan) -> Iterator[str]:
    first: dict[tuple[str, str, str], int] = {}
    nearest: int | None = None
    for assignment in plan.assignments:
        key = (assignment.annotator, assignment.segment, assignment.condition)
        if assignment.pass_ == "a":
            first[key] = assignment.order
        elif assignment.pass_ == "b":
            apart = assignment.order - first[key]
            nearest = apart if nearest is None else min(nearest, apart)
    if nearest is not None and nearest < 50:
        yield (
            f"Some segments come back after {nearest} tasks: annotators may remember their "
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
            'Set near_identical = "leave-out" to skip them.'
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
    rest = asked - len({one.segment for one in plan.assignments if one.role != "anchor"})
    if rest > 0:
        yield (
            f"{rest:,} of {asked:,} suitable segments are not used; raise unique, or add "
            "annotators, to use them."
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
                    "read. Use words that do not show what is compared."
                )


def _about_time(campaign: Campaign, now: datetime | None) -> Iterator[str]:
    deadline = campaign.wording.deadline
    if now is not None and deadline is not None and deadline < now:
        yield f"The deadline {deadline:%Y-%m-%d %H:%M} UTC has passed. Choose a later one."
