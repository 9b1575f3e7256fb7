"""The store: campaigns, people, work and judgements in one database.

Judgements are appended and never changed. A judgement is acknowledged when it
is committed to disk. It is known by the id its browser chose, so sending it
again stores it once; a correction names the judgement it replaces.
"""

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import func, select

from tertium.errors import BadInput, NotFound
from tertium.model import Judgement
from tertium.store import schema
from tertium.store.database import Database
from tertium.store.flatten import flatten
from tertium.store.journal import Bundle
from tertium.store.locate import locate
from tertium.store.migrate import migrate
from tertium.store.parties import Parties
from tertium.store.rows import read_judgement
from tertium.store.storable import check_storable
from tertium.store.values import Receipt, StoredJudgement
from tertium.store.writer import Writer
from tertium.table import JudgementTable

__all__ = ["Store"]

_LONGEST_ID = 200
_CHUNK = 10_000


class Store(Parties):
    """One database with everything campaigns collect. Open it with `Store.open`."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._writer = Writer(database, self._desks.lay)

    @classmethod
    def open(cls, where: str | Path, *, create: bool = True) -> Self:
        """Open a database and bring it to this version's schema.

        `where` is `postgresql://…`, `sqlite:///…`, the name of a .db file, or a
        campaign's folder (see `locate`).
        """
        database = Database.named(locate(where), create=create)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    @classmethod
    def open_folder(cls, folder: Path, *, create: bool = True) -> Self:
        """Open the database of a campaign's folder, which must exist."""
        if not folder.is_dir():
            raise NotFound(
                f"no folder {str(folder)!r}", fix="Check the name, or make it with tertium new."
            )
        return cls.open(folder, create=create)

    def close(self) -> None:
        """Store and answer what is waiting, then give back all connections."""
        self._writer.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def commits(self) -> int:
        """How many transactions have stored judgements since the store was opened."""
        return self._writer.commits

    # Judgements ----------------------------------------------------------

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

    def judgements(self, campaign: str, *, after: int = 0) -> Iterator[StoredJudgement]:
        """Yield all judgements, replaced ones too, in order of arrival."""
        table, number = schema.judgement, self._number(campaign)
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
                select(func.max(table.c.sequence)).where(table.c.campaign == self._number(campaign))
            ).scalar()
        return found or 0

    def table(self, campaign: str | None = None) -> JudgementTable:
        """Return the judgements that count, of one campaign or of all, as the one table."""
        names = [state.name for state in self.campaigns()] if campaign is None else [campaign]
        with self._database.reading() as connection:
            return flatten(
                connection,
                [(self._number(name), self.campaign(name)) for name in names],
                self.secret,
            )

    def _bundle(self, judgements: tuple[Judgement, ...], received_at: datetime) -> Bundle:
        for judgement in judgements:
            _check(judgement)
        numbers = tuple(self._number(judgement.campaign) for judgement in judgements)
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
