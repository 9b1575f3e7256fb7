"""The pilot round in the store: the plan's work steps aside, and comes back afterwards.

Judgements of the pilot stay for good; their assignments have the set `pilot`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, case, exists, func, insert, select, update

from tertium.exceptions import Conflict
from tertium.model import PILOT, Annotator, Assignment, Campaign
from tertium.store import schema
from tertium.store.bulk import is_asked, read_assignment
from tertium.store.campaigns import Campaigns
from tertium.store.checks import check_assignments
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.moves import bump, put_after

# In the history
BEGUN, ENDED, RESUMED = "pilot begun", "main round opened", "pilot resumed"


def under_way() -> Conflict:
    """Return what is said to the one who begins a pilot round while there is one."""
    return Conflict("a pilot round is under way", fix="Open the main round first.")


class Pilots:
    """Begins, ends and resumes the pilot round of campaigns."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def begin(
        self,
        campaign: str,
        annotators: Sequence[Annotator],
        made: Sequence[Assignment],
        *,
        by: str,
        at: datetime,
    ) -> None:
        """Ask only what the pilot asks from now on; refuse it once the main round has answers."""
        check_assignments(self._campaigns.get(campaign), annotators, made)
        number, table, work = self._campaigns.number(campaign), schema.campaign, schema.assignment
        with self._database.writing() as connection:
            if connection.execute(
                select(table.c.pilot).where(table.c.number == number)
            ).scalar_one():
                raise under_way()
            if _answered_outside(connection, number):
                raise Conflict(
                    "the main round has answers, so it is too late for a pilot round",
                    fix="Copy the campaign as a template and try that one out.",
                )
            move = connection.execute(
                insert(schema.move).values(
                    campaign=number, kind="pilot", giver="", taker="", paused=0, by=by, at=at
                )
            ).inserted_primary_key[0]  # type: ignore[index]  # one row is inserted
            _withdraw(connection, number, move, work.c.set != PILOT)
            people = schema.annotator
            versions = {
                row.id: row.version
                for row in connection.execute(
                    select(people.c.id, people.c.version).where(people.c.campaign == number)
                )
            }
            for annotator in annotators:
                own = [one for one in made if one.annotator == annotator.id]
                put_after(connection, number, versions[annotator.id], own, move=move)
            connection.execute(update(table).where(table.c.number == number).values(pilot=move))
            bump(connection, number)
            detail = {"annotators": [one.id for one in annotators], "judgements": len(made)}
            log_event(connection, BEGUN, campaign=campaign, actor=by, detail=detail, at=at)
        self._campaigns.changed()

    def end(self, campaign: str, *, again: bool, by: str, at: datetime) -> None:
        """Ask what the plan asks; items that somebody judged in the pilot only if `again`.

        What is open of the pilot is asked no more.
        """
        content, number = self._campaigns.get(campaign), self._campaigns.number(campaign)
        table, work = schema.campaign, schema.assignment
        with self._database.writing() as connection:
            move = connection.execute(
                select(table.c.pilot).where(table.c.number == number)
            ).scalar_one()
            if not move:
                raise Conflict("no pilot round is under way", fix="Look at the live page.")
            connection.execute(
                update(work)
                .where(work.c.campaign == number, work.c.withdrawn == move, work.c.set != PILOT)
                .values(withdrawn=None)
            )
            _withdraw(connection, number, move, work.c.set == PILOT)
            if not again:
                _withdraw_known(connection, number, content, move)
            connection.execute(update(table).where(table.c.number == number).values(pilot=None))
            connection.execute(
                update(schema.move).where(schema.move.c.number == move).values(undone_at=at)
            )
            bump(connection, number)
            detail = {"again": again}
            log_event(connection, ENDED, campaign=campaign, actor=by, detail=detail, at=at)
        self._campaigns.changed()

    def resume(self, campaign: str, *, by: str, at: datetime) -> None:
        """Go back from the main round to the last pilot, as it was; refuse it after an answer."""
        number, table = self._campaigns.number(campaign), schema.campaign
        moves, work = schema.move, schema.assignment
        with self._database.writing() as connection:
            move = connection.execute(
                select(func.max(moves.c.number)).where(
                    moves.c.campaign == number,
                    moves.c.kind == "pilot",
                    moves.c.undone_at.is_not(None),
                )
            ).scalar()
            running = select(table.c.pilot).where(table.c.number == number)
            if move is None or connection.execute(running).scalar_one():
                raise Conflict("no main round was opened", fix="Look at the live page.")
            if _answered_outside(connection, number):
                raise Conflict(
                    "the main round has answers, so it stays open",
                    fix="Pause the campaign if annotators should wait.",
                )
            connection.execute(
                update(work)
                .where(work.c.campaign == number, work.c.withdrawn == move, work.c.set == PILOT)
                .values(withdrawn=None)
            )
            _withdraw(connection, number, move, work.c.set != PILOT)
            connection.execute(update(table).where(table.c.number == number).values(pilot=move))
            connection.execute(update(moves).where(moves.c.number == move).values(undone_at=None))
            bump(connection, number)
            log_event(connection, RESUMED, campaign=campaign, actor=by, detail={}, at=at)
        self._campaigns.changed()

    def main_tasks(self, campaign: str) -> int:
        """Return how many judgements the main round asks for, whether or not it is open."""
        number, work = self._campaigns.number(campaign), schema.assignment
        pilot = self._campaigns.state(campaign).pilot
        aside = work.c.withdrawn.is_(None) | (work.c.withdrawn == pilot)
        with self._database.reading() as connection:
            return connection.execute(
                select(func.count()).where(work.c.campaign == number, work.c.set != PILOT, aside)
            ).scalar_one()

    def answered(self, campaign: str) -> frozenset[str]:
        """Return the assignments of pilot rounds that were answered."""
        number, work = self._campaigns.number(campaign), schema.assignment
        with self._database.reading() as connection:
            return frozenset(
                connection.execute(
                    select(work.c.id).where(
                        work.c.campaign == number, work.c.set == PILOT, _answers()
                    )
                ).scalars()
            )

    def shares(self, campaign: str) -> dict[str, tuple[int, int]]:
        """Return how much pilot rounds ask of each annotator, and how much of it is answered."""
        number, work = self._campaigns.number(campaign), schema.assignment
        with self._database.reading() as connection:
            rows = connection.execute(
                select(work.c.annotator, func.count(), func.sum(case((_answers(), 1), else_=0)))
                .where(work.c.campaign == number, work.c.set == PILOT, is_asked())
                .group_by(work.c.annotator)
            )
            return {annotator: (asked, int(done)) for annotator, asked, done in rows}

    def count(self, campaign: str) -> int:
        """Return how many pilot rounds were begun."""
        table = schema.move
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table.c.number).where(
                    table.c.campaign == self._campaigns.number(campaign), table.c.kind == "pilot"
                )
            ).all()
        return len(rows)


