"""The managers' side: sign in, upload, watch, steer, export, report.

Every address is declared as an endpoint; routes, the checking of what is sent
and the OpenAPI document follow from the declarations.
"""

from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tertium.web import rebut
from tertium.web.manage import (
    campaigns,
    chunks,
    coding,
    consolidation,
    crowd,
    draft,
    edits,
    export,
    graph,
    history,
    keeping,
    letters,
    live,
    pay,
    people,
    person,
    pilot,
    preview,
    rebuttal,
    report,
    running,
    sets,
    shares,
    sign_in,
    sources,
    steer,
    texts,
    upload,
)
from tertium.web.manage.annotating import annotating
from tertium.web.manage.people import link_of, links_csv
from tertium.web.manage.sessions import entry_path
from tertium.web.manage.visit import route_of
from tertium.web.openapi import Endpoint, describe

__all__ = ["endpoints", "entry_path", "link_of", "links_csv", "routes"]

endpoints: tuple[Endpoint, ...] = (
    *sign_in.endpoints,
    *upload.endpoints,
    *draft.endpoints,
    *people.endpoints,
    *shares.endpoints,
    *letters.endpoints,
    *pay.endpoints,
    *pilot.endpoints,
    *crowd.endpoints,
    *preview.endpoints,
    *person.endpoints,
    *edits.endpoints,
    *texts.endpoints,
    *chunks.endpoints,
    *graph.endpoints,
    *sources.endpoints,
    *coding.endpoints,
    *consolidation.endpoints,
    *rebuttal.endpoints,
    *sets.endpoints,
    *report.endpoints,
    *running.endpoints,
    *export.endpoints,
    *steer.endpoints,
    *keeping.endpoints,
    *history.endpoints,
    *live.endpoints,
    *campaigns.endpoints,
)


@cache
def _description() -> dict[str, Any]:
    return describe((*annotating, *rebut.addresses, *endpoints))


async def openapi(request: Request) -> Response:
    """GET /openapi.json: every address, what it takes and what it gives."""
    return JSONResponse(_description())


routes: list[BaseRoute] = [
    Route("/openapi.json", openapi),
    *(route for endpoint in endpoints for route in route_of(endpoint)),
]
