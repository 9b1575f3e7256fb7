"""How many assignments everyone has and has done; only what is new is read."""

import threading
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from sqlalchemy import Connection, func, select

from tertium.store import schema
from tertium.store.bulk import is_asked
from tertium.store.campaigns import Campaigns
from tertium.store.values import CampaignState


@dataclass(frozen=True, slots=True)
class _Assigned:
    """How many assignments everybody had, up to the newest one."""

    plan: str
    moves: int  # then none changed hands since
    frozen: bool  # then assignments are only ever added
    newest: int
    counts: dict[str, int]


@dataclass(slots=True)
class Count:
    """What one annotator has done. Times are those of first answers: corrections are quick."""

    done: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    days: int = 0  # on which something was answered
    longest_pause: timedelta = timedelta()  # between two of these days
    seconds: "array[float]" = field(default_factory=lambda: array("d"))

    def add(self, received_at: datetime) -> None:
        """Count one answer more, in order of arrival."""
        if self.last_at is None:
            self.first_at, self.days = received_at, 1
        elif received_at.date() != self.last_at.date():
            self.days += 1
            self.longest_pause = max(self.longest_pause, received_at - self.last_at)
        self.last_at = received_at

    @property
    def median_seconds(self) -> float | None:
        """The usual active time of one task."""
        return median(self.seconds) if self.seconds else None


class _Tally:
    """The counts of one campaign's annotators."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._seen = 0
        self._counts: defaultdict[str, Count] = defaultdict(Count)
        self._lock = threading.Lock()

    def counts(self, connection: Connection) -> dict[str, Count]:
        """Return the counts as they are now."""
        table = schema.judgement
        with self._lock:
            rows = connection.execute(
                select(
                    table.c.sequence,
                    table.c.annotator,
                    table.c.replaces,
                    table.c.seconds,
                    table.c.received_at,
                )
                .where(table.c.campaign == self._number, table.c.sequence > self._seen)
                .order_by(table.c.sequence),
                execution_options={"yield_per": 10_000},
            )
            for sequence, annotator, replaces, seconds, received_at in rows:
                count = self._counts[annotator]
                count.add(received_at)
                if replaces is None:
                    count.done += 1
                    if seconds is not None:
                        count.seconds.append(seconds)
                self._seen = sequence
            return dict(self._counts)


class Progress:
    """How far the annotators of every campaign have come."""

    def __init__(self, campaigns: Campaigns) -> None:
        self._tallies: dict[int, _Tally] = {}
        self._assigned: dict[str, _Assigned] = {}
        campaigns.on_change(self._assigned.clear)

    def done(self, connection: Connection, number: int) -> dict[str, Count]:
        """Return what every annotator of a campaign has done."""
        return self._tallies.setdefault(number, _Tally(number)).counts(connection)

    def assigned(self, connection: Connection, state: CampaignState, number: int) -> dict[str, int]:
        """Count everybody's assignments; once the plan is frozen, only those that came since."""
        table = schema.assignment
        newest = connection.execute(select(func.max(table.c.number))).scalar() or 0
        kept = self._assigned.get(state.name)
        if kept is not None and kept.moves != state.moves:
            kept = None
        if kept is not None and kept.newest == newest and (kept.frozen or kept.plan == state.hash):
            return kept.counts
        counting = (
            select(table.c.campaign, table.c.annotator, func.count())
            .where(is_asked())
            .group_by(table.c.campaign, table.c.annotator)
        )
        counts: Counter[str] = Counter()
        if kept is not None and kept.frozen:
            # By the primary key alone: SQLite would prefer an index over the whole campaign.
            counting = counting.where(table.c.number > kept.newest)
            counts.update(kept.counts)
        else:
            counting = counting.where(table.c.campaign == number)
        for campaign, annotator, count in connection.execute(counting):
            if campaign == number:
                counts[annotator] += count
        self._assigned[state.name] = _Assigned(
            state.hash, state.moves, state.frozen_at is not None, newest, counts
        )
        return counts
