"""Tables of results as frames, for pandas, polars and whatever reads an Arrow stream."""

import math
import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np

from tertium.exceptions import NotFound
from tertium.memory_database import scratch
from tertium.rendering import tables
from tertium.rendering.shapes import Measure, Table
from tertium.stats.result import Estimate, LanguagePairs, Result

if TYPE_CHECKING:
    import pandas
    import polars

_PAIR = "language_pair"
_NUMBERS = ("table", "id", "quantity", "value", "low", "high", "words")
_Row = dict[str, Any]


class Frame:
    """Rows under named columns: `polars.DataFrame(frame)`, `frame.to_pandas()`, `frame.rows()`."""

    def __init__(self, relation: duckdb.DuckDBPyRelation) -> None:
        self._relation = relation

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._relation.columns)

    def __len__(self) -> int:
        return int(self._relation.shape[0])

    def __repr__(self) -> str:
        return str(self._relation)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return the rows as an Arrow stream in a capsule."""
        return self._relation.__arrow_c_stream__(requested_schema)

    def rows(self) -> list[_Row]:
        """Return one dictionary per row."""
        names = self.columns
        return [dict(zip(names, row, strict=True)) for row in self._relation.fetchall()]

    def to_pandas(self) -> "pandas.DataFrame":
        """Return it as a frame of pandas, which must be installed."""
        found: pandas.DataFrame = self._relation.df()
        return found

    def to_polars(self) -> "polars.DataFrame":
        """Return it as a frame of polars, which must be installed."""
        import polars

        return polars.DataFrame(self)


def frame_names(result: Result) -> tuple[str, ...]:
    """Return the names of the tables of a result that have rows."""
    found = [_name(table) for _, part in _parts(result) for table in tables(part) if table.rows]
    return tuple(dict.fromkeys(found))


def frame_of(result: Result, name: str | None = None) -> Frame:
    """Return a table of a result, or every number of it; of language pairs, of all of them."""
    if name is None:
        return _frame(list(_numbers(result)), _NUMBERS)
    wanted = _slug(name)
    rows = [
        pair | row
        for pair, part in _parts(result)
        for table in tables(part)
        if _name(table) == wanted
        for row in _records(table)
    ]
    if not rows:
        raise NotFound.among("frame", name, frame_names(result))
    return _frame(rows, tuple(rows[0]))


def _parts(result: Result) -> Iterator[tuple[_Row, Result]]:
    """Yield each result with the language pair it is about, where there are several."""
    if isinstance(result, LanguagePairs):
        for one in result.language_pairs:
            yield {_PAIR: one.language_pair}, one.result
    else:
        yield {}, result


def _name(table: Table) -> str:
    return _slug(table.title) or "summary"


def _slug(title: str) -> str:
    """Return a title as a name.

    >>> _slug("Answers by annotator")
    'answers_by_annotator'
    """
    return re.sub(r"\W+", "_", title.lower()).strip("_")


def _numbers(result: Result) -> Iterator[_Row]:
    """Yield every number of a result; what is no number stands in `words`."""
    for pair, part in _parts(result):
        for table in tables(part):
            for row in table.rows:
                key = " · ".join(str(cell) for cell in row[: table.keys] if cell is not None)
                for column, cell in zip(
                    table.columns[table.keys :], row[table.keys :], strict=True
                ):
                    value, low, high = _ends(cell)
                    if value is None:
                        continue
                    number = isinstance(value, int | float)
                    yield pair | {
                        "table": _name(table),
                        "id": key,
                        "quantity": column.name,
                        "value": value if number else None,
                        "low": low,
                        "high": high,
                        "words": None if number else str(value),
                    }


def _records(table: Table) -> Iterator[_Row]:
    """Yield the rows of a table; a column with intervals has two more, for their ends."""
    spread = {
        at
        for at in range(len(table.columns))
        if any(_ends(row[at])[1:] != (None, None) for row in table.rows)
    }
    for row in table.rows:
        record: _Row = {}
        for at, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
            value, low, high = _ends(cell)
            record[column.name] = value
            if at in spread:
                record |= {f"{column.name}_low": low, f"{column.name}_high": high}
        yield record


def _ends(cell: Any) -> tuple[Any, float | None, float | None]:
    """Return the value of a cell and the ends of its interval."""
    if isinstance(cell, Measure):
        cell = cell.value
    if isinstance(cell, Estimate):
        return cell.value, cell.low, cell.high
    return cell, None, None


def _frame(rows: Sequence[_Row], names: Sequence[str]) -> Frame:
    """Return rows as a frame; the columns have the type of what stands in them."""
    if rows and _PAIR in rows[0] and _PAIR not in names:
        names = (_PAIR, *names)
    columns, casts = {}, []
    for name in names:
        array, kind = _typed([row.get(name) for row in rows])
        columns[name] = array
        quoted = '"' + name.replace('"', '""') + '"'
        value = f"nullif({quoted}, 'NaN'::DOUBLE)" if array.dtype == float else quoted
        casts.append(f"CAST({value} AS {kind}) AS {quoted}")
    database = scratch()
    database.register("columns", columns)
    database.execute(f"CREATE TEMP TABLE frame AS SELECT {', '.join(casts)} FROM columns")
    database.unregister("columns")
    return Frame(database.sql("FROM frame"))


def _typed(values: Sequence[Any]) -> tuple[np.ndarray[Any, Any], str]:
    """Return values as an array, and the type they have in a database."""
    there = {type(value) for value in values if value is not None}
    if there and there <= {bool}:
        return np.array([_text(value) for value in values], dtype=object), "BOOLEAN"
    if there and all(issubclass(kind, int | float | np.number) for kind in there):
        numbers = np.array([math.nan if value is None else value for value in values], dtype=float)
        whole = all(issubclass(kind, int | np.integer) for kind in there)
        return numbers, "BIGINT" if whole else "DOUBLE"
    kind = "TIMESTAMP" if there and all(issubclass(one, date) for one in there) else "VARCHAR"
    return np.array([_text(value) for value in values], dtype=object), kind


def _text(value: Any) -> str | None:
    if value is None:
        return None
    return value.isoformat() if isinstance(value, date) else str(value)
