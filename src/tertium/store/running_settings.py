"""Settings that change while people work: title, prices and wording, never who judges what.

The campaign keeps what is true now; the history keeps who changed what, from what, and when, so
that it is known of every judgement under which wording and price it was given.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, func, select, update

from tertium.exceptions import Conflict
from tertium.model import Campaign
from tertium.store import schema
from tertium.store.campaigns import Campaigns
from tertium.store.content import read_campaign, write_campaign
from tertium.store.database import Database
from tertium.store.history import log_event

CHANGED = "settings changed"
Change = tuple[str, str, str]  # the setting, and what it said before and after


class RunningSettings:
    """Changes of settings, one after the other."""

    def __init__(self, database: Database, campaigns: Campaigns) -> None:
        self._database = database
        self._campaigns = campaigns

    def change(
        self,
        after: Campaign,
        changes: Sequence[Change],
        *,
        since: int,
        by: str,
        at: datetime,
        beside: Callable[[], object],
    ) -> None:
        """Give a campaign another title, other prices or other wording.

        `since` is the line of the history after which the change was thought of; if there is a
        newer change, this one is refused. Whoever has read other instructions reads the new ones
        before going on. `beside` is done in the same step; if it fails, nothing is changed.
        """
        name = after.name
        number, version = self._campaigns.number(name), self._campaigns.state(name).version
        plan, row = schema.plan, schema.campaign
        this = (plan.c.campaign == number) & (plan.c.version == version)
        with self._database.writing() as connection:
            if _last(connection, name) != since:
                raise Conflict(
                    "the settings were changed since you opened this page",
                    fix="Look at what is there now, and save again.",
                )
            stored = connection.execute(select(plan.c.hash, plan.c.content).where(this)).one()
            before = read_campaign(stored.content)
            content = write_campaign(
                replace(before, title=after.title, prices=after.prices, wording=after.wording)
            )
            digest = hashlib.sha256(f"{stored.hash}{content}".encode()).hexdigest()
            connection.execute(
                update(plan).where(this).values(hash=digest, title=after.title, content=content)
            )
            price = connection.execute(select(row.c.price).where(row.c.number == number)).scalar()
            connection.execute(
                update(row)
                .where(row.c.number == number)
                .values(
                    deadline=after.wording.deadline,
                    # 0 in a file is no price; only where one was set it is a price of 0.
                    price=after.prices.per_task or (None if price is None else 0.0),
                    currency=after.prices.currency,
                )
            )
            if before.wording.instructions != after.wording.instructions:
                connection.execute(
                    update(schema.annotator)
                    .where(schema.annotator.c.campaign == number)
                    .values(instructed_at=None)
                )
            detail = {"changes": [list(change) for change in changes]}
            log_event(connection, CHANGED, campaign=name, actor=by, detail=detail, at=at)
            beside()
        self._campaigns.changed()

    def last(self, campaign: str) -> int:
        """Return the line of the history with the newest change; 0 if there is none."""
        with self._database.reading() as connection:
            return _last(connection, campaign)


def _last(connection: Connection, campaign: str) -> int:
    event = schema.event
    newest = select(func.max(event.c.sequence)).where(
        event.c.campaign == campaign, event.c.event == CHANGED
    )
    return int(connection.execute(newest).scalar() or 0)
