"""Workbooks (XLSX): sheets of named columns, written in one step.

A cell is a number, a text, or a *rich* text whose parts look different.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tertium.formats.given import Place

_LONGEST, _MOST = 32_767, 1_048_575  # what a cell and a sheet hold
# Control characters, and a sequence by which XLSX would stand for one.
_FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_|x005F_")
_LOOKS: dict[str, dict[str, Any]] = {
    "good": {"font_color": "#1A6638", "underline": 1},
    "bad": {"font_color": "#9E1F1A", "underline": 1},
    "critical": {"font_color": "#5A1A86", "underline": 2, "bold": True},
    "number": {"font_color": "#58636D", "font_script": 1},
}


@dataclass(frozen=True, slots=True)
class RichText:
    """A text in parts, each with a look: "" (plain), good, bad, critical or number."""

    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """Rows by column. Columns in `always` are there even if empty, and stand first.

    `wide` columns hold texts: they are wider, and their lines are broken.
    """

    name: str
    rows: Sequence[Mapping[str, Any]]
    always: tuple[str, ...] = ()
    wide: Mapping[str, int] = field(default_factory=dict)


def write_workbook(sheets: Sequence[Worksheet], path: Path, beside: Path) -> None:
    """Write sheets to the file `beside`, which will become `path`."""
    import xlsxwriter  # type: ignore[import-untyped]

    book = xlsxwriter.Workbook(str(beside), {"strings_to_formulas": False})
    looks = {name: book.add_format(look) for name, look in _LOOKS.items()}
    looks |= {"heading": book.add_format({"bold": True}),
              "broken": book.add_format({"text_wrap": True, "valign": "top"})}  # fmt: skip
    for sheet in sheets:
        _write_sheet(book.add_worksheet(sheet.name), sheet, looks, path)
    book.close()


def _write_sheet(target: Any, sheet: Worksheet, looks: Mapping[str, Any], path: Path) -> None:
    rows = sheet.rows
    header = list(dict.fromkeys((*sheet.always, *(key for row in rows for key in row))))
    if len(rows) > _MOST:
        raise Place(path).wrong(
            f"{len(rows):,} rows are more than a sheet holds", "Write a file for each document."
        )
    target.write_row(0, 0, header, looks["heading"])
    target.freeze_panes(1, 0)
    target.autofilter(0, 0, max(len(rows), 1), len(header) - 1)
    for column, key in enumerate(header):
        if key in sheet.wide:
            target.set_column(column, column, sheet.wide[key], looks["broken"])
    for line, row in enumerate(rows, start=1):
        for column, key in enumerate(header):
            _write_cell(target, line, column, row.get(key), key, looks, path)


def _write_cell(
    target: Any, line: int, column: int, value: Any, key: str, looks: Mapping[str, Any], path: Path
) -> None:
    if isinstance(value, int | float):
        target.write_number(line, column, value)
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
        for part, look in parts:
            looked += [looks[look], part] if look else [part]
        target.write_rich_string(line, column, *looked, looks["broken"])
    else:
        target.write_string(line, column, text)
