"""The store: campaigns, people, work and judgements in one database."""

from pathlib import Path
from types import TracebackType
from typing import Self

from tertium.exceptions import NotFound
from tertium.store.annotators import Annotators
from tertium.store.assignments import Assignments
from tertium.store.campaigns import Campaigns
from tertium.store.claims import Claims
from tertium.store.crowd import Crowd
from tertium.store.crowd_counts import CrowdCounts
from tertium.store.database import Database
from tertium.store.decisions import Decisions
from tertium.store.flatten import Rounds, flatten
from tertium.store.history import History
from tertium.store.judgements import Judgements
from tertium.store.letters import Letters
from tertium.store.locate import locate
from tertium.store.managers import Managers
from tertium.store.migrate import migrate
from tertium.store.moves import Moves
from tertium.store.pilots import Pilots
from tertium.store.progress import Progress
from tertium.store.questions import Questions
from tertium.store.rebuttal_links import RebuttalLinks
from tertium.store.running_settings import RunningSettings
from tertium.store.signing_key import find_key
from tertium.table import JudgementTable


class Store:
    """One database with everything campaigns collect. Open it with `Store.open`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.campaigns = Campaigns(database)
        progress = Progress(self.campaigns)
        self.annotators = Annotators(database, self.campaigns, progress)
        self.assignments = Assignments(database, self.campaigns)
        self.questions = Questions(database, self.campaigns, self.assignments, progress)
        self.judgements = Judgements(database, self.campaigns, self.assignments.cache.add)
        self.moves = Moves(database, self.campaigns)
        self.pilots = Pilots(database, self.campaigns)
        self.letters = Letters(database, self.campaigns)
        self.settings = RunningSettings(database, self.campaigns)
        self.crowd = Crowd(database, self.campaigns, self.secret)
        self.claims = Claims(database, self.campaigns, self.assignments)
        self.crowd_counts = CrowdCounts(database, self.campaigns)
        self.decisions = Decisions(database, self.campaigns)
        self.rebuttal_links = RebuttalLinks(database, self.campaigns)
        self.managers = Managers(database)
        self.history = History(database)
        self._secret = b""

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
        self.judgements.close()
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def table(self, campaign: str | None = None, *, rounds: Rounds = "main") -> JudgementTable:
        """Return the judgements that count, of one campaign or of all, as the one table.

        Those of a pilot round are left out unless they are asked for.
        """
        names = [state.name for state in self.campaigns.all()] if campaign is None else [campaign]
        with self.database.reading() as connection:
            return flatten(
                connection,
                [(self.campaigns.number(name), self.campaigns.get(name)) for name in names],
                self.secret,
                rounds,
            )

    def secret(self) -> bytes:
        """Return the random key that signs sign-ins and ids."""
        if not self._secret:
            self._secret = find_key(self.database)
        return self._secret
