"""One annotator: what they were asked, what they answered, and their link.

Translations stand in the slots in which they were shown, without names.
"""

from collections import Counter
from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from tertium.exceptions import NotFound
from tertium.model import Assignment, Campaign, Judgement, Segment
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.people import Person, person_of
from tertium.web.manage.qr import qr_path
from tertium.web.manage.visit import Visit, base_url
from tertium.web.openapi import Endpoint


class PersonQuery(Struct, frozen=True):
    """Which batch to show, or the one with this assignment; else the first with open work."""

    batch: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    assignment: str = ""


class AnswerShown(Struct, frozen=True):
    """The answer that counts: labels by question, ranks by slot, or the reported problem."""

    labels: dict[str, str]
    ranks: tuple[int, ...]
    problem: str
    comment: str
    seconds: float | None
    at: datetime
    corrected: bool


class AssignmentShown(Struct, frozen=True):
    """One assignment with its texts in slots."""

    id: str
    number: int
    set: str
    pass_: str
    condition: str
    segment: str
    domain: str
    source: str
    source_language: str
    target_language: str
    texts: tuple[str, ...]
    given: AnswerShown | None


class PersonPage(Struct, frozen=True):
    """One annotator, batch by batch. `qr` draws the link as a path in modules."""

    head: Head
    person: Person
    batch: int
    batches: tuple[int, ...]
    chosen: str
    asked: tuple[AssignmentShown, ...]
    qr: str
    qr_size: int


def _label(value: Any) -> str:
    """Return an answer as text: scores by slot, of an edit its result, of marks their passages.

    Of judged parts it tells how many got which answer.
    """
    if isinstance(value, dict) and "marks" in value:
        return "; ".join(map(_mark, value["marks"])) or "none"
    if isinstance(value, dict) and "text" in value:
        return str(value["text"])
    if isinstance(value, dict):
        return ", ".join(f"{number} {said}" for said, number in Counter(value.values()).items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _mark(mark: dict[str, Any]) -> str:
    """Return a mark in a few words: the passage (empty where something is missing), and as what."""
    named = [name for name in (mark["category"], mark["severity"]) if name]
    return f"“{mark['quote']}” ({', '.join(named)})"


def _given(judgement: Judgement) -> AnswerShown:
    answer = dict(judgement.answer)
    comment = str(answer.pop("comment", ""))
    problem = str(answer.pop("problem", ""))
    return AnswerShown(
        labels={name: _label(value) for name, value in answer.items() if name != "ranks"},
        ranks=tuple(answer.get("ranks", ())),
        problem=problem,
        comment=comment,
        seconds=judgement.seconds,
        at=judgement.submitted_at,
        corrected=judgement.replaces is not None,
    )


def _asked(
    assignment: Assignment, segment: Segment, campaign: Campaign, judgement: Judgement | None
) -> AssignmentShown:
    return AssignmentShown(
        id=assignment.id,
        number=assignment.order + 1,
        set=assignment.set,
        pass_=assignment.pass_,
        condition=assignment.condition,
        segment=segment.id,
        domain=segment.domain,
        source=segment.source,
        source_language=segment.source_language,
        target_language=segment.target_language,
        texts=tuple(campaign.text(segment.id, slot) for slot in assignment.slots),
        given=_given(judgement) if judgement else None,
    )


def person_page(visit: Visit) -> PersonPage:
    """GET …/annotators/{annotator}."""
    name, annotator = visit.path["campaign"], visit.path["annotator"]
    head = head_of(visit.store, name)
    people = {state.id: state for state in visit.store.annotators.all(name)}
    if annotator not in people:
        raise NotFound.among("annotator", annotator, people, where=name)
    campaign = visit.store.campaigns.get(name)
    segments = {segment.id: segment for segment in campaign.segments}
    assignments = visit.store.assignments.of(name, annotator)
    answered = visit.store.assignments.answered(name, annotator)
    batches = tuple(dict.fromkeys(assignment.batch for assignment in assignments))
    first_open = next((a.batch for a in assignments if a.id not in answered), None)
    wanted: PersonQuery = visit.query
    named = next((a.batch for a in assignments if a.id == wanted.assignment), wanted.batch)
    batch = named if named in batches else first_open
    if batch is None:
        batch = batches[-1] if batches else 0
    person = person_of(people[annotator], base_url(visit.request))
    qr, qr_size = qr_path(person.link) if person.link else ("", 0)
    return PersonPage(
        head=head,
        person=person,
        batch=batch,
        batches=batches,
        chosen=wanted.assignment,
        asked=tuple(
            _asked(a, segments[a.segment], campaign, answered.get(a.id))
            for a in assignments
            if a.batch == batch
        ),
        qr=qr,
        qr_size=qr_size,
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/annotators/{annotator}",
        "One annotator: link, assignments and answers",
        person_page,
        query=PersonQuery,
        gives=PersonPage,
        template="manage/annotator.html",
    ),
)
