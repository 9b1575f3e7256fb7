"""Where in a file something stands: used only when there is something to tell.

Lines and columns count from 1, columns in characters. Rows count from 0, as the
database counts records below the header.
"""

import csv
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence

import duckdb

from tertium.exceptions import BadInput
from tertium.formats.delimited import records
from tertium.formats.given import GivenFile


class Places:
    """Places in Parquet and in frames, which have rows but no lines; others know more."""

    notes: tuple[str, ...] = ()  # about what the file holds that is in no row

    def __init__(self, name: str, header: tuple[str, ...] = ()) -> None:
        self.name = name
        self.header = header

    def head(self) -> str:
        """Return where the names of the columns stand."""
        return self.name

    def column_place(self, name: str) -> str:
        """Return where the name of a column stands."""
        return f"{self.name}: column {name!r}"

    def place(self, row: int, name: str) -> str:
        """Return where the value of a column stands in a row."""
        return f"{self.name}: row {row + 1}, column {name!r}"

    def line_name(self, row: int) -> str:
        """Return how to call a row in a sentence."""
        return f"row {row + 1}"

    def refuse(
        self,
        database: duckdb.DuckDBPyConnection,
        column: str | Sequence[str],
        query: str,
        what: str,
        fix: str,
    ) -> None:
        """Refuse the first row that a query finds, in a column.

        The query returns the row and whatever else `what` tells, by number; where it may be one
        of several columns, the second value says which.
        """
        found = database.execute(query).fetchone()
        if found is not None and found[0] is not None:
            named = column if isinstance(column, str) else column[found[1]]
            raise BadInput(what.format(*found), where=self.place(found[0], named), fix=fix)


class LinePlaces(Places, ABC):
    """Places in files whose rows stand on lines."""

    @abstractmethod
    def line(self, row: int) -> int:
        """Return the line on which a row begins."""

    def place(self, row: int, name: str) -> str:
        """Return the line of a row."""
        return f"{self.name}:{self.line(row)}"

    def line_name(self, row: int) -> str:
        """Return `line n`."""
        return f"line {self.line(row)}"


class TablePlaces(LinePlaces):
    """Places in CSV and TSV; a record may run over several lines."""

    def __init__(self, file: GivenFile) -> None:
        super().__init__(str(file), file.header)
        self._file = file
        self.first_line = file.header_line
        self.delimiter = file.delimiter
        self.headed = True
        self.notes = file.notes

    def name_columns(self, names: tuple[str, ...], *, headed: bool = False) -> None:
        """Give the columns their names; unless `headed`, the first line is a record itself."""
        self.header, self.headed = names, headed

    def check_header(self) -> None:
        """Refuse a header with an empty name or the same name twice."""
        for field, name in enumerate(self.header):
            if not name or name in self.header[:field]:
                raise self._file.field_place(self.first_line, field).wrong(
                    f"column {name!r} is given twice"
                    if name
                    else f"column {field + 1} has no name",
                    "Remove or rename one of them."
                    if name
                    else "Name every column in the first line.",
                )

    def head(self) -> str:
        """Return where the header stands."""
        return f"{self.name}:{self.first_line}"

    def column_place(self, name: str) -> str:
        """Return where a name stands in the header."""
        return self._file.field_place(self.first_line, self.header.index(name))

    def place(self, row: int, name: str) -> str:
        """Return where a field begins."""
        if name not in self.header:
            return super().place(row, name)
        return self._file.field_place(self.line(row), self.header.index(name))

    def line(self, row: int) -> int:
        """Return the line on which a record begins."""
        found = records(self._file.table_text, self.delimiter)
        if self.headed:
            next(found)
        return next(line for number, (line, _) in enumerate(found) if number == row)

    def explain(self, told: str) -> BadInput:
        """Find out why the database could not read the file."""
        begins = self.first_line
        read = records(self._file.table_text, self.delimiter, strict=True)
        try:
            for number, (line, fields) in enumerate(read):
                begins = line
                if len(fields) != len(self.header) and (number or not self.headed):
                    first = "header" if self.headed else "first row"
                    return self._file.wrong(
                        f"this row has {len(fields)} fields, the {first} has {len(self.header)}",
                        "Give every row one field per column; a field that holds a "
                        "separator or a line break stands in double quotes (not in TSV).",
                        line=line,
                    )
        except csv.Error:
            return self._file.wrong(
                "a quotation mark opens a field and is not closed where the field ends",
                "Close it, and double the quotation marks inside a quoted field.",
                line=begins + 1,
            )
        reason = told.split("\n", 1)[0]
        return self._file.wrong(
            f"the table cannot be read ({reason})",
            "Save it again as CSV (UTF-8), for example from a spreadsheet.",
        )


class JsonPlaces(LinePlaces):
    """Places in JSON lines: a row is the n-th line that is not empty."""

    def __init__(self, file: GivenFile) -> None:
        super().__init__(str(file))
        self._lines = file.table_text.split("\n")
        self.notes = file.notes

    def head(self) -> str:
        """Return the first line; JSON lines have no header."""
        return f"{self.name}:1"

    def column_place(self, name: str) -> str:
        """Return where a name is first used."""
        for row, (_, line) in enumerate(self._rows()):
            if name in json.loads(line):
                return self.place(row, name)
        return self.head()

    def place(self, row: int, name: str) -> str:
        """Return where the name of a value stands in its line."""
        found = re.search(re.escape(json.dumps(name)) + r"\s*:", self._rows()[row][1])
        return super().place(row, name) + (f":{found.start() + 1}" if found else "")

    def line(self, row: int) -> int:
        """Return the line of an object."""
        return self._rows()[row][0]

    def explain(self, told: str, *, line: int = 0) -> BadInput:
        """Find the line that is not an object, and where its JSON breaks."""
        column = 1
        for number, text in self._rows() if not line else [(line, self._lines[line - 1])]:
            try:
                if isinstance(json.loads(text), dict):
                    continue
            except json.JSONDecodeError as error:
                column = error.colno
            line = number
            break
        return BadInput(
            f"this line is not a JSON object{f' ({told.splitlines()[0]})' if told else ''}",
            where=f"{self.name}:{line or 1}:{column}",
            fix="Write one JSON object per line, such as "
            '{"annotator": "ann-01", "segment": "12", …}.',
        )

    def _rows(self) -> list[tuple[int, str]]:
        return [(n, line) for n, line in enumerate(self._lines, start=1) if line.strip()]
