"""Everything a campaign has collected, as files.

Files that name systems beside answers wait for the reveal, like the report.
What is open before it (raw answers by slot, the log) tells no direction.
"""

from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Literal

import msgspec
from msgspec import Struct
from starlette.background import BackgroundTask
from starlette.datastructures import State
from starlette.responses import FileResponse, Response, StreamingResponse

from tertium.errors import Forbidden, NotFound
from tertium.formats import CAMPAIGN_FILE, write_judgements
from tertium.model import Assignment
from tertium.store import Store
from tertium.web.manage.head import Head, head_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

__all__ = ["campaign_file", "endpoints", "raw_judgements", "raw_log"]

_HERE = "/manage/campaigns/{campaign}/export"
_ENCODER = msgspec.json.Encoder()

FileName = Literal[
    "table.csv",
    "table.parquet",
    "table.jsonl",
    "comparisons.csv",
    "judgements.jsonl",
    "campaign.toml",
    "log.jsonl",
]
_TABLES: dict[str, str] = {
    "table.csv": "text/csv; charset=utf-8",
    "table.parquet": "application/vnd.apache.parquet",
    "table.jsonl": "application/x-ndjson",
    "comparisons.csv": "text/csv; charset=utf-8",
}


class Offered(Struct, frozen=True):
    """One file: its name, its address, and whether it can be had before the reveal."""

    file: FileName
    path: str
    available: bool


class ExportPage(Struct, frozen=True):
    """The files of a campaign."""

    head: Head
    files: tuple[Offered, ...]


def campaign_file(state: State, campaign: str) -> Path | None:
    """Return the campaign.toml a campaign was read from, if this server knows it."""
    known: dict[str, Path] = getattr(state, "campaign_files", {})
    if campaign in known:
        return known[campaign]
    if state.folder is not None and (state.folder / campaign / CAMPAIGN_FILE).is_file():
        found: Path = state.folder / campaign / CAMPAIGN_FILE
        return found
    return None


def export_page(visit: Visit) -> ExportPage:
    """GET …/export."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    revealed = head.revealed_at is not None
    described = campaign_file(visit.request.app.state, name) is not None
    offered: list[tuple[FileName, bool]] = [
        ("table.csv", revealed),
        ("table.parquet", revealed),
        ("table.jsonl", revealed),
        ("comparisons.csv", revealed),
        ("judgements.jsonl", True),
        ("log.jsonl", True),
    ]
    if described:
        offered.append(("campaign.toml", revealed))
    here = _HERE.format(campaign=name)
    return ExportPage(
        head, tuple(Offered(file, f"{here}/{file}", open_) for file, open_ in offered)
    )


def raw_judgements(store: Store, campaign: str, *, blind: bool) -> Iterator[bytes]:
    """Yield every judgement as given, replaced ones too, one JSON object per line."""
    assignments: dict[str, Assignment] = {
        assignment.id: assignment
        for person in store.annotators(campaign)
        for assignment in store.assignments(campaign, person.id)
    }
    for stored in store.judgements(campaign):
        judgement = stored.judgement
        assignment = assignments[judgement.assignment]
        line: dict[str, Any] = {
            "sequence": stored.sequence,
            "id": judgement.id,
            "campaign": campaign,
            "annotator": judgement.annotator,
            "assignment": judgement.assignment,
            "segment": assignment.segment,
            "batch": assignment.batch,
            "order": assignment.order,
            "pass": assignment.pass_,
            "set": assignment.set,
            "role": assignment.role,
            "answer": dict(judgement.answer),
            "seconds": judgement.seconds,
            "replaces": judgement.replaces,
            "submitted_at": judgement.submitted_at,
            "received_at": stored.received_at,
        }
        if not blind:
            line["slots"] = assignment.slots
        yield _ENCODER.encode(line) + b"\n"


def raw_log(store: Store, campaign: str) -> Iterator[bytes]:
    """Yield the log of a campaign, one JSON object per line."""
    for event in store.events(campaign):
        yield _ENCODER.encode(event) + b"\n"


def download(visit: Visit) -> Response:
    """GET …/export/{file}."""
    name, file = visit.path["campaign"], visit.path["file"]
    revealed = visit.store.state(name).revealed_at is not None
    attached = {"content-disposition": f'attachment; filename="{name}-{file}"'}
    if file in ("judgements.jsonl", "log.jsonl"):
        lines = (
            raw_log(visit.store, name)
            if file == "log.jsonl"
            else raw_judgements(visit.store, name, blind=not revealed)
        )
        return StreamingResponse(lines, media_type="application/x-ndjson", headers=attached)
    described = campaign_file(visit.request.app.state, name)
    known = {*_TABLES, "judgements.jsonl", "log.jsonl", *(["campaign.toml"] if described else [])}
    if file not in known:
        raise NotFound.among("file", file, known)
    if not revealed:
        raise Forbidden(
            f"{file!r} names systems, and names are hidden",
            fix="Reveal them first; that is logged.",
        )
    visit.store.log(
        "exported", campaign=name, actor=visit.manager, detail={"file": file}, at=visit.now
    )
    if file == "campaign.toml":
        assert described is not None
        return FileResponse(described, media_type="application/toml", headers=attached)
    return _table_file(visit.store, name, file, attached)


def _table_file(store: Store, campaign: str, file: str, headers: dict[str, str]) -> Response:
    """Write the table beside the database's own files and send it in pieces."""
    folder = Path(mkdtemp(prefix="tertium-export-"))
    path = folder / file

    def forget() -> None:
        path.unlink(missing_ok=True)
        folder.rmdir()

    try:
        shape: Literal["comparisons", "long"] = (
            "comparisons" if file == "comparisons.csv" else "long"
        )
        write_judgements(store.table(campaign), path, shape=shape)
    except BaseException:
        forget()
        raise
    return FileResponse(
        path, media_type=_TABLES[file], headers=headers, background=BackgroundTask(forget)
    )


endpoints = (
    Endpoint(
        "GET",
        _HERE,
        "The files of a campaign",
        export_page,
        gives=ExportPage,
        template="manage/export.html",
    ),
    Endpoint(
        "GET",
        f"{_HERE}/{{file}}",
        "One file of a campaign",
        download,
        media=(
            "text/csv",
            "application/x-ndjson",
            "application/vnd.apache.parquet",
            "application/toml",
        ),
    ),
)
