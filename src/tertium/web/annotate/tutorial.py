"""The tutorial: the page of the tasks, with items whose usual answer is known. Never a score.

Nothing of the answers is kept. What most people answer reaches the browser only
after somebody has answered.
"""

from dataclasses import replace

import msgspec
from starlette.responses import Response

from tertium.exceptions import NotFound
from tertium.protocols.editing import EDITED
from tertium.protocols.practice import Rehearsal, practice_campaign, rehearse
from tertium.web.annotate.edits import with_log
from tertium.web.annotate.forms import read_json
from tertium.web.annotate.judgements import read_answer
from tertium.web.annotate.schemas import Batch, OwnProgress, TutorialAnswer, TutorialFeedback
from tertium.web.annotate.tasks import page_of, shown_tasks, values_of
from tertium.web.annotate.visit import Visit, json_of

_decoder = msgspec.json.Decoder(TutorialAnswer)


def _rehearsed(visit: Visit) -> tuple[Visit, tuple[Rehearsal, ...]]:
    """Return the visit as one of the tutorial's own campaign, and its items."""
    items = rehearse(visit.protocol, visit.campaign.wording.tutorial)
    return replace(visit, campaign=practice_campaign(visit.campaign, visit.protocol)), items


def show_tutorial(visit: Visit) -> Response:
    """GET tutorial: the page of the tasks, or all items."""
    if not visit.practises:
        return visit.go("")
    practised, items = _rehearsed(visit)
    page = page_of(practised)
    if not visit.request.url.path.endswith(".json"):
        values = values_of(visit, page) | {"practice": True}
        return visit.show(visit.protocol.template, page, **values)
    tasks, documents = shown_tasks(practised, [item.assignment for item in items], {})
    return json_of(Batch(page, 1, 1, tasks, OwnProgress(0, len(items), 0.0), documents=documents))


def try_answer(visit: Visit) -> Response:
    """POST tutorial: tell the usual answer; with the last item, note that the tutorial is done."""
    tried = read_json(visit.body, _decoder)
    practised, items = _rehearsed(visit)
    known = {item.assignment.id: item for item in items}
    if tried.assignment not in known:
        raise NotFound("there is no such tutorial item", fix="Open your link again to go on.")
    item = known[tried.assignment]
    answer = tried.answer
    if EDITED in answer:
        answer = with_log(answer, practised.campaign, item.assignment, None)
    read = read_answer(visit.protocol, answer, practised.campaign, item.assignment)
    last = item is items[-1]
    if last:
        visit.store.annotators.record_step(
            visit.visitor.campaign, visit.visitor.annotator, "tutored", None, at=visit.now
        )
    same = item.agrees(visit.protocol, read)
    return json_of(TutorialFeedback(same, dict(item.expected), item.example.why, last))
