"""Who watches which campaign live: one look at the store for all open pages.

A *watch* asks the store once a second whether anything is new while somebody
has the campaign's page open. New figures are computed in a thread, at most once
a second, and never for more than a fifth of the time, so that annotators come
first. Every half minute figures are computed anyway: words such as "2 min ago"
grow old.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from time import monotonic

from tertium.web.manage.figures import Figures

__all__ = ["Hub", "Watch"]

_log = logging.getLogger(__name__)

SECOND = 1.0
REFRESH = 30.0
TICK = 5.0
MOST = 200  # open live pages


class Watch:
    """One campaign, as long as somebody looks."""

    def __init__(self, newest: Callable[[], object], compute: Callable[[], Figures]) -> None:
        self._newest = newest
        self._compute = compute
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._latest: Figures | None = None
        self._version = 0
        self.watchers = 0

    async def follow(self, closing: asyncio.Event) -> AsyncIterator[Figures | None]:
        """Yield figures whenever they change, and None every few seconds in between."""
        self.watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        seen = 0
        try:
            while not closing.is_set():
                if self._version == seen:
                    await self._wait(seen)
                if self._version > seen:
                    seen = self._version
                    yield self._latest
                else:
                    yield None
        finally:
            self.watchers -= 1

    async def wake(self) -> None:
        """Let everybody who waits look again, because the server stops."""
        async with self._changed:
            self._changed.notify_all()

    async def _wait(self, seen: int) -> None:
        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait(), TICK)
            except TimeoutError:
                return

    async def _run(self) -> None:
        known: object = None
        computed_at = -REFRESH
        while self.watchers:
            started = monotonic()
            try:
                newest = await asyncio.to_thread(self._newest)
                if newest != known or started - computed_at >= REFRESH:
                    self._latest = await asyncio.to_thread(self._compute)
                    known, computed_at = newest, started
                    self._version += 1
                    async with self._changed:
                        self._changed.notify_all()
            except Exception:  # a busy database must not end the page; the log has the details
                _log.exception("the live figures could not be computed")
            await asyncio.sleep(max(SECOND, 4 * (monotonic() - started)))


class Hub:
    """The watches of one application."""

    def __init__(self) -> None:
        self._watches: dict[str, Watch] = {}
        self.closing = asyncio.Event()

    @property
    def full(self) -> bool:
        """Whether no further live page can be served."""
        return sum(watch.watchers for watch in self._watches.values()) >= MOST

    def watch(
        self, campaign: str, newest: Callable[[], object], compute: Callable[[], Figures]
    ) -> Watch:
        """Return the watch of a campaign."""
        return self._watches.setdefault(campaign, Watch(newest, compute))

    async def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closing.set()
        for watch in self._watches.values():
            await watch.wake()
