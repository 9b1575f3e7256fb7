"""How a manager's request is served: session, form token, checked input, answer.

Handlers are plain functions of a `Visit`; they run in a thread, so that
statistics and the database never hold up the annotators. A handler returns a
value: shown as a page or as its JSON twin, a `Done`, or a finished response.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from inspect import iscoroutinefunction
from itertools import chain
from typing import Any, get_origin
from urllib.parse import quote

import msgspec
import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tertium.exceptions import BadInput, Forbidden, NotFound
from tertium.store import Store
from tertium.store.storable import check_storable
from tertium.store.zones import zones
from tertium.web.annotate.forms import refuse_no_text
from tertium.web.languages import language_of
from tertium.web.manage.drawing import draw_looks, draw_shares, draw_systems
from tertium.web.manage.sessions import (
    SESSION_DAYS,
    Session,
    form_token,
    new_session,
    read_session,
    session_cookie,
)
from tertium.web.manage.words import Words
from tertium.web.openapi import COOKIE, FORM_HEADER, Endpoint
from tertium.web.pages import show_page, wants_json
from tertium.wording import Text

MOST_FILES = 100  # in one form: a source and its translations


def _plain(value: Any) -> Any:
    """Write numbers and sentences that come from statistics."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Text):
        return str(value)
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")


_encoder = msgspec.json.Encoder(enc_hook=_plain)


class DoneBody(msgspec.Struct, frozen=True):
    """What a program gets when something was done: what, and where to look now."""

    done: str
    location: str


