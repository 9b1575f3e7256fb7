"""What lies on each annotator's desk: their assignments in order, and what they answered.

A desk is loaded from the database when it is first needed and kept; judgements
stored by this process are laid on it at once, those of another process within
a second. Only reading is done here: what may be stored is decided in `journal`,
on the database itself.
"""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import func, select

from tertium.model import Assignment, Judgement
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.database import Database
from tertium.store.memory import SECONDS
from tertium.store.rows import read_judgement

__all__ = ["Desk", "Desks"]

# Assignments kept over all desks: about 250 MB when it is reached.
_MOST = 1_000_000


@dataclass(slots=True)
class Desk:
    """One annotator's work."""

    plan: str  # hash of the plan it was loaded from
    assignments: tuple[Assignment, ...]
    answered: dict[str, Judgement]
    places: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.places = {assignment.id: n for n, assignment in enumerate(self.assignments)}

    def lay(self, judgement: Judgement) -> None:
        """Take in a judgement; one that does not follow the one that counts is left for later."""
        current = self.answered.get(judgement.assignment)
        if judgement.replaces == (current.id if current else None):
            self.answered[judgement.assignment] = judgement


@dataclass(slots=True)
class _Log:
    """How far one campaign's judgements have been read."""

    seen: int
    read_at: float = -math.inf


class Desks:
    """All desks in memory, the least recently used leaving first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._desks: OrderedDict[tuple[str, str], Desk] = OrderedDict()
        self._logs: dict[str, _Log] = {}
        self._lock = threading.RLock()
        self._size = 0

    def get(self, campaign: str, number: int, annotator: str, plan: str) -> Desk:
        """Return a desk as it is now."""
        with self._lock:
            self._catch_up(campaign, number)
            kept = self._kept(campaign, annotator, plan)
        if kept is not None:
            return kept
        # Loaded without the lock: a large desk must not keep others from being answered.
        desk, seen = self._load(campaign, number, annotator, plan)
        if not desk.assignments:  # work may be added later
            return desk
        with self._lock:
            if (campaign, annotator) in self._desks:
                self._drop((campaign, annotator))
            self._desks[campaign, annotator] = desk
            self._size += len(desk.assignments)
            while self._size > _MOST and len(self._desks) > 1:
                self._drop(next(iter(self._desks)))
            # What was stored while it was being loaded comes from the database.
            log = self._logs.setdefault(campaign, _Log(seen))
            log.seen = min(log.seen, seen)
            log.read_at = -math.inf
            self._catch_up(campaign, number)
        return desk

    def loaded(self, campaign: str, annotator: str, plan: str) -> Desk | None:
        """Return a desk only if it is in memory."""
        with self._lock:
            return self._kept(campaign, annotator, plan)

    def lay(self, judgements: Iterable[Judgement]) -> None:
        """Take in judgements that were just committed."""
        with self._lock:
            for judgement in judgements:
                desk = self._desks.get((judgement.campaign, judgement.annotator))
                if desk is not None:
                    desk.lay(judgement)

    def _kept(self, campaign: str, annotator: str, plan: str) -> Desk | None:
        desk = self._desks.get((campaign, annotator))
        if desk is None:
            return None
        if desk.plan != plan:
            self._drop((campaign, annotator))
            return None
        self._desks.move_to_end((campaign, annotator))
        return desk

    def _drop(self, key: tuple[str, str]) -> None:
        self._size -= len(self._desks.pop(key).assignments)

    def _load(self, campaign: str, number: int, annotator: str, plan: str) -> tuple[Desk, int]:
        """Read a desk; return it with the sequence of the newest judgement it can know."""
        table, given = schema.assignment, schema.judgement
        with self._database.reading() as connection:
            assignments = tuple(
                read_assignment(row)
                for row in connection.execute(
                    select(table)
                    .where(table.c.campaign == number, table.c.annotator == annotator)
                    .order_by(table.c.version, table.c.order)
                )
            )
            rows = connection.execute(
                select(given)
                .join_from(
                    table,
                    given,
                    (given.c.campaign == table.c.campaign) & (given.c.assignment == table.c.id),
                )
                .where(table.c.campaign == number, table.c.annotator == annotator)
            ).all()
            seen = connection.execute(
                select(func.max(given.c.sequence)).where(given.c.campaign == number)
            ).scalar()
        desk = Desk(plan, assignments, {})
        # Ordered here, because SQLite would walk through all judgements to do it.
        for row in sorted(rows, key=lambda row: row.sequence):
            desk.lay(read_judgement(campaign, row))
        return desk, seen or 0

    def _catch_up(self, campaign: str, number: int) -> None:
        """Read what other processes stored, at most once in a while."""
        given = schema.judgement
        log = self._logs.get(campaign)
        if log is None or time.monotonic() - log.read_at < SECONDS:
            return
        with self._database.reading() as connection:
            rows = connection.execute(
                select(given)
                .where(given.c.campaign == number, given.c.sequence > log.seen)
                .order_by(given.c.sequence)
            ).all()
        for row in rows:
            desk = self._desks.get((campaign, row.annotator))
            if desk is not None:
                desk.lay(read_judgement(campaign, row))
            log.seen = row.sequence
        log.read_at = time.monotonic()
