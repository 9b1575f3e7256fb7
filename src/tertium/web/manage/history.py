"""The history of a campaign: who did what, and when."""

from datetime import datetime
from typing import Annotated, Any

from msgspec import Meta, Struct

from tertium.web.manage.codes import ANNOTATORS_DO
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

PAGE = 50


class HistoryQuery(Struct, frozen=True):
    """Which page of the list to show."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1


class Logged(Struct, frozen=True):
    """One line of the log."""

    event: str
    actor: str
    detail: dict[str, Any]
    at: datetime


class HistoryPage(Struct, frozen=True):
    """What managers did to a campaign, newest first."""

    head: Head
    events: tuple[Logged, ...]
    page: int
    pages: int


def logged(visit: Visit, campaign: str, *, newest: int | None = None) -> tuple[Logged, ...]:
    """Return what managers did, newest first; what annotators did is in their answers."""
    found = visit.store.history.events(campaign, newest=newest, without=ANNOTATORS_DO)
    return tuple(
        Logged(event.event, event.actor, dict(event.detail), event.at) for event in reversed(found)
    )


def history_page(visit: Visit) -> HistoryPage:
    """GET …/history."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    events = logged(visit, name)
    pages = max(1, -(-len(events) // PAGE))
    page = min(visit.query.page, pages)
    return HistoryPage(head, events[(page - 1) * PAGE : page * PAGE], page, pages)


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/history",
        "Who did what, and when",
        history_page,
        query=HistoryQuery,
        gives=HistoryPage,
        template="manage/history.html",
    ),
)
