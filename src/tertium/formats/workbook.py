"""Workbooks (XLSX): sheets of named columns, written in one step.

A cell is a number, a text, a truth value, a time (written in UTC) or a *rich* text whose parts
look different. `save_workbook` puts a sheet in front that says what the others hold:

    save_workbook(path, [Worksheet("Payment", rows, kinds={"amount": "money"})], about=("…",))
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from tertium.formats.files import Place, replacing

_LONGEST, _MOST = 32_767, 1_048_575  # what a cell and a sheet hold
_MANY = 20_000  # rows; more of them are written one by one, without keeping them in memory
_SEEN = 200  # rows that say how wide a column is
_NARROW, _WIDE = 8, 60  # characters
_NAME, _UNNAMED = 31, re.compile(r"[\[\]:*?/\\\x00-\x1f]")  # of a sheet
READ_ME = "Read me"
# Control characters, and a sequence by which XLSX would stand for one.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_|x005F_")
_LOOKS: dict[str, dict[str, Any]] = {
    "good": {"font_color": "#1A6638", "underline": 1},
    "bad": {"font_color": "#9E1F1A", "underline": 1},
    "critical": {"font_color": "#5A1A86", "underline": 2, "bold": True},
    "number": {"font_color": "#58636D", "font_script": 1},
    "heading": {"bold": True},
    "broken": {"text_wrap": True, "valign": "top"},
}
NumberKind = Literal[
    "count", "money", "share", "tenths", "hundredths", "thousandths", "date", "time"
]
_KINDS: dict[NumberKind, str] = {
    "count": "#,##0",
    "money": "#,##0.00",
    "share": "0.0%",
    "tenths": "0.0",
    "hundredths": "0.00",
    "thousandths": "0.000",
    "date": "yyyy-mm-dd",
    "time": "yyyy-mm-dd hh:mm:ss",
}


@dataclass(frozen=True, slots=True)
class RichText:
    """A text in parts, each with a look: "" (plain), good, bad, critical or number."""

    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Rows by column. Columns in `always` are there even if empty, and stand first.

    `wide` columns hold texts: they are wider, and their lines are broken; others are as wide as
    what they hold. `kinds` says how the numbers of a column look. `note` says in the read-me
    what the sheet holds, `meanings` what its columns do.
    """

    name: str
    rows: Sequence[Mapping[str, Any]]
    always: tuple[str, ...] = ()
    wide: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, NumberKind] = field(default_factory=dict)
    note: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)

    @property
    def header(self) -> list[str]:
        """The names of the columns."""
        return list(dict.fromkeys((*self.always, *(key for row in self.rows for key in row))))


def save_workbook(path: Path, sheets: Sequence[Worksheet], *, about: Sequence[str] = ()) -> None:
    """Write a file: a read-me that begins with the lines of `about`, and the sheets."""
    with replacing(path) as beside:
        write_workbook(with_read_me(sheets, about), path, beside)


def with_read_me(sheets: Sequence[Worksheet], about: Sequence[str] = ()) -> list[Worksheet]:
    """Return sheets under names that a workbook takes, behind one that says what they hold."""
    named = _named(sheets)
    return [_read_me(named, about), *named]


def workbook_bytes(sheets: Sequence[Worksheet], *, about: Sequence[str] = ()) -> bytes:
    """Return such a file, to be sent."""
    with TemporaryDirectory(prefix="tertium-") as folder:
        path = Path(folder) / "book.xlsx"
        save_workbook(path, sheets, about=about)
        return path.read_bytes()


def _named(sheets: Sequence[Worksheet]) -> list[Worksheet]:
    """Give sheets names that a workbook takes: short, and different."""
    taken, named = {READ_ME.lower()}, []
    for sheet in sheets:
        plain = _UNNAMED.sub(" ", sheet.name).strip(" '") or "Sheet"
        name, number = plain[:_NAME].strip(), 1
        while name.lower() in taken:
            number += 1
            name = f"{plain[: _NAME - len(str(number)) - 1].strip()} {number}"
        taken.add(name.lower())
        named.append(replace(sheet, name=name))
    return named


