"""How a plan gets into the tables, and out of them while nobody has judged by it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Column, Connection, delete, insert, select, update

from tertium.exceptions import Conflict
from tertium.model import Assignment, Campaign, Plan
from tertium.protocols.checklist import CHECKLIST
from tertium.store import schema
from tertium.store.bulk import stored_assignments
from tertium.store.checks import check_extends, fits
from tertium.store.links import insert_link
from tertium.store.pool import clear_pool
from tertium.store.schema import ADDED

_CHUNK = 1_000  # names in one question to the database


def insert_campaign(connection: Connection, campaign: Campaign, at: datetime) -> int:
    """Add a campaign and return its number."""
    inserted = connection.execute(
        insert(schema.campaign).values(name=campaign.name, state="open", version=1, created_at=at)
    )
    assert inserted.inserted_primary_key is not None
    return int(inserted.inserted_primary_key[0])


def clear_plan(connection: Connection, number: int, campaign: Campaign, plan: Plan) -> None:
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
    clear_pool(connection, number)
    connection.execute(delete(work).where(work.c.campaign == number, work.c.version != ADDED))
    connection.execute(delete(schema.plan).where(schema.plan.c.campaign == number))
    connection.execute(delete(schema.move).where(schema.move.c.campaign == number))
    table = schema.campaign
    connection.execute(
        update(table).where(table.c.number == number).values(moves=table.c.moves + 1, pilot=None)
    )
    _delete(connection, work.c.id, number, lost)
    for column in (schema.link.c.annotator, schema.identity.c.annotator, people.c.id):
        _delete(connection, column, number, gone)


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


def insert_annotators(
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


def check_new_version(before: Campaign, after: Campaign, *, allowed: bool) -> None:
    """Refuse a change after judging began, unless it is a new version that only adds."""
    if before.options.get("typology") != after.options.get("typology"):
        raise Conflict(
            f"the typology of campaign {after.name!r} was changed after annotation began",
            where="campaign.toml",
            fix="Undo the edit, or begin a campaign of another name. Errors can be weighed "
            "otherwise at any time with: tertium errors FOLDER --typology FILE",
        )
    if before.options.get("scales") != after.options.get("scales"):
        raise Conflict(
            f"a scale of campaign {after.name!r} was changed after rating began",
            where="campaign.toml",
            fix="Undo the edit, or begin a campaign of another name.",
        )
    if any(
        before.options.get(name, unset) != after.options.get(name, unset)
        for name, unset in ((CHECKLIST, ""), ("counted", False))
    ):
        raise Conflict(
            f"the checklist of campaign {after.name!r} was changed after rating began",
            where="campaign.toml",
            fix="Undo the edit, or begin a campaign of another name. Errors can be weighed "
            "otherwise at any time with: tertium errors FOLDER --typology FILE",
        )
    if not allowed:
        raise Conflict(
            f"campaign {after.name!r} has judgements, so its plan is frozen",
            where="campaign.toml",
            fix="Undo the edit, add it as a new version, or give it another name.",
        )
    check_extends(before, after)


def only_new(connection: Connection, number: int, plan: Plan) -> list[Assignment]:
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
