"""Work that changes hands: open assignments of one annotator go to another, and back.

What was answered stays with whoever answered it. Assignments are not deleted: those
that went over are *withdrawn* and asked no more. An answer that arrives for one of them after all,
from a page that was open or offline, is stored like any other, and its item goes back to whoever
answered it. Everything is decided inside the transaction that writes, so answers and other managers
may come at any moment.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, exists, func, insert, select, update

from tertium.exceptions import Conflict, NotFound
from tertium.model import Annotator, Assignment, Campaign
from tertium.store import schema
from tertium.store.bulk import insert_assignments, read_assignment
from tertium.store.campaigns import Campaigns
from tertium.store.checks import check_assignments
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.schema import ADDED

HANDED_OVER, UNDONE = "work handed over", "hand-over undone"  # in the history
_CHUNK = 500  # ids in one question to the database


@dataclass(frozen=True, slots=True)
class Move:
    """Work that went from one annotator to another: how much, and how much came back."""

    number: int
    giver: str
    taker: str
    by: str
    at: datetime
    judgements: int
    answered: int  # of these, by the taker
    undone_at: datetime | None


class Moves:
    """Who gave work to whom, and the way back."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def hand_over(
        self,
        campaign: str,
        giver: str,
        taker: Annotator,
        taken: Sequence[Assignment],
        made: Sequence[Assignment],
        *,
        stops: bool = False,
        since: int | None = None,
        by: str,
        at: datetime,
    ) -> int:
        """Withdraw `taken` from one annotator, give `made` to another; return how many were made.

        What was answered, or given to the taker, since `taken` was read stays where it is. With
        `stops` the giver is paused in the same step. If work changed hands since a manager looked
        (`since`, the number of moves then), nothing is done.
        """
        content = self._campaigns.get(campaign)
        check_assignments(content, (taker,), made)
        number = self._campaigns.number(campaign)
        with self._database.writing() as connection:
            check_since(connection, number, since)
            given = move_work(
                connection, number, content, giver, taker.id, taken, made, stops=stops, by=by, at=at
            )
        self._campaigns.changed()
        return given

    def all(self, campaign: str) -> list[Move]:
        """Return all hand-overs, newest first."""
        number = self._campaigns.number(campaign)
        table, work, given = schema.move, schema.assignment, schema.judgement
        answered = exists().where(
            given.c.campaign == work.c.campaign, given.c.assignment == work.c.id
        )
        with self._database.reading() as connection:
            counts = {
                row.moved: (row.all, int(row.answered or 0))
                for row in connection.execute(
                    select(
                        work.c.moved,
                        func.count().label("all"),
                        func.count().filter(answered).label("answered"),
                    )
                    .where(work.c.campaign == number, work.c.moved.is_not(None))
                    .group_by(work.c.moved)
                )
            }
            rows = connection.execute(
                select(table)
                .where(table.c.campaign == number, table.c.kind == "hand-over")
                .order_by(table.c.number.desc())
            ).all()
        return [
            Move(
                row.number,
                row.giver,
                row.taker,
                row.by,
                row.at,
                *counts.get(row.number, (0, 0)),
                row.undone_at,
            )
            for row in rows
        ]

    def undo(self, campaign: str, move: int, *, by: str, at: datetime) -> int:
        """Give back what the taker has not answered; return how much came back."""
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        with self._database.writing() as connection:
            row = _find(connection, number, move)
            if row.undone_at is not None:
                raise Conflict(
                    f"this hand-over from {row.giver!r} to {row.taker!r} was undone already",
                    fix="Load the page again to see who has which work now.",
                )
            back = _give_back(connection, number, content, move)
            if not back:
                raise Conflict(
                    f"nothing of what {row.taker!r} took over can go back: "
                    "it is answered, or went on to others",
                    fix="Hand over other work instead.",
                )
            if row.paused:
                _pause(connection, number, row.giver, paused=False)
            connection.execute(
                update(schema.move).where(schema.move.c.number == move).values(undone_at=at)
            )
            bump(connection, number)
            detail = {
                "move": move, "annotator": row.taker, "to": row.giver, "judgements": back
            }  # fmt: skip
            log_event(connection, UNDONE, campaign=campaign, actor=by, detail=detail, at=at)
        self._campaigns.changed()
        return back

    def return_answered(self, campaign: str, assignments: Iterable[str]) -> int:
        """Give withdrawn work back to whoever answered it after all; return how much.

        The taker is no longer asked about it, unless they answered it too.
        """
        state = self._campaigns.state(campaign)
        if not state.moves:
            return 0
        number, table = self._campaigns.number(campaign), schema.assignment
        with self._database.reading() as connection:
            late = [
                (one, move)
                for ids in _chunks(assignments)
                for one, move in _withdrawn(connection, number, ids)
            ]
        if not late:
            return 0
        item = _item_of(self._campaigns.get(campaign))
        with self._database.writing() as connection:
            for answered, move in late:
                _set(connection, number, [answered.id], withdrawn=None)
                asked = [
                    one.id
                    for one in _open(connection, number, table.c.moved == move)
                    if item(one) == item(answered)
                ]
                _set(connection, number, asked, withdrawn=move)
            bump(connection, number)
        self._campaigns.changed()
        return len(late)


