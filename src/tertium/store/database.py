"""One database, SQLite or PostgreSQL: connections, transactions, and trouble in plain words.

Every writing transaction is alone: SQLite has one writer anyway, and on
PostgreSQL a lock held until commit does the same. So what a transaction reads
stays true until it commits, and judgements become visible in the order of
their sequence, also when several servers share a database.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from tertium.exceptions import BadInput, NotFound, Unavailable
from tertium.store.sqlite_file import check_file, create_file

BUSY_SECONDS = 30  # how long a writer waits for another process
_WRITER_LOCK = 7_310_579_143_920_871_521  # any number of our own, known to all servers
# PostgreSQL: held until the transaction ends.
TAKE_LOCK = text(f"SELECT pg_advisory_xact_lock({_WRITER_LOCK})")
_PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA synchronous = FULL",  # a commit is on disk before it is acknowledged
    "PRAGMA fullfsync = ON",  # macOS: through the drive's own cache
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 8000",  # 32 MB: busy pages are copied back once, not often
    "PRAGMA cache_size = -65536",  # 64 MB, so that large plans are inserted in memory
)
# PostgreSQL: notice within a minute that the server is gone, instead of after hours.
_NOTICING = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
}
# A part of the driver's message → what happened, what to do.
_TROUBLE = {
    "disk is full": ("the disk is full", "Make room on the disk, then try again."),
    "No space left": ("the disk is full", "Make room on the disk, then try again."),
    "disk I/O error": ("the disk is full or failing", "Make room on the disk, or look after it."),
    "readonly database": (
        "the database cannot be written",
        "Give this user the right to write the file and its folder.",
    ),
    "read-only transaction": (
        "the database cannot be written",
        "Connect to the primary server with a user who may write.",
    ),
    "database is locked": (
        "another program is writing to the database",
        "Try again, or find the program that keeps it locked.",
    ),
    "lock timeout": (
        "another program is writing to the database",
        "Try again, or find the program that keeps it locked.",
    ),
    "not a database": ("this file is not a database", "Name a .db file that Tertium made."),
    "malformed": ("the database file is damaged", "Restore it from a backup."),
    "unable to open": (
        "the database file cannot be opened",
        "Check that its folder exists and that this user may write there.",
    ),
    "No module named": ("this kind of database is not supported", "Use SQLite or PostgreSQL."),
}


class DatabaseTrouble(Unavailable):
    """What a database said, with its address: for the log and the command line, not for pages."""


class Database:
    """A database and the ways into it: `reading` and `writing`."""

    def __init__(self, url: URL) -> None:
        self.sqlite = url.get_backend_name() == "sqlite"
        self.url = url
        self.where = str(url.database) if self.sqlite else url.render_as_string(hide_password=True)
        self.turn = threading.Lock()  # spares the writers of one process SQLite's polling
        with self.explained_errors():
            self.engine = _engine(url, sqlite=self.sqlite)

    @classmethod
    def named(cls, where: str | Path, *, create: bool) -> "Database":
        """Open the database at an address or in a file; `create` a file that does not exist."""
        url = _url(where)
        if url.get_backend_name() == "sqlite":
            file = Path(str(url.database))
            check_file(file)
            if not file.exists() and not create:
                raise NotFound(
                    f"no database {str(file)!r}",
                    fix="Check the name, or make one with tertium new and tertium serve.",
                )
            if not file.parent.is_dir():
                raise NotFound(
                    f"no folder {str(file.parent)!r}", fix="Make it first, or check its name."
                )
            if not file.exists():
                create_file(file)
        return cls(url)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one state of the database throughout."""
        with self.explained_errors(), self.engine.connect() as connection:
            if not self.sqlite:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection that writes alone, and commit it to disk at the end."""
        with self.explained_errors(), self.turn, self.engine.connect() as opened:
            connection = opened.execution_options(tertium_writes=True)
            with connection.begin():
                if not self.sqlite:
                    connection.execute(TAKE_LOCK)
                yield connection

    @contextmanager
    def explained_errors(self) -> Iterator[None]:
        """Turn what a driver raises into one sentence with a remedy."""
        try:
            yield
        except SQLAlchemyError as error:
            raise explain(error, self.where) from error

    def close(self) -> None:
        """Give back all connections."""
        self.engine.dispose()


def explain(error: SQLAlchemyError, where: str) -> DatabaseTrouble:
    """Return the sentence for a driver's error."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    message = str(cause).strip()
    for part, (what, fix) in _TROUBLE.items():
        if part in message:
            return DatabaseTrouble(what, where=where, fix=fix)
    first = message.splitlines()[0] if message else type(cause).__name__
    if isinstance(error, PoolTimeout) or (
        isinstance(error, DBAPIError)
        and (error.connection_invalidated or "connect" in message or "terminat" in message)
    ):
        return DatabaseTrouble(
            f"the database does not answer ({first})",
            where=where,
            fix="Check that the database server runs; answers are kept and sent again.",
        )
    return DatabaseTrouble(
        f"the database refused ({first})", where=where, fix="Look into the database's own log."
    )


def _url(where: str | Path) -> URL:
    if isinstance(where, str) and "://" in where:
        scheme, _, rest = where.partition("://")
        scheme = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}.get(
            scheme, scheme
        )
        try:
            url = make_url(f"{scheme}://{rest}")
        except (ArgumentError, ValueError) as error:
            raise BadInput(
                "this is not the address of a database",
                where="database",
                fix="Write postgresql://user@host/name, or the name of a .db file.",
            ) from error
        if scheme not in ("postgresql+psycopg", "sqlite") or not url.database:
            raise BadInput(
                f"{url.render_as_string(hide_password=True)!r} is not a database we can use",
                where="database",
                fix="Write postgresql://user@host/name, or the name of a .db file.",
            )
        if scheme != "sqlite" and find_spec("psycopg") is None:
            raise BadInput(
                "PostgreSQL needs psycopg, which is not installed",
                where="database",
                fix="Install it with pip install 'tertium[postgres]'.",
            )
        return url
    return URL.create("sqlite", database=str(where))


def _use_wal(connection: sqlite3.Connection) -> None:
    """Let readers and the writer work at once.

    SQLite does not wait while another connection makes the same change, so we do.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _engine(url: URL, *, sqlite: bool) -> Engine:
    if not sqlite:
        engine = create_engine(
            url,
            pool_size=10,
            max_overflow=30,
            pool_pre_ping=True,
            connect_args=_NOTICING,
        )

        @event.listens_for(engine, "connect")
        def durable(connection: Any, _record: Any) -> None:
            # A server may be set to acknowledge before the disk has it; we are not.
            connection.execute("SET synchronous_commit = on")
            connection.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
            connection.commit()

        return engine
    engine = create_engine(
        url, pool_size=10, max_overflow=30, connect_args={"timeout": BUSY_SECONDS}
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun by us, below
        for pragma in _PRAGMAS:
            connection.execute(pragma)
        _use_wal(connection)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("tertium_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @event.listens_for(engine, "checkin")
    def reset(connection: sqlite3.Connection | None, _record: Any) -> None:
        # A transaction that failed half-way (disk full) may have ended by itself.
        if connection is not None and connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.rollback()

    return engine
