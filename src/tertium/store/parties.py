"""Translators who answer for a scorecard and arbiters who decide, each by a personal link.

Whose errors a translator answers for is kept here and never leaves the server.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, insert, select, update

from tertium.errors import Conflict, Forbidden, NotFound
from tertium.store import schema
from tertium.store.deciding import Deciding

__all__ = ["Parties", "Party", "PartyRole"]

PartyRole = Literal["translator", "arbiter"]


@dataclass(frozen=True, slots=True)
class Party:
    """Whoever holds such a link."""

    token: str
    campaign: str
    id: str
    role: PartyRole
    system: str
    created_at: datetime
    revoked_at: datetime | None = None


class Parties(Deciding):
    """The part of the store that knows who answers and who decides."""

    def add_party(self, campaign: str, role: PartyRole, *, system: str = "", at: datetime) -> Party:
        """Make a link for the translator of a system, or for an arbiter.

        A translator whose system has a link already keeps the name and gets a new link; the
        former stops working.
        """
        known = [one.name for one in self.campaign(campaign).systems]
        if role == "translator" and system not in known:
            raise NotFound.among("system", system, known, where=campaign)
        if role == "arbiter" and system:
            raise Conflict("an arbiter decides about all systems", fix="Name no system.")
        number, table = self._number(campaign), schema.party
        token = secrets.token_urlsafe(16)
        with self._database.writing() as connection:
            there = connection.execute(
                select(table.c.id, table.c.role, table.c.system).where(table.c.campaign == number)
            ).all()
            if role == "translator":
                connection.execute(
                    update(table)
                    .where(
                        table.c.campaign == number,
                        table.c.role == role,
                        table.c.system == system,
                        table.c.revoked_at.is_(None),
                    )
                    .values(revoked_at=at)
                )
            former = [one.id for one in there if role == "translator" and one.system == system]
            taken = {one.id for one in there if one.role == role}
            name = former[0] if former else f"{role}-{len(taken) + 1}"
            connection.execute(
                insert(table).values(
                    token=token, campaign=number, id=name, role=role, system=system, created_at=at
                )
            )
        return Party(token, campaign, name, role, system, at)

    def parties(self, campaign: str) -> list[Party]:
        """Return all that a campaign has, oldest first."""
        table = schema.party
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table)
                .where(table.c.campaign == self._number(campaign))
                .order_by(table.c.created_at, table.c.id)
            ).all()
        return [_party(campaign, row) for row in rows]

    def party(self, token: str) -> Party:
        """Return whoever holds a link; refuse one that is unknown or withdrawn."""
        table = schema.party
        with self._database.reading() as connection:
            row = connection.execute(
                select(table, schema.campaign.c.name)
                .join_from(table, schema.campaign, schema.campaign.c.number == table.c.campaign)
                .where(table.c.token == token)
            ).one_or_none()
        if row is None:
            raise NotFound(
                "this link is not known",
                fix="Check that the whole address was copied, or ask whoever sent it.",
            )
        if row.revoked_at is not None:
            raise Forbidden("this link was withdrawn", fix="Ask whoever sent it for a new one.")
        return _party(row.name, row)

    def revoke_party(self, campaign: str, id_: str, *, at: datetime) -> None:
        """Make a link stop working; what was said with it stays."""
        table, number = schema.party, self._number(campaign)
        with self._database.writing() as connection:
            known = connection.execute(
                select(table.c.id).where(table.c.campaign == number)
            ).scalars()
            names = set(known)
            if id_ not in names:
                raise NotFound.among("party", id_, names, where=campaign)
            connection.execute(
                update(table)
                .where(table.c.campaign == number, table.c.id == id_)
                .values(revoked_at=at)
            )


def _party(campaign: str, row: Row[Any]) -> Party:
    return Party(row.token, campaign, row.id, row.role, row.system, row.created_at, row.revoked_at)
