"""A copy of a running database as one SQLite file, consistent to one moment."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, func, insert, select

from tertium.exceptions import BadInput, Conflict
from tertium.formats.files import replacing
from tertium.store import schema
from tertium.store.database import Database
from tertium.store.locate import locate
from tertium.store.migrate import migrate, version

_CHUNK = 10_000


def backup(where: str | Path, file: Path, *, force: bool = False) -> int:
    """Copy a database to `file` and return how many judgements it holds.

    Servers may go on writing meanwhile. The copy takes its place when it is
    complete and on disk; `force` replaces an older one.
    """
    if file.is_file() and not force:
        raise Conflict(
            f"{str(file)!r} exists already",
            fix="Choose another name, or add --force to replace it.",
        )
    database = Database.named(locate(where), create=False)
    if database.sqlite and file.exists() and file.samefile(database.where):
        raise BadInput(
            f"{str(file)!r} is the database itself", fix="Choose another name for the copy."
        )
    try:
        with replacing(file) as beside:
            try:
                count = _copy(database, beside)
                with closing(sqlite3.connect(beside)) as copied:
                    copied.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
                with beside.open("rb") as finished:
                    os.fsync(finished.fileno())
            finally:
                for ending in ("-wal", "-shm"):
                    beside.with_name(f"{beside.name}{ending}").unlink(missing_ok=True)
    except sqlite3.Error as error:
        raise BadInput(
            f"the copy cannot be written ({error})",
            where=str(file),
            fix="Choose a folder with room that this user may write to.",
        ) from error
    finally:
        database.close()
    return count


def _copy(database: Database, file: Path) -> int:
    with database.reading() as connection:
        found = version(connection)
        if found != schema.HEAD:
            raise Conflict(
                f"the database has schema {found!r}, not {schema.HEAD!r}",
                where=database.where,
                fix="Run tertium migrate first, or use the version of Tertium that made it.",
            )
        if database.sqlite:
            _copy_pages(connection, file)
        else:
            _copy_rows(connection, file)
        return connection.execute(select(func.count()).select_from(schema.judgement)).scalar_one()


def _copy_pages(connection: Connection, file: Path) -> None:
    """Let SQLite copy itself; in one step, so that writers cannot make it start again."""
    with closing(sqlite3.connect(file)) as target:
        source = connection.connection.driver_connection
        assert isinstance(source, sqlite3.Connection)
        source.backup(target)


def _copy_rows(connection: Connection, file: Path) -> None:
    """Copy every table row by row into a fresh SQLite database."""
    target = Database.named(file, create=True)
    try:
        migrate(target)
        with target.writing() as writing:
            for table in schema.metadata.sorted_tables:
                rows = connection.execute(
                    select(table).order_by(*table.primary_key.columns),
                    execution_options={"yield_per": _CHUNK},
                )
                for part in rows.mappings().partitions():
                    writing.execute(insert(table), [dict(row) for row in part])
    finally:
        target.close()
