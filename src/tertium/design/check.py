"""The dry run of a campaign: who will judge what, how long, at what cost, and what to expect.

What weakens the conclusion is a warning. What cannot run at all is refused
earlier, when the plan is built.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import comb

from tertium import protocols
from tertium.design.clean_sample import CleanSample, clean_sample
from tertium.design.hits import HitReport, hit_report
from tertium.design.one_only_report import EditReport, edit_report
from tertium.design.power import (
    RATIO,
    RHO,
    Expectation,
    design_effect,
    expected_follow_ups,
    expected_ratio,
    sample_size,
    undecided,
)
from tertium.design.precision import share_half_width
from tertium.design.select import Selection, select, systems_compared
from tertium.design.warnings import (
    counted,
    warnings_for_edits,
    warnings_for_hits,
    warnings_for_many,
    warnings_for_marks,
    warnings_for_two,
)
from tertium.model import Assignment, Campaign, Identical, Plan, parts_of
from tertium.protocols.conditions import COMPARING
from tertium.stats.result import Result, signature
from tertium.text import WORD_RULE, count_words

# Share of translations that are asked about in the second stage; the rest follows from
# the answers (Pighin, Formiga and Màrquez, 2012: 3,630 of 11,292).
_ASKED_WHETHER_ADEQUATE = 0.32
_VERBS = {"one-only": "edit", "documents": "mark errors in"}


def _verb(campaign: Campaign) -> str | None:
    """Return what people do with each translation, where it is not comparing or scoring."""
    if campaign.design.kind == "documents" and not protocols.get(campaign.protocol).marks:
        return "judge"
    return _VERBS.get(campaign.design.kind)


@dataclass(frozen=True, slots=True)
class Workload:
    """What one annotator will do. `again` is the second pass over the common set.

    Where many systems are compared, `tasks` are the questions that are planned about so
    many `sources`, and `later` those expected to be drawn while somebody works.
    """

    annotator: str
    pair: str
    tasks: int
    common: int
    again: int
    unique: int
    shared: int
    batches: int
    source_words: int
    hours: float
    cost: float
    sources: int = 0
    later: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Segments that nobody is asked about, by reason."""

    identical: int
    near_identical: int
    too_short_or_long: int
    empty: int
    not_dealt: int  # more text than the design gives to anybody
    too_few: int = 0  # fewer outputs than are needed
    repeated: int = 0  # the source is asked about in another segment


@dataclass(frozen=True, slots=True)
class EqualOutputs:
    """Outputs of many systems in the segments asked about, equal ones together.

    `near` counts pairs of vertices that differ in quotes, apostrophes or spacing only.
    """

    systems: int
    translations: int
    vertices: int
    near: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Result):
    """A campaign explained: its work, its cost, its texts, and what it can find out."""

    campaign: str
    title: str
    sentence: str
    segments: int  # all, empty ones aside
    asked: int  # within the length bounds, outputs differ
    judged: int  # dealt to somebody
    tasks: int
    hours: float
    cost: float
    currency: str
    annotators: tuple[Workload, ...]
    left_out: LeftOut
    identical: tuple[Identical, ...]
    expectations: tuple[Expectation, ...]  # where two systems are compared
    later: int = 0  # questions expected to be drawn while people work
    collapsed: EqualOutputs | None = None  # where many systems are compared
    hits: HitReport | None = None  # where outputs are scored one by one
    edits: EditReport | None = None  # where they are edited
    marked: bool = False  # whether errors are marked in them
    clean: CleanSample | None = None  # where texts pass or fail


