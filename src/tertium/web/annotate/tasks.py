"""The tasks: one page, and batches of items that it shows one by one.

A batch travels whole, so that going on costs no request and works without a
network. It holds texts in slots and opaque names; which system, file, segment or
set stands behind them stays here.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.responses import Response

from tertium.design import item_for
from tertium.exceptions import NotFound
from tertium.model import Assignment, Judgement
from tertium.protocols.conditions import DOCUMENT
from tertium.protocols.protocol import PROBLEMS
from tertium.web.annotate.chunks import TaskChunks
from tertium.web.annotate.consolidate import to_compare
from tertium.web.annotate.documents import place_in_documents
from tertium.web.annotate.edits import EditTasks, aids_of, editing_of, without_log
from tertium.web.annotate.forms import read_number
from tertium.web.annotate.in_order import opens_too_early
from tertium.web.annotate.marks import MarkTasks, hides_source, marking_of
from tertium.web.annotate.phrases import phrase
from tertium.web.annotate.schemas import (
    Batch,
    CurrentAnswer,
    Task,
    TaskDocument,
    TaskPage,
    TaskPosition,
)
from tertium.web.annotate.scores import in_documents, lead, score_hint, shown_against
from tertium.web.annotate.steps import instructions_of
from tertium.web.annotate.texts import task_of
from tertium.web.annotate.visit import Stopped, Visit, json_of
from tertium.web.annotate.wording import asks_in_words
from tertium.web.languages import translator

MOST = 100  # tasks that travel together


def batches(assignments: Sequence[Assignment]) -> list[tuple[Assignment, ...]]:
    """Return an annotator's work in the batches of the plan, large ones in parts."""
    found: list[tuple[Assignment, ...]] = []
    for _, group in groupby(assignments, key=lambda assignment: assignment.batch):
        rest = tuple(group)
        while len(rest) > MOST:
            # A document stays in one piece, if it can.
            ends = [n for n, one in enumerate(rest[:MOST], 1) if one.condition == DOCUMENT]
            cut = ends[-1] if ends else MOST
            found.append(rest[:cut])
            rest = rest[cut:]
        found.append(rest)
    return found


def answered_as(judgement: Judgement) -> CurrentAnswer:
    """Return a stored judgement as its author's browser may know it."""
    answer = without_log(judgement.answer)
    return CurrentAnswer(judgement.id, answer, judgement.submitted_at, judgement.seconds)


def show_tasks(visit: Visit) -> Response:
    """GET tasks: the page that shows the items; it is the same for every item."""
    stage, _ = visit.stage()
    if stage not in ("tasks", "break", "thanks"):
        return visit.go(stage)
    page = page_of(visit)
    values = values_of(visit, page) | {"compare": to_compare(visit)}
    return visit.show(visit.protocol.template, page, **values)


def page_of(visit: Visit) -> TaskPage:
    """Return what stays the same from task to task."""
    asks = asks_in_words(visit.protocol, visit.language)
    widgets = {ask.widget for ask in asks}
    scored = bool(widgets & {"scores", "ratings"})
    return TaskPage(
        title=visit.campaign.title,
        asks=asks,
        differences=bool(visit.protocol.settings.get("highlight")),
        slots=visit.protocol.systems if "ranks" in widgets else 0,
        deadline=visit.deadline,
        scored=visit.protocol.systems if scored else 0,
        lead=lead(visit.protocol, visit.language) if scored else "",
        hint=score_hint(visit.protocol, visit.language) if scored else "",
        against=shown_against(visit.protocol),
        document=in_documents(visit.protocol),
        editing=editing_of(visit.protocol),
        marking=marking_of(visit.protocol, visit.language),
    )


def values_of(visit: Visit, page: TaskPage) -> dict[str, Any]:
    """Return what the template of the tasks needs besides the page."""
    return {
        "choices": [ask for ask in page.asks if ask.widget == "choice"],
        "checklist": next((ask for ask in page.asks if ask.widget == "checklist"), None),
        "sliders": [ask for ask in page.asks if ask.widget in ("scores", "ratings")],
        "instructions": instructions_of(visit),
        "problems": PROBLEMS,
        "aids": aids_of(visit.protocol),
        "preview": False,
        "practice": False,
    }


