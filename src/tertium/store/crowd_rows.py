"""Rows about the members of a crowd and their visits, inside a transaction."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from tertium.store import schema
from tertium.store.links import insert_link
from tertium.store.schema import ADDED


def next_place(connection: Connection, number: int, annotator: str) -> tuple[int, int]:
    """Return the order and the batch that come after everything somebody has had."""
    work = schema.assignment
    order, batch = connection.execute(
        select(func.max(work.c.order), func.max(work.c.batch)).where(
            work.c.campaign == number, work.c.annotator == annotator
        )
    ).one()
    return (-1 if order is None else order) + 1, (-1 if batch is None else batch) + 1


def member_row(connection: Connection, number: int, annotator: str) -> Row[Any] | None:
    """Return what is stored of a member."""
    table = schema.member
    return connection.execute(
        select(table).where(table.c.campaign == number, table.c.annotator == annotator)
    ).one_or_none()


def set_member(connection: Connection, number: int, annotator: str, **values: Any) -> None:
    """Change what is stored of a member."""
    table = schema.member
    connection.execute(
        update(table)
        .where(table.c.campaign == number, table.c.annotator == annotator)
        .values(**values)
    )


def insert_member(
    connection: Connection, number: int, annotator: str, group: str, at: datetime
) -> None:
    """Note that somebody came."""
    connection.execute(
        insert(schema.member).values(
            campaign=number,
            annotator=annotator,
            group=group,
            came_at=at,
            tests=0,
            gold="",
        )
    )


def join(connection: Connection, number: int, annotator: str, group: str, at: datetime) -> str:
    """Make an annotator of somebody who consented; return the token of their link."""
    people = schema.annotator
    count = connection.execute(select(func.count()).where(people.c.campaign == number)).scalar_one()
    connection.execute(
        insert(people).values(
            campaign=number,
            id=annotator,
            version=ADDED,
            place=count,
            group=group,
            paused=0,
            preferences="{}",
            consented_at=at,
        )
    )
    return insert_link(connection, number, annotator, at=at)


def token_of(connection: Connection, number: int, annotator: str) -> str | None:
    """Return the newest link of an annotator that works."""
    table = schema.link
    return connection.execute(
        select(table.c.token)
        .where(
            table.c.campaign == number,
            table.c.annotator == annotator,
            table.c.revoked_at.is_(None),
        )
        .order_by(table.c.created_at.desc())
        .limit(1)
    ).scalar()


def open_session(
    connection: Connection, number: int, annotator: str, key: str, parameters: str, at: datetime
) -> None:
    """Begin a visit, unless it is the same as before.

    Work that is open goes on in the new visit: that is the one which the platform counts.
    """
    table = schema.session
    known = connection.execute(
        select(table.c.number, table.c.key, table.c.ended_at).where(
            table.c.campaign == number, table.c.annotator == annotator
        )
    ).all()
    if any(row.key == key for row in known):
        return
    open_ = [row.number for row in known if row.ended_at is None]
    if open_:
        connection.execute(
            update(table).where(table.c.number == open_[-1]).values(key=key, parameters=parameters)
        )
        return
    connection.execute(
        insert(table).values(
            campaign=number,
            annotator=annotator,
            key=key,
            parameters=parameters,
            came_at=at,
            ending="",
        )
    )


def newest_session(connection: Connection, number: int, annotator: str) -> Row[Any] | None:
    """Return the visit that is open with work, else the newest one."""
    table = schema.session
    return connection.execute(
        select(table)
        .where(table.c.campaign == number, table.c.annotator == annotator)
        .order_by(
            (table.c.claim.is_not(None) & table.c.ended_at.is_(None)).desc(),
            table.c.number.desc(),
        )
        .limit(1)
    ).first()


def claims_of(connection: Connection, number: int, annotator: str) -> int:
    """Return how many HITs an annotator has claimed."""
    table = schema.session
    return int(
        connection.execute(
            select(func.count()).where(
                table.c.campaign == number,
                table.c.annotator == annotator,
                table.c.claim.is_not(None),
            )
        ).scalar_one()
    )


def last_claim(connection: Connection, number: int) -> int:
    """Return the number of a campaign's newest claim, 0 before the first."""
    table = schema.session
    return int(
        connection.execute(
            select(func.max(table.c.claim)).where(table.c.campaign == number)
        ).scalar()
        or 0
    )
