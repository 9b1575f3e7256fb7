"""A cache of every annotator's worklist: their assignments in order, and what they answered.

A worklist is loaded from the database when it is first needed and kept; judgements
and questions stored by this process are added to it at once, those of another
process within a second. Only reading is done here: what may be stored is decided
in `journal` and `assignments`, on the database itself.
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
from tertium.store.bulk import is_asked, read_assignment
from tertium.store.database import Database
from tertium.store.packed import packed
from tertium.store.rows import read_judgement
from tertium.store.timed_cache import SECONDS

# Assignments kept over all worklists: about 250 MB when it is reached.
_MOST = 1_000_000


@dataclass(slots=True)
class Worklist:
    """One annotator's assignments and answers."""

    plan: str  # the state of work it was loaded from
    assignments: tuple[Assignment, ...]
    answered: dict[str, Judgement]
    places: dict[str, int] = field(init=False)
    changes: int = 0  # grows with everything that is added to it
    exhausted: int = -1  # the `changes` at which nothing more could be asked

    def __post_init__(self) -> None:
        self.places = {assignment.id: n for n, assignment in enumerate(self.assignments)}

    @property
    def done(self) -> bool:
        """Whether everything on it is answered."""
        return len(self.answered) >= len(self.assignments)

    def add(self, judgement: Judgement) -> None:
        """Take in a judgement; one that does not follow the one that counts is left for later."""
        current = self.answered.get(judgement.assignment)
        if judgement.replaces == (current.id if current else None):
            self.answered[judgement.assignment] = packed(judgement)
            self.changes += 1

    def extend(self, drawn: Iterable[Assignment]) -> int:
        """Put questions after the others and return how many were not there yet."""
        new = [assignment for assignment in drawn if assignment.id not in self.places]
        start = len(self.assignments)
        self.assignments = (*self.assignments, *new)
        # Last, because others look places up without the lock.
        self.places.update({a.id: n for n, a in enumerate(new, start)})
        self.changes += len(new)
        return len(new)


@dataclass(slots=True)
class _Log:
    """How far one campaign's judgements and drawn questions have been read."""

    seen: int
    newest: int  # assignment
    read_at: float = -math.inf


class AssignmentCache:
    """All worklists in memory, the least recently used leaving first."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._worklists: OrderedDict[tuple[str, str], Worklist] = OrderedDict()
        self._logs: dict[str, _Log] = {}
        self._lock = threading.RLock()
        self._size = 0

    def get(self, campaign: str, number: int, annotator: str, plan: str) -> Worklist:
        """Return a worklist as it is now."""
        with self._lock:
            self._catch_up(campaign, number)
            kept = self._kept(campaign, annotator, plan)
        if kept is not None:
            return kept
        # Loaded without the lock: a large one must not keep others from being answered.
        work, seen, newest = self._load(campaign, number, annotator, plan)
        if not work.assignments:  # work may be added later
            return work
        with self._lock:
            if (campaign, annotator) in self._worklists:
                self._drop((campaign, annotator))
            self._worklists[campaign, annotator] = work
            self._size += len(work.assignments)
            while self._size > _MOST and len(self._worklists) > 1:
                self._drop(next(iter(self._worklists)))
            # What was stored while it was being loaded comes from the database.
            log = self._logs.setdefault(campaign, _Log(seen, newest))
            log.seen, log.newest = min(log.seen, seen), min(log.newest, newest)
            log.read_at = -math.inf
            self._catch_up(campaign, number)
        return work

    def loaded(self, campaign: str, annotator: str, plan: str) -> Worklist | None:
        """Return a worklist only if it is in memory."""
        with self._lock:
            return self._kept(campaign, annotator, plan)

    def add(self, judgements: Iterable[Judgement]) -> None:
        """Take in judgements that were just committed."""
        with self._lock:
            for judgement in judgements:
                self._add(judgement)

    def extend(self, campaign: str, annotator: str, drawn: Iterable[Assignment]) -> None:
        """Take in questions that were just committed."""
        with self._lock:
            work = self._worklists.get((campaign, annotator))
            if work is not None:
                self._size += work.extend(drawn)

    def refresh(self, campaign: str) -> None:
        """Let the next look at a worklist read what other processes stored."""
        with self._lock:
            log = self._logs.get(campaign)
            if log is not None:
                log.read_at = -math.inf

    def _add(self, judgement: Judgement) -> None:
        """Take in a judgement; one about work that is not on the list has it loaded again."""
        key = (judgement.campaign, judgement.annotator)
        work = self._worklists.get(key)
        if work is not None and judgement.assignment in work.places:
            work.add(judgement)
        elif work is not None:
            self._drop(key)

    def _kept(self, campaign: str, annotator: str, plan: str) -> Worklist | None:
        work = self._worklists.get((campaign, annotator))
        if work is None:
            return None
        if work.plan != plan:
            self._drop((campaign, annotator))
            return None
        self._worklists.move_to_end((campaign, annotator))
        return work

    def _drop(self, key: tuple[str, str]) -> None:
        self._size -= len(self._worklists.pop(key).assignments)

    def _load(
        self, campaign: str, number: int, annotator: str, plan: str
    ) -> tuple[Worklist, int, int]:
        """Read a worklist; return it with the newest judgement and assignment it can know."""
        table, given = schema.assignment, schema.judgement
        with self._database.reading() as connection:
            assignments = tuple(
                read_assignment(row)
                for row in connection.execute(
                    select(table)
                    .where(table.c.campaign == number, table.c.annotator == annotator, is_asked())
                    # What was drawn under a version comes before the next version.
                    .order_by(func.abs(table.c.version), table.c.version < 0, table.c.order)
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
            newest = connection.execute(select(func.max(table.c.number))).scalar()
        work = Worklist(plan, assignments, {})
        # Ordered here, because SQLite would walk through all judgements to do it.
        for row in sorted(rows, key=lambda row: row.sequence):
            work.add(read_judgement(campaign, row))
        return work, seen or 0, newest or 0

    def _catch_up(self, campaign: str, number: int) -> None:
        """Read what other processes stored, at most once in a while."""
        given, asked = schema.judgement, schema.assignment
        log = self._logs.get(campaign)
        if log is None or time.monotonic() - log.read_at < SECONDS:
            return
        with self._database.reading() as connection:
            rows = connection.execute(
                select(given)
                .where(given.c.campaign == number, given.c.sequence > log.seen)
                .order_by(given.c.sequence)
            ).all()
            newest = connection.execute(select(func.max(asked.c.number))).scalar()
            # By the primary key alone: SQLite would prefer an index over the whole campaign.
            drawn = connection.execute(
                select(asked)
                .where(asked.c.number > log.newest, asked.c.version < 0)
                .order_by(asked.c.number)
            ).all()
        for row in drawn:
            work = self._worklists.get((campaign, row.annotator))
            if row.campaign == number and work is not None:
                self._size += work.extend([read_assignment(row)])
        log.newest = newest or 0
        for row in rows:
            self._add(read_judgement(campaign, row))
            log.seen = row.sequence
        log.read_at = time.monotonic()
