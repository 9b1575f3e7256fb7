"""The pool of a crowd: items that may be claimed, each with a number of places."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from tertium.model import Assignment, Campaign
from tertium.store import schema
from tertium.store.content import write_json

ItemKey = tuple[str, tuple[str, ...]]  # a segment, and the outputs in the order of names


def item_key(assignment: Assignment) -> ItemKey:
    """Return which item of the pool an assignment asks about."""
    return assignment.segment, tuple(sorted(assignment.slots))


def fill_pool(connection: Connection, number: int, campaign: Campaign) -> None:
    """Add the items that are not in the pool yet, and places where more judges are wanted."""
    from tertium.design.crowd import pool_of  # other campaigns need none of it

    table, judges = schema.pool, campaign.crowd.judges
    known = pool_items(connection, number)
    following = max(known.values(), default=-1) + 1
    new = [one for one in pool_of(campaign) if (one.segment, one.slots) not in known]
    if new:
        connection.execute(
            insert(table),
            [
                {
                    "campaign": number,
                    "number": following + place,
                    "segment": one.segment,
                    "slots": write_json(one.slots),
                    "group": one.group,
                    "places": judges,
                    "held": 0,
                }
                for place, one in enumerate(new)
            ],
        )
    connection.execute(
        update(table)
        .where(table.c.campaign == number, table.c.places < judges)
        .values(places=judges)
    )


def clear_pool(connection: Connection, number: int) -> None:
    """Forget the pool and all claims of a campaign that nobody has judged."""
    for table in (schema.place, schema.session, schema.pool):
        connection.execute(delete(table).where(table.c.campaign == number))


def pool_items(connection: Connection, number: int) -> dict[ItemKey, int]:
    """Return the numbers of a campaign's items."""
    table = schema.pool
    rows = connection.execute(
        select(table.c.segment, table.c.slots, table.c.number).where(table.c.campaign == number)
    )
    return {(row.segment, read_slots(row.slots)): row.number for row in rows}


def items_of(
    connection: Connection, number: int, chosen: Sequence[int]
) -> list[tuple[str, tuple[str, ...], str]]:
    """Return segment, outputs and group of chosen items, in their order."""
    table = schema.pool
    rows = connection.execute(
        select(table).where(table.c.campaign == number, table.c.number.in_(chosen))
    )
    known = {row.number: (row.segment, read_slots(row.slots), row.group) for row in rows}
    return [known[one] for one in chosen]


def read_slots(text: str) -> tuple[str, ...]:
    """Return the outputs of a stored item."""
    return msgspec.json.decode(text, type=tuple[str, ...])
