"""Sheets of workbooks (XLSX) as tables: the same table that a CSV file of the sheet would be.

Values are read, not formulas; what a formula gave must be saved with it. Cells that are merged
downwards hold the same; those merged across columns are refused, since nobody can say which
column they belong to. Hidden rows and columns are left out, and notes say so.
"""

import csv
import io
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any
from zipfile import BadZipFile, ZipFile

from tertium.exceptions import NotFound, OpenQuestion
from tertium.formats.files import Place
from tertium.formats.workbook import READ_ME

SHEET_ENDINGS = (".xlsx",)
MOST_UNPACKED = 512_000_000  # bytes; a workbook is an archive
_HIDDEN_ROW = re.compile(rb'<row\b(?=[^>]*\bhidden="(?:1|true)")[^>]*\br="(\d+)"')
_COLUMN = re.compile(rb"<col\b[^>]*>")
_MERGED = re.compile(rb'<mergeCell\b[^>]*\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_FORMULA = re.compile(rb"<f[\s>/]")
_ERRORS = {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!"}


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A sheet as CSV; `rows` and `lines` say where each of its records stands in both."""

    file: str
    name: str
    text: str
    rows: tuple[int, ...]
    lines: tuple[int, ...]
    columns: tuple[str, ...]  # letters
    notes: tuple[str, ...] = ()

    def row(self, line: int) -> int:
        """Return the row of the record of a line of the CSV."""
        return self.rows[max(0, bisect_right(self.lines, line) - 1)]

    def place(self, line: int, field: int | None = None) -> Place:
        """Return where the record of a line of the CSV stands, or one of its fields."""
        row = self.row(line)
        cell = f"row {row}" if field is None else f"{self.columns[field]}{row}"
        return Place(f"{self.file}: {self.name}, {cell}")


@lru_cache(maxsize=2)  # a new campaign is read several times
def sheet_table(file: str, content: bytes, sheet: str = "") -> SheetTable:
    """Return a sheet of a workbook: the one that is named, or else the only one with a table.

    Among several, the one with a column `source` is meant, if there is only one.
    """
    book = _opened(file, content)
    try:
        one = _chosen(book, file, sheet)
        return _Reader(file, one, _part(book, one), content).table()
    finally:
        book.close()


def sheet_names(file: str, content: bytes) -> list[str]:
    """Return the names of the sheets that hold something and are meant to be seen."""
    book = _opened(file, content)
    try:
        return [one.title for one in _filled(book)]
    finally:
        book.close()


def _opened(file: str, content: bytes) -> Any:
    import openpyxl  # type: ignore[import-untyped]

    try:
        with ZipFile(io.BytesIO(content)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
        if size > MOST_UNPACKED:
            raise Place(file).wrong(
                f"the workbook unpacks to {size // 1_000_000:,} MB",
                f"Keep it below {MOST_UNPACKED // 1_000_000} MB: split it, or save it as CSV.",
            )
        return openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    except (BadZipFile, KeyError, ValueError, OSError, EOFError, zlib.error, SyntaxError):
        raise Place(file).wrong(
            "this is no workbook, or it is damaged or locked by a password",
            "Save it again as XLSX, without a password.",
        ) from None


def _part(book: Any, sheet: Any) -> bytes:
    """Return the XML of a sheet, for what the reader of cells does not tell."""
    found: bytes = book._archive.read(sheet._worksheet_path)
    return found


def _filled(book: Any) -> list[Any]:
    return [
        one
        for one in book.worksheets
        if one.sheet_state == "visible" and one.title != READ_ME and b"<c " in _part(book, one)
    ]


def _chosen(book: Any, file: str, sheet: str) -> Any:
    if sheet:
        known = {one.title: one for one in book.worksheets}
        if sheet not in known:
            raise NotFound.among("sheet", sheet, known, where=file)
        return known[sheet]
    filled = _filled(book)
    if not filled:
        raise Place(file).wrong("the workbook is empty", "Name a file with text in it.")
    if len(filled) > 1:
        named = [one for one in filled if "source" in _first_names(one)]
        if len(named) == 1:
            return named[0]
        titles = tuple(one.title for one in filled)
        raise OpenQuestion(
            f"the workbook has several sheets ({', '.join(titles)})",
            asks="sheet",
            choices=titles,
            where=file,
            fix="Say which one holds the texts with --sheet, or keep one sheet only.",
        )
    return filled[0]


def _first_names(sheet: Any) -> set[str]:
    for row in sheet.iter_rows(values_only=True):
        if any(cell is not None for cell in row):
            return {str(cell).strip().lower() for cell in row if cell is not None}
    return set()


class _Reader:
    """Reads one sheet."""

    def __init__(self, file: str, sheet: Any, part: bytes, content: bytes) -> None:
        self.file = file
        self.sheet = sheet
        self.content = content
        self.formulas = bool(_FORMULA.search(part))
        self.hidden_rows = {int(number) for number in _HIDDEN_ROW.findall(part)}
        self.hidden_columns = set(_hidden_columns(part))
        self.merged = self._merged(part)

    def place(self, row: int, column: int) -> Place:
        return Place(f"{self.file}: {self.sheet.title}, {_letters(column)}{row}")

    def _merged(self, part: bytes) -> dict[int, list[int]]:
        """Return the columns of each row that are merged with the row above."""
        merged: dict[int, list[int]] = {}
        for left, top, right, bottom in _MERGED.findall(part):
            first, last = int(top), int(bottom)
            if left != right:
                cells = f"{left.decode()}{first}:{right.decode()}{last}"
                raise Place(f"{self.file}: {self.sheet.title}, {cells}").wrong(
                    "these cells are merged across columns",
                    "Separate them, so that every row has a cell per column, or delete the row.",
                )
            for row in range(first + 1, last + 1):
                merged.setdefault(row, []).append(_number(left.decode()))
        return merged

    def table(self) -> SheetTable:
        """Return the table that begins with the first row that holds anything."""
        rows = self._rows()
        top, names = next(rows, (0, {}))
        header = {column: _text(value).strip() for column, value in names.items()}
        kept = [
            column
            for column in sorted(header)
            if header[column] and column not in self.hidden_columns
        ]
        if not kept:
            raise Place(f"{self.file}: {self.sheet.title}").wrong(
                "the sheet has no row with the names of columns", "Name the columns in a row."
            )
        hidden_rows, unnamed = 0, set()
        filled: set[int] = set()
        found: list[tuple[int, list[str]]] = []
        for number, cells in rows:
            if number in self.hidden_rows:
                hidden_rows += 1
                continue
            unnamed |= cells.keys() - header.keys() - self.hidden_columns
            filled |= cells.keys()
            texts = [_text(cells.get(column)) for column in kept]
            if any(text.strip() for text in texts):
                found.append((number, texts))
        empty = [at for at, column in enumerate(kept) if column not in filled and found]
        named = [header[column] for column in kept]
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        numbers, lines, line = [], [], 1
        for number, texts in [(top, named), *found]:
            texts = [text for at, text in enumerate(texts) if at not in empty]
            writer.writerow(texts)
            numbers.append(number)
            lines.append(line)
            line += 1 + sum(text.count("\n") for text in texts)
        hidden = [header[one] or _letters(one) for one in sorted(header)
                  if one in self.hidden_columns]  # fmt: skip
        return SheetTable(
            self.file,
            self.sheet.title,
            out.getvalue(),
            tuple(numbers),
            tuple(lines),
            tuple(_letters(column) for at, column in enumerate(kept) if at not in empty),
            tuple(
                _notes(self.sheet.title, hidden, hidden_rows, unnamed, [named[at] for at in empty])
            ),
        )

    def _rows(self) -> Iterator[tuple[int, Mapping[int, Any]]]:
        """Yield the rows that hold anything: their number, and their cells by column."""
        empty: set[tuple[int, int]] = set()  # cells that a formula may stand in
        above: dict[int, Any] = {}  # what the first of merged cells held, by column
        for number, row in enumerate(self.sheet.iter_rows(values_only=True), start=1):
            cells = {column: value for column, value in enumerate(row, 1) if value is not None}
            if self.merged:
                cells |= {at: above[at] for at in self.merged.get(number, ()) if at in above}
                above = cells
            for column, value in cells.items():
                if value in _ERRORS:
                    raise self.place(number, column).wrong(
                        f"the cell holds the error {value}", "Correct the formula, or clear it."
                    )
            if self.formulas:
                empty |= {(number, column) for column, value in enumerate(row, 1) if value is None}
            if cells:
                yield number, cells
        if empty:
            self._check_formulas(empty)

    def _check_formulas(self, empty: set[tuple[int, int]]) -> None:
        """Refuse a formula whose result was not saved: it looks like an empty cell."""
        import openpyxl

        book = openpyxl.load_workbook(io.BytesIO(self.content), read_only=True)
        try:
            for number, row in enumerate(book[self.sheet.title].iter_rows(), start=1):
                for column, cell in enumerate(row, start=1):
                    if cell.value is not None and (number, column) in empty:
                        raise self.place(number, column).wrong(
                            "the cell holds a formula whose result was not saved",
                            "Open the file in a spreadsheet program and save it there, or save "
                            "values only.",
                        )
        finally:
            book.close()


def _notes(
    title: str, columns: list[str], rows: int, unnamed: set[int], empty: list[str]
) -> Iterator[str]:
    if columns:
        named = "column" if len(columns) == 1 else "columns"
        yield f"Sheet {title!r}: hidden {named} left out: {', '.join(columns)}."
    if rows:
        yield f"Sheet {title!r}: {rows:,} hidden {'row' if rows == 1 else 'rows'} left out."
    if empty:
        yield f"Sheet {title!r}: left out, because nothing stands in it: {', '.join(empty)}."
    if unnamed:
        letters = ", ".join(_letters(column) for column in sorted(unnamed))
        yield f"Sheet {title!r}: left out, because the first row has no name for it: {letters}."


def _hidden_columns(part: bytes) -> Iterator[int]:
    for tag in _COLUMN.findall(part):
        said = dict(re.findall(rb'(\w+)="([^"]*)"', tag))
        if said.get(b"hidden") in (b"1", b"true"):
            yield from range(int(said[b"min"]), min(int(said[b"max"]), 16_384) + 1)


def _text(value: Any) -> str:
    """Return what a cell shows: whole numbers without a point, dates as 2030-12-31."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, datetime):
        return str(value.date() if value.time() == time() else value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value).replace("\r\n", "\n").replace("\r", "\n")


def _letters(column: int) -> str:
    """Return what a spreadsheet calls a column.

    >>> _letters(1), _letters(27)
    ('A', 'AA')
    """
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
