"""Small tables (CSV, TSV) as declarations: the columns a table needs, and what a row becomes.

    FEEDBACK = Sheet("feedback", ("feedback", "category"), read=_remark, once=_ONCE)

One loop reads all of them. A cell that cannot be read is told with file, line and column.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Generic, TypeVar

from tertium.exceptions import BadInput
from tertium.formats.given import GivenFile, Place, opened

T = TypeVar("T")


class Row(dict[str, str]):
    """The cells of one record by column, without blanks around them."""

    def __init__(self, file: GivenFile, line: int, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.line = line
        self._file = file

    @property
    def where(self) -> Place:
        """The line on which the record begins."""
        return self._file.place(self.line)

    def cell_place(self, column: str) -> Place:
        """Return where a cell begins."""
        return self._file.field_place(self.line, self._file.header.index(column))

    def wrong(self, column: str, what: str, fix: str) -> BadInput:
        """Return the error that tells what is wrong in a cell."""
        return self.cell_place(column).wrong(what, fix)

    def filled(self, column: str) -> str:
        """Return a text that may not be empty."""
        if not self[column]:
            raise self.wrong(column, f"the {column} is empty", f"Write the {column} in every row.")
        return self[column]

    def number(
        self, column: str, *, low: float = -math.inf, high: float = math.inf, fix: str
    ) -> float:
        """Return a number within bounds, or say where it stands and how to write it."""
        value = as_number(self[column])
        if not low <= value <= high:
            raise self.wrong(
                column, f"the {column} {self[column]!r} is not a number that is possible here", fix
            )
        return value


def as_number(text: str) -> float:
    """Return the number that a text writes, NaN if it writes none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def rows_of(file: GivenFile, *, strip: bool = True) -> Iterator[Row]:
    """Yield the rows of a table below its header; without `strip` cells keep their blanks."""
    for line, fields in file.records():
        cells = [field.strip() for field in fields] if strip else fields
        yield Row(file, line, dict(zip(file.header, cells, strict=True)))


@dataclass(frozen=True, slots=True)
class Once(Generic[T]):
    """What no two rows may share: the `key` of what they became.

    `what` tells it of the value, with the `line` of the first; `column` is where it is told.
    """

    key: Callable[[T], object]
    column: str
    what: str
    fix: str


@dataclass(frozen=True, slots=True)
class Sheet(Generic[T]):
    """A kind of table: what it holds, the columns it needs, and what a row becomes.

    `read` makes a value of a row, None if the row says nothing. `once` is refused twice. Cells
    come without blanks around them, unless `strip` is off. `fix` says what to do where a column
    is missing, if it is not to name them.
    """

    what: str
    needed: tuple[str, ...]
    read: Callable[[Row], T | None]
    once: Once[T] | None = None
    may_be_empty: bool = False
    strip: bool = True
    fix: str = ""

    def rows(self, given: Path | GivenFile) -> list[T]:
        """Return what the rows of a file say."""
        file = opened(given)
        rows = list(rows_of(file, strip=self.strip))
        self._check_header(file)
        if not rows and not self.may_be_empty:
            raise file.wrong(
                f"there are no {self.what} below the header", "Add one row for each.", line=1
            )
        found = []
        seen: dict[object, int] = {}
        for row in rows:
            value = self.read(row)
            if value is not None:
                self._check_once(row, value, seen)
                found.append(value)
        return found

    def _check_header(self, file: GivenFile) -> None:
        for name in self.needed:
            if name not in file.header:
                close = get_close_matches(name, set(file.header) - set(self.needed), n=1)
                guess = f"Is {close[0]!r} meant? " if close else ""
                place = file.field_place(1, file.header.index(close[0])) if close else file.place(1)
                fix = self.fix or f"A file of {self.what} has the columns {', '.join(self.needed)}."
                raise place.wrong(f"no column {name!r}", guess + fix)

    def _check_once(self, row: Row, value: T, seen: dict[object, int]) -> None:
        if self.once is None:
            return
        first = seen.setdefault(self.once.key(value), row.line)
        if first != row.line:
            what = self.once.what.format(value, line=first)
            raise row.wrong(self.once.column, what, self.once.fix)
