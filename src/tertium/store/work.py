"""Who has which assignments, which are answered, and how everyone gets on."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import Connection, Row, func, select

from tertium.model import Assignment, Judgement
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.database import Database
from tertium.store.desks import Desk, Desks
from tertium.store.memory import Memory
from tertium.store.people import People
from tertium.store.schema import ADDED
from tertium.store.tally import Count, Tally
from tertium.store.values import AnnotatorState, CampaignState, not_theirs

__all__ = ["Work"]


@dataclass(frozen=True, slots=True)
class _Assigned:
    """How many assignments everybody had, up to the newest one."""

    plan: str
    frozen: bool  # then assignments are only ever added
    newest: int
    counts: dict[str, int]


class Work(People):
    """The part of the store that knows assignments and progress."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._desks = Desks(database)
        self._recent: Memory[tuple[str, str, str], Assignment | None] = Memory(seconds=60)
        self._tallies: dict[str, Tally] = {}
        self._assigned: dict[str, _Assigned] = {}

    def assignments(self, campaign: str, annotator: str) -> tuple[Assignment, ...]:
        """Return an annotator's assignments in their order."""
        return self._desk(campaign, annotator).assignments

    def assignment(self, campaign: str, annotator: str, id: str) -> Assignment:  # noqa: A002 (the model's word)
        """Return one assignment, which must be this annotator's."""
        plan = self.state(campaign).hash
        desk = self._desks.loaded(campaign, annotator, plan)
        place = None if desk is None else desk.places.get(id)
        if desk is not None and place is not None:
            return desk.assignments[place]
        # Not on the desk: another process may just have drawn it.
        found = self._recent.get((plan, campaign, id), lambda: self._find(campaign, id))
        if found is None or found.annotator != annotator:
            raise not_theirs(campaign, annotator, id)
        return found

    def answered(self, campaign: str, annotator: str) -> dict[str, Judgement]:
        """Return the judgement that counts for each answered assignment."""
        return dict(self._desk(campaign, annotator).answered)

    def annotators(self, campaign: str) -> list[AnnotatorState]:
        """Return everyone in a campaign with their link and their progress, in the plan's order."""
        state = self.state(campaign)
        number = self._number(campaign)
        with self._database.reading() as connection:
            people = connection.execute(
                select(schema.annotator)
                .where(schema.annotator.c.campaign == number)
                .order_by(schema.annotator.c.version == ADDED, schema.annotator.c.place)
            ).all()
            names = _by_annotator(connection, schema.identity, number)
            links = _by_annotator(connection, schema.link, number)
            assigned = self._assigned_counts(connection, state, number)
            counts = self._tally(campaign).counts(connection)
        return [
            _annotator_state(
                person,
                links[person.id],
                names.get(person.id),
                assigned.get(person.id, 0),
                counts.get(person.id, Count()),
            )
            for person in people
        ]

    # Machinery -----------------------------------------------------------

    def _changed(self) -> None:
        super()._changed()
        self._recent.forget()
        self._assigned.clear()

    def _desk(self, campaign: str, annotator: str) -> Desk:
        plan = self.state(campaign).hash
        return self._desks.get(campaign, self._number(campaign), annotator, plan)

    def _tally(self, campaign: str) -> Tally:
        return self._tallies.setdefault(campaign, Tally(self._number(campaign)))

    def _find(self, campaign: str, id_: str) -> Assignment | None:
        table = schema.assignment
        with self._database.reading() as connection:
            row = connection.execute(
                select(table).where(table.c.campaign == self._number(campaign), table.c.id == id_)
            ).one_or_none()
        return None if row is None else read_assignment(row)

    def _assigned_counts(
        self, connection: Connection, state: CampaignState, number: int
    ) -> dict[str, int]:
        """Count everybody's assignments; once the plan is frozen, only those that came since."""
        table = schema.assignment
        newest = connection.execute(select(func.max(table.c.number))).scalar() or 0
        kept = self._assigned.get(state.name)
        if kept is not None and kept.newest == newest and (kept.frozen or kept.plan == state.hash):
            return kept.counts
        counting = select(table.c.campaign, table.c.annotator, func.count()).group_by(
            table.c.campaign, table.c.annotator
        )
        counts: Counter[str] = Counter()
        if kept is not None and kept.frozen:
            # By the primary key alone: SQLite would prefer an index over the whole campaign.
            counting = counting.where(table.c.number > kept.newest)
            counts.update(kept.counts)
        else:
            counting = counting.where(table.c.campaign == number)
        for campaign, annotator, count in connection.execute(counting):
            if campaign == number:
                counts[annotator] += count
        self._assigned[state.name] = _Assigned(
            state.hash, state.frozen_at is not None, newest, counts
        )
        return counts


def _by_annotator(connection: Connection, table: Any, number: int) -> dict[str, Row[Any]]:
    """Return the newest row about each annotator."""
    rows = select(table).where(table.c.campaign == number)
    if "created_at" in table.c:
        # Of links made in the same moment, one that works goes before one that was withdrawn.
        rows = rows.order_by(table.c.created_at, table.c.revoked_at.is_(None))
    return {row.annotator: row for row in connection.execute(rows)}


def _annotator_state(
    person: Row[Any], link: Row[Any], who: Row[Any] | None, assigned: int, count: Count
) -> AnnotatorState:
    state: Literal["active", "paused", "revoked"] = "paused" if person.paused else "active"
    return AnnotatorState(
        id=person.id,
        group=person.group,
        state="revoked" if link.revoked_at is not None else state,
        token=link.token,
        expires_at=link.expires_at,
        name=who.name if who else "",
        mail=who.mail if who else "",
        consented_at=person.consented_at,
        profile=msgspec.json.decode(who.profile) if who and who.profile else None,
        instructed_at=person.instructed_at,
        tutored_at=person.tutored_at,
        preferences=msgspec.json.decode(person.preferences),
        assigned=assigned,
        done=count.done,
        last_at=count.last_at,
        median_seconds=count.median_seconds,
    )
