"""What all writers of tables share: which columns are written, and the file itself.

A narrow file is written as it is read: its shape names the columns it needs; whatever else the
table knows follows, if it says more than goes without saying.
"""

import csv
from collections.abc import Iterable, Mapping
from errno import EIO, ENOSPC
from os import strerror
from pathlib import Path
from typing import Any

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.files import plain_suffix, replacing
from tertium.formats.queries import one_row, text
from tertium.formats.readings import OUTPUT
from tertium.formats.shapes import Shape
from tertium.formats.workbook import Worksheet, with_read_me, write_workbook
from tertium.table import COLUMNS, USUAL
from tertium.table_columns import quoted
from tertium.text import FORMULA

_NOTE = "One row for each thing that a judgement says."
_OPTIONS = {
    ".csv": "FORMAT csv, HEADER",
    ".tsv": "FORMAT csv, HEADER, DELIMITER '\t', QUOTE '', ESCAPE ''",
    ".jsonl": "FORMAT json",
    ".parquet": "FORMAT parquet",
}
ENDINGS = (*_OPTIONS, ".xlsx")
BINARY = (".parquet", ".xlsx")  # no texts, so never gzipped


def same_output(one: str, other: str) -> str:
    """Return SQL that holds where two rows are about the same output."""
    return " AND ".join(f"{one}.{name} IS NOT DISTINCT FROM {other}.{name}" for name in OUTPUT)


def written(name: str) -> str:
    """Return SQL for a column of the table as it is written: times have their zone."""
    if name == "submitted_at":
        return "strftime(submitted_at, '%Y-%m-%dT%H:%M:%S.%fZ')"
    return quoted(name)


def narrow_query(
    database: duckdb.DuckDBPyConnection,
    shape: Shape,
    values: Mapping[str, str],
    source: str = "rows",
    *,
    rows: str = "rows",
    without: Iterable[str] = ("judgement",),
    also: Iterable[str] = (),
    usual: Mapping[str, str] = USUAL,
) -> str:
    """Return the query for a narrow file, made from `source`.

    `values` are the columns that are not called so there. Others are written, with some that
    the shape knows `also`, if they hold something in `rows` that goes not without saying.
    """
    known = (*shape.required, *shape.filled, *without)
    others = [*(name for name in COLUMNS if name not in known), *also]
    asked = ", ".join(
        f"bool_or({quoted(name)} IS DISTINCT FROM {text(usual[name]) if name in usual else 'NULL'})"
        for name in others
    )
    found = one_row(database, f"SELECT {asked} FROM {rows}")
    held = (name for name, holds in zip(others, found, strict=True) if holds)
    columns = ", ".join(
        f"{values.get(name, written(name))} AS {quoted(name)}" for name in (*shape.required, *held)
    )
    return f"SELECT {columns} FROM {source}"


def copy_out(
    database: duckdb.DuckDBPyConnection,
    query: str,
    path: Path,
    beside: Path,
    *,
    headed: bool = True,
    guarded: bool = True,
) -> int:
    """Write what a query finds to `beside`, which becomes `path`; return the number of rows.

    Texts that a spreadsheet would compute are `guarded` by an apostrophe.
    """
    suffix = plain_suffix(path)
    if suffix == ".xlsx":
        rows = rows_found(database, query)
        columns = tuple(column[0] for column in database.execute(f"DESCRIBE {query}").fetchall())
        sheets = with_read_me([Worksheet("Judgements", rows, columns, note=_NOTE)])
        write_workbook(sheets, path, beside)
        return len(rows)
    if suffix == ".tsv":
        _check_no_tabs(database, query, path)
    if suffix in (".csv", ".tsv") and guarded:
        query = _guarded(database, query)
    options = _OPTIONS[suffix] if headed else _OPTIONS[suffix].replace("HEADER", "HEADER false")
    gzipped = ", COMPRESSION gzip" if path.name.lower().endswith(".gz") else ""
    try:
        (count,) = one_row(database, f"COPY ({query}) TO {text(beside)} ({options}{gzipped})")
    except duckdb.IOException as error:
        full = "No space left" in str(error)
        raise OSError(ENOSPC if full else EIO, strerror(ENOSPC if full else EIO)) from error
    return int(count)


def rows_found(database: duckdb.DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    """Return what a query finds, by column."""
    found = database.execute(query)
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def write_csv(
    path: Path, header: Iterable[str], rows: Iterable[Iterable[object]], *, line_end: str = "\r\n"
) -> None:
    """Write a small table."""
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator=line_end)
        table.writerow(header)
        table.writerows(rows)


def _texts(database: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    columns = database.execute(f"DESCRIBE {query}").fetchall()
    return [column[0] for column in columns if column[1] == "VARCHAR"]


def _guarded(database: duckdb.DuckDBPyConnection, query: str) -> str:
    """Put an apostrophe before texts that a spreadsheet would compute; the reader takes it off."""
    begins = text(f"^{FORMULA}")
    replaced = ", ".join(
        f"CASE WHEN regexp_matches({name}, {begins}) THEN chr(39) || {name} ELSE {name} END "
        f"AS {name}"
        for name in map(quoted, _texts(database, query))
    )
    return f"SELECT * REPLACE ({replaced}) FROM ({query})"


def _check_no_tabs(database: duckdb.DuckDBPyConnection, query: str, path: Path) -> None:
    """Refuse what TSV cannot hold; nothing is replaced silently."""
    for name in _texts(database, query):
        broken = database.execute(
            f'SELECT "{name}" FROM ({query}) WHERE regexp_matches("{name}", \'[\t\n\r]\') LIMIT 1'
        ).fetchone()
        if broken is not None:
            raise BadInput(
                f"column {name!r} holds a tab or a line break ({broken[0][:40]!r})",
                where=str(path),
                fix="TSV cannot hold them; write CSV or JSON lines.",
            )