def move_work(
    connection: Connection,
    number: int,
    campaign: Campaign,
    giver: str,
    taker: str,
    taken: Sequence[Assignment],
    made: Sequence[Assignment],
    *,
    stops: bool,
    by: str,
    at: datetime,
) -> int:
    """Move work inside a transaction; return how many assignments the taker got."""
    table, people, item = schema.assignment, schema.annotator, _item_of(campaign)
    has = {item(one) for one in _asked(connection, number, taker)}
    asked = {one.id for one in taken}
    still = [
        one
        for one in _open(connection, number, table.c.annotator == giver)
        if one.id in asked and item(one) not in has
    ]
    if not still:
        raise Conflict(
            f"the open work of {giver!r} was answered or handed over meanwhile",
            fix="Load the page again to see who has which work now.",
        )
    items = {item(one) for one in still}
    move = connection.execute(
        insert(schema.move).values(
            campaign=number,
            kind="hand-over",
            giver=giver,
            taker=taker,
            paused=int(stops),
            by=by,
            at=at,
        )
    ).inserted_primary_key[0]  # type: ignore[index]  # one row is inserted
    _set(connection, number, [one.id for one in still], withdrawn=move)
    added = connection.execute(
        select(people.c.version).where(people.c.campaign == number, people.c.id == taker)
    ).scalar_one()
    given = [one for one in made if item(one) in items]
    put_after(connection, number, added, given, move=move)
    if stops:
        _pause(connection, number, giver, paused=True)
    bump(connection, number)
    detail = {
        "move": move, "annotator": giver, "to": taker, "judgements": len(given), "stops": stops
    }  # fmt: skip
    log_event(connection, HANDED_OVER, campaign=campaign.name, actor=by, detail=detail, at=at)
    return len(given)


def put_after(
    connection: Connection, number: int, person: int, work: Sequence[Assignment], *, move: int
) -> None:
    """Put work after what an annotator has, in batches of its own; `person` is their version.

    What they had before and gave away is asked again under its former id.
    """
    if not work:
        return
    table = schema.assignment
    rows = connection.execute(
        select(table.c.id, table.c.order, table.c.batch).where(
            table.c.campaign == number, table.c.annotator == work[0].annotator
        )
    ).all()
    order = max((row.order for row in rows), default=-1) + 1
    batch = max((row.batch for row in rows), default=-1) + 1
    first = min(one.batch for one in work)
    placed = [
        replace(one, order=order + place, batch=batch + one.batch - first)
        for place, one in enumerate(work)
    ]
    known = {row.id for row in rows}
    version = ADDED
    if person != ADDED:  # after the plan's own work, and gone with it
        version = connection.execute(
            select(schema.campaign.c.version).where(schema.campaign.c.number == number)
        ).scalar_one()
    insert_assignments(connection, number, version, [one for one in placed if one.id not in known])
    for one in placed:
        if one.id in known:
            _set(connection, number, [one.id], withdrawn=None, order=one.order, batch=one.batch)
    _set(connection, number, [one.id for one in placed], moved=move)


