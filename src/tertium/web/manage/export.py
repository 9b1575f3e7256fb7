"""Everything a campaign has collected, as files.

Files that name systems beside answers wait for the reveal, like the report.
What is open before it (raw answers by slot, the log, conflicts, payments) names none.
"""

from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal

from msgspec import Struct
from starlette.background import BackgroundTask
from starlette.datastructures import State
from starlette.responses import FileResponse, Response, StreamingResponse

from tertium import protocols
from tertium.exceptions import Forbidden, NotFound
from tertium.formats.bundles import write_bundle
from tertium.formats.campaign import CAMPAIGN_FILE
from tertium.formats.campaign_marks import marked_table
from tertium.formats.codebook import codebook
from tertium.formats.error_files import ErrorFile, write_errors
from tertium.formats.write import ShapeOut, write_judgements
from tertium.model import Campaign
from tertium.protocols.conditions import ORDERING
from tertium.protocols.consolidation import is_marked
from tertium.protocols.protocol import Ranks
from tertium.store import Store
from tertium.store.flatten import Rounds
from tertium.table import JudgementTable
from tertium.web.manage.codes import Coder
from tertium.web.manage.coding import conflicts_csv
from tertium.web.manage.export_sheets import COMPARED, about_export, export_sheets
from tertium.web.manage.head import Head, head_of, ranks_systems
from tertium.web.manage.payments import payment_csv
from tertium.web.manage.raw import raw_decisions, raw_judgements, raw_log
from tertium.web.manage.study import study_of
from tertium.web.manage.visit import Visit
from tertium.web.openapi import Endpoint

_HERE = "/manage/campaigns/{campaign}/export"

FileName = Literal[
    "table.csv",
    "table.parquet",
    "table.jsonl",
    "comparisons.csv",
    "rankings.csv",
    "wmt.csv",
    "wmt-pairwise.csv",
    "errors.csv",
    "errors.tsv",
    "judgements.jsonl",
    "decisions.jsonl",
    "conflicts.csv",
    "payment.csv",
    "campaign.toml",
    "codebook.md",
    "log.jsonl",
    "everything.xlsx",
    "everything.zip",
    "everything.json",
]
_CSV = "text/csv; charset=utf-8"
_TABLES: dict[FileName, tuple[ShapeOut, str]] = {
    "table.csv": ("long", _CSV),
    "table.parquet": ("long", "application/vnd.apache.parquet"),
    "table.jsonl": ("long", "application/x-ndjson"),
    "comparisons.csv": ("comparisons", _CSV),
    "rankings.csv": ("rankings", _CSV),
    "wmt.csv": ("wmt", _CSV),
    "wmt-pairwise.csv": ("wmt-pairwise", _CSV),
}
_ERRORS: dict[FileName, tuple[ErrorFile, str]] = {
    "errors.csv": ("narrow", _CSV),
    "errors.tsv": ("mqm", "text/tab-separated-values; charset=utf-8"),
}
_WHOLE: dict[FileName, str] = {
    "everything.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "everything.zip": "application/zip",
    "everything.json": "application/json",
}
_OF_RANKINGS: tuple[FileName, ...] = ("rankings.csv", "wmt.csv")
_BLIND: tuple[FileName, ...] = (
    "judgements.jsonl",
    "decisions.jsonl",
    "conflicts.csv",
    "payment.csv",
    "campaign.toml",  # it names systems, but no answer
    "codebook.md",
    "log.jsonl",
    *_WHOLE,
)


class ExportFile(Struct, frozen=True):
    """One file: its name, its address, and whether it can be had before the reveal."""

    file: FileName
    path: str
    available: bool


class ExportPage(Struct, frozen=True):
    """The files of a campaign."""

    head: Head
    files: tuple[ExportFile, ...]


def campaign_file(state: State, campaign: str) -> Path | None:
    """Return the campaign.toml a campaign was read from, if this server knows it."""
    known: dict[str, Path] = getattr(state, "campaign_files", {})
    if campaign in known:
        return known[campaign]
    if state.folder is not None and (state.folder / campaign / CAMPAIGN_FILE).is_file():
        found: Path = state.folder / campaign / CAMPAIGN_FILE
        return found
    return None


def offered_files(campaign: Campaign, *, described: bool) -> tuple[FileName, ...]:
    """Return the files a campaign has, by how it asks.

    Files of rankings hold what was ordered on one screen. Where a source takes several
    screens, only the organisers' files can tell them apart.
    """
    protocol = protocols.get(campaign.protocol, campaign.options)
    ranks = any(isinstance(ask, Ranks) for ask in protocol.asks)
    one_screen = len(campaign.systems) <= protocol.systems
    finds = protocol.marks or protocol.checklist is not None
    wanted: dict[FileName, bool] = {
        **dict.fromkeys(_WHOLE, True),
        **dict.fromkeys(_TABLES, True),
        "comparisons.csv": not protocol.marks,
        "errors.csv": finds,
        "errors.tsv": finds and _names_categories(protocol),
        "rankings.csv": ranks and one_screen,
        "wmt.csv": ranks,
        "wmt-pairwise.csv": ranks_systems(campaign),
        **dict.fromkeys(_BLIND, True),
        "decisions.jsonl": is_marked(protocol),
        "conflicts.csv": ranks_systems(campaign),
        "campaign.toml": described,
        "codebook.md": protocol.rates,
    }
    return tuple(file for file, there in wanted.items() if there)


