"""What is said about marks after they were made: decisions, kept in order of arrival.

A decision is acknowledged when it is committed to disk. Like a judgement it is known by the id
its browser chose, so sending it again stores it once. Whoever decides anew names all their own
decisions about the same marks that counted so far; if others count meanwhile (a second window,
another manager), the new one is refused and nothing is lost.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, func, insert, select

from tertium.exceptions import BadInput, Conflict
from tertium.model import Decision
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.content import write_json
from tertium.store.database import Database
from tertium.store.storable import check_storable
from tertium.store.values import Receipt

_LONGEST_ID = 200


class StaleDecision(Conflict):
    """Something else was decided meanwhile."""


class Decisions:
    """What is decided about marks, in order of arrival."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def add(self, decisions: Sequence[Decision], *, received_at: datetime) -> list[Receipt]:
        """Store decisions together or not at all; blocks until they are on disk."""
        with self._database.writing() as connection:
            earlier = _EarlierDecisions(connection)
            return [self._store(connection, earlier, one, received_at) for one in decisions]

    def all(self, campaign: str, stage: str | None = None) -> list[Decision]:
        """Return everything that was said, in order of arrival, replaced decisions too."""
        with self._database.reading() as connection:
            return read_decisions(connection, campaign, self._campaigns.number(campaign), stage)

    def last_sequence(self, campaign: str) -> int:
        """Return the sequence of the newest decision, 0 before the first."""
        table = schema.decision
        with self._database.reading() as connection:
            found = connection.execute(
                select(func.max(table.c.sequence)).where(
                    table.c.campaign == self._campaigns.number(campaign)
                )
            ).scalar()
        return found or 0

    def _store(
        self,
        connection: Connection,
        earlier: "_EarlierDecisions",
        decision: Decision,
        received_at: datetime,
    ) -> Receipt:
        _check(decision)
        number = self._campaigns.number(decision.campaign)
        table = schema.decision
        row = connection.execute(
            select(table).where(table.c.campaign == number, table.c.id == decision.id)
        ).one_or_none()
        if row is not None:
            _check_same(decision, _decision(decision.campaign, row))
            return Receipt(decision.id, row.received_at, duplicate=True)
        if "act" in decision.content or decision.upon:
            _check_place(decision, earlier.before(decision, number))
        earlier.add(decision)
        connection.execute(
            insert(table).values(
                campaign=number,
                id=decision.id,
                stage=decision.stage,
                role=decision.role,
                by=decision.by,
                items=write_json(decision.items),
                content=write_json(decision.content),
                replaces=write_json(decision.replaces),
                upon=decision.upon,
                submitted_at=decision.submitted_at,
                received_at=received_at,
            )
        )
        return Receipt(decision.id, received_at)


class _EarlierDecisions:
    """What was said before, in the transaction of several decisions: read once for each stage."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._known: dict[tuple[str, str], list[Decision]] = {}

    def before(self, decision: Decision, number: int) -> list[Decision]:
        """Return what was said in the stage of a decision."""
        stage = decision.campaign, decision.stage
        if stage not in self._known:
            self._known[stage] = read_decisions(self._connection, stage[0], number, stage[1])
        return self._known[stage]

    def add(self, decision: Decision) -> None:
        """Note a decision that is stored now."""
        known = self._known.get((decision.campaign, decision.stage))
        if known is not None:
            known.append(decision)


def read_decisions(
    connection: Connection, campaign: str, number: int, stage: str | None = None
) -> list[Decision]:
    """Return the decisions of a campaign, or of one stage, in order of arrival."""
    table = schema.decision
    wanted = select(table).where(table.c.campaign == number).order_by(table.c.sequence)
    if stage is not None:
        wanted = wanted.where(table.c.stage == stage)
    return [_decision(campaign, row) for row in connection.execute(wanted)]


def _decision(campaign: str, row: Row[Any]) -> Decision:
    return Decision(
        id=row.id,
        campaign=campaign,
        stage=row.stage,
        role=row.role,
        by=row.by,
        items=msgspec.json.decode(row.items, type=tuple[str, ...]),
        content=msgspec.json.decode(row.content),
        submitted_at=row.submitted_at,
        replaces=msgspec.json.decode(row.replaces, type=tuple[str, ...]),
        upon=row.upon,
    )


def _check(decision: Decision) -> None:
    """Refuse what no database should be asked to keep."""
    check_storable((decision.by, decision.content), "decision")
    for name in (decision.id, *decision.replaces, *decision.items, decision.upon):
        if len(name) > _LONGEST_ID or "\0" in name:
            raise BadInput(f"{name[:40]!r} cannot be an id", where="id", fix="Send a UUID.")
    if not decision.id or decision.submitted_at.tzinfo is None:
        raise BadInput("a decision needs an id and a time in UTC", where="id", fix="Send both.")
    if decision.replaces and "act" not in decision.content:
        raise BadInput("only decisions are replaced", where="replaces", fix="Send none.")


def _check_same(decision: Decision, known: Decision) -> None:
    """Refuse an id that comes again with something else to say; clocks may differ."""
    if any(
        write_json(getattr(decision, name)) != write_json(getattr(known, name))
        for name in ("stage", "role", "by", "items", "content", "replaces", "upon")
    ):
        raise StaleDecision(
            f"decision {decision.id!r} is already stored with another content",
            fix="Send another decision under a new id.",
        )


def _check_place(decision: Decision, known: Iterable[Decision]) -> None:
    """Refuse a decision that does not follow those that count."""
    acts = [one for one in known if "act" in one.content]
    replaced = {former for one in acts for former in one.replaces}
    counting = {one.id: one for one in acts if one.id not in replaced}
    if "act" in decision.content:
        own = {
            one.id
            for one in counting.values()
            if one.seat == decision.seat and set(one.items) & set(decision.items)
        }
        if own != set(decision.replaces):
            raise StaleDecision(
                "something else was decided about this mark meanwhile",
                fix="Look at what counts now, and decide once more.",
            )
    if decision.upon and decision.upon not in counting:
        raise StaleDecision(
            "what this agrees with was changed meanwhile",
            fix="Look at what counts now, and decide once more.",
        )
