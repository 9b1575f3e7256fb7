"""Places of a crowd on items, inside a transaction that writes: taken, left, given back.

A place is one annotator on one item, once for ever. It is *held* while its work is open and
when its answers count; *left* when its lease ended before all was answered; *surplus* when the
answers came after the item had all it needs; *excluded* when they do not count. `pool.held`
is the number of places that are held, and never exceeds `pool.places`.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, select, update

from tertium.model import CROWD, Assignment
from tertium.store import schema
from tertium.store.bulk import read_assignment
from tertium.store.moves import bump
from tertium.store.pool import ItemKey, item_key, pool_items, read_slots

State = Literal["held", "left", "surplus", "excluded"]
Ending = Literal["", "finished", "expired", "returned"]
_CHUNK = 500  # names in one question to the database


def open_items(
    connection: Connection, number: int, group: str, annotator: str
) -> list[tuple[int, int]]:
    """Return the items with open places that an annotator has never had, and how many are held."""
    table, had = schema.pool, schema.place
    mine = select(had.c.item).where(had.c.campaign == number, had.c.annotator == annotator)
    rows = connection.execute(
        select(table.c.number, table.c.held)
        .where(
            table.c.campaign == number,
            table.c.group == group,
            table.c.held < table.c.places,
            table.c.number.not_in(mine),
        )
        .order_by(table.c.number)
    )
    return [(item, held) for item, held in rows.all()]


def take(
    connection: Connection, number: int, annotator: str, session: int, items: Sequence[int]
) -> None:
    """Hold a place on each of some items for an annotator."""
    connection.execute(
        insert(schema.place),
        [
            {
                "campaign": number,
                "item": item,
                "annotator": annotator,
                "session": session,
                "state": "held",
            }
            for item in items
        ],
    )
    _count(connection, number, items, +1)


def end_leases(connection: Connection, number: int, lease: timedelta, at: datetime) -> int:
    """End the leases that are over; return how many were.

    A lease counts from the claim or the last answer that arrived, whichever is later.
    """
    table, over = schema.session, at - lease
    rows = connection.execute(
        select(table).where(
            table.c.campaign == number,
            table.c.claim.is_not(None),
            table.c.ended_at.is_(None),
            table.c.leased_at < over,
        )
    ).all()
    ended = 0
    for row in rows:
        last = _last_answer(connection, number, row.annotator)
        if last is not None and last >= over:
            # Seen to be used: not to be looked at again before it can be over.
            _set_session(connection, row.number, leased_at=last)
            continue
        end_session(connection, number, row, "expired", at)
        ended += 1
    return ended


def end_session(
    connection: Connection, number: int, session: Row[Any], ending: Ending, at: datetime
) -> None:
    """End a visit: finished items keep their places, all others are open again.

    Where everything is answered, it is finished, whatever ended it.
    """
    unanswered = open_work(connection, number, session)
    if unanswered:
        items = pool_items(connection, number)
        gone = {items[key] for one in unanswered if (key := item_key(one)) in items}
        _withdraw(connection, number, [one.id for one in unanswered], session.number)
        _release(connection, number, session.annotator, sorted(gone), "left")
        bump(connection, number)
    done = session.claim is not None and not unanswered
    reason: Ending = "finished" if done else ending
    _set_session(connection, session.number, ended_at=at, ending=reason)


def resume(connection: Connection, number: int, session: Row[Any], at: datetime) -> int:
    """Give the open items of an ended visit back to its annotator, as far as there are places.

    Returns how many assignments are asked again.
    """
    free = _free_places(connection, number, session.annotator, session.number)
    if not free:
        return 0
    work = schema.assignment
    asked = [
        one.id
        for one in _assignments(
            connection, number, work.c.withdrawn == -session.number, work.c.set == CROWD
        )
        if item_key(one) in free or one.role != "real"
    ]
    _set_work(connection, number, asked, withdrawn=None)
    _hold_again(connection, number, session.annotator, sorted(free.values()))
    _set_session(connection, session.number, ended_at=None, ending="", leased_at=at)
    bump(connection, number)
    return len(asked)


def settle(connection: Connection, number: int, annotator: str) -> int:
    """Decide about work that was answered after its place was left; return how many items.

    An item with a place left takes the answer; otherwise it is surplus.
    """
    table = schema.place
    left = connection.execute(
        select(table.c.item).where(
            table.c.campaign == number, table.c.annotator == annotator, table.c.state == "left"
        )
    ).scalars()
    waiting = set(left)
    if not waiting:
        return 0
    work, items = schema.assignment, pool_items(connection, number)
    asked: dict[int, list[Assignment]] = {}
    mine = work.c.annotator == annotator
    for one in _assignments(connection, number, mine, work.c.set == CROWD, work.c.role == "real"):
        asked.setdefault(items.get(item_key(one), -1), []).append(one)
    answered = _answered(connection, number, annotator)
    late = [
        item for item in sorted(waiting) if all(one.id in answered for one in asked.get(item, ()))
    ]
    free = _with_room(connection, number, late)
    counted, surplus = (
        [one for one in late if one in free],
        [one for one in late if one not in free],
    )
    _hold_again(connection, number, annotator, counted)
    _set_work(connection, number, [a.id for item in counted for a in asked[item]], withdrawn=None)
    _set_places(connection, number, annotator, surplus, "surplus")
    if counted:
        bump(connection, number)
    return len(late)


def give_up(
    connection: Connection, number: int, annotator: str, *, state: State = "excluded"
) -> int:
    """Let none of an annotator's places count any more; return how many were open again."""
    table = schema.place
    held = list(
        connection.execute(
            select(table.c.item).where(
                table.c.campaign == number, table.c.annotator == annotator, table.c.state == "held"
            )
        ).scalars()
    )
    _release(connection, number, annotator, sorted(held), state)
    return len(held)


