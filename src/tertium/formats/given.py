"""A file that somebody gives: opened once, whoever looks at it.

Its name and its beginning tell which format it has. Every reader gets the file as it was opened
for that, so that nothing is read, unpacked or decoded twice.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.delimited import field_place, one_line_end, records, separator
from tertium.formats.files import Place, as_utf8, decoded_western, plain_suffix, read_bytes
from tertium.formats.plain import split_lines
from tertium.formats.spreadsheet import SHEET_ENDINGS, SheetTable, sheet_table

__all__ = ["GivenFile", "Place", "opened"]

_BLANK = b"\xef\xbb\xbf \t\r\n"  # what may stand before the beginning, a byte-order mark too
_WESTERN = "The file is not UTF-8: it was read as Windows-1252. Look at letters such as ä, é and €."


class GivenFile:
    """A file; what it holds is read when somebody asks, and kept.

    Of a workbook, one `sheet` is read as if it were a CSV file.
    """

    def __init__(self, path: Path, *, sheet: str = "") -> None:
        self.path = path
        self._sheet_name = sheet

    def __str__(self) -> str:
        return str(self.path)

    def place(self, line: int | None = None) -> Place:
        """Return where the file or one of its lines stands."""
        if line is not None and self.suffix in SHEET_ENDINGS:
            return self.sheet.place(line)
        return Place(self.path if line is None else f"{self.path}:{line}")

    def wrong(self, what: str, fix: str, *, line: int | None = None) -> BadInput:
        """Return the error that tells what is wrong with the file, or in a line."""
        return self.place(line).wrong(what, fix)

    @cached_property
    def suffix(self) -> str:
        """The ending that tells the format, without `.gz`."""
        return plain_suffix(self.path)

    @cached_property
    def content(self) -> bytes:
        """The bytes, unpacked; those of UTF-16 as UTF-8, as all who look for something expect."""
        return as_utf8(read_bytes(self.path))

    @property
    def beginning(self) -> bytes:
        """The first bytes that are not blank."""
        return self.content[:100_000].lstrip(_BLANK)

    def has_keys(self, names: Iterable[str]) -> bool:
        """Tell whether the first line is a JSON object with all these names in it."""
        first = self.content.lstrip(_BLANK).split(b"\n", 1)[0]
        return first.startswith(b"{") and all(f'"{name}"'.encode() in first for name in names)

    def has_root(self, element: str) -> bool:
        """Tell whether this is XML that begins with an element, given by a regular expression."""
        begins = self.beginning[:2_000]
        return begins.startswith(b"<") and bool(re.search(f"<{element}[\\s>]".encode(), begins))

    @cached_property
    def sheet(self) -> SheetTable:
        """The sheet of a workbook."""
        return sheet_table(str(self.path), self.content, self._sheet_name)

    def row(self, line: int) -> int:
        """Return what people call a line: in a workbook, the row of the sheet."""
        return self.sheet.row(line) if self.suffix in SHEET_ENDINGS else line

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out of a workbook, or how an old file had to be read."""
        if self.suffix in SHEET_ENDINGS:
            return self.sheet.notes
        read = vars(self).get("_decoded")  # not there where nobody asked for text, as in Parquet
        return (_WESTERN,) if read is not None and read[1] else ()

    @cached_property
    def _decoded(self) -> tuple[str, bool]:
        return decoded_western(self.content, str(self.path))

    @property
    def text(self) -> str:
        """The text as it is; of a workbook, that of a sheet as CSV."""
        return self.sheet.text if self.suffix in SHEET_ENDINGS else self._decoded[0]

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are not blank with their numbers, from 1."""
        for number, line in enumerate(split_lines(self.text), start=1):
            if line.strip():
                yield number, line

    # Tables -----------------------------------------------------------------------------------

    @cached_property
    def table_text(self) -> str:
        """The text of a table, with one kind of line end: all who count count the same lines."""
        return one_line_end(self.text)

    @cached_property
    def delimiter(self) -> str:
        """The character between the fields of a table."""
        if self.suffix in SHEET_ENDINGS:
            return ","
        return separator(self.path, self.table_text.lstrip("\n").split("\n", 1)[0])

    @cached_property
    def _first_record(self) -> tuple[int, list[str]]:
        return next(records(self.table_text, self.delimiter))

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The names of the columns of a table."""
        return tuple(name.strip() for name in self._first_record[1])

    def records(self) -> list[tuple[int, list[str]]]:
        """Return the records below the header with their lines; each has a field per column."""
        _, *rows = records(self.table_text, self.delimiter)
        header = self.header
        for number, fields in rows:
            if len(fields) != len(header):
                raise self.wrong(
                    f"this row has {len(fields)} fields, the header has {len(header)}",
                    "Give every row one field per column; put fields with separators or "
                    "line breaks in double quotes."
                    if self.delimiter != "\t"
                    else "Give every row one field per column, separated by single tabs.",
                    line=number,
                )
        for field, name in enumerate(header):
            if name in header[:field]:
                raise self.field_place(1, field).wrong(
                    f"column {name!r} is given twice", "Remove or rename one of them."
                )
        return rows

    def field_place(self, line: int, field: int) -> Place:
        """Return where a field begins, counted from 0 in the record that begins on this line."""
        if self.suffix in SHEET_ENDINGS:
            return self.sheet.place(line, field)
        number, column = field_place(self.table_text, self.delimiter, line, field)
        return Place(f"{self.path}:{number}:{column}")

    @property
    def header_line(self) -> int:
        """The line on which the names stand."""
        return self._first_record[0]


def opened(given: Path | GivenFile) -> GivenFile:
    """Return a file, which may be open already."""
    return given if isinstance(given, GivenFile) else GivenFile(given)
