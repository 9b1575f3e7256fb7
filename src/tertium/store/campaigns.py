"""Campaigns in the store: putting them in, freezing, pausing, closing, revealing."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Connection, Row, Select, delete, insert, select, update

from tertium.errors import Conflict, NotFound
from tertium.model import Assignment, Campaign, Identical, Plan
from tertium.store import schema
from tertium.store.bulk import insert_assignments, stored_assignments
from tertium.store.checks import check_extends, check_plan, fits
from tertium.store.content import (
    Summary,
    content_hash,
    read_campaign,
    read_summary,
    write_campaign,
    write_json,
)
from tertium.store.database import Database
from tertium.store.links import insert_link
from tertium.store.memory import Memory
from tertium.store.schema import ADDED
from tertium.store.values import CampaignState, State

__all__ = ["Campaigns"]

_CHUNK = 1_000  # names in one question to the database


class Campaigns:
    """The part of the store that knows campaigns and their plans."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._numbers: dict[str, int] = {}  # a campaign keeps its number for ever
        self._states: Memory[str, CampaignState] = Memory()
        self._contents: dict[str, tuple[str, Campaign]] = {}

    def put_campaign(
        self, campaign: Campaign, plan: Plan, *, at: datetime, new_version: bool = False
    ) -> int:
        """Keep a campaign and its plan, with a fresh link per annotator; return the version.

        Unchanged content changes nothing. Before the first judgement a changed
        campaign takes the place of the stored one (links that were sent keep
        working). After it, a change is refused unless it is a `new_version`,
        which may add texts, systems and assignments but alter none: what was
        judged must stay what was shown.
        """
        check_plan(campaign, plan)
        digest = content_hash(campaign, plan)
        with self._database.writing() as connection:
            stored = connection.execute(
                _states().where(schema.campaign.c.name == campaign.name)
            ).one_or_none()
            if stored is None:
                number, version = self._insert(connection, campaign, at), 1
                fresh: Sequence[Assignment] = plan.assignments
            elif stored.hash == digest:
                return int(stored.version)
            elif stored.frozen_at is None:
                number, version = stored.number, stored.version
                self._clear(connection, number, campaign, plan)
                fresh = plan.assignments
            elif new_version:
                number, version = stored.number, stored.version + 1
                check_extends(self._content(connection, number, stored.version), campaign)
                fresh = _only_new(connection, number, plan)
            else:
                raise Conflict(
                    f"campaign {campaign.name!r} has judgements, so its plan is frozen",
                    where="campaign.toml",
                    fix="Undo the edit, add it as a new version, or give it another name.",
                )
            connection.execute(
                insert(schema.plan).values(
                    campaign=number,
                    version=version,
                    hash=digest,
                    title=campaign.title,
                    protocol=campaign.protocol,
                    content=write_campaign(campaign),
                    summary=write_json(Summary(plan.identical, plan.near_identical)),
                    created_at=at,
                )
            )
            values: dict[str, Any] = {"version": version}
            if stored is None or stored.frozen_at is None:  # later, managers move the deadline
                values["deadline"] = campaign.wording.deadline
            connection.execute(
                update(schema.campaign).where(schema.campaign.c.number == number).values(**values)
            )
            _insert_annotators(connection, number, version, plan, at)
            insert_assignments(connection, number, version, fresh)
        self._changed()
        return int(version)

    def campaigns(self) -> list[CampaignState]:
        """Return all campaigns, oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_states().order_by(schema.campaign.c.number)).all()
        return [_state(row) for row in rows]

    def state(self, campaign: str) -> CampaignState:
        """Return where one campaign stands."""
        return self._states.get(campaign, lambda: self._load_state(campaign))

    def campaign(self, name: str) -> Campaign:
        """Return a campaign with its texts."""
        state = self.state(name)
        kept = self._contents.get(name)
        if kept is None or kept[0] != state.hash:
            with self._database.reading() as connection:
                content = self._content(connection, self._number(name), state.version)
            kept = self._contents[name] = (state.hash, content)
        return kept[1]

    def identical(self, campaign: str) -> tuple[Identical, ...]:
        """Return how many outputs did not differ, per language pair and domain."""
        return self._summary(campaign).identical

    def near_identical(self, campaign: str) -> tuple[str, ...]:
        """Return the segments whose outputs differ in quotes or spacing only."""
        return self._summary(campaign).near_identical

    def set_state(self, campaign: str, state: State, *, by: str, at: datetime) -> None:
        """Open, pause or close a campaign."""
        if state not in ("open", "paused", "closed"):
            raise NotFound.among("state", state, ("open", "paused", "closed"))
        self._update(campaign, {"state": state}, event=f"campaign {state}", by=by, at=at)

    def set_deadline(
        self, campaign: str, deadline: datetime | None, *, by: str, at: datetime
    ) -> None:
        """Set or remove the deadline that annotators see."""
        self._update(campaign, {"deadline": deadline}, event="deadline set", by=by, at=at)

    def reveal(self, campaign: str, *, by: str, at: datetime) -> None:
        """Let managers see system names from now on; the first time is the one that is kept."""
        if self.state(campaign).revealed_at is None:
            self._update(campaign, {"revealed_at": at}, event="systems revealed", by=by, at=at)

    # Machinery -----------------------------------------------------------

    def _number(self, campaign: str) -> int:
        if campaign not in self._numbers:
            with self._database.reading() as connection:
                found: dict[str, int] = {
                    row.name: row.number
                    for row in connection.execute(
                        select(schema.campaign.c.name, schema.campaign.c.number)
                    )
                }
            self._numbers.update(found)
            if campaign not in found:
                raise NotFound.among("campaign", campaign, found)
        return self._numbers[campaign]

    def _changed(self) -> None:
        """Forget what was remembered about campaigns and people."""
        self._states.forget()

    def _load_state(self, campaign: str) -> CampaignState:
        number = self._number(campaign)
        with self._database.reading() as connection:
            row = connection.execute(_states().where(schema.campaign.c.number == number)).one()
        return _state(row)

    def _content(self, connection: Connection, number: int, version: int) -> Campaign:
        return read_campaign(_plan_column(connection, number, version, "content"))

    def _summary(self, campaign: str) -> Summary:
        version = self.state(campaign).version
        with self._database.reading() as connection:
            return read_summary(
                _plan_column(connection, self._number(campaign), version, "summary")
            )

    def _insert(self, connection: Connection, campaign: Campaign, at: datetime) -> int:
        inserted = connection.execute(
            insert(schema.campaign).values(
                name=campaign.name, state="open", version=1, created_at=at
            )
        )
        assert inserted.inserted_primary_key is not None
        return int(inserted.inserted_primary_key[0])

    def _clear(self, connection: Connection, number: int, campaign: Campaign, plan: Plan) -> None:
        """Take out a plan that nobody has judged by, and the people it no longer names.

        Whoever a manager added stays, with the work that the new texts still allow.
        """
        work, people = schema.assignment, schema.annotator
        named = {annotator.id for annotator in plan.annotators}
        planned = connection.execute(
            select(people.c.id).where(people.c.campaign == number, people.c.version != ADDED)
        ).scalars()
        gone = [id_ for id_ in planned if id_ not in named]
        lost = [
            assignment.id
            for assignment in stored_assignments(connection, number, version=ADDED)
            if assignment.annotator in named or not fits(assignment, campaign)
        ]
        connection.execute(delete(work).where(work.c.campaign == number, work.c.version != ADDED))
        connection.execute(delete(schema.plan).where(schema.plan.c.campaign == number))
        _delete(connection, work.c.id, number, lost)
        for column in (schema.link.c.annotator, schema.identity.c.annotator, people.c.id):
            _delete(connection, column, number, gone)

    def _update(
        self, campaign: str, values: dict[str, Any], *, event: str, by: str, at: datetime
    ) -> None:
        number = self._number(campaign)
        with self._database.writing() as connection:
            connection.execute(
                update(schema.campaign).where(schema.campaign.c.number == number).values(**values)
            )
            detail = {name: value for name, value in values.items() if value != at}
            connection.execute(
                insert(schema.event).values(
                    event=event, campaign=campaign, actor=by, detail=write_json(detail), at=at
                )
            )
        self._changed()


def _states() -> Select[Any]:
    return select(
        schema.campaign, schema.plan.c.hash, schema.plan.c.title, schema.plan.c.protocol
    ).join_from(
        schema.campaign,
        schema.plan,
        (schema.plan.c.campaign == schema.campaign.c.number)
        & (schema.plan.c.version == schema.campaign.c.version),
    )


def _state(row: Row[Any]) -> CampaignState:
    return CampaignState(
        name=row.name,
        title=row.title,
        protocol=row.protocol,
        version=row.version,
        hash=row.hash,
        state=row.state,
        created_at=row.created_at,
        frozen_at=row.frozen_at,
        deadline=row.deadline,
        revealed_at=row.revealed_at,
    )


def _plan_column(connection: Connection, number: int, version: int, column: str) -> str:
    return str(
        connection.execute(
            select(schema.plan.c[column]).where(
                schema.plan.c.campaign == number, schema.plan.c.version == version
            )
        ).scalar_one()
    )


def _delete(
    connection: Connection, column: Column[str], number: int, values: Sequence[str]
) -> None:
    """Delete the rows of a campaign whose column has one of the values."""
    for start in range(0, len(values), _CHUNK):
        connection.execute(
            delete(column.table).where(
                column.table.c.campaign == number, column.in_(values[start : start + _CHUNK])
            )
        )


def _insert_annotators(
    connection: Connection, number: int, version: int, plan: Plan, at: datetime
) -> None:
    """Add the people of a plan who are not there yet, each with a link."""
    there = set(
        connection.execute(
            select(schema.annotator.c.id).where(schema.annotator.c.campaign == number)
        ).scalars()
    )
    for place, annotator in enumerate(plan.annotators):
        if annotator.id in there:
            connection.execute(
                update(schema.annotator)
                .where(schema.annotator.c.campaign == number, schema.annotator.c.id == annotator.id)
                .values(group=annotator.group, place=place, version=version)
            )
        else:
            connection.execute(
                insert(schema.annotator).values(
                    campaign=number,
                    id=annotator.id,
                    version=version,
                    place=place,
                    group=annotator.group,
                    paused=0,
                    preferences="{}",
                )
            )
            insert_link(connection, number, annotator.id, at=at)


def _only_new(connection: Connection, number: int, plan: Plan) -> list[Assignment]:
    """Return the assignments that are not stored; refuse one that changed under its id."""
    stored = {assignment.id: assignment for assignment in stored_assignments(connection, number)}
    fresh = []
    for assignment in plan.assignments:
        known = stored.get(assignment.id)
        if known is None:
            fresh.append(assignment)
        elif (known.annotator, known.segment, known.slots) != (
            assignment.annotator,
            assignment.segment,
            assignment.slots,
        ):
            raise Conflict(
                f"assignment {assignment.id!r} is already stored with another content",
                fix="Keep the seed and the former annotators; a new version only adds.",
            )
    return fresh
