"""Values that take long to compute: kept until something new arrives, and then for a while.

Statistics over many judgements take seconds. They are computed for at most a tenth of the
time, and one page does not compute what another is computing.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

__all__ = ["Recent"]

REST = 9  # times as long as the computation took, before it is repeated

T = TypeVar("T")


@dataclass(slots=True)
class Recent(Generic[T]):
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
