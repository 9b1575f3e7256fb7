"""Files of marked errors: which kinds can be written, and what each of them cannot hold.

After writing, the file is read back: what the table says and the file does not is told, and a
file in which a mark has moved is never kept.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import duckdb

from tertium.choices import ErrorFile
from tertium.exceptions import NotFound, TertiumError
from tertium.formats.appraise_batches import write_batches
from tertium.formats.files import plain_suffix, replacing
from tertium.formats.given import Place
from tertium.formats.its import write_its
from tertium.formats.judgements import read_judgements
from tertium.formats.mtme import write_mtme
from tertium.formats.pearmut import write_pearmut
from tertium.formats.queries import refuse, text
from tertium.formats.readings import Reading, read_rows, readings
from tertium.formats.scorecard import write_scorecard
from tertium.formats.wmt_esa import write_wmt
from tertium.formats.write_assessments import write_appraise
from tertium.formats.write_mqm import write_mqm
from tertium.formats.write_spans import write_spans
from tertium.formats.writing import BINARY, ENDINGS
from tertium.memory_database import scratch
from tertium.protocols.checklist import READ
from tertium.table import COLUMNS, JudgementTable

__all__ = ["ERROR_FILES", "ErrorFile", "WriteReport", "write_errors"]

ERROR_FILES: tuple[ErrorFile, ...] = get_args(ErrorFile)
_ENDINGS: dict[ErrorFile, tuple[str, ...]] = {
    "narrow": ENDINGS,
    "mqm": (".tsv",),
    "appraise": (".csv",),
    "appraise-batches": (".json",),
    "pearmut": (".jsonl",),
    "wmt": (".jsonl",),
    "mtme": (".rating", ".jsonl"),
    "its": (".xlf", ".xliff"),
    "xlsx": (".xlsx",),
}
_BY_QUERY = {"narrow": write_spans, "mqm": write_mqm, "appraise": write_appraise}
_BY_READING: dict[str, Callable[[list[Reading], Path, Path], int]] = {
    "appraise-batches": write_batches,
    "pearmut": write_pearmut,
    "wmt": write_wmt,
    "mtme": write_mtme,
    "its": write_its,
    "xlsx": write_scorecard,
}


@dataclass(frozen=True, slots=True)
class WriteReport:
    """How many rows were written; `lost` tells in a sentence what the file does not hold."""

    rows: int
    lost: str = ""


def write_errors(table: JudgementTable, path: Path, *, kind: ErrorFile) -> WriteReport:
    """Write the outputs that were read for errors, with their marks, as one kind of file.

    The name must have an ending by which the file is known again; texts may also end in .gz.
    """
    suffix = plain_suffix(path)
    gzipped = path.name.lower().endswith(".gz")
    if suffix not in _ENDINGS[kind] or (gzipped and suffix in BINARY):
        ending = "".join(path.suffixes[-2:] if gzipped else path.suffixes[-1:])
        raise NotFound.among(f"ending of {kind} files", ending, _ENDINGS[kind], where=str(path))
    if READ in table.distinct("aspect"):
        table = JudgementTable.from_rows(read_rows(table))
    if not len(table.select(aspect=["error", "overall"])):
        raise Place(path).wrong("there are no marked errors to write", "Write the long table.")
    with tempfile.TemporaryDirectory(prefix="tertium-") as folder, replacing(path) as beside:
        database = scratch()
        _load(database, table, "rows", Path(folder) / "before.parquet")
        if kind in _BY_QUERY:
            rows = _BY_QUERY[kind](database, path, beside)
        else:
            rows = _BY_READING[kind](readings(table), path, beside)
        _load(database, _read_back(beside, path), "back", Path(folder) / "after.parquet")
        _check_places(database, path)
        return WriteReport(rows, _lost(database, kind))


def _read_back(beside: Path, path: Path) -> JudgementTable:
    """Read what was written; what is wrong there is told of the file that was asked for."""
    try:
        return read_judgements(beside)
    except TertiumError as error:
        error.where = error.where.replace(str(beside), str(path))
        raise


def _load(
    database: duckdb.DuckDBPyConnection, table: JudgementTable, name: str, file: Path
) -> None:
    table.write(file)
    database.execute(f"CREATE TEMP TABLE {name} AS SELECT * FROM read_parquet({text(file)})")


def _check_places(database: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Refuse to keep a file in which a mark stands where nobody put it."""
    named = 'annotator, system, side, "start", "end"'
    refuse(
        database,
        path,
        f"SELECT {named} FROM back WHERE aspect = 'error' AND \"start\" IS NOT NULL EXCEPT ALL "
        f"SELECT {named} FROM rows WHERE aspect = 'error'",
        "a mark of {0!r} in {1!r} would move to {3}–{4}",
        "Write another kind of file.",
    )


def _lost(database: duckdb.DuckDBPyConnection, kind: str) -> str:
    """Say which rows and columns differ between the table and the file read back."""
    lost, added = _only_in(database, "rows", "back"), _only_in(database, "back", "rows")
    for name in COLUMNS:
        missing, new = _differing(database, name)
        if missing:
            lost[name] = _counted(name, missing)
        if new:
            added[name] = _counted(name, new)
    # A changed value is both: the old one is missing, a new one is there.
    news = [part for name, part in added.items() if name not in lost]
    told = f"This kind of file ({kind}) does not keep: {', '.join(lost.values())}." if lost else ""
    more = f"Read again, this kind of file ({kind}) also says: {', '.join(news)}." if news else ""
    return " ".join(filter(None, (told, more)))


def _only_in(database: duckdb.DuckDBPyConnection, one: str, other: str) -> dict[str, str]:
    """Return the kinds of rows that one table holds and another does not."""
    return {
        f"aspect {aspect}": _counted(f"rows of aspect {aspect}", rows)
        for aspect, rows in database.execute(
            f"SELECT aspect, count(*) FROM {one} WHERE aspect NOT IN (SELECT aspect FROM {other}) "
            "GROUP BY aspect ORDER BY aspect"
        ).fetchall()
    }


def _differing(database: duckdb.DuckDBPyConnection, column: str) -> tuple[int, int]:
    """Count the values that rows of the same kind have only before, and only when read back."""
    sides = " UNION ALL ".join(
        f'SELECT aspect, "{column}" AS said, {sign} AS times FROM {one} '
        f'WHERE "{column}" IS NOT NULL AND aspect IN (SELECT aspect FROM {other})'
        for one, other, sign in (("rows", "back", 1), ("back", "rows", -1))
    )
    found = database.execute(
        "SELECT coalesce(sum(greatest(beyond, 0)), 0), coalesce(sum(greatest(-beyond, 0)), 0) "
        f"FROM (SELECT sum(times) AS beyond FROM ({sides}) GROUP BY aspect, said)"
    ).fetchall()
    return int(found[0][0]), int(found[0][1])


def _counted(what: str, times: int) -> str:
    return f"{what} ({times:,})" if times > 1 else what
