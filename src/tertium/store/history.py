"""The history: one line for each thing that was done, for good."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select

from tertium.store import schema
from tertium.store.content import write_json
from tertium.store.database import Database
from tertium.store.values import Event


def log_event(
    connection: Connection,
    event: str,
    *,
    campaign: str = "",
    actor: str = "",
    detail: Mapping[str, Any] | None = None,
    at: datetime,
) -> None:
    """Write a line into the log, in the transaction that does what it tells."""
    connection.execute(
        insert(schema.event).values(
            event=event,
            campaign=campaign,
            actor=actor,
            detail=write_json(detail or {}),
            at=at,
        )
    )


class History:
    """What was done to campaigns, and by whom, oldest first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
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
