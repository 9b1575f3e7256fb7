"""The one thread that writes judgements: many submissions, one commit, then all are answered.

What arrives in one turn of the event loop is handed over together, and while one
transaction is on its way to the disk the next submissions wait in the queue;
they share the following one. Nobody is answered before the commit.
"""

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, SQLAlchemyError

from tertium.exceptions import Unavailable
from tertium.model import Judgement
from tertium.store.database import Database, DatabaseTrouble, explain
from tertium.store.journal import (
    Bundle,
    NotFirst,
    Outcome,
    WriteResult,
    refused,
    write,
    write_first,
)
from tertium.store.prepared import PreparedConnection
from tertium.store.values import Receipt

_MOST = 1_000  # bundles in one transaction
_PATIENCE = 30.0  # seconds to wait for a database server that restarts
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Ticket:
    """A bundle and whoever waits for it."""

    bundle: Bundle
    waiting: "asyncio.Future[list[Receipt]] | Future[list[Receipt]]"
    loop: asyncio.AbstractEventLoop | None


class Writer:
    """A queue and a thread, started by the first submission."""

    def __init__(self, database: Database, committed: Callable[[list[Judgement]], None]) -> None:
        self.commits = 0
        self._database = database
        self._committed = committed
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Ticket]] = {}
        self._queue: queue.SimpleQueue[list[_Ticket] | None] = queue.SimpleQueue()
        self._connection: PreparedConnection | None = None
        self._frozen: set[int] = set()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closing = False

    async def submit(self, bundle: Bundle) -> list[Receipt]:
        """Wait, without blocking the event loop, until a bundle is on disk."""
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[list[Receipt]] = loop.create_future()
        with self._lock:
            self._check_open()
            gathered = self._gathered.get(loop)
            if gathered is None:
                gathered = self._gathered[loop] = []
                loop.call_soon(self._hand_over, loop)
            gathered.append(_Ticket(bundle, waiting, loop))
        return await waiting

    def append(self, bundle: Bundle) -> list[Receipt]:
        """Block until a bundle is on disk."""
        waiting: Future[list[Receipt]] = Future()
        with self._lock:
            self._check_open()
            self._put([_Ticket(bundle, waiting, None)])
        return waiting.result()

    def close(self) -> None:
        """Store everything that was submitted, answer it, and stop."""
        with self._lock:
            self._closing = True
            for gathered in self._gathered.values():
                self._put(gathered)
            self._gathered.clear()
            if self._thread is not None:
                self._queue.put(None)
        if self._thread is not None:
            self._thread.join()

    def _check_open(self) -> None:
        if self._closing:
            raise Unavailable("the store is closed", fix="Start the server again.")

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        with self._lock:
            gathered = self._gathered.pop(loop, None)
            if gathered is not None:
                self._put(gathered)

    def _put(self, tickets: list[_Ticket]) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="tertium-writer", daemon=True)
            self._thread.start()
        self._queue.put(tickets)

    def _run(self) -> None:
        tickets = self._queue.get()
        while tickets is not None:
            following: list[_Ticket] | None = []
            with suppress(queue.Empty):
                while following is not None and len(tickets) < _MOST:
                    following = self._queue.get_nowait()
                    tickets += following or []
            _answer(tickets, self._store([ticket.bundle for ticket in tickets]))
            tickets = None if following is None else self._queue.get()
        self._disconnect()

    def _store(self, bundles: Sequence[Bundle]) -> list[Outcome]:
        """Store bundles together; if that fails, each alone, so that none fails for another."""
        try:
            written = self._patiently(bundles)
        except Exception as error:
            if isinstance(error, SQLAlchemyError) and _lost(error):
                return [explain(error, self._database.where) for _ in bundles]
            if len(bundles) > 1:
                return [outcome for bundle in bundles for outcome in self._store([bundle])]
            if isinstance(error, IntegrityError):
                return [refused(bundles[0])]
            if isinstance(error, SQLAlchemyError):
                return [explain(error, self._database.where)]
            _log.exception("a judgement could not be stored")
            return [
                DatabaseTrouble(
                    f"the judgement could not be stored ({type(error).__name__}: {error})",
                    fix="Look into the server's log.",
                )
            ]
        self._frozen |= written.campaigns
        self._committed(written.judgements)
        return written.outcomes

    def _patiently(self, bundles: Sequence[Bundle]) -> WriteResult:
        """Run the transaction; after a lost connection, again.

        It may have been lost after the commit. Running it again is safe: the
        judgements are then found under their ids.
        """
        until = time.monotonic() + _PATIENCE
        pause = 0.05
        while True:
            try:
                return self._transaction(bundles)
            except SQLAlchemyError as error:
                self._disconnect(broken=not isinstance(error, IntegrityError))
                if not _lost(error) or self._closing or time.monotonic() > until:
                    raise
                time.sleep(pause)
                pause = min(2 * pause, 1.0)

    def _transaction(self, bundles: Sequence[Bundle]) -> WriteResult:
        if self._connection is None:
            self._connection = PreparedConnection(self._database)
        try:
            with self._connection.transaction():
                written = write_first(self._connection, bundles, self._frozen)
        except (NotFirst, IntegrityError):
            with self._connection.transaction():
                written = write(self._connection, bundles, self._frozen)
        self.commits += 1
        return written

    def _disconnect(self, *, broken: bool = False) -> None:
        if self._connection is not None:
            self._connection.close(broken=broken)
            self._connection = None


def _lost(error: SQLAlchemyError) -> bool:
    """Tell whether the database server went away, rather than refused."""
    if not isinstance(error, DBAPIError):
        return False
    state: Any = getattr(error.orig, "sqlstate", "") or ""
    return error.connection_invalidated or (
        isinstance(error, OperationalError)
        and type(error.orig).__module__.startswith("psycopg")
        and (not state or state.startswith(("08", "57P")))
    )


def _answer(tickets: Sequence[_Ticket], outcomes: Sequence[Outcome]) -> None:
    """Tell everyone who waits; one wake-up per event loop."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[_Ticket, Outcome]]] = {}
    for ticket, outcome in zip(tickets, outcomes, strict=True):
        if ticket.loop is None:
            _resolve([(ticket, outcome)])
        else:
            loops.setdefault(ticket.loop, []).append((ticket, outcome))
    for loop, answers in loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: Sequence[tuple[_Ticket, Outcome]]) -> None:
    for ticket, outcome in answers:
        if ticket.waiting.done():  # the request was cancelled; its judgement is stored
            continue
        if isinstance(outcome, list):
            ticket.waiting.set_result(outcome)
        else:
            ticket.waiting.set_exception(outcome)
