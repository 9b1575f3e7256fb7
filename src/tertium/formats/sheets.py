"""Small tables (CSV, TSV) with named columns, read row by row: each field knows its place."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.delimited import field_place, read_records, separator
from tertium.formats.files import read_text

__all__ = ["Row", "Sheet"]


class Row(dict[str, str]):
    """The fields of one record by column, without blanks around them; `line` is its place."""

    def __init__(self, line: int, fields: Mapping[str, str]) -> None:
        super().__init__(fields)
        self.line = line


class Sheet:
    """The records of a file under their header."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.header, self._rows = read_records(path)

    def __iter__(self) -> Iterator[Row]:
        for line, fields in self._rows:
            yield Row(line, dict(zip(self.header, (one.strip() for one in fields), strict=True)))

    def __len__(self) -> int:
        return len(self._rows)

    def require(self, *names: str, what: str) -> None:
        """Refuse a file that lacks a column or has no rows; `what` says what it should hold."""
        for name in names:
            if name in self.header:
                continue
            close = get_close_matches(name, set(self.header) - set(names), n=1)
            guess = f"Is {close[0]!r} meant? " if close else ""
            raise BadInput(
                f"no column {name!r}",
                where=self.place(1, close[0]) if close else f"{self.path}:1",
                fix=f"{guess}A file of {what} has the columns {', '.join(names)}.",
            )
        if not self._rows:
            raise BadInput(
                f"there are no {what} below the header",
                where=f"{self.path}:1",
                fix="Add one row for each.",
            )

    def place(self, line: int, name: str) -> str:
        """Return file, line and column where a field begins."""
        text = read_text(self.path)
        delimiter = separator(self.path, text.split("\n", 1)[0])
        at, column = field_place(text, delimiter, line, self.header.index(name))
        return f"{self.path}:{at}:{column}"

    def number(self, row: Row, name: str, *, low: float, high: float, fix: str) -> float:
        """Return a number within bounds, or say where it stands and how to write it."""
        try:
            value = float(row[name])
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise BadInput(
                f"the {name} {row[name]!r} is not a number that is possible here",
                where=self.place(row.line, name),
                fix=fix,
            )
        return value

    def filled(self, row: Row, name: str) -> str:
        """Return a text that may not be empty."""
        if not row[name]:
            raise BadInput(
                f"the {name} is empty",
                where=self.place(row.line, name),
                fix=f"Write the {name} in every row.",
            )
        return row[name]