def check(
    campaign: Campaign,
    plan: Plan,
    *,
    now: datetime | None = None,
    blind: bool = False,
    rho: float | None = None,
) -> Check:
    """Explain a campaign and its plan, with warnings for what weakens the conclusion.

    Hours and cost follow from the planning figures of `[prices]`. `now` is the time
    against which a deadline is held. With `blind`, no warning names a system. `rho` is the
    intraclass correlation of judgements of one document, from a pilot; .05 without one.
    """
    selection = select(campaign)
    many = protocols.get(campaign.protocol).many
    workloads = _workloads(campaign, plan, selection.vertices if many else {})
    judged = {one.segment for one in plan.assignments if one.role != "anchor"}
    tasks = len(plan.assignments)
    hours = sum(load.hours for load in workloads)
    cost = sum(load.cost for load in workloads)
    later = sum(load.later for load in workloads)
    expectations: tuple[Expectation, ...] = ()
    hits = hit_report(campaign, plan, blind=blind) if campaign.design.kind == "hits" else None
    editing = campaign.design.kind == "one-only"
    edits = edit_report(campaign, plan, selection) if editing else None
    marked = campaign.design.kind == "documents"
    clean = clean_sample(campaign, plan) if marked else None
    if edits:
        warnings = warnings_for_edits(campaign, plan, selection, edits, now=now, blind=blind)
    elif hits:
        warnings = warnings_for_hits(campaign, plan, selection, hits, now=now, blind=blind)
    elif marked:
        warnings = warnings_for_marks(campaign, plan, selection, now=now, blind=blind)
        if clean and not clean.enough:
            warnings = (clean.sentence, *warnings)
    elif many:
        warnings = warnings_for_many(campaign, plan, selection, now=now, blind=blind)
    else:
        expectations = _expectations(campaign, plan, workloads, RHO if rho is None else rho)
        warnings = warnings_for_two(campaign, plan, selection, expectations, now=now, blind=blind)
    asked = {segment.id for segment in selection.asked}
    leave = campaign.design.near_identical == "leave-out"
    single = hits is not None or edits is not None or marked
    collapsed = _collapsed(campaign, selection) if many and not single else None
    price = f" and {cost:,.2f} {campaign.prices.currency}" if cost else ""
    work = _work(tasks, later, len(judged), collapsed, hits, _verb(campaign))
    return Check(
        signature=signature(
            "check",
            protocol=campaign.protocol,
            design=campaign.design.kind,
            words=WORD_RULE,
            seed=campaign.seed,
        ),
        warnings=warnings,
        campaign=campaign.name,
        title=campaign.title,
        sentence=f"{counted(len(plan.annotators), 'annotator')} will "
        f"{_rated(campaign, plan) or work}: {hours:,.1f} hours{price} in all."
        f"{_drawn(later)}{_precision(expectations, pilot=rho is not None)}"
        f"{_shares(campaign, plan)}" + (f" {clean.sentence}" if clean and clean.enough else ""),
        segments=sum(row.overall_segments for row in selection.identical),
        asked=len(asked),
        judged=len(judged),
        tasks=tasks,
        hours=hours,
        cost=cost,
        currency=campaign.prices.currency,
        annotators=workloads,
        left_out=LeftOut(
            identical=sum(row.within for row in selection.identical),
            near_identical=len(selection.near_identical) if leave else 0,
            too_short_or_long=len(selection.too_short_or_long),
            empty=len(selection.empty_sources),
            not_dealt=len(asked - judged),
            too_few=len(selection.too_few),
            repeated=len(selection.repeated),
        ),
        identical=selection.identical,
        expectations=expectations,
        later=later,
        collapsed=collapsed,
        hits=hits,
        edits=edits,
        marked=marked,
        clean=clean,
    )


def _work(
    tasks: int,
    later: int,
    segments: int,
    collapsed: EqualOutputs | None,
    hits: HitReport | None,
    verb: str | None,
) -> str:
    about = f"about {counted(segments, 'segment')}"
    if verb:
        return f"{verb} {counted(tasks, 'translation')} of {counted(segments, 'segment')}"
    if hits is not None:
        return f"judge {counted(tasks, 'item')} in {counted(len(hits.hits), 'HIT')} {about}"
    if collapsed is None:
        return f"give {counted(tasks, 'judgement')} {about}"
    asked = counted(tasks + later, "question")
    return f"answer {asked} {about} with up to {collapsed.systems} translations"


def _rated(campaign: Campaign, plan: Plan) -> str:
    """Return what is rated, where each translation may come once in every step."""
    protocol = protocols.get(campaign.protocol, campaign.options)
    if not protocol.rates:
        return ""
    rated = {(one.annotator, one.segment, slot) for one in plan.assignments for slot in one.slots}
    segments = {segment for _, segment, _ in rated}
    return (
        f"rate {counted(len(rated), 'translation')} of {counted(len(segments), 'segment')} "
        f"on {counted(len(protocol.asks), 'scale')}"
    )


def _shares(campaign: Campaign, plan: Plan) -> str:
    """Return how wide the interval of a share will be, for the system that is rated least."""
    if not protocols.get(campaign.protocol).rates or not plan.assignments:
        return ""
    texts = {segment.id: segment.document or segment.id for segment in campaign.segments}
    rated: dict[str, set[tuple[str, str]]] = {}
    for one in plan.assignments:
        for slot in one.slots:
            rated.setdefault(slot, set()).add((one.annotator, one.segment))
    ratings = min(rated.values(), key=len)
    width = share_half_width(
        len(ratings),
        len({annotator for annotator, _ in ratings}),
        len({texts[segment] for _, segment in ratings}),
    )
    return (
        f" If half of a system's ratings were the same answer, expect a 95% CI of that share of "
        f"about ±{100 * width:.0f} percentage points."
    )


def _drawn(later: int) -> str:
    """Return how many questions follow from answers."""
    return f" About {later:,} of the questions will be drawn as answers arrive." if later else ""


def _collapsed(campaign: Campaign, selection: Selection) -> EqualOutputs:
    vertices = [vertex for found in selection.vertices.values() for vertex in found]
    return EqualOutputs(
        systems=len(systems_compared(campaign)),
        translations=sum(len(parts_of(vertex)) for vertex in vertices),
        vertices=len(vertices),
        near=selection.near_pairs,
    )


