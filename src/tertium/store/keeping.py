"""Managers, the log of what they did, and the key that signs their sign-in."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from tertium.errors import Conflict, Forbidden
from tertium.store import schema
from tertium.store.database import Database
from tertium.store.drawing import Drawing
from tertium.store.events import log_event
from tertium.store.values import Event

__all__ = ["Keeping", "used_already"]


def used_already() -> Forbidden:
    """Return the error for an invitation that has made a manager."""
    return Forbidden(
        "this invitation has been used",
        fix="Ask for a new one: `tertium serve` prints it, and so does the page Managers.",
    )


def _used(connection: Connection, invitation: str) -> bool:
    table = schema.invitation
    found = connection.execute(select(table.c.id).where(table.c.id == invitation))
    return found.first() is not None


class Keeping(Drawing):
    """The part of the store that knows managers and keeps the log."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._secret = b""

    def add_manager(self, name: str, password_hash: str) -> None:
        """Add a manager, or give a known one another password."""
        table = schema.manager
        with self._database.writing() as connection:
            changed = connection.execute(
                update(table).where(table.c.name == name).values(password_hash=password_hash)
            )
            if changed.rowcount == 0:
                connection.execute(insert(table).values(name=name, password_hash=password_hash))

    def accept_invitation(
        self, invitation: str, name: str, password_hash: str, *, at: datetime
    ) -> None:
        """Add the manager whom an invitation lets in; it works once, whoever else uses it now."""
        with self._database.writing() as connection:
            if _used(connection, invitation):
                raise used_already()
            table = schema.manager
            if connection.execute(select(table.c.name).where(table.c.name == name)).first():
                raise Conflict(
                    f"there is a manager named {name!r} already", fix="Choose another name."
                )
            connection.execute(insert(table).values(name=name, password_hash=password_hash))
            connection.execute(
                insert(schema.invitation).values(id=invitation, manager=name, used_at=at)
            )
            log_event(connection, "manager_added", actor=name, at=at)

    def invitation_used(self, invitation: str) -> bool:
        """Tell whether an invitation has made a manager."""
        with self._database.reading() as connection:
            return _used(connection, invitation)

    def manager(self, name: str) -> str | None:
        """Return the hash of a manager's password, None for an unknown name."""
        table = schema.manager
        with self._database.reading() as connection:
            return connection.execute(
                select(table.c.password_hash).where(table.c.name == name)
            ).scalar_one_or_none()

    def managers(self) -> tuple[str, ...]:
        """Return the names of all managers."""
        with self._database.reading() as connection:
            return tuple(
                connection.execute(
                    select(schema.manager.c.name).order_by(schema.manager.c.name)
                ).scalars()
            )

    def log(
        self,
        event: str,
        *,
        campaign: str = "",
        actor: str = "",
        detail: Mapping[str, Any] | None = None,
        at: datetime,
    ) -> None:
        """Write one line into the log, for good."""
        with self._database.writing() as connection:
            log_event(connection, event, campaign=campaign, actor=actor, detail=detail, at=at)

    def events(
        self,
        campaign: str | None = None,
        *,
        newest: int | None = None,
        without: Sequence[str] = (),
    ) -> list[Event]:
        """Return the log of one campaign, or of everything, oldest first.

        `newest` keeps the last few lines, `without` leaves out kinds of events.
        """
        table = schema.event
        wanted = select(table).order_by(table.c.sequence.desc()).limit(newest)
        if campaign is not None:
            wanted = wanted.where(table.c.campaign == campaign)
        if without:
            wanted = wanted.where(table.c.event.not_in(without))
        with self._database.reading() as connection:
            return [
                Event(
                    sequence=row.sequence,
                    event=row.event,
                    campaign=row.campaign,
                    actor=row.actor,
                    detail=msgspec.json.decode(row.detail),
                    at=row.at,
                )
                for row in reversed(connection.execute(wanted).all())
            ]

    def secret(self) -> bytes:
        """Return the random key of this database; the first call makes it."""
        if not self._secret:
            self._secret = self._find_secret()
        return self._secret

    def _find_secret(self) -> bytes:
        table = schema.secret
        wanted = select(table.c.value).where(table.c.purpose == "sign-in")
        with self._database.reading() as connection:
            found = connection.execute(wanted).scalar_one_or_none()
        if found is None:
            with self._database.writing() as connection:
                found = connection.execute(wanted).scalar_one_or_none()
                if found is None:
                    found = secrets.token_bytes(32)
                    connection.execute(insert(table).values(purpose="sign-in", value=found))
        return bytes(found)
