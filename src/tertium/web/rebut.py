"""The pages of translators who answer for their texts, and of arbiters who decide.

`/r/{token}` is a personal link like an annotator's. It works without scripts: every error has
a form of its own, and each form carries the id of the answer it will send, so that pressing
twice stores once.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Literal
from uuid import uuid4

import msgspec
from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tertium.exceptions import Forbidden
from tertium.store import RebuttalLink, Store
from tertium.web.annotate.forms import read_form, read_json, read_number
from tertium.web.annotate.mark_comparison import Option, options_of
from tertium.web.annotate.visit import json_of, same_site
from tertium.web.error_replies import ErrorCounts, ErrorReply, Errors, ErrorShown, part_of
from tertium.web.languages import language_of
from tertium.web.openapi import Endpoint
from tertium.web.pages import show_page, wants_json

PAGE = 25
_AT = "/r/{token}"
_PARTS = {
    "translator": ("unanswered", "accepted", "contested", "decided", "all"),
    "arbiter": ("contested", "decided", "unanswered", "accepted", "all"),
}
_decoder = msgspec.json.Decoder(ErrorReply)


class ErrorsQuery(Struct, frozen=True):
    """Which errors, by where they stand, and which page of them."""

    part: Annotated[str, Meta(max_length=20)] = ""
    page: Annotated[str, Meta(max_length=10)] = "1"


class ErrorsPage(Struct, frozen=True):
    """Errors to answer, or to decide about."""

    title: str
    role: Literal["translator", "arbiter"]
    counts: ErrorCounts
    parts: tuple[str, ...]
    part: str
    errors: tuple[ErrorShown, ...]
    categories: tuple[Option, ...]
    severities: tuple[Option, ...]
    page: int
    pages: int


class ReplySaved(Struct, frozen=True):
    """This answer is on disk."""

    id: str
    at: datetime


def rebuttal_address(base: str, token: str) -> str:
    """Return the address that a translator or an arbiter opens."""
    return f"{base}/r/{token}"


def _link(request: Request) -> RebuttalLink:
    store: Store = request.app.state.store
    return store.rebuttal_links.find(request.path_params["token"])


def _errors(request: Request, link: RebuttalLink) -> Errors:
    return Errors.of(request.app.state.store, link.campaign, system=link.system)


def show_errors(request: Request, body: bytes) -> Response:
    """GET /r/{token}: the errors, each with a form of its own."""
    link = _link(request)
    errors = _errors(request, link)
    parts = _PARTS[link.role]
    part, chosen = part_of(errors, request.query_params.get("part", ""), parts)
    pages = max(1, -(-len(chosen) // PAGE))
    number = min(max(read_number(request.query_params.get("page", "1")), 1), pages)
    categories, severities = options_of(errors.typology)
    page = ErrorsPage(
        title=errors.campaign.title,
        role=link.role,
        counts=errors.counts(),
        parts=parts,
        part=part,
        errors=tuple(
            errors.shown(one, arbitrates=link.role == "arbiter", id_for=uuid4().hex)
            for one in chosen[(number - 1) * PAGE : number * PAGE]
        ),
        categories=categories,
        severities=severities,
        page=number,
        pages=pages,
    )
    if request.url.path.endswith(".json"):
        return json_of(page)
    return show_page(
        request,
        "rebut/errors.html",
        language=language_of(request),
        page=page,
        home=f"/r/{link.token}",
        kept=request.query_params.get("kept", ""),
    )


def answer_error(request: Request, body: bytes) -> Response:
    """POST /r/{token}/{item}: keep an answer or a decision; acknowledged when it is on disk."""
    link = _link(request)
    store: Store = request.app.state.store
    now: datetime = request.app.state.clock()
    if not same_site(request):
        raise Forbidden(
            "this form was sent from another site",
            fix="Open your link again and repeat what you did; nothing was changed.",
        )
    json = request.headers.get("content-type", "").startswith("application/json")
    sent = read_json(body, _decoder) if json else read_form(body, ErrorReply)
    errors = _errors(request, link)
    key = request.path_params["item"]
    if link.role == "translator":
        decision = errors.answered(key, sent, by=link.id, at=now)
    else:
        decision = errors.ruled(key, sent, by=link.id, role="arbiter", at=now)
    (receipt,) = store.decisions.add([decision], received_at=now)
    if wants_json(request):
        return json_of(ReplySaved(receipt.id, receipt.received_at))
    part = request.query_params.get("part", "")
    part = part if part in _PARTS[link.role] else ""
    return RedirectResponse(f"/r/{link.token}?part={part}&kept={key}", status_code=303)


def _served(
    handler: Callable[[Request, bytes], Response],
) -> Callable[[Request], Awaitable[Response]]:
    async def serve(request: Request) -> Response:
        body = await request.body() if request.method == "POST" else b""
        return await run_in_threadpool(handler, request, body)

    serve.__doc__ = handler.__doc__
    return serve


routes: list[BaseRoute] = [
    Route(f"{_AT}.json", _served(show_errors)),
    Route(_AT, _served(show_errors)),
    Route(f"{_AT}/{{item}}", _served(answer_error), methods=["POST"]),
]

addresses = (
    Endpoint(
        "GET",
        _AT,
        "The errors in a translator's texts, to reply to or to decide about",
        show_errors,
        query=ErrorsQuery,
        gives=ErrorsPage,
        template="rebut/errors.html",
        public=True,
    ),
    Endpoint(
        "POST",
        f"{_AT}/{{item}}",
        "Answer an error, or decide about it",
        answer_error,
        takes=ErrorReply,
        gives=ReplySaved,
        public=True,
    ),
)
