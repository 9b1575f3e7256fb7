"""Personal links: a random word in an address that stands for one annotator."""

import secrets
from datetime import datetime

from sqlalchemy import Connection, insert

from tertium.store import schema


def random_token() -> str:
    """Return a word that nobody can guess (128 bits)."""
    return secrets.token_urlsafe(16)


def insert_link(
    connection: Connection,
    campaign: int,
    annotator: str,
    *,
    at: datetime,
    expires_at: datetime | None = None,
) -> str:
    """Make a link nobody can guess and return its token."""
    token = random_token()
    connection.execute(
        insert(schema.link).values(
            token=token,
            campaign=campaign,
            annotator=annotator,
            created_at=at,
            expires_at=expires_at,
        )
    )
    return token