def open_work(connection: Connection, number: int, session: Row[Any]) -> list[Assignment]:
    """Return what is asked and not answered of a visit."""
    work = schema.assignment
    answered = _answered(connection, number, session.annotator)
    return [one for one in work_of(connection, number, session, work.c.withdrawn.is_(None))
            if one.id not in answered]  # fmt: skip


def work_of(
    connection: Connection, number: int, session: Row[Any], *which: ColumnElement[bool]
) -> list[Assignment]:
    """Return the assignments of a visit: those from its first batch to that of the next visit."""
    if session.claim is None:
        return []
    work, table = schema.assignment, schema.session
    following = connection.execute(
        select(func.min(table.c.first_batch)).where(
            table.c.campaign == number,
            table.c.annotator == session.annotator,
            table.c.first_batch > session.first_batch,
        )
    ).scalar()
    within = and_(
        work.c.annotator == session.annotator,
        work.c.set == CROWD,
        work.c.batch >= session.first_batch,
    )
    if following is not None:
        within = and_(within, work.c.batch < following)
    return _assignments(connection, number, within, *which)


def _release(
    connection: Connection, number: int, annotator: str, items: Sequence[int], state: State
) -> None:
    _set_places(connection, number, annotator, items, state)
    _count(connection, number, items, -1)


def _hold_again(connection: Connection, number: int, annotator: str, items: Sequence[int]) -> None:
    _set_places(connection, number, annotator, items, "held")
    _count(connection, number, items, +1)


def _free_places(
    connection: Connection, number: int, annotator: str, session: int
) -> dict[ItemKey, int]:
    """Return the items that somebody left in a visit and that still have a place."""
    table, pool = schema.place, schema.pool
    rows = connection.execute(
        select(pool.c.number, pool.c.segment, pool.c.slots)
        .join_from(
            table, pool, (pool.c.campaign == table.c.campaign) & (pool.c.number == table.c.item)
        )
        .where(
            table.c.campaign == number,
            table.c.annotator == annotator,
            table.c.session == session,
            table.c.state == "left",
            pool.c.held < pool.c.places,
        )
    )
    return {(row.segment, read_slots(row.slots)): row.number for row in rows}


def _with_room(connection: Connection, number: int, items: Sequence[int]) -> set[int]:
    table = schema.pool
    found: set[int] = set()
    for start in range(0, len(items), _CHUNK):
        part = items[start : start + _CHUNK]
        found.update(
            connection.execute(
                select(table.c.number).where(
                    table.c.campaign == number,
                    table.c.number.in_(part),
                    table.c.held < table.c.places,
                )
            ).scalars()
        )
    return found


def _set_places(
    connection: Connection, number: int, annotator: str, items: Sequence[int], state: State
) -> None:
    table = schema.place
    for start in range(0, len(items), _CHUNK):
        connection.execute(
            update(table)
            .where(
                table.c.campaign == number,
                table.c.annotator == annotator,
                table.c.item.in_(items[start : start + _CHUNK]),
            )
            .values(state=state)
        )


def _count(connection: Connection, number: int, items: Sequence[int], change: int) -> None:
    table = schema.pool
    for start in range(0, len(items), _CHUNK):
        connection.execute(
            update(table)
            .where(table.c.campaign == number, table.c.number.in_(items[start : start + _CHUNK]))
            .values(held=table.c.held + change)
        )


def _withdraw(connection: Connection, number: int, ids: Sequence[str], session: int) -> None:
    """Ask no more: the negative number of a visit says that its lease ended."""
    _set_work(connection, number, ids, withdrawn=-session)


def _set_work(connection: Connection, number: int, ids: Sequence[str], **values: Any) -> None:
    work = schema.assignment
    for start in range(0, len(ids), _CHUNK):
        connection.execute(
            update(work)
            .where(work.c.campaign == number, work.c.id.in_(ids[start : start + _CHUNK]))
            .values(**values)
        )


def _set_session(connection: Connection, session: int, **values: Any) -> None:
    table = schema.session
    connection.execute(update(table).where(table.c.number == session).values(**values))


def _assignments(
    connection: Connection, number: int, *which: ColumnElement[bool]
) -> list[Assignment]:
    work = schema.assignment
    rows = connection.execute(
        select(work).where(work.c.campaign == number, *which).order_by(work.c.order)
    )
    return [read_assignment(row) for row in rows]


def _answered(connection: Connection, number: int, annotator: str) -> set[str]:
    work, given = schema.assignment, schema.judgement
    rows = connection.execute(
        select(work.c.id)
        .join_from(
            work, given, (given.c.campaign == work.c.campaign) & (given.c.assignment == work.c.id)
        )
        .where(work.c.campaign == number, work.c.annotator == annotator)
    )
    return set(rows.scalars())


def _last_answer(connection: Connection, number: int, annotator: str) -> datetime | None:
    work, given = schema.assignment, schema.judgement
    return connection.execute(
        select(func.max(given.c.received_at))
        .join_from(
            work, given, (given.c.campaign == work.c.campaign) & (given.c.assignment == work.c.id)
        )
        .where(work.c.campaign == number, work.c.annotator == annotator, work.c.set == CROWD)
    ).scalar()
