"""How a page is made: template, language, and the one way errors are shown."""

import logging
from pathlib import Path
from secrets import token_hex
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tertium.exceptions import BadInput, Conflict, Forbidden, NotFound, TertiumError, Unavailable
from tertium.rendering.fonts import faces_for
from tertium.store.database import DatabaseTrouble
from tertium.web.assets import asset
from tertium.web.guard import secure
from tertium.web.languages import LANGUAGES, direction, language_of, translator

_log = logging.getLogger(__name__)

_STATUS = {BadInput: 422, NotFound: 404, Conflict: 409, Forbidden: 403, Unavailable: 503}

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).with_name("templates")),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals["asset"] = lambda path: asset(path).address


def show_page(
    request: Request,
    template: str,
    *,
    language: str | None = None,
    protocol: str = "",
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """Render a template in a language; `t` inside it translates, in a protocol's words if named.

    Without `language` the browser's own preference decides.
    """
    chosen = language or language_of(request)
    html = _templates.get_template(template).render(
        t=translator(chosen, protocol),
        language=chosen,
        direction=direction(chosen),
        mixed=chosen not in LANGUAGES,  # only a protocol speaks it; the rest is in English
        request=request,
        **values,
    )
    headers = {"content-language": chosen, "link": _fonts_of(html)}
    return HTMLResponse(html, status_code=status, headers=headers)


def _fonts_of(html: str) -> str:
    """Name the fonts of a page, so that they are there before its first line is drawn."""
    files = dict.fromkeys(face.file for face in faces_for(html))
    kind = 'rel=preload; as=font; type="font/woff2"; crossorigin'
    return ", ".join(f"</static/fonts/{file}>; {kind}" for file in files)


def wants_json(request: Request) -> bool:
    """Tell whether the caller is a program: a `.json` address, or JSON sent or asked for."""
    headers = request.headers
    return (
        request.url.path.endswith(".json")
        or headers.get("content-type", "").startswith("application/json")
        or "text/html" not in headers.get("accept", "text/html")
    )


async def show_error(request: Request, error: Exception) -> Response:
    """Show what happened, where and what to do, as JSON or as a page."""
    assert isinstance(error, TertiumError)
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
    told = {"what": error.what, "where": error.where, "fix": error.fix}
    if isinstance(error, DatabaseTrouble):
        told = _without_detail("the server cannot reach its data just now", error)
    if wants_json(request):
        return JSONResponse(told, status_code=status)
    return show_page(request, "error.html", status=status, error=told)


def log_trouble(error: Exception) -> str:
    """Write what is no visitor's business into the log; return the reference it stands under."""
    reference = token_hex(4)
    _log.error("reference %s: %s", reference, error, exc_info=error)
    return reference


def _without_detail(what: str, error: Exception) -> dict[str, str]:
    """Return what a visitor may read of trouble on the server: no address, no path, no names."""
    fix = "Try again in a moment; what was shown as saved is saved."
    return {
        "what": what,
        "where": "",
        "fix": f"{fix} If it persists, give the manager this reference: {log_trouble(error)}.",
    }


async def no_text(request: Request) -> Response:
    """Refuse an address that is no text."""
    return await show_error(
        request,
        BadInput(
            "the address holds a character that is no character of any script (U+0000)",
            fix="Check the address, or open your link again.",
        ),
    )


async def not_here(request: Request, error: Exception) -> Response:
    """Show that there is no such page."""
    return await show_error(
        request,
        NotFound("there is no such page", fix="Check the address, or open your link again."),
    )


def too_large(request: Request, limit: int) -> Response:
    """Say that a request is larger than `limit` bytes; nothing of it was read."""
    told = {
        "what": f"the request is larger than {limit // 1_000_000} MB",
        "where": "",
        "fix": "Send less at once; nothing of it was stored.",
    }
    response: Response = (
        JSONResponse(told, status_code=413)
        if wants_json(request)
        else show_page(request, "error.html", status=413, error=told)
    )
    response.headers["connection"] = "close"
    return response


async def went_wrong(request: Request, error: Exception) -> Response:
    """Say that the fault is ours; the server's log has the details."""
    told = _without_detail("something went wrong on the server", error)
    response: Response = (
        JSONResponse(told, status_code=500)
        if wants_json(request)
        else show_page(request, "error.html", status=500, error=told)
    )
    secure(response.headers)  # this is answered outside of all middleware
    return response
