"""Questions that are drawn during a campaign, from the answers so far.

A round of them is stored in one transaction, together with a line in the log. The
same answers give the same questions, and a round is only stored on top of the work
it was drawn from: two tabs, two servers or a server that was killed store it once.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from tertium.errors import NotFound
from tertium.model import Annotator, Assignment, Campaign
from tertium.store import schema
from tertium.store.bulk import insert_assignments
from tertium.store.checks import check_assignments
from tertium.store.database import Database
from tertium.store.events import log_event
from tertium.store.wins import Wins
from tertium.store.work import Work

if TYPE_CHECKING:  # here and below: most commands draw nothing, and start without it
    from tertium.design.steering import Strengths

__all__ = ["DRAWN", "Drawing"]

DRAWN = "questions drawn"  # in the log


class Drawing(Work):
    """The part of the store that goes on asking."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._wins: dict[str, Wins] = {}

    def draw_more(self, campaign: str, annotator: str, *, at: datetime) -> int:
        """Draw somebody's next questions if everything is answered; return how many."""
        from tertium.design.more import draws_more, more_questions

        content = self.campaign(campaign)
        if not draws_more(content):
            return 0
        desk = self._desk(campaign, annotator)
        if not desk.done or desk.exhausted == desk.changes:
            return 0
        changes, assignments, answered = desk.changes, desk.assignments, dict(desk.answered)
        if not assignments:
            return 0
        questions = more_questions(
            content,
            Annotator(annotator, assignments[0].group),
            assignments,
            answered,
            self._strengths(content) if content.design.budget else None,
        )
        if not questions:
            desk.exhausted = changes
            return 0
        return self.add_assignments(campaign, annotator, questions, at=at, after=len(assignments))

    def add_assignments(
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
        number of assignments they were drawn from: with more than those on the desk,
        somebody else has drawn meanwhile, and nothing is stored.
        """
        if not assignments:
            return 0
        check_assignments(self.campaign(campaign), (Annotator(annotator),), assignments)
        number = self._number(campaign)
        table, people = schema.assignment, schema.annotator
        with self._database.writing() as connection:
            known = connection.execute(select(people.c.id).where(people.c.campaign == number))
            ids = set(known.scalars())
            if annotator not in ids:
                raise NotFound.among("annotator", annotator, ids, where=campaign)
            there = connection.execute(
                select(table.c.id, table.c.order, table.c.batch).where(
                    table.c.campaign == number, table.c.annotator == annotator
                )
            ).all()
            stored = {row.id for row in there}
            new = [assignment for assignment in assignments if assignment.id not in stored]
            if after is not None and after != len(there):
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
        self._recent.forget()
        if new:
            self._desks.extend(campaign, annotator, new)
        else:
            self._desks.refresh(campaign)
        return len(new)

    def opens_at(self, campaign: str, annotator: str) -> datetime | None:
        """Return when the second half of somebody's crossover opens; None: nothing waits."""
        from tertium.design.more import opens_at, pause_of

        content, desk = self.campaign(campaign), self._desk(campaign, annotator)
        found = opens_at(content, desk.assignments, desk.answered)
        if found is None:
            return None
        with self._database.reading() as connection:
            arrived = self._tally(campaign).counts(connection)[annotator].last_at
        # By the server's clock at the latest: nobody waits for a clock that is a year ahead.
        return found if arrived is None else min(found, arrived + pause_of(content))

    def _strengths(self, campaign: Campaign) -> "Strengths":
        from tertium.design.steering import campaign_strengths

        wins = self._wins.setdefault(campaign.name, Wins(self._number(campaign.name)))
        with self._database.reading() as connection:
            return campaign_strengths(*wins.counts(connection, campaign))


def _following(assignments: Sequence[Assignment], *, order: int, batch: int) -> list[Assignment]:
    """Return assignments with their places after the work that is there."""
    first = min(assignment.batch for assignment in assignments)
    return [
        replace(assignment, order=order + place, batch=batch + assignment.batch - first)
        for place, assignment in enumerate(assignments)
    ]
