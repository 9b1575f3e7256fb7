"""The dry run of a campaign: who will judge what, how long, at what cost, and what to expect.

What weakens the conclusion is a warning. What cannot run at all is refused
earlier, when the plan is built.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tertium.design.cautions import cautions, counted
from tertium.design.power import RATIO, Expectation, expected_ratio, undecided
from tertium.design.select import select
from tertium.model import Assignment, Campaign, Identical, Plan
from tertium.stats.result import Result, signature
from tertium.text import WORD_RULE, count_words

__all__ = ["Check", "LeftOut", "Workload", "check"]


@dataclass(frozen=True, slots=True)
class Workload:
    """What one annotator will do. `again` is the second pass over the common set."""

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


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Segments that nobody is asked about, by reason."""

    identical: int
    near_identical: int
    too_short_or_long: int
    empty: int
    not_dealt: int  # more text than the design gives to anybody


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
    expectations: tuple[Expectation, ...]


def check(
    campaign: Campaign, plan: Plan, *, now: datetime | None = None, blind: bool = False
) -> Check:
    """Explain a campaign and its plan, with warnings for what weakens the conclusion.

    Hours and cost follow from the planning figures of `[prices]`. `now` is the time
    against which a deadline is held. With `blind`, no warning names a system.
    """
    selection = select(campaign)
    workloads = _workloads(campaign, plan)
    judged = {assignment.segment for assignment in plan.assignments}
    tasks = len(plan.assignments)
    hours = sum(load.hours for load in workloads)
    cost = sum(load.cost for load in workloads)
    expectations = tuple(
        _expectation(campaign, pair, [one for one in workloads if one.tasks and one.pair == pair])
        for pair in dict.fromkeys(load.pair for load in workloads if load.tasks)
    )
    asked = {segment.id for segment in selection.asked}
    leave = campaign.design.near_identical == "leave-out"
    price = f" and {cost:,.2f} {campaign.prices.currency}" if cost else ""
    return Check(
        signature=signature(
            "check",
            protocol=campaign.protocol,
            design=campaign.design.kind,
            words=WORD_RULE,
            seed=campaign.seed,
        ),
        warnings=cautions(campaign, plan, selection, expectations, now=now, blind=blind),
        campaign=campaign.name,
        title=campaign.title,
        sentence=f"{counted(len(plan.annotators), 'annotator')} will give "
        f"{counted(tasks, 'judgement')} about {counted(len(judged), 'segment')}: "
        f"{hours:,.1f} hours{price} in all. {_precision(expectations)}",
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
        ),
        identical=selection.identical,
        expectations=expectations,
    )


def _precision(expectations: Sequence[Expectation]) -> str:
    """Return what to expect of the interval, for the language pair that will know least."""
    width = {one: (one.ratio.high or 0) - (one.ratio.low or 0) for one in expectations}
    widest = max(width, key=lambda one: width[one])
    of = f" for {widest.pair}" if len(expectations) > 1 else ""
    return (
        f"If the true improvement ratio were {RATIO}, expect an interval{of} of about "
        f"{widest.ratio.low:.2f} to {widest.ratio.high:.2f}."
    )


def _workloads(campaign: Campaign, plan: Plan) -> tuple[Workload, ...]:
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
                source_words=sum(words.get(assignment.segment, 0) for assignment in mine),
                hours=len(mine) * campaign.prices.seconds_per_task / 3600,
                cost=len(mine) * campaign.prices.per_task,
            )
        )
    return tuple(loads)


def _expectation(campaign: Campaign, pair: str, loads: list[Workload]) -> Expectation:
    """Expect what first judgements can tell; a second pass tells about steadiness only."""
    decisive = 1 - undecided(str(campaign.options.get("variant", "five")))
    decided = [(load.tasks - load.again) * decisive for load in loads]
    alike = min(load.common for load in loads) * decisive
    return Expectation(
        pair=pair,
        evaluators=len(loads),
        decided=round(sum(decided)),
        ratio=expected_ratio(decided, shared=alike),
    )
