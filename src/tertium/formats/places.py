"""Where in a file something stands: used only when there is something to tell.

Lines and columns count from 1, columns in characters. Rows count from 0, as the
database counts records below the header.
"""

import csv
import json
import re
from pathlib import Path
from typing import Protocol

from tertium.exceptions import BadInput
from tertium.formats.delimited import field_place, records, separator

__all__ = ["JsonPlaces", "Places", "RowPlaces", "TablePlaces"]


class Places(Protocol):
    """What every kind of file can say about its places."""

    header: tuple[str, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences about what the file holds that is in no row."""

    def head(self) -> str:
        """Return where the names of the columns stand."""

    def column_place(self, name: str) -> str:
        """Return where the name of a column stands."""

    def place(self, row: int, name: str) -> str:
        """Return where the value of a column stands in a row."""

    def line_name(self, row: int) -> str:
        """Return how to call a row in a sentence."""


class TablePlaces:
    """Places in CSV and TSV; a record may run over several lines."""

    notes: tuple[str, ...] = ()

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        first = text.lstrip("\n").split("\n", 1)[0]
        self.delimiter = separator(path, first)
        self.first_line, header = next(records(text, self.delimiter))
        self.header = tuple(name.strip() for name in header)
        self.headed = True

    def name_columns(self, names: tuple[str, ...], *, headed: bool = False) -> None:
        """Give the columns their names; unless `headed`, the first line is a record itself."""
        self.header, self.headed = names, headed

    def check_header(self) -> None:
        """Refuse a header with an empty name or the same name twice."""
        for field, name in enumerate(self.header):
            if not name:
                raise BadInput(
                    f"column {field + 1} has no name",
                    where=self._at(self.first_line, field),
                    fix="Name every column in the first line.",
                )
            if name in self.header[:field]:
                raise BadInput(
                    f"column {name!r} is given twice",
                    where=self._at(self.first_line, field),
                    fix="Remove or rename one of them.",
                )

    def head(self) -> str:
        """Return where the header stands."""
        return f"{self.path}:{self.first_line}"

    def column_place(self, name: str) -> str:
        """Return where a name stands in the header."""
        return self._at(self.first_line, self.header.index(name))

    def place(self, row: int, name: str) -> str:
        """Return where a field begins."""
        if name not in self.header:
            return f"{self.path}:{self._line(row)}"
        return self._at(self._line(row), self.header.index(name))

    def line_name(self, row: int) -> str:
        """Return `line n`."""
        return f"line {self._line(row)}"

    def explain(self, told: str) -> BadInput:
        """Find out why the database could not read the file."""
        begins = self.first_line
        try:
            for number, (line, fields) in enumerate(
                records(self.text, self.delimiter, strict=True)
            ):
                begins = line
                if len(fields) != len(self.header) and (number or not self.headed):
                    first = "header" if self.headed else "first row"
                    return BadInput(
                        f"this row has {len(fields)} fields, the {first} has {len(self.header)}",
                        where=f"{self.path}:{line}",
                        fix="Give every row one field per column; a field that holds a "
                        "separator or a line break stands in double quotes (not in TSV).",
                    )
        except csv.Error:
            return BadInput(
                "a quotation mark opens a field and is not closed where the field ends",
                where=f"{self.path}:{begins + 1}",
                fix="Close it, and double the quotation marks inside a quoted field.",
            )
        reason = told.split("\n", 1)[0]
        return BadInput(
            f"the table cannot be read ({reason})",
            where=str(self.path),
            fix="Save it again as CSV (UTF-8), for example from a spreadsheet.",
        )

    def _line(self, row: int) -> int:
        found = records(self.text, self.delimiter)
        if self.headed:
            next(found)
        return next(line for number, (line, _) in enumerate(found) if number == row)

    def _at(self, line: int, field: int) -> str:
        number, column = field_place(self.text, self.delimiter, line, field)
        return f"{self.path}:{number}:{column}"


class JsonPlaces:
    """Places in JSON lines: a row is the n-th line that is not empty."""

    notes: tuple[str, ...] = ()

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.lines = text.split("\n")
        self.header: tuple[str, ...] = ()

    def head(self) -> str:
        """Return the first line; JSON lines have no header."""
        return f"{self.path}:1"

    def column_place(self, name: str) -> str:
        """Return where a name is first used."""
        for row, (_, line) in enumerate(self._rows()):
            if name in json.loads(line):
                return self.place(row, name)
        return self.head()

    def place(self, row: int, name: str) -> str:
        """Return where the name of a value stands in its line."""
        number, line = self._rows()[row]
        found = re.search(re.escape(json.dumps(name)) + r"\s*:", line)
        return f"{self.path}:{number}" + (f":{found.start() + 1}" if found else "")

    def line_name(self, row: int) -> str:
        """Return `line n`."""
        return f"line {self._rows()[row][0]}"

    def explain(self, told: str, *, line: int = 0) -> BadInput:
        """Find the line that is not an object, and where its JSON breaks."""
        column = 1
        for number, text in self._rows() if not line else [(line, self.lines[line - 1])]:
            try:
                if isinstance(json.loads(text), dict):
                    continue
            except json.JSONDecodeError as error:
                column = error.colno
            line = number
            break
        return BadInput(
            f"this line is not a JSON object{f' ({told.splitlines()[0]})' if told else ''}",
            where=f"{self.path}:{line or 1}:{column}",
            fix="Write one JSON object per line, such as "
            '{"annotator": "ann-01", "segment": "12", …}.',
        )

    def _rows(self) -> list[tuple[int, str]]:
        return [(n, line) for n, line in enumerate(self.lines, start=1) if line.strip()]


class RowPlaces:
    """Places in Parquet and in frames, which have rows but no lines."""

    notes: tuple[str, ...] = ()

    def __init__(self, name: str, header: tuple[str, ...]) -> None:
        self.name = name
        self.header = header

    def head(self) -> str:
        """Return the whole."""
        return self.name

    def column_place(self, name: str) -> str:
        """Return the whole and the column."""
        return f"{self.name}: column {name!r}"

    def place(self, row: int, name: str) -> str:
        """Return the whole, the row and the column."""
        return f"{self.name}: row {row + 1}, column {name!r}"

    def line_name(self, row: int) -> str:
        """Return `row n`."""
        return f"row {row + 1}"
