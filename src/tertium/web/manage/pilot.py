"""The pilot round: tried out by some annotators, what it says, and the way to the main round."""

from statistics import median
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tertium import protocols
from tertium.design.pilot import pilot_assignments
from tertium.design.precision import spread_of
from tertium.exceptions import BadInput, NotFound
from tertium.model import PILOT, Annotator, Campaign
from tertium.stats.campaign import first_aspect
from tertium.store import Store
from tertium.store.pilots import under_way
from tertium.web.manage.agreement import AgreementNow, agreement_now, agreement_on_marks
from tertium.web.manage.head import Head, head_of, scores_outputs
from tertium.web.manage.payments import price_of
from tertium.web.manage.scorers import ScoresNow, scores_of
from tertium.web.manage.visit import Done, DoneBody, Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/pilot"
USUAL = 10  # judgements of each annotator


class Candidate(Struct, frozen=True):
    """An annotator who may take part."""

    annotator: str
    name: str
    group: str


class PilotAnnotator(Struct, frozen=True):
    """One annotator's part of the pilot."""

    annotator: str
    done: int
    assigned: int
    seconds: float | None
    problems: int


class Precision(Struct, frozen=True):
    """What an interval of ± `half_width` takes; the first line is the plan as it is."""

    half_width: float
    judgements: int
    hours: float | None
    cost: float | None


class PilotFindings(Struct, frozen=True):
    """What the pilot says about the main round, blinded: `planned` judgements are to come.

    `measure` is `preference` (half-widths are shares) or `score` (they are points), empty where
    precision cannot be told yet.
    """

    annotators: tuple[PilotAnnotator, ...]
    judgements: int
    seconds: float | None
    planned_seconds: float
    planned: int
    hours: float | None
    cost: float | None
    currency: str
    agreement: AgreementNow | None
    scores: ScoresNow | None
    measure: Literal["", "preference", "score"]
    precision: tuple[Precision, ...]


class PilotPage(Struct, frozen=True):
    """The pilot round: not begun, running, over, or too late for one."""

    head: Head
    stage: Literal["none", "running", "over", "late"]
    candidates: tuple[Candidate, ...]
    number: int
    findings: PilotFindings | None


class NewPilot(Struct, frozen=True):
    """Who takes part, and how many judgements each gives."""

    annotator: tuple[str, ...]
    number: Annotated[int, Meta(ge=1, le=1_000)] = USUAL


class MainRound(Struct, frozen=True):
    """Whether annotators are asked again about what they judged in the pilot."""

    again: Literal["yes", "no"] = "no"


def pilot_page(visit: Visit) -> PilotPage:
    """GET …/pilot."""
    name, store = visit.path["campaign"], visit.store
    head = head_of(store, name)
    state = store.campaigns.state(name)
    begun = store.pilots.count(name)
    stage: Literal["none", "running", "over", "late"] = "none"
    if state.pilot:
        stage = "running"
    elif begun:
        stage = "over"
    elif head.done:
        stage = "late"
    return PilotPage(
        head=head,
        stage=stage,
        candidates=tuple(
            Candidate(one.id, one.name, one.group)
            for one in store.annotators.all(name)
            if one.state == "active"
        ),
        number=USUAL,
        findings=_findings(store, name) if begun else None,
    )


