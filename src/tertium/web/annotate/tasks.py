"""The tasks: one page, and batches of items that it shows one by one.

A batch travels whole, so that going on costs no request and works without a
network. It holds texts in slots and opaque names; which system, file, segment or
set stands behind them stays here.
"""

from collections.abc import Sequence
from itertools import groupby

from starlette.responses import Response

from tertium.design import item_for
from tertium.errors import NotFound
from tertium.model import Assignment, Judgement
from tertium.protocols.protocol import PROBLEMS
from tertium.web.annotate.forms import read_number
from tertium.web.annotate.steps import instructions_of
from tertium.web.annotate.texts import task_of
from tertium.web.annotate.types import Answered, Batch, TaskPage
from tertium.web.annotate.visit import Visit, json_of
from tertium.web.annotate.wording import asks_in_words

__all__ = ["MOST", "answered_as", "batches", "show_tasks", "tasks_of_batch"]

MOST = 100  # tasks that travel together


def batches(assignments: Sequence[Assignment]) -> list[tuple[Assignment, ...]]:
    """Return an annotator's work in the batches of the plan, large ones in parts."""
    found: list[tuple[Assignment, ...]] = []
    for _, group in groupby(assignments, key=lambda assignment: assignment.batch):
        whole = tuple(group)
        found += [whole[start : start + MOST] for start in range(0, len(whole), MOST)]
    return found


def answered_as(judgement: Judgement) -> Answered:
    """Return a stored judgement as its author's browser may know it."""
    return Answered(judgement.id, dict(judgement.answer), judgement.submitted_at, judgement.seconds)


def show_tasks(visit: Visit) -> Response:
    """GET tasks: the page that shows the items; it is the same for every item."""
    own = visit.own()
    stage = visit.stage(own)
    if stage not in ("tasks", "thanks"):
        return visit.go(stage)
    return visit.show(
        visit.protocol.template,
        _page(visit),
        instructions=instructions_of(visit),
        problems=PROBLEMS,
        slots=range(1, visit.protocol.systems + 1),
        preview=False,
    )


def _page(visit: Visit) -> TaskPage:
    return TaskPage(
        title=visit.campaign.title,
        asks=asks_in_words(visit.protocol, visit.language),
        differences=bool(visit.protocol.settings.get("highlight")),
        deadline=visit.deadline,
    )


def tasks_of_batch(visit: Visit) -> Response:
    """GET tasks.json: one batch, by default the first with open items (else the last)."""
    store, visitor = visit.store, visit.visitor
    answered = store.answered(visitor.campaign, visitor.annotator)
    parts = batches(store.assignments(visitor.campaign, visitor.annotator))
    wanted = visit.request.query_params.get("batch", "")
    if wanted:
        number = read_number(wanted)
        if not 1 <= number <= len(parts):
            raise NotFound(
                f"there is no batch {wanted!r}", fix=f"Batches go from 1 to {len(parts)}."
            )
    else:
        number = next(
            (n for n, part in enumerate(parts, 1) if any(a.id not in answered for a in part)),
            len(parts),
        )
    tasks = []
    for assignment in parts[number - 1] if parts else ():
        judgement = answered.get(assignment.id)
        tasks.append(
            task_of(
                assignment.id,
                item_for(visit.campaign, assignment),
                answered_as(judgement) if judgement else None,
            )
        )
    return json_of(Batch(_page(visit), number, len(parts), tasks, visit.own()))
