"""Who has done how much, kept up to date by reading only what is new."""

import threading
from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median

from sqlalchemy import Connection, select

from tertium.store import schema

__all__ = ["Count", "Tally"]


@dataclass(slots=True)
class Count:
    """What one annotator has done. Times are those of first answers: corrections are quick."""

    done: int = 0
    last_at: datetime | None = None
    seconds: "array[float]" = field(default_factory=lambda: array("d"))

    @property
    def median_seconds(self) -> float | None:
        """The usual active time of one task."""
        return median(self.seconds) if self.seconds else None


class Tally:
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
                count.last_at = received_at
                if replaces is None:
                    count.done += 1
                    if seconds is not None:
                        count.seconds.append(seconds)
                self._seen = sequence
            return dict(self._counts)
