"""A report as sheets of a workbook: every table with all its rows, numbers as numbers."""

from collections.abc import Sequence
from datetime import UTC
from typing import Any

from tertium.formats.workbook import NumberKind, Worksheet
from tertium.rendering.about import About
from tertium.rendering.arrange import facts, headline, methods, tables, titled
from tertium.rendering.shapes import Cell, Column, Kind, Measure, Table
from tertium.stats.result import Estimate, LanguagePairs, Result

_LOOKS: dict[Kind, NumberKind] = {
    "count": "count",
    "ratio": "hundredths",
    "share": "share",
    "points": "share",
    "coefficient": "hundredths",
    "thousandths": "thousandths",
    "standard": "thousandths",
    "seconds": "tenths",
    "p": "thousandths",
}
_BOUNDS = ("low", "high")


def report_sheets(results: Sequence[Result]) -> list[Worksheet]:
    """Return what was found, and every table of every result."""
    note = "Headlines, facts, methods and limitations."
    found = Worksheet(
        "Results", _found(results), ("result", "what", "value"), {"value": 90}, note=note
    )
    sheets = [found]
    for pair, result in _each(results):
        for table in (one for one in tables(result) if one.rows):
            name = table.title or titled(type(result).__name__)
            sheets.append(_sheet(f"{pair} {name}".strip(), table))
    return sheets


def about_report(about: About) -> tuple[str, ...]:
    """Return what a read-me says of a report."""
    days = [moment.astimezone(UTC).date() for moment in (about.first, about.last) if moment]
    pairs = ", ".join(f"{source}-{target}" for source, target in about.pairs)
    lines = (
        about.title,
        f"Language pairs: {pairs}." if pairs else "",
        f"Answers from {days[0]} to {days[-1]}." if days else "",
        "Low and high are the limits of confidence intervals. Shares are fractions of 1, shown "
        "as per cent. An empty cell is a number that the data do not identify.",
    )
    return tuple(line for line in lines if line)


def _each(results: Sequence[Result]) -> list[tuple[str, Result]]:
    """Return single results, each with its language pair where there are several."""
    found: list[tuple[str, Result]] = []
    for result in results:
        if isinstance(result, LanguagePairs):
            for one in result.language_pairs:
                found += [(one.language_pair, each) for each in (one.result, *one.others)]
        else:
            found.append(("", result))
    return found


def _found(results: Sequence[Result]) -> list[dict[str, Any]]:
    rows = []
    for pair, result in _each(results):
        name = f"{pair} {titled(type(result).__name__)}".strip()
        told = [("headline", headline(result)), *facts(result), ("methods", methods(result))]
        told += [("limitation", warning) for warning in result.warnings]
        told.append(("signature", result.signature))
        rows += [{"result": name, "what": what, "value": str(said)} for what, said in told if said]
    return rows


def _sheet(name: str, table: Table) -> Worksheet:
    """Return a table; an estimate takes three columns."""
    ranged = {
        at
        for at in range(len(table.columns))
        if any(isinstance(_value(row[at]), Estimate) for row in table.rows)
    }
    rows = []
    for row in table.rows:
        cells: dict[str, Any] = {}
        for at, column in enumerate(table.columns):
            cells |= _cells(column, row[at], ranged=at in ranged)
        rows.append(cells)
    looks = {
        name: _LOOKS[column.kind]
        for column in table.columns
        if column.kind in _LOOKS
        for name in (column.title, *(f"{column.title} {bound}" for bound in _BOUNDS))
    }
    return Worksheet(name, rows, kinds=looks, note=str(table.note))


def _cells(column: Column, cell: Cell, *, ranged: bool) -> dict[str, Any]:
    value = _value(cell)
    if not ranged:
        return {column.title: value if not isinstance(value, str) else str(value)}
    whole = value if isinstance(value, Estimate) else Estimate(value, None, None)
    limits = dict(zip(_BOUNDS, (whole.low, whole.high), strict=True))
    return {column.title: whole.value} | {
        f"{column.title} {bound}": limit for bound, limit in limits.items()
    }


def _value(cell: Cell) -> Any:
    return cell.value if isinstance(cell, Measure) else cell
