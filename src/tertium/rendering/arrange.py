"""How a result is arranged: its headline, facts, tables, figures and methods.

Five functions that each kind of result may answer in its own way
(`headline.register`, `tables.register`, …), in a file of this room that is listed
below and imported when a result of its kind is first shown. A result for which
nobody has written anything is still arranged decently: single values in one
table, every list of records in its own.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from functools import cache, singledispatch, update_wrapper
from importlib import import_module
from typing import Any, Generic, TypeVar

from tertium.rendering.shapes import Cell, Column, Figure, Kind, Table
from tertium.stats.result import Estimate, Result

# Kind of result → the files that tell it. They import the analysis they tell, and all
# analyses together take longer to import than most commands take to run.
TOLD_IN: dict[str, tuple[str, ...]] = {
    "Adequacy": ("adequacy",),
    "Agreement": ("agreement",),
    "Annotators": ("annotators", "annotator_figures"),
    "Assessment": ("assessment",),
    "Calibration": ("calibration",),
    "Check": ("check",),
    "Checkpoints": ("checkpoints", "checkpoint_figures"),
    "ChunkAccuracy": ("chunk_accuracy",),
    "Comparison": ("comparison", "comparison_figures"),
    "Correlations": ("correlation", "correlation_figures"),
    "Dominance": ("dominance",),
    "Efficiency": ("efficiency",),
    "Effort": ("effort", "effort_figures"),
    "Enough": ("enough",),
    "Entropy": ("entropy",),
    "ErrorScores": ("errors", "error_figures"),
    "ErrorSets": ("error_sets",),
    "Grading": ("grades",),
    "Judging": ("judging",),
    "MeasureRanking": ("measures",),
    "Monitoring": ("monitoring",),
    "QualityTies": ("comparison",),
    "Ranking": ("system_ranking", "system_ranking_figures"),
    "RatingScales": ("ratings", "ratings_figures"),
    "Rebuilt": ("rebuilt",),
    "Redundancy": ("redundancy",),
    "Releases": ("releases",),
    "Reproduction": ("reproduction",),
    "SpanAgreement": ("span_agreement",),
    "Square": ("quality_square",),
    "Thresholds": ("utility",),
    "Utility": ("utility",),
}
_OWN_PLACE = {"sentence", "signature", "warnings"}  # shown outside the tables
_Told = TypeVar("_Told")


class ByKind(Generic[_Told]):
    """A function of a result that each kind may answer in its own way."""

    def __init__(self, general: Callable[[Any], _Told]) -> None:
        self._told = singledispatch(general)
        self.register: Callable[..., Any] = self._told.register
        update_wrapper(self, general)

    def __call__(self, result: Result) -> _Told:
        """Answer as the result's kind does, or in general; tables and figures may be yielded."""
        _load(type(result).__name__)
        told = self._told(result)
        return tuple(told) if isinstance(told, Iterator) else told  # type: ignore[return-value]


@cache
def _load(kind: str) -> None:
    """Import the files that tell a kind of result, so that they register."""
    for file in TOLD_IN.get(kind, ()):
        import_module(f"tertium.rendering.{file}")


@ByKind
def headline(result: Result) -> str:
    """Return the one sentence that says what was found."""
    sentence = getattr(result, "sentence", "")
    return sentence if isinstance(sentence, str) and sentence else titled(type(result).__name__)


@ByKind
def tables(result: Result) -> tuple[Table, ...]:
    """Return the facts as tables, the most important first."""
    return _arranged(result, "")


@ByKind
def figures(result: Result) -> tuple[Figure, ...]:
    """Return the pictures of a result, the most important first; most results have none."""
    return ()


@ByKind
def facts(result: Result) -> tuple[tuple[str, str], ...]:
    """Return up to four facts to stand under the headline, as (name, value)."""
    return ()


@ByKind
def methods(result: Result) -> str:
    """Return a paragraph on how the result was found, for readers of the report."""
    return ""


def titled(name: str) -> str:
    """Turn a name from the code into words.

    >>> titled("by_annotator"), titled("QualityTies")
    ('By annotator', 'Quality ties')
    """
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").strip().lower()
    return words[:1].upper() + words[1:]


def _arranged(record: Any, title: str) -> tuple[Table, ...]:
    """Arrange any record: its single values first, then what has rows of its own."""
    single: list[tuple[Cell, ...]] = []
    further: list[Table] = []
    for name, value in _entries(record):
        if name in _OWN_PLACE or value is None or value == ():
            continue
        if (cell := _cell(value)) is not None:
            single.append((titled(name), cell))
        elif isinstance(value, Result):
            further.extend(tables(value))
        elif isinstance(value, list | tuple):
            further.append(_rows(value, titled(name)))
        else:
            further.extend(_arranged(value, titled(name)))
    columns = (Column("Quantity"), Column("Value", "auto"))
    first = (Table(title, columns, tuple(single)),) if single else ()
    return (*first, *further)


def _rows(records: Sequence[Any], title: str) -> Table:
    """Arrange a list of records as one table; records may lack some of the columns."""
    flat = [_flat(record) for record in records]
    names = list(dict.fromkeys(name for record in flat for name in record))
    columns = tuple(
        Column(titled(name), _kind([record.get(name) for record in flat]), name) for name in names
    )
    return Table(title, columns, tuple(tuple(row.get(name) for name in names) for row in flat))


def _flat(record: Any) -> dict[str, Cell]:
    """Return the cells of one record; records inside it lend their names as prefix."""
    if not _has_entries(record):
        inner = record if isinstance(record, list | tuple) else (record,)
        return {str(at): _cell(value) for at, value in enumerate(inner, start=1)}
    cells: dict[str, Cell] = {}
    for name, value in _entries(record):
        if value is None or (cell := _cell(value)) is not None:
            cells[name] = None if value is None else cell
        elif _has_entries(value):
            cells |= {f"{name}_{inner}": cell for inner, cell in _flat(value).items()}
        else:
            cells[name] = f"{len(value):,}"  # a list inside a row is told by its length
    return cells


def _cell(value: Any) -> Cell:
    """Return what fits into one cell, and None for what does not."""
    if hasattr(value, "item"):  # a NumPy number
        value = value.item()
    if isinstance(value, str | bool | int | float | Estimate | date):
        return value
    if isinstance(value, list | tuple) and all(isinstance(one, str | int | float) for one in value):
        return ", ".join(str(one) for one in value)
    return None


def _kind(cells: Sequence[Cell]) -> Kind:
    """Find how a column is written from what stands in it."""
    present = [cell for cell in cells if cell is not None]
    if all(isinstance(cell, str | bool | date) for cell in present):
        return "words"
    if all(isinstance(cell, int) for cell in present):
        return "count"
    return "number" if all(isinstance(c, int | float | Estimate) for c in present) else "auto"


def _has_entries(value: Any) -> bool:
    return isinstance(value, Mapping) or (is_dataclass(value) and not isinstance(value, type))


def _entries(record: Any) -> list[tuple[str, Any]]:
    if isinstance(record, Mapping):
        return [(str(name), value) for name, value in record.items()]
    return [(field.name, getattr(record, field.name)) for field in fields(record)]
