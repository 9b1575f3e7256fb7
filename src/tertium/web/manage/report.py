"""The report of a campaign, live in the browser and as files to take away.

It names systems and shows the direction, so it waits for the reveal.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType
from starlette.responses import Response

from tertium.exceptions import BadInput, Forbidden, NotFound
from tertium.formats.bundles import bundle_bytes
from tertium.rendering import fragment, page, plain, render
from tertium.rendering.plain import many_to_json
from tertium.rendering.tidy import to_csv
from tertium.rendering.worksheets import about_report, report_sheets
from tertium.stats.result import Result
from tertium.web.languages import language_of
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.results import about_of, results_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint
from tertium.wording import LANGUAGES, ReportLanguage

_KINDS: dict[str, str] = {
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}


class ReportQuery(Struct, frozen=True):
    """In which language the report is to be, and whether judgements of a pilot round count.

    Without a language, it is that of the browser.
    """

    language: ReportLanguage | None = None
    pilot: Literal["yes", "no"] = "no"


class ReportResult(Struct, frozen=True):
    """One result of several: what kind it is, and its fields by name."""

    kind: str
    result: dict[str, Any]


class ReportPage(Struct, frozen=True):
    """What was found; nothing before the reveal and the first judgement.

    `comparison` is about two releases; where many systems are ranked or scored, `results` has
    the ranking, the graphs or the annotators, and whatever else was asked. After a pilot
    round, `pilot` says how many of its assignments were answered, `with_pilot` whether they count.
    """

    head: Head
    comparison: dict[str, Any] | None
    results: tuple[ReportResult, ...] | UnsetType = UNSET
    pilot: int | UnsetType = UNSET
    with_pilot: bool | UnsetType = UNSET


def report_page(visit: Visit) -> ReportPage | Response:
    """GET …/report."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    tried, pilot = len(visit.store.pilots.answered(name)), visit.query.pilot == "yes"
    results: tuple[Result, ...] = ()
    if head.revealed_at is not None and (head.done or tried):
        with suppress(BadInput):  # only problems were reported so far
            results = results_of(visit.store, name, pilot=pilot)
    if head.many or head.scored:
        found = tuple(ReportResult(type(one).__name__.lower(), plain(one)) for one in results)
        shown = ReportPage(head, None, found)
    else:
        shown = ReportPage(head, plain(results[0]) if results else None)
    if tried:
        shown = msgspec.structs.replace(shown, pilot=tried, with_pilot=pilot)
    if visit.request.url.path.endswith(".json"):
        return shown
    language = _language(visit)
    about = about_of(visit.store, name, results, pilot=pilot)
    body = fragment(results, about=about, language=language) if results else ""
    return visit.show(
        "manage/report.html", shown, body=body, report_language=language, languages=LANGUAGES
    )


def report_file(visit: Visit) -> Response:
    """GET …/report/{kind}: the same as one file."""
    name, kind = visit.path["campaign"], visit.path["kind"]
    if kind not in _KINDS:
        raise NotFound.among("kind of report", kind, _KINDS)
    if visit.store.campaigns.state(name).revealed_at is None:
        raise Forbidden(
            "the report names the systems, and names are hidden",
            fix="Reveal them first; that is logged.",
        )
    pilot = visit.query.pilot == "yes"
    results = results_of(visit.store, name, pilot=pilot)
    about = about_of(visit.store, name, results, pilot=pilot)
    content: str | bytes
    if kind == "html":
        content = page(results, about=about, language=_language(visit))
    elif kind in ("xlsx", "zip"):
        content = bundle_bytes(f".{kind}", report_sheets(results), about=about_report(about))
    else:
        content = _written(results, kind)
    visit.store.history.add(
        "exported",
        campaign=name,
        actor=visit.manager,
        detail={"file": f"report.{kind}"} | ({"pilot": True} if pilot else {}),
        at=visit.now,
    )
    return Response(
        content,
        media_type=_KINDS[kind],
        headers={"content-disposition": f'attachment; filename="{name}-report.{kind}"'},
    )


def _language(visit: Visit) -> str:
    wanted: ReportQuery = visit.query
    return wanted.language or language_of(visit.request)


def _written(results: Sequence[Result], kind: str) -> str:
    """Return results as one file; several ones of JSON by their names."""
    if kind == "json":
        return many_to_json(results) if len(results) > 1 else render(results[0], "json")
    if kind == "csv":
        return to_csv(*results)
    return "\n\n".join(render(result, "latex") for result in results)


endpoints = (
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/report",
        "The report of a campaign",
        report_page,
        query=ReportQuery,
        gives=ReportPage,
        template="manage/report.html",
    ),
    Endpoint(
        "GET",
        "/manage/campaigns/{campaign}/report/{kind}",
        "The report as one file",
        report_file,
        query=ReportQuery,
        media=tuple(kind.partition(";")[0] for kind in _KINDS.values()),
    ),
)
