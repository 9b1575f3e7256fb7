"""The log: one line for each thing that was done, for good."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert

from tertium.store import schema
from tertium.store.content import write_json

__all__ = ["log_event"]


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
