"""Preview as annotator: the very pages an annotator sees, in which nothing is kept.

The page gets its tasks from a reading address of the managers' side and has no
address to send answers to.
"""

from datetime import datetime

import msgspec
from msgspec import Struct
from starlette.responses import Response

from tertium import protocols
from tertium.exceptions import NotFound
from tertium.store.values import Visitor
from tertium.web.annotate import tasks
from tertium.web.annotate import visit as door
from tertium.web.annotate.schemas import Batch, Preferences, TaskPage
from tertium.web.annotate.wording import words_for_scripts
from tertium.web.languages import language_of, languages_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint
from tertium.web.pages import show_page

_HERE = "/manage/campaigns/{campaign}/annotators/{annotator}/preview"


class _Preview(door.Visit):
    """An annotator's visit that a manager pays: same pages, another address."""

    @property
    def home(self) -> str:
        """Where the page asks for tasks."""
        return _HERE.format(campaign=self.visitor.campaign, annotator=self.visitor.annotator)

    @property
    def in_turn(self) -> bool:
        """Show every part at once."""
        return False

    def draw_more(self) -> int:
        """Draw nothing: looking changes nothing."""
        return 0

    def opens_at(self) -> None:
        """Wait for nothing."""


class PreviewQuery(Struct, frozen=True):
    """Which batch to show."""

    batch: str = ""


def _visit(visit: Visit) -> _Preview:
    name, annotator = visit.path["campaign"], visit.path["annotator"]
    campaign = visit.store.campaigns.get(name)
    people = {person.id: person for person in visit.store.annotators.all(name)}
    if annotator not in people:
        raise NotFound.among("annotator", annotator, people, where=name)
    then: datetime = visit.now
    return _Preview(
        request=visit.request,
        store=visit.store,
        now=visit.now,
        visitor=Visitor(
            token="preview",
            campaign=name,
            annotator=annotator,
            group=people[annotator].group,
            state="active",
            consented_at=then,
            profiled_at=then,
            instructed_at=then,
            tutored_at=then,
            preferences={},
        ),
        campaign=campaign,
        protocol=protocols.get(campaign.protocol, campaign.options),
        state=visit.store.campaigns.state(name),
        preferences=Preferences(),
        language=language_of(visit.request),
    )


def preview_page(visit: Visit) -> TaskPage | Response:
    """GET …/preview."""
    seen = _visit(visit)
    page = tasks.page_of(seen)
    if visit.request.url.path.endswith(".json"):
        return page
    return show_page(
        visit.request,
        "manage/preview.html",
        language=seen.language,
        protocol=seen.protocol.name,
        visit=seen,
        page=page,
        words=words_for_scripts(seen.protocol, seen.language),
        languages=languages_of(seen.protocol.name),
        **tasks.values_of(seen, page) | {"preview": True},
    )


def preview_tasks(visit: Visit) -> Response:
    """GET …/preview/tasks.json: a batch as the annotator gets it, without their answers."""
    batch = msgspec.json.decode(tasks.tasks_of_batch(_visit(visit)).body)
    for task in batch["tasks"]:
        task["answered"] = None
    return door.json_of(batch)


endpoints = (
    Endpoint(
        "GET",
        f"{_HERE}/tasks.json",
        "A batch as an annotator gets it",
        preview_tasks,
        query=PreviewQuery,
        gives=Batch,
        media=("application/json",),
    ),
    Endpoint(
        "GET",
        _HERE,
        "The task page as an annotator sees it; nothing is kept",
        preview_page,
        gives=TaskPage,
        template="manage/preview.html",
    ),
)
