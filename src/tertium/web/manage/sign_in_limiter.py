"""Failed sign-ins are counted, so that a password cannot be tried out."""

from collections import deque
from datetime import datetime, timedelta
from threading import Lock


class SignInLimiter:
    """The failures of the last minutes by name and by address.

    Both are counted: one address trying many names, and many addresses trying
    one name. The counts live in memory and end with the server.
    """

    def __init__(self, *, allowed: int = 5, within: timedelta = timedelta(minutes=15)) -> None:
        self._allowed = allowed
        self._within = within
        self._failed: dict[str, deque[datetime]] = {}
        self._lock = Lock()

    def begin(self, *keys: str, now: datetime) -> timedelta | None:
        """Return how long the caller has to wait; None if they may try, which counts as a failure.

        In one step, so that many attempts at the same moment are no more than a few.
        """
        with self._lock:
            self._forget(now)
            full = [
                times[0] + self._within - now
                for key in keys
                if len(times := self._failed.get(key, deque())) >= self._allowed
            ]
            if not full:
                for key in keys:
                    self._failed.setdefault(key, deque(maxlen=self._allowed)).append(now)
            return max(full, default=None)

    def succeed(self, *keys: str) -> None:
        """Forget the failures of whoever got in."""
        with self._lock:
            for key in keys:
                self._failed.pop(key, None)

    def _forget(self, now: datetime) -> None:
        for key, times in list(self._failed.items()):
            while times and now - times[0] > self._within:
                times.popleft()
            if not times:
                del self._failed[key]
