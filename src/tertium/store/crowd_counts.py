"""How far a crowd has come: its visits with what was done in each, and its funnel."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import Connection, case, func, select

from tertium.model import CROWD
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.database import Database


@dataclass(frozen=True, slots=True)
class VisitWork:
    """One visit: what was asked and answered in it, and the seconds that took."""

    number: int
    annotator: str
    parameters: Mapping[str, str]  # as the platform gave them
    came_at: datetime
    claim: int | None
    ended_at: datetime | None
    ending: str
    assigned: int
    answered: int
    seconds: float
    fast: int  # answers given in less than the minimum time; a flag, never a verdict

    @property
    def share(self) -> float:
        """The part of the work that was done."""
        return self.answered / self.assigned if self.assigned else 0.0


@dataclass(frozen=True, slots=True)
class Funnel:
    """How many came, and how far; annotators, but for previews, answers and places."""

    came: int
    previewed: int
    consented: int
    qualified: int
    working: int
    finished: int
    paid: int
    surplus: int  # judgements
    places_open: int


class CrowdCounts:
    """Counts what a crowd did."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def visits(self, campaign: str) -> list[VisitWork]:
        """Return the visits of everybody, in the order in which they came."""
        number, table = self._campaigns.number(campaign), schema.session
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table).where(table.c.campaign == number).order_by(table.c.number)
            ).all()
            least = self._campaigns.get(campaign).crowd.minimum_seconds
            done = _work_done(connection, number, least)
        begun: dict[str, list[tuple[int, int]]] = {}
        for row in rows:
            if row.claim is not None:
                begun.setdefault(row.annotator, []).append((row.first_batch, row.number))
        for own in begun.values():
            own.sort()
        sums: dict[int, list[float]] = {row.number: [0, 0, 0.0, 0] for row in rows}
        for annotator, batch, asked, answered, seconds, fast in done:
            own = begun.get(annotator, [])
            at = bisect_right(own, batch, key=lambda visit: visit[0])
            if at:
                mine = sums[own[at - 1][1]]
                mine[0] += asked
                mine[1] += answered
                mine[2] += seconds
                mine[3] += fast
        return [
            VisitWork(
                row.number,
                row.annotator,
                msgspec.json.decode(row.parameters or "{}"),
                row.came_at,
                row.claim,
                row.ended_at,
                row.ending,
                int(sums[row.number][0]),
                int(sums[row.number][1]),
                float(sums[row.number][2]),
                int(sums[row.number][3]),
            )
            for row in rows
        ]

    def open_places(self, campaign: str) -> int:
        """Return how many judgements nobody has claimed yet; none where there is no crowd."""
        if not self._campaigns.get(campaign).crowd.public:
            return 0
        table = schema.pool
        with self._database.reading() as connection:
            found = connection.execute(
                select(func.sum(table.c.places - table.c.held)).where(
                    table.c.campaign == self._campaigns.number(campaign)
                )
            ).scalar()
        return int(found or 0)

    def ids(self, campaign: str) -> dict[str, str]:
        """Return the external ids of the members whose ids are not erased, by annotator."""
        number, member, worker = self._campaigns.number(campaign), schema.member, schema.worker
        with self._database.reading() as connection:
            rows = connection.execute(
                select(worker.c.hash, worker.c.id)
                .join_from(worker, member, member.c.annotator == worker.c.hash)
                .where(member.c.campaign == number)
            )
            return {row.hash: row.id for row in rows}

    def funnel(self, campaign: str) -> Funnel:
        """Return how many came, and how far."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        member, people, visit = schema.member, schema.annotator, schema.session
        place, link = schema.place, schema.public_link

        with self._database.reading() as connection:

            def count(what: object, *which: object) -> int:
                found = connection.execute(select(what).where(*which)).scalar()  # type: ignore[call-overload]
                return int(found or 0)

            mine = member.c.campaign == number
            consented = count(
                func.count(),
                people.c.campaign == number,
                people.c.id.in_(select(member.c.annotator).where(mine)),
                people.c.consented_at.is_not(None),
            )
            tested = content.crowd.qualification.tests
            visits = visit.c.campaign == number
            person = func.count(visit.c.annotator.distinct())
            return Funnel(
                came=count(func.count(), mine),
                previewed=count(func.sum(link.c.previews), link.c.campaign == number),
                consented=consented,
                qualified=count(func.count(), mine, member.c.qualified_at.is_not(None))
                if tested
                else consented,
                working=count(
                    person, visits, visit.c.claim.is_not(None), visit.c.ended_at.is_(None)
                ),
                finished=count(person, visits, visit.c.ending == "finished"),
                paid=count(func.count(), mine, member.c.paid_at.is_not(None)),
                surplus=count(func.count(), place.c.campaign == number, place.c.state == "surplus"),
                places_open=self.open_places(campaign),
            )


def _work_done(
    connection: Connection, number: int, least: float
) -> list[tuple[str, int, int, int, float, int]]:
    """Return annotator, batch, assignments, answers, seconds and fast answers of a crowd."""
    work, given = schema.assignment, schema.judgement
    first = (
        select(given.c.assignment, func.sum(given.c.seconds).label("seconds"))
        .where(given.c.campaign == number)
        .group_by(given.c.assignment)
        .subquery()
    )
    rows = connection.execute(
        select(
            work.c.annotator,
            work.c.batch,
            func.count(),
            func.count(first.c.assignment),
            func.sum(first.c.seconds),
            func.sum(case((first.c.seconds < least, 1), else_=0)),
        )
        .join_from(work, first, first.c.assignment == work.c.id, isouter=True)
        .where(work.c.campaign == number, work.c.set == CROWD)
        .group_by(work.c.annotator, work.c.batch)
    )
    return [
        (a, int(b), int(n), int(done), float(s or 0.0), int(fast or 0))
        for a, b, n, done, s, fast in rows
    ]