def _read_me(sheets: Sequence[Worksheet], about: Sequence[str]) -> Worksheet:
    """Say what a workbook holds: what is true of all, then each sheet and its columns."""
    rows: list[dict[str, Any]] = [{"what it holds": line} for line in about]
    for sheet in sheets:
        rows.append(
            {"sheet": sheet.name, "rows": len(sheet.rows), "what it holds": sheet.note or None}
        )
        rows += [
            {"sheet": sheet.name, "column": name, "what it holds": meaning}
            for name, meaning in sheet.meanings.items()
        ]
    return Worksheet(
        READ_ME, rows, ("what it holds", "sheet", "column", "rows"), {"what it holds": 90}
    )


def write_workbook(sheets: Sequence[Worksheet], path: Path, beside: Path) -> None:
    """Write sheets to the file `beside`, which will become `path`."""
    import xlsxwriter  # type: ignore[import-untyped]

    many = sum(len(sheet.rows) for sheet in sheets) > _MANY
    book = xlsxwriter.Workbook(str(beside), {"strings_to_formulas": False, "constant_memory": many})
    looks = {name: book.add_format(look) for name, look in _LOOKS.items()}
    looks |= {name: book.add_format({"num_format": kind}) for name, kind in _KINDS.items()}
    for sheet in sheets:
        _write_sheet(book.add_worksheet(sheet.name), sheet, looks, path)
    book.close()


def _write_sheet(target: Any, sheet: Worksheet, looks: Mapping[str, Any], path: Path) -> None:
    rows, header = sheet.rows, sheet.header
    if len(rows) > _MOST:
        raise Place(path).wrong(
            f"{len(rows):,} rows are more than a sheet holds",
            "Write CSV or Parquet, or a file for each document.",
        )
    target.write_row(0, 0, header, looks["heading"])
    target.freeze_panes(1, 0)
    if header:
        target.autofilter(0, 0, max(len(rows), 1), len(header) - 1)
    for column, key in enumerate(header):
        width = sheet.wide.get(key) or _width(key, (row.get(key) for row in rows))
        broken = key in sheet.wide or width == _WIDE
        target.set_column(column, column, width, looks["broken"] if broken else None)
    for line, row in enumerate(rows, start=1):
        for column, key in enumerate(header):
            look = looks.get(sheet.kinds.get(key, ""))
            _write_cell(target, line, column, row.get(key), key, looks, look, path)


def _width(heading: str, cells: Iterable[Any]) -> int:
    """Return how wide a column is: as what it holds, within bounds; the arrow of the filter too."""
    longest = max((len(_shown(cell)) for cell in islice(cells, _SEEN)), default=0)
    return min(max(_NARROW, len(heading) + 3, longest + 1), _WIDE)


def _shown(cell: Any) -> str:
    if isinstance(cell, datetime):
        return "2030-12-31 23:59:59"
    if isinstance(cell, RichText):
        return "".join(part for part, _ in cell.parts)
    if isinstance(cell, float):
        return f"{cell:.6g}"
    return "" if cell is None else str(cell)


def _write_cell(
    target: Any,
    line: int,
    column: int,
    value: Any,
    key: str,
    looks: Mapping[str, Any],
    look: Any,
    path: Path,
) -> None:
    if isinstance(value, bool):
        target.write_boolean(line, column, value)
        return
    if isinstance(value, int | float):
        if math.isfinite(value):  # what could not be estimated is an empty cell
            target.write_number(line, column, value, look)
        return
    if isinstance(value, datetime):
        value = value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value
        target.write_datetime(line, column, value, looks["time"])
        return
    if isinstance(value, date):
        target.write_datetime(line, column, value, looks["date"])
        return
    text = "".join(part for part, _ in value.parts) if isinstance(value, RichText) else value
    if not text:
        return
    if len(text) > _LONGEST or _FORBIDDEN.search(text):
        raise Place(path).wrong(
            f"the {key} {text[:40]!r} is too long or holds what a spreadsheet cannot hold",
            "Write another kind of file, such as JSON lines.",
        )
    parts = [one for one in value.parts if one[0]] if isinstance(value, RichText) else []
    if len(parts) > 1:
        looked: list[Any] = []
        for part, shown in parts:
            looked += [looks[shown], part] if shown else [part]
        target.write_rich_string(line, column, *looked, looks["broken"])
    else:
        target.write_string(line, column, text)
