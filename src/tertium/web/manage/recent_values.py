"""Values that take long to compute: kept until something new arrives, and then for a while.

Statistics over many judgements take seconds. They are computed for at most a tenth of the
time, and one page does not compute what another is computing. What takes longest is
computed *later*, beside what goes on: no page waits for it longer than a moment.
"""

import logging
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from time import monotonic
from typing import Generic, TypeVar

_log = logging.getLogger(__name__)

REST = 9  # times as long as the computation took, before it is repeated
PATIENCE = 1.0  # seconds that a page waits for what is computed later

S = TypeVar("S")
T = TypeVar("T")


@dataclass(slots=True)
class RecentValue(Generic[T]):
    """The last value, what it was computed from, what it cost, and when."""

    lock: Lock = field(default_factory=Lock)
    value: T | None = None
    of: Hashable = None
    at: float = 0.0
    cost: float = 0.0

    def get(self, of: Hashable, compute: Callable[[], T], *, urgent: bool = False) -> T:
        """Return the value for `of`, or a recent one; `urgent` does not wait."""
        with self.lock:
            started = monotonic()
            rested = started - self.at >= self.cost * REST
            if self.value is None or (self.of != of and (rested or urgent)):
                self.value = compute()
                self.at = monotonic()
                self.of, self.cost = of, self.at - started
            return self.value


def _idle() -> Event:
    event = Event()
    event.set()
    return event


@dataclass(slots=True)
class BackgroundValue(Generic[S, T]):
    """The last value of a computation in a thread of its own; `version` counts its values.

    What it is computed from is read before, by whoever asks, because nothing may use the store
    when it has been closed. A server that stops waits for the thread.
    """

    lock: Lock = field(default_factory=Lock)
    idle: Event = field(default_factory=_idle)
    value: T | None = None
    of: Hashable = None
    at: float = 0.0
    cost: float = 0.0
    version: int = 0

    def get(
        self,
        of: Hashable,
        read: Callable[[], S],
        compute: Callable[[S], T],
        *,
        urgent: bool = False,
        patience: float | None = None,
    ) -> T | None:
        """Return the value for `of`, a recent one, or None while the first is being computed."""
        with self.lock:
            if self.idle.is_set():
                started = monotonic()
                if self.of == of or (self.version and not self._rested() and not urgent):
                    return self.value
                material = read()
                self.idle.clear()
                Thread(target=self._run, args=(of, material, compute, started)).start()
        self.idle.wait(PATIENCE if patience is None else patience)
        return self.value

    def due(self, of: Hashable) -> bool:
        """Tell whether the value for `of` is not known yet although it may be computed."""
        return self.of != of and self._rested()

    def _rested(self) -> bool:
        return monotonic() - self.at >= self.cost * REST

    def _run(self, of: Hashable, material: S, compute: Callable[[S], T], started: float) -> None:
        try:
            self.value = compute(material)
        except Exception:  # the page shows what was known before; the log has the details
            _log.exception("what a live page shows could not be computed")
        self.at = monotonic()
        self.of, self.cost = of, self.at - started
        self.version += 1
        self.idle.set()
