"""Invitations and reminders in a campaign's own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select

from tertium.exceptions import Conflict
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.database import Database
from tertium.store.history import log_event
from tertium.store.storable import check_storable

CHANGED = "letter changed"  # in the history


@dataclass(frozen=True, slots=True)
class Letter:
    """Subject and body, with merge fields in braces."""

    subject: str
    body: str


class Letters:
    """The letters of campaigns, by kind and language; those not kept here have default words."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def all(self, campaign: str) -> Mapping[tuple[str, str], Letter]:
        """Return the letters that a campaign words itself."""
        table = schema.letter
        with self._database.reading() as connection:
            rows = connection.execute(
                select(table).where(table.c.campaign == self._campaigns.number(campaign))
            ).all()
        return {(row.kind, row.language): Letter(row.subject, row.body) for row in rows}

    def put(
        self,
        campaign: str,
        kind: str,
        language: str,
        letter: Letter | None,
        *,
        before: Letter | None,
        by: str,
        at: datetime,
    ) -> None:
        """Keep a letter, or forget it; refuse if it is no longer as it was `before`."""
        if letter is not None:
            check_storable((letter.subject, letter.body), "letter")
        number, table = self._campaigns.number(campaign), schema.letter
        here = (
            table.c.campaign == number,
            table.c.kind == kind,
            table.c.language == language,
        )
        with self._database.writing() as connection:
            row = connection.execute(select(table).where(*here)).one_or_none()
            stored = None if row is None else Letter(row.subject, row.body)
            if stored != before:
                raise Conflict(
                    "this letter was changed since the page was opened",
                    fix="Load the page again to see it; nothing was changed.",
                )
            connection.execute(delete(table).where(*here))
            if letter is not None:
                connection.execute(
                    insert(table).values(
                        campaign=number,
                        kind=kind,
                        language=language,
                        subject=letter.subject,
                        body=letter.body,
                    )
                )
            detail = {"kind": kind, "language": language}
            log_event(connection, CHANGED, campaign=campaign, actor=by, detail=detail, at=at)