def tasks_of_batch(visit: Visit) -> Response:
    """GET tasks.json: one batch, by default the first with open items (else the last)."""
    store, visitor = visit.store, visit.visitor
    answered = store.assignments.answered(visitor.campaign, visitor.annotator)
    parts = batches(store.assignments.of(visitor.campaign, visitor.annotator))
    wanted = visit.request.query_params.get("batch", "")
    if wanted:
        number = read_number(wanted)
        if not 1 <= number <= len(parts):
            raise NotFound(
                f"there is no batch {wanted!r}", fix=f"Batches go from 1 to {len(parts)}."
            )
        _check_open(visit, parts, number, answered)
    else:
        if not _unanswered(parts, answered) and visit.draw_more():
            parts = batches(store.assignments.of(visitor.campaign, visitor.annotator))
        number = _current(visit, parts, answered)
    part = parts[number - 1] if parts else ()
    work = [one for some in parts for one in some]
    if opens_too_early(visit.campaign, visit.protocol, part, work, answered):
        raise Stopped("early", visitor)
    tasks, documents = shown_tasks(visit, part, answered)
    return json_of(
        Batch(
            page_of(visit),
            number,
            len(parts),
            tasks,
            visit.own(),
            visit.grows,
            documents,
            part=_step(visit, part, work),
            closes=any(one.condition in visit.protocol.settings.get("hidden", ()) for one in part),
        )
    )


def shown_tasks(
    visit: Visit, part: Sequence[Assignment], answered: Mapping[str, Judgement]
) -> tuple[list[Task], list[TaskDocument]]:
    """Return assignments as a browser may know them, and the documents they stand in."""
    protocol, campaign = visit.protocol, visit.campaign
    documents: list[TaskDocument] = []
    places: dict[str, TaskPosition] = {}
    if in_documents(protocol):
        known = protocol.settings
        documents, places = place_in_documents(
            campaign,
            part,
            shown_against(protocol),
            hidden=known.get("hidden", ()),
            whole=known.get("whole", ()),
        )
    tasks = [_task(visit, one, answered.get(one.id), places.get(one.id, UNSET)) for one in part]
    desk: EditTasks | MarkTasks | TaskChunks | None = None
    if protocol.edits:
        desk = EditTasks(campaign, protocol)
    elif marking_of(protocol):
        desk = MarkTasks(campaign, protocol, visit.language)
    elif protocol.cuts:
        desk = TaskChunks(campaign, protocol)
    if desk is not None:
        tasks = [desk.completed(task, one) for task, one in zip(tasks, part, strict=True)]
    return tasks, documents


def _step(visit: Visit, part: Sequence[Assignment], work: Sequence[Assignment]) -> str:
    """Say which step of the work this is, where a protocol has words for its steps."""
    condition = part[0].condition if part else ""
    said = phrase(visit.protocol, visit.language, f"step.{condition}")
    if not said:
        return ""
    steps = list(dict.fromkeys(one.condition for one in work))
    told = [said.format(number=steps.index(condition) + 1, count=len(steps))]
    days = round(visit.campaign.design.pause)
    if visit.in_turn and condition == steps[0] and days:
        told.append(translator(visit.language)("task.pause_after", n=days))
    return " ".join(told)


Parts = Sequence[Sequence[Assignment]]
Given = Mapping[str, Judgement]


def _unanswered(parts: Parts, answered: Given) -> Assignment | None:
    """Return the first assignment without an answer."""
    return next((one for part in parts for one in part if one.id not in answered), None)


def _current(visit: Visit, parts: Parts, answered: Given) -> int:
    """Return the number of the first batch with open items, or of the last one that is done."""
    number = next((n for n, part in enumerate(parts, 1) if _unanswered([part], answered)), 0)
    if not number:
        return len(parts)
    opens_at = visit.opens_at()
    if opens_at and number == 1:
        raise Stopped("break", visit.visitor, opens_at)
    return number - 1 if opens_at else number


def _check_open(visit: Visit, parts: Parts, number: int, answered: Given) -> None:
    """Refuse open items before their time: a pause may lie between two ways of asking."""
    wanted = _unanswered(parts[number - 1 : number], answered)
    if wanted is None or not visit.in_turn:
        return
    opens_at = visit.opens_at()
    if opens_at:
        raise Stopped("break", visit.visitor, opens_at)
    current = _unanswered(parts, answered)
    if current is not None and current.condition != wanted.condition:
        raise Stopped("early", visit.visitor)


def _task(
    visit: Visit,
    assignment: Assignment,
    judgement: Judgement | None,
    place: TaskPosition | UnsetType,
) -> Task:
    protocol = visit.protocol
    asks = [ask.name for ask in protocol.asks_for(assignment.condition)]
    everything = len(asks) == len(protocol.asks)
    task = task_of(
        assignment.id,
        item_for(visit.campaign, assignment),
        answered_as(judgement) if judgement else None,
        asks=UNSET if everything else asks,
        against=shown_against(protocol),
        place=place,
    )
    if not hides_source(protocol, assignment):
        return task
    return msgspec.structs.replace(task, source=UNSET, reference=UNSET, before=[], after=[])
