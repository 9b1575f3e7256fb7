"""Judgements, appended and never changed.

A judgement is acknowledged when it is committed to disk. It is known by the id
its browser chose, so sending it again stores it once; a correction names the
judgement it replaces.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from sqlalchemy import func, select

from tertium.exceptions import BadInput
from tertium.model import Judgement
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.database import Database
from tertium.store.journal import Bundle
from tertium.store.rows import read_judgement
from tertium.store.storable import check_storable
from tertium.store.values import Receipt, StoredJudgement
from tertium.store.writer import Writer

_LONGEST_ID = 200
_CHUNK = 10_000


class Judgements:
    """All judgements in order of arrival; `committed` is called with those just stored."""

    def __init__(
        self,
        database: Database,
        campaigns: Campaigns,
        committed: Callable[[list[Judgement]], None],
    ) -> None:
        self._database = database
        self._campaigns = campaigns
        self._writer = Writer(database, committed)

    def close(self) -> None:
        """Store and answer what is waiting."""
        self._writer.close()

    @property
    def commits(self) -> int:
        """How many transactions have stored judgements since the store was opened."""
        return self._writer.commits

    async def submit(self, judgement: Judgement, *, received_at: datetime) -> Receipt:
        """Store one judgement; the receipt comes after it is committed to disk.

        The same id with the same content gives the first receipt again. An
        assignment that is answered already needs `replaces`, the id of the
        judgement that counts; else `StaleJudgement` brings the current one.
        """
        receipts = await self._writer.submit(self._bundle((judgement,), received_at))
        return receipts[0]

    def append(self, judgements: Sequence[Judgement], *, received_at: datetime) -> list[Receipt]:
        """Store judgements together or not at all; blocks until they are on disk."""
        if not judgements:
            return []
        return self._writer.append(self._bundle(tuple(judgements), received_at))

    def all(self, campaign: str, *, after: int = 0) -> Iterator[StoredJudgement]:
        """Yield all judgements, replaced ones too, in order of arrival."""
        table, number = schema.judgement, self._campaigns.number(campaign)
        while True:
            with self._database.reading() as connection:
                rows = connection.execute(
                    select(table)
                    .where(table.c.campaign == number, table.c.sequence > after)
                    .order_by(table.c.sequence)
                    .limit(_CHUNK)
                ).all()
            for row in rows:
                yield StoredJudgement(row.sequence, read_judgement(campaign, row), row.received_at)
            if len(rows) < _CHUNK:
                return
            after = rows[-1].sequence

    def last_sequence(self, campaign: str) -> int:
        """Return the sequence of the newest judgement, 0 before the first."""
        table = schema.judgement
        with self._database.reading() as connection:
            found = connection.execute(
                select(func.max(table.c.sequence)).where(
                    table.c.campaign == self._campaigns.number(campaign)
                )
            ).scalar()
        return found or 0

    def _bundle(self, judgements: tuple[Judgement, ...], received_at: datetime) -> Bundle:
        for judgement in judgements:
            _check(judgement)
        numbers = tuple(self._campaigns.number(judgement.campaign) for judgement in judgements)
        return Bundle(judgements, numbers, received_at)


def _check(judgement: Judgement) -> None:
    """Refuse what no database should be asked to keep."""
    check_storable(
        (judgement.assignment, judgement.annotator, judgement.replaces, judgement.answer), "answer"
    )
    if not 0 < len(judgement.id) <= _LONGEST_ID or "\0" in judgement.id:
        raise BadInput(
            f"{judgement.id[:40]!r} cannot be the id of a judgement",
            where="id",
            fix=f"Choose 1 to {_LONGEST_ID} characters, for example a UUID.",
        )
    seconds = judgement.seconds
    if seconds is not None and not (math.isfinite(seconds) and seconds >= 0):
        raise BadInput(
            f"{seconds!r} is not a time in seconds", where="seconds", fix="Send a number from 0."
        )
    if judgement.submitted_at.tzinfo is None:
        raise BadInput(
            f"{judgement.submitted_at.isoformat()!r} has no time zone",
            where="submitted_at",
            fix="Send the time in UTC.",
        )
