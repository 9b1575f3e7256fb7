"""Managers, and the invitations that make them."""

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from tertium.exceptions import Conflict, Forbidden
from tertium.store import schema
from tertium.store.database import Database
from tertium.store.history import log_event


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


class Managers:
    """Everyone who may manage campaigns, by name and password."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, password_hash: str) -> None:
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

    def password_hash(self, name: str) -> str | None:
        """Return the hash of a manager's password, None for an unknown name."""
        table = schema.manager
        with self._database.reading() as connection:
            return connection.execute(
                select(table.c.password_hash).where(table.c.name == name)
            ).scalar_one_or_none()

    def names(self) -> tuple[str, ...]:
        """Return the names of all managers."""
        with self._database.reading() as connection:
            return tuple(
                connection.execute(
                    select(schema.manager.c.name).order_by(schema.manager.c.name)
                ).scalars()
            )