def _answers() -> Any:
    work, given = schema.assignment, schema.judgement
    return exists().where(given.c.campaign == work.c.campaign, given.c.assignment == work.c.id)


def _answered_outside(connection: Connection, number: int) -> bool:
    work, given = schema.assignment, schema.judgement
    found = connection.execute(
        select(given.c.sequence)
        .join_from(
            given,
            work,
            (work.c.campaign == given.c.campaign) & (work.c.id == given.c.assignment),
        )
        .where(given.c.campaign == number, work.c.set != PILOT)
        .limit(1)
    ).first()
    return found is not None


def _withdraw(connection: Connection, number: int, move: int, *which: Any) -> None:
    """Ask no more what is open of some work."""
    work = schema.assignment
    connection.execute(
        update(work)
        .where(work.c.campaign == number, work.c.withdrawn.is_(None), ~_answers(), *which)
        .values(withdrawn=move)
    )


def _withdraw_known(connection: Connection, number: int, campaign: Campaign, move: int) -> None:
    """Ask nobody about an item that they judged in the pilot."""
    from tertium.design.hand_over import item_of  # most commands move nothing

    work, item = schema.assignment, item_of(campaign)
    rows = connection.execute(
        select(work).where(work.c.campaign == number, work.c.set == PILOT, _answers())
    )
    known: dict[str, set[tuple[str, ...]]] = {}
    for row in rows:
        one = read_assignment(row)
        known.setdefault(one.annotator, set()).add(item(one))
    for annotator, items in known.items():
        own = connection.execute(
            select(work).where(
                work.c.campaign == number, work.c.annotator == annotator, work.c.set != PILOT
            )
        )
        again = [one.id for one in map(read_assignment, own) if item(one) in items]
        for start in range(0, len(again), 500):
            _withdraw(connection, number, move, work.c.id.in_(again[start : start + 500]))
