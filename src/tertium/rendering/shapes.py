"""What a result is arranged into before it is drawn or printed: tables and figures.

A *table* holds values, not texts: each renderer writes a cell in its own way, by
the kind of its column. A *figure* is a finding with a picture, and the same
facts as a table beside it, for whoever cannot or does not want to see the picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Literal

from tertium.stats.result import Estimate

__all__ = ["MOST_ROWS", "Cell", "Column", "Figure", "Kind", "Measure", "Table"]

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
    """A column: its heading, how its cells are written, and its name in files."""

    title: str
    kind: Kind = "words"
    field: str = ""  # the name in CSV; the title where empty

    @property
    def name(self) -> str:
        """The name used in files."""
        return self.field or self.title.lower().replace(" ", "_")

    @property
    def align(self) -> Literal["start", "end"]:
        """Words begin, figures end at the same edge."""
        return "start" if self.kind in ("words", "auto") else "end"


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

    @property
    def keys(self) -> int:
        """How many leading columns name the row (at least one)."""
        kinds = [column.kind for column in self.columns]
        named = next((at for at, kind in enumerate(kinds) if kind != "words"), len(kinds))
        return max(1, min(named, len(kinds) - 1))

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
