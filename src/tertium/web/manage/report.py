"""The report of a campaign, live in the browser and as files to take away.

It names systems and shows the direction, so it waits for the reveal.
"""

from contextlib import suppress
from typing import Any

from msgspec import Struct
from starlette.responses import Response

from tertium.errors import BadInput, Forbidden, NotFound
from tertium.report import fragment, page, plain, render
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.results import about_of, comparison_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

__all__ = ["endpoints"]

_KINDS: dict[str, tuple[str, str]] = {
    "html": ("text/html; charset=utf-8", "html"),
    "json": ("application/json", "json"),
    "csv": ("text/csv; charset=utf-8", "csv"),
    "tex": ("application/x-tex; charset=utf-8", "latex"),
}


class ReportPage(Struct, frozen=True):
    """The comparison of the two releases; none before the reveal and the first judgement."""

    head: Head
    comparison: dict[str, Any] | None


def report_page(visit: Visit) -> ReportPage | Response:
    """GET …/report."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    result = None
    if head.revealed_at is not None and head.done:
        with suppress(BadInput):  # only problems were reported so far
            result = comparison_of(visit.store, name)
    shown = ReportPage(head, plain(result) if result else None)
    if visit.request.url.path.endswith(".json"):
        return shown
    body = fragment([result], about=about_of(visit.store, name)) if result else ""
    return visit.show("manage/report.html", shown, body=body)


def report_file(visit: Visit) -> Response:
    """GET …/report/{kind}: the same as one file."""
    name, kind = visit.path["campaign"], visit.path["kind"]
    if kind not in _KINDS:
        raise NotFound.among("kind of report", kind, _KINDS)
    if visit.store.state(name).revealed_at is None:
        raise Forbidden(
            "the report names the systems, and names are hidden",
            fix="Reveal them first; that is logged.",
        )
    result = comparison_of(visit.store, name)
    media, fmt = _KINDS[kind]
    about = about_of(visit.store, name)
    text = page([result], about=about) if kind == "html" else render(result, fmt)
    visit.store.log(
        "exported",
        campaign=name,
        actor=visit.manager,
        detail={"file": f"report.{kind}"},
        at=visit.now,
    )
    return Response(
        text,
        media_type=media,
        headers={"content-disposition": f'attachment; filename="{name}-report.{kind}"'},
    )


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/report",
        "The report of a campaign",
        report_page,
        gives=ReportPage,
        template="manage/report.html",
    ),
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/report/{kind}",
        "The report as one file",
        report_file,
        media=("text/html", "application/json", "text/csv", "application/x-tex"),
    ),
)
