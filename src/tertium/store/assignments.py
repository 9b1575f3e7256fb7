"""Who has which assignments, and which of them are answered."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select

from tertium.exceptions import NotFound
from tertium.model import Annotator, Assignment, Judgement
from tertium.store import schema
from tertium.store.assignment_cache import AssignmentCache, Worklist
from tertium.store.bulk import insert_assignments, is_asked, read_assignment
from tertium.store.campaigns import Campaigns
from tertium.store.checks import check_assignments
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.timed_cache import TimedCache
from tertium.store.values import not_theirs

DRAWN = "questions drawn"  # in the history


class Assignments:
    """The assignments of all annotators, in memory while they work."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self.cache = AssignmentCache(database)
        self._database = database
        self._campaigns = campaigns
        self._recent: TimedCache[tuple[str, str, str], Assignment | None] = TimedCache(seconds=60)
        campaigns.on_change(self._recent.clear)

    def of(self, campaign: str, annotator: str) -> tuple[Assignment, ...]:
        """Return an annotator's assignments in their order."""
        return self.worklist(campaign, annotator).assignments

    def get(self, campaign: str, annotator: str, id: str) -> Assignment:  # noqa: A002 (the model's word)
        """Return one assignment, which must be this annotator's."""
        plan = self._campaigns.state(campaign).work
        worklist = self.cache.loaded(campaign, annotator, plan)
        place = None if worklist is None else worklist.places.get(id)
        if worklist is not None and place is not None:
            return worklist.assignments[place]
        # Not on the list: another process may just have drawn it.
        found = self._recent.get((plan, campaign, id), lambda: self._find(campaign, id))
        if found is None or found.annotator != annotator:
            raise not_theirs(campaign, annotator, id)
        return found

    def knows(self, campaign: str, annotator: str, ids: Sequence[str]) -> bool:
        """Tell whether these are on somebody's list as it is in memory; no question is asked."""
        plan = self._campaigns.state(campaign).work
        worklist = self.cache.loaded(campaign, annotator, plan)
        return worklist is not None and all(one in worklist.places for one in ids)

    def answered(self, campaign: str, annotator: str) -> dict[str, Judgement]:
        """Return the judgement that counts for each answered assignment."""
        return dict(self.worklist(campaign, annotator).answered)

    def add(
        self,
        campaign: str,
        annotator: str,
        assignments: Sequence[Assignment],
        *,
        at: datetime,
        after: int | None = None,
    ) -> int:
        """Append assignments to somebody's work and return how many were not stored yet.

        They come after the work that is there, in batches of their own. `after` is the
        number of assignments they were drawn from: with more than those on the list,
        somebody else has drawn meanwhile, and nothing is stored.
        """
        if not assignments:
            return 0
        check_assignments(self._campaigns.get(campaign), (Annotator(annotator),), assignments)
        number = self._campaigns.number(campaign)
        table, people = schema.assignment, schema.annotator
        with self._database.writing() as connection:
            known = connection.execute(select(people.c.id).where(people.c.campaign == number))
            ids = set(known.scalars())
            if annotator not in ids:
                raise NotFound.among("annotator", annotator, ids, where=campaign)
            there = connection.execute(
                select(table.c.id, table.c.order, table.c.batch, is_asked().label("asked")).where(
                    table.c.campaign == number, table.c.annotator == annotator
                )
            ).all()
            stored = {row.id for row in there}
            new = [assignment for assignment in assignments if assignment.id not in stored]
            if after is not None and after != sum(row.asked for row in there):
                new = []
            if new:
                new = _following(
                    new,
                    order=max((row.order for row in there), default=-1) + 1,
                    batch=max((row.batch for row in there), default=-1) + 1,
                )
                version = connection.execute(
                    select(schema.campaign.c.version).where(schema.campaign.c.number == number)
                ).scalar_one()
                insert_assignments(connection, number, -version, new)
                drawn = Counter(assignment.set for assignment in new)
                log_event(
                    connection, DRAWN, campaign=campaign, actor=annotator, detail=drawn, at=at
                )
        self._recent.clear()
        if new:
            self.cache.extend(campaign, annotator, new)
        else:
            self.cache.refresh(campaign)
        return len(new)

    def worklist(self, campaign: str, annotator: str) -> Worklist:
        """Return an annotator's assignments and answers as they are kept in memory."""
        plan = self._campaigns.state(campaign).work
        return self.cache.get(campaign, self._campaigns.number(campaign), annotator, plan)

    def _find(self, campaign: str, id_: str) -> Assignment | None:
        table = schema.assignment
        with self._database.reading() as connection:
            row = connection.execute(
                select(table).where(
                    table.c.campaign == self._campaigns.number(campaign), table.c.id == id_
                )
            ).one_or_none()
        return None if row is None else read_assignment(row)


def _following(assignments: Sequence[Assignment], *, order: int, batch: int) -> list[Assignment]:
    """Return assignments with their places after the work that is there."""
    first = min(assignment.batch for assignment in assignments)
    return [
        replace(assignment, order=order + place, batch=batch + assignment.batch - first)
        for place, assignment in enumerate(assignments)
    ]