def bump(connection: Connection, number: int) -> None:
    """Note that work changed hands, so that nobody goes on with what they remember of it."""
    table = schema.campaign
    connection.execute(
        update(table).where(table.c.number == number).values(moves=table.c.moves + 1)
    )


def _give_back(connection: Connection, number: int, campaign: Campaign, move: int) -> int:
    """Withdraw what the taker has open of a move, and ask its giver again; return how much."""
    table, item = schema.assignment, _item_of(campaign)
    answered = {item(one) for one in _rows(connection, number, table.c.moved == move, _answered())}
    back = [
        one for one in _open(connection, number, table.c.moved == move) if item(one) not in answered
    ]
    _set(connection, number, [one.id for one in back], withdrawn=move)
    items = {item(one) for one in back}
    of_giver = table.c.moved.is_distinct_from(move)
    given = [
        one.id
        for one in _rows(connection, number, table.c.withdrawn == move, of_giver)
        if item(one) in items
    ]
    _set(connection, number, given, withdrawn=None)
    return len(given)


def check_since(connection: Connection, number: int, since: int | None) -> None:
    """Refuse to go on where work changed hands since a manager looked."""
    table = schema.campaign
    moves = connection.execute(select(table.c.moves).where(table.c.number == number)).scalar_one()
    if since is not None and moves != since:
        raise Conflict(
            "work changed hands since this page was opened",
            fix="Load the page again to see who has which work now; nothing was changed.",
        )


def _find(connection: Connection, number: int, move: int) -> Row[Any]:
    table = schema.move
    row = connection.execute(
        select(table).where(table.c.campaign == number, table.c.number == move)
    ).one_or_none()
    if row is None:
        raise NotFound(f"there is no hand-over {move}", fix="Look at the list of hand-overs.")
    return row


def _pause(connection: Connection, number: int, annotator: str, *, paused: bool) -> None:
    people = schema.annotator
    connection.execute(
        update(people)
        .where(people.c.campaign == number, people.c.id == annotator)
        .values(paused=int(paused))
    )


def _answered() -> Any:
    table, given = schema.assignment, schema.judgement
    return exists().where(given.c.campaign == table.c.campaign, given.c.assignment == table.c.id)


def _open(connection: Connection, number: int, *which: Any) -> list[Assignment]:
    """Return assignments that are asked and not answered."""
    return _rows(connection, number, *which, schema.assignment.c.withdrawn.is_(None), ~_answered())


def _asked(connection: Connection, number: int, annotator: str) -> list[Assignment]:
    """Return everything that somebody is asked, or has answered."""
    table = schema.assignment
    asked = table.c.withdrawn.is_(None) | _answered()
    return _rows(connection, number, table.c.annotator == annotator, asked)


def _rows(connection: Connection, number: int, *which: Any) -> list[Assignment]:
    table = schema.assignment
    found = connection.execute(select(table).where(table.c.campaign == number, *which))
    return [read_assignment(row) for row in found]


def _set(connection: Connection, number: int, ids: Sequence[str], **values: Any) -> None:
    table = schema.assignment
    for part in _chunks(ids):
        connection.execute(
            update(table).where(table.c.campaign == number, table.c.id.in_(part)).values(**values)
        )


def _withdrawn(
    connection: Connection, number: int, ids: Sequence[str]
) -> list[tuple[Assignment, int]]:
    """Return those of some assignments that were handed over, with the move that did it."""
    table, moves = schema.assignment, schema.move
    rows = connection.execute(
        select(table)
        .join_from(table, moves, moves.c.number == table.c.withdrawn)
        .where(table.c.campaign == number, table.c.id.in_(ids), moves.c.kind == "hand-over")
    )
    return [(read_assignment(row), row.withdrawn) for row in rows]


def _chunks(ids: Iterable[str]) -> Iterator[list[str]]:
    listed = list(ids)
    for start in range(0, len(listed), _CHUNK):
        yield listed[start : start + _CHUNK]


def _item_of(campaign: Campaign) -> Callable[[Assignment], tuple[str, ...]]:
    from tertium.design.hand_over import item_of  # most commands move nothing

    return item_of(campaign)
