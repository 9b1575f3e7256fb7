"""Who watches which campaign live: one look at the store for all open pages.

A *watch* asks the store once a second whether anything is new while a page of
the campaign is open. New figures are computed in a thread, at most once
a second, and never for more than a fifth of the time, so that annotators come
first. Every half minute figures are computed anyway: words such as "2 min ago"
grow old.

Nothing is locked: everything here runs on the event loop, and whoever waits,
waits for a future that the next figures replace. When the server stops, all
pages end at once; a computation that is still under way is left to itself.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from time import monotonic
from typing import Any, TypeVar

from tertium.web.manage.figures import LiveFigures

_log = logging.getLogger(__name__)

SECOND = 1.0
REFRESH = 30.0
TICK = 5.0
MOST = 200  # open live pages

T = TypeVar("T")


class Watch:
    """One campaign, as long as a page shows it."""

    def __init__(
        self, hub: "Hub", newest: Callable[[], object], compute: Callable[[], LiveFigures]
    ) -> None:
        self._hub = hub
        self._newest = newest
        self._compute = compute
        self._task: asyncio.Task[None] | None = None
        self._latest: LiveFigures | None = None
        self._version = 0
        self._following: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.watchers = 0

    async def follow(self) -> AsyncIterator[LiveFigures | None]:
        """Yield figures whenever they change, and None every few seconds in between."""
        self.watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        seen = 0
        try:
            while not self._hub.closing.done():
                if self._version == seen:
                    await asyncio.wait(
                        {self._following, self._hub.closing},
                        timeout=TICK,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
                if self._hub.closing.done():
                    return
                if self._version > seen:
                    seen = self._version
                    yield self._latest
                else:
                    yield None
        finally:
            self.watchers -= 1

    def stop(self) -> None:
        """Look no more, because the server stops."""
        if self._task is not None:
            self._task.cancel()

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
                    self._tell()
            except Exception:  # a busy database must not end the page; the log has the details
                _log.exception("the live figures could not be computed")
            await asyncio.sleep(max(SECOND, 4 * (monotonic() - started)))

    def _tell(self) -> None:
        waited_for = self._following
        self._following = waited_for.get_loop().create_future()
        waited_for.set_result(None)


class Hub:
    """The watches of one application."""

    def __init__(self) -> None:
        self._watches: dict[str, Watch] = {}
        self.closing: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def full(self) -> bool:
        """Whether no further live page can be served."""
        return sum(watch.watchers for watch in self._watches.values()) >= MOST

    def watch(
        self, campaign: str, newest: Callable[[], object], compute: Callable[[], LiveFigures]
    ) -> Watch:
        """Return the watch of a campaign."""
        watch = self._watches.get(campaign)
        if watch is None:
            watch = self._watches[campaign] = Watch(self, newest, compute)
        return watch

    async def unless_closing(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Return what some work for a live page gives, None as soon as the server stops."""
        task = asyncio.ensure_future(work)
        try:
            either: set[asyncio.Future[Any]] = {task, self.closing}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            task.cancel()

    def close(self) -> None:
        """End all live pages, so that the server can stop."""
        if not self.closing.done():
            self.closing.set_result(None)
        for watch in self._watches.values():
            watch.stop()