def _precision(expectations: Sequence[Expectation], *, pilot: bool) -> str:
    """Return what to expect of the interval, for the language pair that will know least."""
    if not expectations:
        return ""
    width = {one: (one.ratio.high or 0) - (one.ratio.low or 0) for one in expectations}
    widest = max(width, key=lambda one: width[one])
    of = f" for {widest.pair}" if len(expectations) > 1 else ""
    return (
        f" If the true improvement ratio were {RATIO}, expect a 95% CI{of} of about "
        f"{widest.ratio.low:.2f} to {widest.ratio.high:.2f}.{_sample_size(widest, pilot=pilot)}"
    )


def _sample_size(expected: Expectation, *, pilot: bool) -> str:
    """Say how many judgements are needed, and what documents add to that."""
    people = counted(expected.annotators, "annotator")
    if expected.needed is None:
        told = f" No number of judgements by {people} shows such a ratio with 80% power."
    else:
        told = f" To show it with 80% power, {people} need about {expected.needed:,} judgements."
    if expected.per_document is None:
        return f"{told} The texts name no documents; if they come from few, more are needed."
    source = "from the pilot" if pilot else "assumed"
    return (
        f"{told} This counts {expected.per_document:.3g} segments per document with an intraclass "
        f"correlation of {expected.rho:.2g} ({source}): a design effect of "
        f"{expected.design_effect:.2f}."
    )


def _workloads(
    campaign: Campaign, plan: Plan, vertices: Mapping[str, Sequence[str]]
) -> tuple[Workload, ...]:
    """Add up everybody's work; `vertices` are given where many systems are compared."""
    words = {
        segment.id: count_words(segment.source, segment.source_language)
        for segment in campaign.segments
    }
    work: dict[str, list[Assignment]] = {person.id: [] for person in plan.annotators}
    for assignment in plan.assignments:
        work[assignment.annotator].append(assignment)
    loads = []
    for person in plan.annotators:
        mine = work[person.id]
        again = sum(1 for assignment in mine if assignment.pass_ == "b")
        sets = Counter(assignment.set for assignment in mine)
        # The questions of one source follow each other, so it is read once.
        read = {(one.segment, one.pass_, one.condition) for one in mine}
        later = _later(campaign, mine, vertices) if vertices else 0
        loads.append(
            Workload(
                annotator=person.id,
                pair=person.group,
                tasks=len(mine),
                common=sets["common"] - again,
                again=again,
                unique=sets["unique"],
                shared=sets["shared"],
                batches=len({assignment.batch for assignment in mine}),
                source_words=sum(words.get(segment, 0) for segment, *_ in read),
                hours=(len(mine) + later) * campaign.prices.seconds_per_task / 3600,
                cost=(len(mine) + later) * campaign.prices.per_task,
                sources=len({assignment.segment for assignment in mine}) if vertices else 0,
                later=later,
            )
        )
    return tuple(loads)


def _later(
    campaign: Campaign, work: Sequence[Assignment], vertices: Mapping[str, Sequence[str]]
) -> int:
    """Expect how many questions somebody's answers will call for.

    Comparisons outside the common set; then, where it is asked, which are adequate.
    """
    design = campaign.design
    sources = {
        (one.segment, one.pass_, one.set)
        for one in work
        if one.condition == COMPARING and one.segment in vertices
    }
    later = 0.0
    for segment, _, set_ in sources:
        size = len(vertices[segment])
        if set_ != "common" and design.budget:
            later += min(design.budget, comb(size, 2)) - 1
        elif set_ != "common":
            later += expected_follow_ups(size, design.follow_up)
        if campaign.options.get("adequacy"):
            later += size * _ASKED_WHETHER_ADEQUATE
    return round(later)


def _expectations(
    campaign: Campaign, plan: Plan, loads: Sequence[Workload], rho: float
) -> tuple[Expectation, ...]:
    return tuple(
        _expectation(
            campaign,
            pair,
            [one for one in loads if one.tasks and one.pair == pair],
            _per_document(campaign, plan, pair),
            rho,
        )
        for pair in dict.fromkeys(load.pair for load in loads if load.tasks)
    )


def _per_document(campaign: Campaign, plan: Plan, pair: str) -> float | None:
    """Return how many segments a document has, seen from a segment; None without documents.

    A segment whose document is not named is one by itself.
    """
    documents = {segment.id: segment.document for segment in campaign.segments}
    judged = {one.segment for one in plan.assignments if one.group == pair}
    if not any(documents[segment] for segment in judged):
        return None
    sizes = Counter(documents[segment] or segment for segment in judged).values()
    return sum(size**2 for size in sizes) / sum(sizes)


def _expectation(
    campaign: Campaign, pair: str, loads: list[Workload], per_document: float | None, rho: float
) -> Expectation:
    """Expect what first judgements can tell; a second pass tells about steadiness only."""
    decisive = 1 - undecided(str(campaign.options.get("variant", "five")))
    decided = [(load.tasks - load.again) * decisive for load in loads]
    alike = min(load.common for load in loads) * decisive
    effect = design_effect(per_document, rho)
    return Expectation(
        pair=pair,
        annotators=len(loads),
        decided=round(sum(decided)),
        ratio=expected_ratio(decided, shared=alike, effect=effect),
        per_document=per_document,
        rho=rho,
        design_effect=effect,
        needed=sample_size(len(loads), decisive=decisive, effect=effect),
    )
