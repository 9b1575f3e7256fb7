"""A connection with prepared SQL, for the statements that every submission runs.

SQLAlchemy takes several times longer to make a statement ready than the
database to run it. Here a statement is turned into SQL once, in the words of
the database at hand, and then handed to the driver as it is. Values go in and
come out as the driver has them: moments are text (see `schema.Moment`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import ClauseElement
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tertium.store.database import TAKE_LOCK, Database

# 256 MB at most: a campaign of half a million assignments is looked up in memory.
_CACHE = "PRAGMA cache_size = -262144"


class PreparedConnection:
    """One connection with prepared statements, kept open by the thread that writes."""

    def __init__(self, database: Database) -> None:
        self.sqlite = database.sqlite
        self._turn = database.turn
        self._dialect = database.engine.dialect
        self._errors: Any = self._dialect.loaded_dbapi.Error
        self._connection = database.engine.connect()
        self._driver = self._connection.connection
        self._cursor = self._driver.cursor()
        if self.sqlite:
            self._cursor.execute(_CACHE)
        self._ready: dict[ClauseElement, tuple[str, Sequence[str] | None]] = {}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run one transaction as the only writer, in this process and among others."""
        with self._turn:
            try:
                if self.sqlite:
                    self._cursor.execute("BEGIN IMMEDIATE")
                else:
                    self.query(TAKE_LOCK, {})
                yield
                self._driver.commit()
            except self._errors as error:
                self._undo()
                raise self._wrapped(error) from error
            except BaseException:
                self._undo()
                raise

    def query(self, statement: ClauseElement, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run a statement that answers with rows."""
        sql, names = self._sql(statement)
        self._cursor.execute(sql, _in_order(values, names))
        return list(self._cursor.fetchall())

    def execute(self, statement: ClauseElement, rows: Sequence[Mapping[str, Any]]) -> int:
        """Run a statement for each of several rows; return how many rows it changed or made."""
        sql, names = self._sql(statement)
        if len(rows) == 1:
            self._cursor.execute(sql, _in_order(rows[0], names))
        else:
            self._cursor.executemany(sql, [_in_order(row, names) for row in rows])
        return int(self._cursor.rowcount)

    def close(self, *, broken: bool = False) -> None:
        """Give the connection back, or throw it away."""
        with suppress(SQLAlchemyError, self._errors):
            if broken:
                self._connection.invalidate()
            self._connection.close()

    def _sql(self, statement: ClauseElement) -> tuple[str, Sequence[str] | None]:
        ready = self._ready.get(statement)
        if ready is None:
            compiled: Any = statement.compile(dialect=self._dialect)
            ready = self._ready[statement] = (compiled.string, compiled.positiontup)
        return ready

    def _undo(self) -> None:
        with suppress(self._errors):
            self._driver.rollback()

    def _wrapped(self, error: Any) -> Exception:
        """Return the error as SQLAlchemy would raise it, so that it is told in one way."""
        gone = self._dialect.is_disconnect(error, self._driver, self._cursor)
        wrapped: Exception = DBAPIError.instance(
            None, None, error, self._errors, connection_invalidated=gone, dialect=self._dialect
        )
        return wrapped


def _in_order(values: Mapping[str, Any], names: Sequence[str] | None) -> Any:
    """Return values by position where the driver wants that, else by name."""
    return values if names is None else [values[name] for name in names]