def _findings(store: Store, name: str) -> PilotFindings:
    campaign = store.campaigns.get(name)
    people = _people(store, name)
    seconds = [one for own in people.values() for one in own[2]]
    middle = median(seconds) if seconds else None
    planned = store.pilots.main_tasks(name)
    price, currency = price_of(store, name)
    table = store.table(name, rounds="pilot")
    scored = scores_outputs(campaign)
    spread = spread_of(table, first_aspect(campaign) if scored else None)

    def line(half_width: float, judgements: int) -> Precision:
        hours = judgements * middle / 3600 if middle is not None else None
        return Precision(half_width, judgements, hours, judgements * price if price else None)

    lines: tuple[Precision, ...] = ()
    if spread is not None and planned:
        lines = (
            line(spread.half_width(planned), planned),
            *(line(target, spread.needed(target)) for target in spread.targets),
        )
    return PilotFindings(
        annotators=tuple(
            PilotAnnotator(annotator, done, assigned, median(own) if own else None, problems)
            for annotator, (done, assigned, own, problems) in people.items()
        ),
        judgements=sum(done for done, _, _, _ in people.values()),
        seconds=middle,
        planned_seconds=campaign.prices.seconds_per_task,
        planned=planned,
        hours=planned * middle / 3600 if middle is not None else None,
        cost=planned * price if price else None,
        currency=currency,
        agreement=None if scored else _agreement(store, name, campaign),
        scores=scores_of(table.scores(first_aspect(campaign)), first_aspect(campaign))
        if scored
        else None,
        measure=("preference" if spread.measure == "preference" else "score")
        if lines and spread
        else "",
        precision=lines,
    )


def _agreement(store: Store, name: str, campaign: Campaign) -> AgreementNow | None:
    table = store.table(name, rounds="pilot")
    if protocols.get(campaign.protocol).marks:
        return agreement_on_marks(table, campaign)
    return agreement_now(table)


def _people(store: Store, name: str) -> dict[str, tuple[int, int, list[float], int]]:
    """Return done, assigned, seconds and problems of everybody in the pilot."""
    found = {}
    for person in store.annotators.all(name):
        work = [one for one in store.assignments.of(name, person.id) if one.set == PILOT]
        if not work:
            continue
        answered = store.assignments.answered(name, person.id)
        own = [answered[one.id] for one in work if one.id in answered]
        seconds = [one.seconds for one in own if one.seconds is not None]
        problems = sum("problem" in one.answer for one in own)
        found[person.id] = (len(own), len(work), seconds, problems)
    return found


def begin(visit: Visit) -> Done:
    """POST …/pilot: from now on only the pilot is asked, of those who take part."""
    name, store, sent = visit.path["campaign"], visit.store, visit.body
    people = {one.id: one for one in store.annotators.all(name)}
    for annotator in sent.annotator:
        if annotator not in people:
            raise NotFound.among("annotator", annotator, people)
    if not sent.annotator:
        raise BadInput("nobody takes part", where="the form", fix="Choose at least one annotator.")
    annotators = [Annotator(one, people[one].group) for one in dict.fromkeys(sent.annotator)]
    campaign = store.campaigns.get(name)
    plan = [
        one for person in people for one in store.assignments.of(name, person) if one.set != PILOT
    ]
    try:
        made = pilot_assignments(
            campaign, annotators, plan, sent.number, pilots=store.pilots.count(name)
        )
    except BadInput:
        if store.campaigns.state(name).pilot:  # another manager was quicker: the plan is aside
            raise under_way() from None
        raise
    store.pilots.begin(name, annotators, made, by=visit.manager, at=visit.now)
    return Done("pilot_begun", f"/manage/campaigns/{name}/pilot")


def end(visit: Visit) -> Done:
    """POST …/pilot/end: open the main round."""
    name = visit.path["campaign"]
    again = visit.body.again == "yes"
    visit.store.pilots.end(name, again=again, by=visit.manager, at=visit.now)
    return Done("main_round", f"/manage/campaigns/{name}")


def resume(visit: Visit) -> Done:
    """POST …/pilot/resume: go back to the pilot round, until the main round has answers."""
    name = visit.path["campaign"]
    visit.store.pilots.resume(name, by=visit.manager, at=visit.now)
    return Done("pilot_resumed", f"/manage/campaigns/{name}/pilot")


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "The pilot round, and what it says",
        pilot_page,
        gives=PilotPage,
        template="manage/pilot.html",
    ),
    Endpoint("POST", _HERE, "Begin a pilot round", begin, takes=NewPilot, gives=DoneBody),
    Endpoint("POST", f"{_HERE}/end", "Open the main round", end, takes=MainRound, gives=DoneBody),
    Endpoint("POST", f"{_HERE}/resume", "Go back to the pilot round", resume, gives=DoneBody),
)