@dataclass(frozen=True, slots=True)
class Done:
    """An act succeeded: the browser goes to `location`, which says `done` in words."""

    done: str
    location: str
    gives: Any = None  # what a program gets instead of `DoneBody`
    session: Session | None = None  # whoever is signed in from now on


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of a manager, with everything a handler needs."""

    request: Request
    store: Store
    now: datetime
    session: Session
    form: str  # the token that forms send back
    body: Any = None
    query: Any = None
    files: Mapping[str, list[UploadFile]] = field(default_factory=dict)

    @property
    def manager(self) -> str:
        """Who is signed in."""
        return self.session.manager

    @property
    def path(self) -> Mapping[str, str]:
        """The names in the address."""
        return self.request.path_params

    def show(self, template: str, page: Any, *, status: int = 200, **more: Any) -> Response:
        """Render a page; `page` in the template is what the JSON twin holds."""
        language = language_of(self.request)
        response = show_page(
            self.request,
            template,
            language=language,
            status=status,
            visit=self,
            page=page,
            w=Words(language, self.now),
            zones=zones(),
            draw_looks=draw_looks,
            draw_shares=draw_shares,
            draw_systems=draw_systems,
            said=self.request.query_params.get("done", ""),
            **({"error": None} | more),
        )
        return keep_session(self, response)


def base_url(request: Request) -> str:
    """Return the address under which people reach this server, without a final slash."""
    given = getattr(request.app.state, "base_url", None)
    return str(given or request.base_url).rstrip("/")


def keep_session(visit: Visit, response: Response, session: Session | None = None) -> Response:
    """Set the cookie if the browser has none yet, or a new session begins."""
    kept = session or visit.session
    if session is None and COOKIE in visit.request.cookies and visit.session.manager:
        return response
    response.set_cookie(
        COOKIE,
        session_cookie(visit.store, kept, now=visit.now),
        max_age=SESSION_DAYS * 86_400 if kept.manager else None,
        path="/",  # /manage.json is not below /manage
        httponly=True,
        samesite="strict",
        secure=base_url(visit.request).startswith("https:"),
    )
    return response


def route_of(endpoint: Endpoint) -> list[BaseRoute]:
    """Return the routes of an endpoint: the JSON twin first, since its address is longer."""

    async def serve(request: Request) -> Response:
        """Answer one request."""
        return await _serve(endpoint, request)

    addresses = [address for address in (endpoint.twin, endpoint.path) if address]
    return [Route(address, serve, methods=[endpoint.method]) for address in addresses]


async def _serve(endpoint: Endpoint, request: Request) -> Response:
    store: Store = request.app.state.store
    now: datetime = request.app.state.clock()
    session = (
        await run_in_threadpool(read_session, store, request.cookies.get(COOKIE, ""), now=now)
        or new_session()
    )
    if not endpoint.public and not session.manager:
        return _sign_in_first(request)
    if await run_in_threadpool(_is_deleted, store, request.path_params.get("campaign", "")):
        raise NotFound(
            f"campaign {request.path_params['campaign']!r} was deleted",
            fix="Managers can bring it back from the list of campaigns for 30 days.",
        )
    form = form_token(store, session)
    visit = Visit(request, store, now, session, form, query=_query(endpoint, request))
    if endpoint.method == "POST":
        visit = await _with_body(endpoint, visit)
    try:
        if iscoroutinefunction(endpoint.handler):
            answer = await endpoint.handler(visit)
        else:
            answer = await run_in_threadpool(endpoint.handler, visit)
    finally:
        for file in chain.from_iterable(visit.files.values()):
            await file.close()
    return _respond(endpoint, visit, answer)


def _is_deleted(store: Store, campaign: str) -> bool:
    """Tell whether an address is about a campaign that was deleted."""
    try:
        return bool(campaign) and store.campaigns.state(campaign).deleted_at is not None
    except NotFound:  # its page says which campaigns there are
        return False


def _sign_in_first(request: Request) -> Response:
    if wants_json(request):
        return JSONResponse(
            {
                "what": "not signed in",
                "where": "",
                "fix": "Sign in at /manage/sign-in first.",
            },
            status_code=401,
        )
    back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    following = f"?next={quote(back)}" if request.method == "GET" else ""
    return RedirectResponse(f"/manage/sign-in{following}", status_code=303)


def _query(endpoint: Endpoint, request: Request) -> Any:
    if endpoint.query is None:
        return None
    given = {name: value for name, value in request.query_params.items() if value}
    return _checked(given, endpoint.query, "the address")


def _checked(given: Mapping[str, Any], kind: Any, where: str) -> Any:
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _not_valid(error, where) from None


def _not_valid(error: Exception, where: str) -> BadInput:
    said = str(error).replace("`", "'")
    return BadInput(
        said[:1].lower() + said[1:],
        where=where,
        fix="Correct this field and send it again; nothing was changed.",
    )


async def _with_body(endpoint: Endpoint, visit: Visit) -> Visit:
    """Read the body, refuse it without the form token, and check it against its type."""
    request = visit.request
    files: dict[str, list[UploadFile]] = {}
    given: Any = {}
    token = request.headers.get(FORM_HEADER, "")
    if request.headers.get("content-type", "").startswith("application/json"):
        raw = await request.body()
        _check_token(visit, token)
        if endpoint.takes is not None:
            try:
                given = msgspec.json.decode(raw, type=endpoint.takes)
            except msgspec.ValidationError as error:
                raise _not_valid(error, "the body") from None
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise BadInput(
                    f"the body is not JSON: {error}", fix="Send one JSON object."
                ) from None
            refuse_no_text(raw)
        return _replace(visit, body=given, files=files)
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=200)
    except HTTPException as error:  # torn or overfull
        raise BadInput(
            f"the form cannot be read ({error.detail.lower().rstrip('.')})",
            fix="Send it again; nothing was changed.",
        ) from None
    lists = _lists(endpoint.takes)
    fields: dict[str, Any] = {}
    for name, value in form.multi_items():
        sent = value.filename if isinstance(value, UploadFile) else value
        check_storable((name, sent), "the form")
        if isinstance(value, UploadFile):
            if value.filename:
                files.setdefault(name, []).append(value)
        elif value.strip() and name in lists:
            fields.setdefault(name, []).append(value.strip())
        elif value.strip():
            fields[name] = value.strip()
    _check_token(visit, token or str(fields.pop("form", "")))
    fields.pop("form", None)
    if endpoint.takes is not None:
        given = _checked(fields, endpoint.takes, "the form")
    return _replace(visit, body=given, files=files)


def _lists(kind: Any) -> set[str]:
    """Return the fields that a form may send several times."""
    if kind is None or get_origin(kind) is dict:
        return set()
    return {one.name for one in msgspec.structs.fields(kind) if get_origin(one.type) is tuple}


def _replace(visit: Visit, *, body: Any, files: Mapping[str, list[UploadFile]]) -> Visit:
    return Visit(
        visit.request, visit.store, visit.now, visit.session, visit.form, body, visit.query, files
    )


def _check_token(visit: Visit, token: str) -> None:
    if not hmac.compare_digest(token.encode(), visit.form.encode()):
        raise Forbidden(
            "this form is from another visit or another site",
            fix="Open the page again and repeat what you did; nothing was changed.",
        )


def _respond(endpoint: Endpoint, visit: Visit, answer: Any) -> Response:
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, Done):
        if wants_json(visit.request):
            given = answer.gives or DoneBody(answer.done, answer.location)
            return keep_session(visit, _json(visit, given), answer.session)
        address, sign, place = answer.location.partition("#")
        mark = "&" if "?" in address else "?"
        target = (
            f"{address}{mark}done={answer.done}{sign}{place}" if answer.done else answer.location
        )
        moved = RedirectResponse(target, status_code=303)
        return keep_session(visit, moved, answer.session)
    asked = endpoint.method == "POST" and wants_json(visit.request)
    if asked or visit.request.url.path.endswith(".json"):
        return keep_session(visit, _json(visit, answer))
    return visit.show(endpoint.template, answer)


def _json(visit: Visit, value: Any) -> Response:
    return Response(
        _encoder.encode(value),
        media_type="application/json",
        headers={FORM_HEADER: visit.form},
    )
