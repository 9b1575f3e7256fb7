"""The live page of one campaign and the stream that keeps it up to date."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tertium.exceptions import Conflict
from tertium.store import Store
from tertium.web.languages import language_of
from tertium.web.manage.drawing import draw_looks, draw_shares, draw_systems
from tertium.web.manage.figures import LiveFigures, figures_of
from tertium.web.manage.findings import looks_done
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.history import Logged, logged
from tertium.web.manage.hub import Hub
from tertium.web.manage.keeping import free_name
from tertium.web.manage.sessions import read_session
from tertium.web.manage.visit import Visit
from tertium.web.manage.words import Words
from tertium.web.openapi import COOKIE, Endpoint
from tertium.web.pages import show_page

PARTS = (
    "facts",
    "progress",
    "pace",
    "timing",
    "agreement",
    "monitoring",
    "consistency",
    "needs",
    "annotators",
    "raters",
    "scorers",
    "systems",
)
EVENTS_SHOWN = 6


class LivePage(Struct, frozen=True):
    """A running campaign, without names and without direction until both are revealed."""

    head: Head
    figures: LiveFigures
    at: datetime
    events: tuple[Logged, ...]
    copy_name: str = ""  # of a copy; empty where none can be made


def live_page(visit: Visit) -> LivePage:
    """GET /manage/campaigns/{campaign}."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    return LivePage(
        head=head,
        figures=figures_of(visit.request.app.state, visit.store, name, now=visit.now),
        at=visit.now,
        events=logged(visit, name, newest=EVENTS_SHOWN),
        copy_name=free_name(visit, name),
    )


def _hub(request: Request) -> Hub:
    state = request.app.state
    if not hasattr(state, "hub"):
        state.hub = Hub()
    hub: Hub = state.hub
    return hub


async def stream(visit: Visit) -> Response:
    """GET …/live: figures as they change, as server-sent events."""
    request, store, name = visit.request, visit.store, visit.path["campaign"]
    await run_in_threadpool(store.campaigns.state, name)
    hub = _hub(request)
    if hub.full:
        raise Conflict("too many live pages are open", fix="Close some of them.")
    clock = request.app.state.clock
    watch = hub.watch(
        name,
        lambda: (
            store.judgements.last_sequence(name),
            store.campaigns.state(name),
            looks_done(request.app.state, store, name),
        ),
        lambda: figures_of(request.app.state, store, name, now=clock()),
    )

    async def events() -> AsyncIterator[bytes]:
        yield b"retry: 2000\n\n"
        cookie = request.cookies.get(COOKIE, "")
        sent: dict[str, str] = {}
        async for figures in watch.follow():
            if figures is None:
                # Whose password changed, or whose week is over, sees no more.
                known = asyncio.to_thread(read_session, store, cookie, now=clock())
                if not await hub.unless_closing(known):
                    return
                yield _event("tick", {"at": clock()})
            else:
                parts = await hub.unless_closing(
                    asyncio.to_thread(render_parts, request, store, name, clock(), figures)
                )
                if parts is None:
                    return
                new = {part: html for part, html in parts.items() if sent.get(part) != html}
                sent = parts
                yield _event("figures", {"at": clock(), "parts": new})

    return StreamingResponse(
        events(),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )


def _event(kind: str, data: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), msgspec.json.encode(data))


def render_parts(
    request: Request, store: Store, name: str, now: datetime, figures: LiveFigures | None = None
) -> dict[str, str]:
    """Render the tiles of the live page, in the language of the page that listens."""
    language = language_of(request)
    found = figures or figures_of(request.app.state, store, name, now=now)
    page = LivePage(head=head_of(store, name), figures=found, at=now, events=())
    values: dict[str, Any] = {
        "page": page,
        "w": Words(language, now),
        "draw_looks": draw_looks,
        "draw_shares": draw_shares,
        "draw_systems": draw_systems,
    }
    return {
        part: bytes(
            show_page(request, f"manage/live/{part}.html", language=language, **values).body
        ).decode()
        for part in PARTS
    }


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/live",
        "Figures as they change, as server-sent events",
        stream,
        media=("text/event-stream",),
    ),
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}",
        "A running campaign",
        live_page,
        gives=LivePage,
        template="manage/live.html",
    ),
)
