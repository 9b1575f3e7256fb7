"""Several tables as one file: a workbook (XLSX), a zip of CSV files, or JSON.

Each table is a `Worksheet`. A single one can also be a CSV, TSV or JSON lines file.
"""

import csv
import gzip
import io
import json
import math
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tertium.exceptions import BadInput, NotFound
from tertium.formats.files import plain_suffix, replacing
from tertium.formats.workbook import Worksheet, with_read_me, write_workbook
from tertium.text import guarded

BUNDLES = (".xlsx", ".zip", ".json")
SINGLE = (".csv", ".tsv", ".jsonl", ".json", ".xlsx")


def write_bundle(path: Path, sheets: Sequence[Worksheet], *, about: Sequence[str] = ()) -> int:
    """Write all tables by the file's ending; return the number of their rows."""
    if path.suffix.lower() not in BUNDLES:
        raise NotFound.among("format of several tables", path.suffix, BUNDLES, where=str(path))
    with replacing(path) as beside:
        match path.suffix.lower():
            case ".xlsx":
                write_workbook([_flat(one) for one in with_read_me(sheets, about)], path, beside)
            case ".zip":
                _write_zip(beside, with_read_me(sheets, about))
            case _:
                told = {"about": list(about), **{one.name: list(one.rows) for one in sheets}}
                beside.write_text(_json(told, indent=1) + "\n", encoding="utf-8")
    return sum(len(sheet.rows) for sheet in sheets)


def bundle_bytes(ending: str, sheets: Sequence[Worksheet], *, about: Sequence[str] = ()) -> bytes:
    """Return such a file, to be sent."""
    with TemporaryDirectory(prefix="tertium-") as folder:
        path = Path(folder) / f"tables{ending}"
        write_bundle(path, sheets, about=about)
        return path.read_bytes()


def write_table(path: Path, sheet: Worksheet) -> int:
    """Write one table by the file's ending, text also with .gz; return the number of rows."""
    suffix, gzipped = plain_suffix(path), path.name.lower().endswith(".gz")
    if suffix not in SINGLE or (gzipped and suffix == ".xlsx"):
        raise NotFound.among("table format", "".join(path.suffixes), SINGLE, where=str(path))
    if suffix == ".xlsx":
        return write_bundle(path, [sheet])
    match suffix:
        case ".jsonl":
            text = "".join(f"{_json(row)}\n" for row in sheet.rows)
        case ".json":
            text = _json(list(sheet.rows), indent=1) + "\n"
        case _:
            text = _delimited(sheet, path, "\t" if suffix == ".tsv" else ",")
    content = text.encode("utf-8")
    with replacing(path) as beside:
        beside.write_bytes(gzip.compress(content) if gzipped else content)
    return len(sheet.rows)


def rows_of_csv(text: str) -> list[dict[str, Any]]:
    """Return the rows of a small CSV table, with numbers where a column has only numbers."""
    rows: list[dict[str, Any]] = list(csv.DictReader(io.StringIO(text)))
    for name in rows[0] if rows else ():
        given = [_number(row[name]) for row in rows if row[name]]
        numeric = bool(given) and None not in given
        for row in rows:
            text = row[name]
            row[name] = (_number(text) if numeric else _unguarded(text)) if text else None
    return rows


def _write_zip(path: Path, sheets: Sequence[Worksheet]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for sheet in sheets:
            name = re.sub(r"\W+", "-", sheet.name.lower()).strip("-")
            packed.writestr(f"{name}.csv", _delimited(sheet, path, ","))


def _delimited(sheet: Worksheet, path: Path, delimiter: str) -> str:
    header, out = sheet.header, io.StringIO()
    for row in sheet.rows if delimiter == "\t" else ():
        for name, value in row.items():
            if isinstance(value, str) and any(sign in value for sign in "\t\n\r"):
                raise BadInput(
                    f"column {name!r} holds a tab or a line break ({value[:40]!r})",
                    where=str(path),
                    fix="TSV cannot hold them; write CSV or JSON lines.",
                )
    writer = csv.writer(
        out,
        delimiter=delimiter,
        lineterminator="\n",
        quoting=csv.QUOTE_NONE if delimiter == "\t" else csv.QUOTE_MINIMAL,
        quotechar=None if delimiter == "\t" else '"',
    )
    writer.writerow(header)
    writer.writerows([_text(row.get(name)) for name in header] for row in sheet.rows)
    return out.getvalue()


def _text(value: Any) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, datetime | date):
        return _moment(value)
    if isinstance(value, str):
        return guarded(value)
    return _json(value) if isinstance(value, Mapping | list | tuple) else str(value)


def _flat(sheet: Worksheet) -> Worksheet:
    """Write what has parts as JSON: a cell holds one value."""
    rows = [
        {
            name: _json(value) if isinstance(value, Mapping | list | tuple) else value
            for name, value in row.items()
        }
        for row in sheet.rows
    ]
    return replace(sheet, rows=rows)


def _moment(value: date) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return value.isoformat()


def _json(value: Any, **more: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, **more)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, date):
        return _moment(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _number(text: str) -> float | int | None:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return None


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and guarded(text[1:]) == text else text


def rows_of_lines(lines: Iterator[bytes]) -> list[dict[str, Any]]:
    """Return JSON lines as rows."""
    return [json.loads(line) for line in lines]