def _names_categories(protocol: protocols.Protocol) -> bool:
    """Tell whether errors have a category, without which there is no file of MQM."""
    finding = protocols.Spans | protocols.Checklist
    asks = (ask for ask in protocol.asks if isinstance(ask, finding))
    return any(ask.typology is not None and ask.typology.nodes for ask in asks)


def export_page(visit: Visit) -> ExportPage:
    """GET …/export."""
    name = visit.path["campaign"]
    head = head_of(visit.store, name)
    revealed = head.revealed_at is not None
    described = campaign_file(visit.request.app.state, name) is not None
    files = offered_files(visit.store.campaigns.get(name), described=described)
    here = _HERE.format(campaign=name)
    return ExportPage(
        head,
        tuple(ExportFile(file, f"{here}/{file}", revealed or file in _BLIND) for file in files),
    )


def download(visit: Visit) -> Response:
    """GET …/export/{file}."""
    name, file = visit.path["campaign"], visit.path["file"]
    revealed = visit.store.campaigns.state(name).revealed_at is not None
    described = campaign_file(visit.request.app.state, name)
    known = offered_files(visit.store.campaigns.get(name), described=described is not None)
    if file not in known:
        raise NotFound.among("file", file, known)
    attached = {"content-disposition": f'attachment; filename="{name}-{file}"'}
    if file in _WHOLE:
        return _everything(visit, name, file, attached, revealed=revealed)
    if file == "campaign.toml":
        assert described is not None
        visit.store.history.add(
            "exported", campaign=name, actor=visit.manager, detail={"file": file}, at=visit.now
        )
        return FileResponse(described, media_type="application/toml", headers=attached)
    if file in _BLIND:
        return _blind_file(visit, name, file, attached, revealed=revealed)
    if not revealed:
        raise Forbidden(
            f"{file!r} names systems, and names are hidden",
            fix="Reveal them first; that is logged.",
        )
    visit.store.history.add(
        "exported", campaign=name, actor=visit.manager, detail={"file": file}, at=visit.now
    )
    return _table_file(visit.store, name, file, attached)


def _blind_file(
    visit: Visit, name: str, file: str, headers: dict[str, str], *, revealed: bool
) -> Response:
    """Send a file that needs no names; with the reveal it has them."""
    store = visit.store
    if file == "conflicts.csv":
        study = study_of(visit.request.app.state, store, name)
        coder = Coder(store, name, study.conflicts)
        text = conflicts_csv(store, name, coder, revealed=revealed)
        return Response(text, media_type=_CSV, headers=headers)
    if file == "codebook.md":
        text = codebook(store.campaigns.get(name))
        return Response(text, media_type="text/markdown; charset=utf-8", headers=headers)
    if file == "payment.csv":
        return Response(payment_csv(store, name), media_type=_CSV, headers=headers)
    if file == "log.jsonl":
        lines = raw_log(store, name)
    elif file == "decisions.jsonl":
        lines = raw_decisions(store, name)
    else:
        lines = raw_judgements(store, name, blind=not revealed)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


def _everything(
    visit: Visit, name: str, file: FileName, headers: dict[str, str], *, revealed: bool
) -> Response:
    """Send all tables as one file; it is logged when it names systems."""
    store = visit.store
    if revealed:
        store.history.add(
            "exported", campaign=name, actor=visit.manager, detail={"file": file}, at=visit.now
        )

    def write(path: Path) -> None:
        sheets = export_sheets(visit.request.app.state, store, name, revealed=revealed)
        about = about_export(store.campaigns.get(name), revealed=revealed)
        write_bundle(path, sheets, about=about)

    return written(file, write, _WHOLE[file], headers)


def _table_file(store: Store, campaign: str, file: FileName, headers: dict[str, str]) -> Response:
    """Send a table."""

    def write(path: Path) -> None:
        if file in _ERRORS:
            marked = marked_table(store.table(campaign), store.campaigns.get(campaign))
            write_errors(marked, path, kind=_ERRORS[file][0])
        else:
            # The whole table says of each row whether it is of the pilot.
            rounds: Rounds = "all" if file.startswith("table.") else "main"
            table = _rows_of(store.table(campaign, rounds=rounds), file)
            write_judgements(table, path, shape=_TABLES[file][0])

    media = (_ERRORS[file] if file in _ERRORS else _TABLES[file])[1]
    return written(file, write, media, headers)


def written(
    file: str, write: Callable[[Path], object], media: str, headers: dict[str, str]
) -> Response:
    """Write a file beside the database's own files, and send it in pieces."""
    folder = Path(mkdtemp(prefix="tertium-export-"))
    path = folder / file

    def forget() -> None:
        path.unlink(missing_ok=True)
        folder.rmdir()

    try:
        write(path)
    except BaseException:
        forget()
        raise
    return FileResponse(path, media_type=media, headers=headers, background=BackgroundTask(forget))


def _rows_of(table: JudgementTable, file: FileName) -> JudgementTable:
    """Return what a file can hold: no answers about one translation, or rankings only."""
    if file == "comparisons.csv":
        return table.select(aspect=COMPARED)
    return table.select(condition=ORDERING) if file in _OF_RANKINGS else table


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
            *_WHOLE.values(),
        ),
    ),
)
