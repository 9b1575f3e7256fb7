"""Personal links of translators, who answer for a scorecard, and of arbiters, who decide.

Whose errors a translator answers for is kept here and never leaves the server.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, insert, select, update

from tertium.exceptions import Conflict, Forbidden, NotFound
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.database import Database

RebuttalRole = Literal["translator", "arbiter"]


@dataclass(frozen=True, slots=True)
class RebuttalLink:
    """The link of a translator or an arbiter; `id` names who holds it."""

    token: str
    campaign: str
    id: str
    role: RebuttalRole
    system: str
    created_at: datetime
    revoked_at: datetime | None = None


class RebuttalLinks:
    """The links of everyone who answers or decides about errors."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def add(
        self, campaign: str, role: RebuttalRole, *, system: str = "", at: datetime
    ) -> RebuttalLink:
        """Make a link for the translator of a system, or for an arbiter.

        A translator whose system has a link already keeps the name and gets a new link; the
        former stops working.
        """
        known = [one.name for one in self._campaigns.get(campaign).systems]
        if role == "translator" and system not in known:
            raise NotFound.among("system", system, known, where=campaign)
        if role == "arbiter" and system:
            raise Conflict("an arbiter decides about all systems", fix="Name no system.")
        number, table = self._campaigns.number(campaign), schema.party
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
        return RebuttalLink(token, campaign, name, role, system, at)

    def all(self, campaign: str) -> list[RebuttalLink]:
        """Return all that a campaign has, oldest first."""
        table = schema.party
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table)
                .where(table.c.campaign == self._campaigns.number(campaign))
                .order_by(table.c.created_at, table.c.id)
            ).all()
        return [_link(campaign, row) for row in rows]

    def find(self, token: str) -> RebuttalLink:
        """Return the link of a token; refuse one that is unknown or withdrawn."""
        table = schema.party
        with self._database.reading() as connection:
            row = connection.execute(
                select(table, schema.campaign.c.name, schema.campaign.c.deleted_at)
                .join_from(table, schema.campaign, schema.campaign.c.number == table.c.campaign)
                .where(table.c.token == token)
            ).one_or_none()
        if row is None:
            raise NotFound(
                "this link is not known",
                fix="Check that the whole address was copied, or ask the sender.",
            )
        if row.revoked_at is not None:
            raise Forbidden("this link was revoked", fix="Ask the sender for a new one.")
        if row.deleted_at is not None:
            raise Forbidden("this work has ended", fix="Ask the sender if this surprises you.")
        return _link(row.name, row)

    def revoke(self, campaign: str, id_: str, *, at: datetime) -> None:
        """Make a link stop working; what was said with it stays."""
        table, number = schema.party, self._campaigns.number(campaign)
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


def _link(campaign: str, row: Row[Any]) -> RebuttalLink:
    return RebuttalLink(
        row.token, campaign, row.id, row.role, row.system, row.created_at, row.revoked_at
    )
