"""The web application: annotators' pages, managers' pages, one security policy.

The store and the clock are handed in, so that a test brings its own. Middleware
is plain ASGI: it runs on every submission and must cost next to nothing.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from tertium.exceptions import TertiumError
from tertium.store import Store
from tertium.web import annotate, manage, rebut
from tertium.web.assets import STATIC, Static
from tertium.web.guard import BodyLimit, Compressed, PlainAddress, SecurityHeaders
from tertium.web.pages import no_text, not_here, show_error, too_large, went_wrong


def utc_now() -> datetime:
    """Return the time now, in UTC."""
    return datetime.now(UTC)


async def front_door(request: Request) -> Response:
    """GET /: managers sign in here; annotators have links of their own."""
    return RedirectResponse("/manage", status_code=303)


def create_app(
    store: Store,
    *,
    folder: Path | None = None,
    clock: Callable[[], datetime] = utc_now,
) -> Starlette:
    """Build the application over a store.

    `folder` is where uploaded campaigns are written; without it the managers'
    pages offer no upload.
    """
    app = Starlette(
        routes=[
            Route("/", front_door),
            Mount("/static", Static(directory=STATIC), name="static"),
            *annotate.routes,
            *rebut.routes,
            *manage.routes,
        ],
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(Compressed),
            Middleware(PlainAddress, refusal=no_text),
            Middleware(BodyLimit, refusal=too_large),
        ],
        exception_handlers={TertiumError: show_error, 404: not_here, 500: went_wrong},
    )
    app.state.store = store
    app.state.folder = folder
    app.state.clock = clock
    return app
