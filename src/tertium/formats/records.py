"""Rows that a reader found in a file of any form, widened as the rows of a table are.

A reader that makes its rows by itself, because they stand in XML or between blanks, names them like
the columns of a shape; the shape checks and widens them, and what is wrong is told with its line.
"""

from collections.abc import Iterable, Mapping

import duckdb
import numpy as np

from tertium.formats.given import GivenFile
from tertium.formats.places import LinePlaces
from tertium.formats.widening import shape_of, widened
from tertium.table import JudgementTable


class Records(LinePlaces):
    """Rows with the lines they stand on; values are texts, None where there is nothing."""

    def __init__(
        self,
        file: GivenFile,
        columns: tuple[str, ...],
        rows: Iterable[tuple[int, Mapping[str, str | None]]],
    ) -> None:
        super().__init__(str(file), columns)
        self._file = file
        found = list(rows)
        self._lines = [line for line, _ in found]
        self._rows = [row for _, row in found]

    def line(self, row: int) -> int:
        """Return the line of a row."""
        return self._lines[row]

    def table(self) -> JudgementTable:
        """Return the judgements."""
        return widened(lambda database: (self._load(database), shape_of(self)))

    def _load(self, database: duckdb.DuckDBPyConnection) -> "Records":
        columns = {
            name: np.array([row.get(name) for row in self._rows], dtype=object)
            for name in self.header
        }
        database.register("found", columns)
        database.execute("CREATE TEMP TABLE raw AS SELECT CAST(COLUMNS(*) AS VARCHAR) FROM found")
        database.unregister("found")
        return self
