"""Results as CSV: one row per number, with all its digits.

`table` and `id` say what the number is about, `quantity` is its name, `low` and
`high` its interval. A number that cannot be estimated is an empty `value`.
"""

import csv
import io
import math
from collections.abc import Iterator
from datetime import date
from typing import Any

from tertium.rendering.arrange import tables
from tertium.rendering.shapes import Cell, Measure, Table
from tertium.stats.result import Estimate, LanguagePairs, Result
from tertium.text import guarded

HEADER = ("table", "id", "quantity", "value", "low", "high")


def to_csv(*results: Result) -> str:
    """Return every number of one or more results in tidy form.

    Where there are several language pairs, the first column names the pair.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if isinstance(results[0], LanguagePairs):
        writer.writerow(("language_pair", *HEADER))
        for one in results[0].language_pairs:
            rows = _rows(one.result, *one.others)
            writer.writerows((guarded(one.language_pair), *row) for row in rows)
        for name, told in zip(results[0].left_out, results[0].warnings, strict=True):
            writer.writerow((guarded(name), "languagepairs", "", "warning", guarded(told), "", ""))
    else:
        writer.writerow(HEADER)
        writer.writerows(_rows(*results))
    return out.getvalue().rstrip("\n")


def _rows(*results: Result) -> Iterator[tuple[str, ...]]:
    for result in results:
        for table in tables(result):
            yield from _tidy(table)
        # Doubt and signature travel with the numbers, in the same shape.
        kind = type(result).__name__.lower()
        for at, text in enumerate(result.warnings, start=1):
            yield kind, str(at), "warning", guarded(text), "", ""
        yield kind, "", "signature", result.signature, "", ""


def _tidy(table: Table) -> Iterator[tuple[str, ...]]:
    for row in table.rows:
        key = guarded(" · ".join(str(cell) for cell in row[: table.keys] if cell is not None))
        for column, cell in zip(table.columns[table.keys :], row[table.keys :], strict=True):
            if cell is not None:
                yield (table.title, key, column.name, *_value(cell))


def _value(cell: Cell) -> tuple[str, str, str]:
    if isinstance(cell, Measure):
        cell = cell.value
    if isinstance(cell, Estimate):
        return _plain(cell.value), _plain(cell.low), _plain(cell.high)
    return _plain(cell), "", ""


def _plain(value: Any) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if isinstance(value, str):
        return guarded(value)
    return value.isoformat() if isinstance(value, date) else str(value)
