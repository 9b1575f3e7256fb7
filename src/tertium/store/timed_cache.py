"""A short-lived cache of what every request asks: links and the state of campaigns.

What this process changes is cleared at once; what another process changed is
noticed after `SECONDS`.
"""

import threading
import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

SECONDS = 1.0

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class TimedCache(Generic[K, V]):
    """Values by key, for a short time and up to a number of them."""

    def __init__(self, *, seconds: float = SECONDS, size: int = 10_000) -> None:
        self._seconds = seconds
        self._size = size
        self._kept: dict[K, tuple[float, V]] = {}
        self._changes = 0
        self._lock = threading.Lock()

    def get(self, key: K, load: Callable[[], V]) -> V:
        """Return the value of `key`, loading it when it is unknown or old."""
        kept = self._kept.get(key)
        if kept is not None and kept[0] > time.monotonic():
            return kept[1]
        changes = self._changes
        value = load()
        with self._lock:
            # What was read before a change must not be remembered after it.
            if changes == self._changes:
                if len(self._kept) >= self._size:
                    self._kept.clear()
                self._kept[key] = (time.monotonic() + self._seconds, value)
        return value

    def clear(self) -> None:
        """Forget everything, because something changed."""
        with self._lock:
            self._changes += 1
            self._kept.clear()
