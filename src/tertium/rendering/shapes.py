"""What a result is arranged into before it is drawn or printed: tables and figures.

A *table* holds values, not texts: each renderer writes a cell in its own way, by
the kind of its column. Most tables are declared: `Table.of(title, records, *columns)` has a row
for each record, and a column says which of its fields it holds. A *figure* is a finding with a
picture, and the same facts as a table beside it, for whoever cannot or does not want to see the
picture.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal

from tertium.stats.result import Estimate

MOST_ROWS = 300  # of a table on a page or in a paper; JSON and CSV have all

Kind = Literal[
    "words",  # names and sentences
    "count",  # 1,200
    "number",  # any quantity, by its size
    "ratio",  # 1.87
    "share",  # .244 is written 24.4%
    "points",  # .098 is written +9.8: a difference of two shares, in points
    "coefficient",  # .57: κ, α and correlations
    "thousandths",  # .945: correlations so close to 1 that two digits would hide the rest
    "standard",  # 0.248: standardised scores, as shared tasks print them
    "seconds",  # 31.4
    "tenths",  # 45.9: metrics that end at 100
    "p",  # .032, and “< .001” for what is smaller
    "auto",  # by the type of the cell
]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number in a column of mixed quantities: it brings its own way of being written."""

    value: int | float | Estimate | None
    kind: Kind


Cell = str | int | float | bool | datetime | date | Estimate | Measure | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, how its cells are written, and its name in files.

    In a table of records it holds the field of its name, or what `of` makes of each record.
    """

    title: str
    kind: Kind = "words"
    field: str = ""  # the name in CSV; the title where empty
    of: Callable[[Any], Cell] | None = None

    @property
    def name(self) -> str:
        """The name used in files."""
        return self.field or self.title.lower().replace(" ", "_")

    @property
    def align(self) -> Literal["start", "end"]:
        """Words begin, figures end at the same edge."""
        return "start" if self.kind in ("words", "auto") else "end"

    def cell(self, record: Any) -> Cell:
        """Return what stands in this column for a record."""
        found: Cell = self.of(record) if self.of else getattr(record, self.name)
        return found


def columns(kind: Kind, *titles: str) -> tuple[Column, ...]:
    """Return columns of one kind, each of which holds the field that its heading names."""
    return tuple(Column(title, kind) for title in titles)


@dataclass(frozen=True, slots=True)
class Inner:
    """A record inside another one: it has the fields of both, its own before those around it."""

    own: Any
    around: Any

    def __getattr__(self, name: str) -> Any:
        """Read a field."""
        return getattr(self.own if hasattr(self.own, name) else self.around, name)


def inner(records: Iterable[Any], field: str) -> list[Inner]:
    """Return what each record holds in a field, one after the other."""
    return [Inner(own, around) for around in records for own in getattr(around, field)]


def estimate(value: str) -> Callable[[Any], Estimate]:
    """Return how a record is read as an estimate: a field between its `low` and `high`."""
    return lambda one: Estimate(getattr(one, value), one.low, one.high)


def _known(cell: Cell) -> bool:
    value = cell.value if isinstance(cell, Measure) else cell
    return (value.value if isinstance(value, Estimate) else value) is not None


def known(field: str) -> Callable[[Any], Cell]:
    """Return how a record is read that has an estimate: nothing where it could not be made."""
    return lambda one: None if getattr(one, field).value is None else getattr(one, field)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under headings. The leading `words` columns name the row.

    A `detail` is left out of plain text, which should fit on a screen; every
    other format has it. An `annex` speaks of single answers and the people who gave them: it is
    left out of pages for customers unless asked for.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    detail: bool = False
    annex: bool = False

    @classmethod
    def of(
        cls,
        title: str,
        records: Iterable[Any],
        *columns: Column,
        note: str = "",
        detail: bool = False,
        annex: bool = False,
    ) -> "Table":
        """List records, a row for each."""
        rows = tuple(tuple(column.cell(one) for column in columns) for one in records)
        return cls(title, columns, rows, note, detail, annex)

    @property
    def keys(self) -> int:
        """How many leading columns name the row (at least one)."""
        kinds = [column.kind for column in self.columns]
        named = next((at for at, kind in enumerate(kinds) if kind != "words"), len(kinds))
        return max(1, min(named, len(kinds) - 1))

    def with_rows(self, *rows: tuple[Cell, ...]) -> "Table":
        """Add rows that are no records below those that are."""
        return replace(self, rows=(*self.rows, *rows))

    def without_unknown(self) -> "Table":
        """Leave out rows whose last cell is nothing, or an estimate that could not be made."""
        return replace(self, rows=tuple(row for row in self.rows if _known(row[-1])))

    def without_empty(self) -> "Table":
        """Leave out columns in which nothing stands."""
        kept = [
            at
            for at in range(len(self.columns))
            if any(row[at] is not None and row[at] != "" for row in self.rows)
        ]
        return replace(
            self,
            columns=tuple(self.columns[at] for at in kept),
            rows=tuple(tuple(row[at] for at in kept) for row in self.rows),
        )


@dataclass(frozen=True, slots=True)
class Listing:
    """A declared table: called with a result, it lists the records that `records` finds there.

    `records` is the name of a field of the result, or a function of the result. A table with
    more rows than `fits` is a detail.
    """

    title: str
    records: str | Callable[[Any], Iterable[Any]]
    columns: tuple[Column, ...]
    note: str = ""
    detail: bool = False
    annex: bool = False
    fits: int | None = None
    sparse: bool = False

    def __call__(self, result: Any) -> Table:
        """Return the table of a result."""
        found = self.records
        records = getattr(result, found) if isinstance(found, str) else found(result)
        table = Table.of(
            self.title, records, *self.columns, note=self.note, detail=self.detail, annex=self.annex
        )
        if self.fits is not None:
            table = replace(table, detail=len(table.rows) > self.fits)
        return table.without_empty() if self.sparse else table

    def without_empty(self) -> "Listing":
        """Leave out columns in which nothing stands."""
        return replace(self, sparse=True)


def listing(
    title: str,
    records: str | Callable[[Any], Iterable[Any]],
    *columns: Column,
    note: str = "",
    detail: bool = False,
    annex: bool = False,
    fits: int | None = None,
) -> Listing:
    """Declare a table of records."""
    return Listing(title, records, columns, note, detail, annex, fits)


@dataclass(frozen=True, slots=True)
class Figure:
    """A finding as a sentence, a picture of it, and the same facts as a table.

    `spec` is Vega-Lite as plain data. Its colours are the names of tokens
    (`var(--c1)`), so that one picture serves light, dark and print. `alt` says
    in one sentence what the picture shows. `half` pictures stand two in a row.
    Where Vega-Lite has no such picture, `svg` holds one drawn by us and `spec` is empty.
    """

    name: str
    title: str
    spec: Mapping[str, Any]
    table: Table
    caption: str
    alt: str
    half: bool = False
    narrowest: int = 0  # pixels; where there is less room the reader scrolls
    svg: str = ""
    annex: bool = False  # as in a table
