"""How many judgements per second go to disk, beside an address that does nothing.

A campaign of 50 annotators × 100 assignments and one of 50 × 10,000, each served
by a process of its own on SQLite. A round is short and takes both campaigns and the
address that does nothing in turn, so that whatever else the machine is doing meets
all of them; there are many rounds, and medians are reported.
"""

import json
import os
import platform
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from secrets import randbits
from statistics import median
from typing import Any
from uuid import UUID

from studies import Evidence
from tertium.model import Annotator, Assignment, Campaign, Plan, Segment, System
from tertium.stats.result import signature
from tertium.store import Store

ANNOTATORS = 50
SIZES = {"50 × 100": 100, "50 × 10,000": 10_000}
CLIENTS = (1, 10, 50)
ROUNDS = 25
REQUESTS = {1: 300, 10: 1_000, 50: 2_500}  # in one round
LEAST_RATIO, LEAST_LARGE, MOST_P95 = 1 / 3, 0.9, 0.150


@dataclass(frozen=True, slots=True)
class Cell:
    """What one round saw: submissions, and the address that does nothing around them."""

    campaign: str
    clients: int
    rate: float
    nothing: float
    p50: float
    p95: float

    @property
    def ratio(self) -> float:
        """Submissions per request that does nothing."""
        return self.rate / self.nothing


def plan_of(name: str, each: int) -> tuple[Campaign, Plan]:
    """Make a campaign in which every annotator judges `each` segments."""
    segments = tuple(Segment(f"s-{n}", f"Source sentence number {n}.") for n in range(each))
    systems = (System("base", "baseline"), System("adv", "advanced"))
    outputs = {(s.id, y.name): f"Output {s.id} of {y.name}." for s in segments for y in systems}
    people = tuple(Annotator(f"a-{n}") for n in range(ANNOTATORS))
    assignments = tuple(
        Assignment(f"{name}-{p.id}-{n}", p.id, s.id, ("base", "adv"), order=n)
        for p in people
        for n, s in enumerate(segments)
    )
    campaign = Campaign(name, "Speed", "ab@1", {}, 0, systems, segments, outputs)
    return campaign, Plan(people, assignments)


def judgement_id() -> str:
    """Return an id as browsers choose it: a UUID that begins with the time."""
    milliseconds = time.time_ns() // 1_000_000
    return str(UUID(int=milliseconds << 80 | 7 << 76 | 2 << 62 | randbits(62) | randbits(12) << 64))


class Served:
    """A database, a server process on it, and assignments nobody has answered yet."""

    def __init__(self, folder: Path, each: int) -> None:
        self._database = folder / "tertium.db"
        self._each = each
        self._fresh: Iterator[tuple[str, str]] = iter(())
        self._left = 0
        self._campaigns = count(1)
        self.port = _free_port()
        self._store = Store.open(self._database)
        self._add_campaign()

    def _add_campaign(self) -> None:
        """Put a campaign in; take one assignment of each annotator after the other."""
        campaign, plan = plan_of(f"c{next(self._campaigns)}", self._each)
        now = datetime.now(UTC)
        self._store.campaigns.put(campaign, plan, at=now)
        tokens = {}
        for person in self._store.annotators.all(campaign.name):
            self._store.annotators.record_step(campaign.name, person.id, "consented", None, at=now)
            tokens[person.id] = person.token
        ordered = sorted(plan.assignments, key=lambda a: (a.order, a.annotator))
        self._fresh = iter([(tokens[a.annotator], a.id) for a in ordered])
        self._left = len(ordered)

    @contextmanager
    def running(self) -> Iterator["Served"]:
        """Serve in a process of its own."""
        command = [sys.executable, "-m", "bench._served", str(self._database), str(self.port)]
        server = subprocess.Popen(command)
        try:
            _wait_for(self.port)
            yield self
        finally:
            server.kill()
            server.wait()
            self._store.close()

    def posts(self, clients: int, requests: int) -> list[list[tuple[str, str]]]:
        """Return what each client posts: every assignment once, no answer twice."""
        if self._left < requests:
            self._add_campaign()
        self._left -= requests
        work: list[list[tuple[str, str]]] = [[] for _ in range(clients)]
        for n in range(requests):
            token, assignment = next(self._fresh)
            body = {
                "judgements": [
                    {
                        "id": judgement_id(),
                        "assignment": assignment,
                        "answer": {"better": "left", "comment": "reads better"},
                        "submitted_at": datetime.now(UTC).isoformat(),
                        "seconds": 12.5,
                    }
                ]
            }
            work[n % clients].append((f"/a/{token}/judgements", json.dumps(body)))
        return work


Work = Sequence[Sequence[tuple[str, str]]]  # per client: path and body, one after the other


def measure(loads: Sequence[tuple[int, Work]]) -> list[dict[str, Any]]:
    """Let the load client post loads to ports, one after the other; return what it saw."""
    done = subprocess.run(
        [sys.executable, "-m", "bench._load"],
        input=json.dumps([{"port": port, "work": work} for port, work in loads]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=300,
    )
    results: list[dict[str, Any]] = json.loads(done.stdout)
    for result in results:
        if result["refused"]:
            raise RuntimeError(f"answers were refused: {result['refused']}")
    return results


def measure_round(servers: Sequence[Served], clients: int, *, turned: bool) -> list[Cell]:
    """Measure both campaigns once: nothing, submissions; submissions, nothing."""
    loads = []
    for served in servers:
        work = served.posts(clients, REQUESTS[clients])
        nothing = [[("/nothing", body) for _, body in posts] for posts in work]
        loads.append([(served.port, nothing), (served.port, work)])
    first, second = loads
    order = [*first, *second[::-1]]
    results = measure(order[::-1] if turned else order)
    idle, small, large, idle_too = results[::-1] if turned else results
    return [
        Cell(name, clients, stored["rate"], nothing["rate"], stored["p50"], stored["p95"])
        for name, stored, nothing in zip(SIZES, (small, large), (idle, idle_too), strict=True)
    ]


def bare_commit(folder: Path, commits: int = 500) -> float:
    """Return the seconds that SQLite alone takes to put one small row on disk."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE judgement (number INTEGER PRIMARY KEY, answer TEXT)")
        started = time.perf_counter()
        for _ in range(commits):
            database.execute("INSERT INTO judgement (answer) VALUES (?)", ["x" * 200])
        return (time.perf_counter() - started) / commits


def run(rounds: int = ROUNDS) -> Evidence:
    """Measure all cells, both campaigns in turn."""
    cells: list[Cell] = []
    with tempfile.TemporaryDirectory() as temporary, ExitStack() as running:
        servers = []
        for each in SIZES.values():
            folder = Path(temporary) / str(each)
            folder.mkdir()
            servers.append(running.enter_context(Served(folder, each).running()))
        for clients in CLIENTS:
            measure_round(servers, clients, turned=False)  # warm up
            for round_ in range(rounds):
                cells += measure_round(servers, clients, turned=round_ % 2 == 1)
        commit = bare_commit(Path(temporary))
    return Evidence(
        "Durable submissions per second",
        body(cells, rounds, commit),
        signature("submissions", rounds=rounds, requests=REQUESTS[CLIENTS[-1]]),
    )


def body(cells: Sequence[Cell], rounds: int, commit: float) -> str:
    """Return the table and whether every goal is met."""
    lines = [
        "Judgements posted over HTTP and committed to SQLite (write-ahead log, `synchronous =",
        "FULL`) before they are acknowledged, beside an address of the same application that",
        f"reads and answers JSON and keeps nothing. Medians of {rounds} rounds, both campaigns in",
        f"turn; the load client is a process of its own. {os.cpu_count()} cores, Python",
        f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}.",
        "",
        "| campaign | clients | submissions/s | nothing/s | ratio | p50 ms | p95 ms |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    slow, against = [], []  # where a third is not reached; large against small
    for clients in CLIENTS:
        of = [[c for c in cells if (c.campaign, c.clients) == (n, clients)] for n in SIZES]
        for found in of:
            ratio = median(c.ratio for c in found)
            slow += [clients] * (ratio < LEAST_RATIO)
            lines.append(
                f"| {found[0].campaign} | {clients} | {median(c.rate for c in found):,.0f} "
                f"| {median(c.nothing for c in found):,.0f} | {ratio:.2f} "
                f"| {median(c.p50 for c in found) * 1e3:.1f} "
                f"| {median(c.p95 for c in found) * 1e3:.1f} |"
            )
        against.append(median(large.rate / small.rate for small, large in zip(*of, strict=True)))
    worst = max(
        median(c.p95 for c in cells if (c.campaign, c.clients) == (name, CLIENTS[-1]))
        for name in SIZES
    )
    lines += [
        "",
        "| goal | reached |",
        "|---|---|",
        *(
            f"| at least a third of nothing, {clients} client{'s' * (clients > 1)} "
            f"| {_word(clients not in slow)} |"
            for clients in CLIENTS
        ),
        f"| p95 under {MOST_P95 * 1e3:.0f} ms with {CLIENTS[-1]} clients "
        f"| {_word(worst < MOST_P95)}: {worst * 1e3:.0f} ms |",
        f"| the large campaign at least {LEAST_LARGE} of the small one "
        f"| {_word(min(against) >= LEAST_LARGE)}: "
        f"{', '.join(f'{ratio:.2f}' for ratio in against)} |",
        "",
        "One client waits for a commit of its own each time: its rate is the latency of this disk",
        f"and of two changes of thread (SQLite alone takes {commit * 1e3:.2f} ms for one row), not",
        f"what the server can bear: were everything but the commit free, the ratio would be "
        f"{_limit(cells, commit):.2f}.",
        "With more clients commits are shared.",
    ]
    return "\n".join(lines)


def _limit(cells: Sequence[Cell], commit: float) -> float:
    """Return the ratio of one client whose submissions cost a request and a bare commit."""
    nothing = median(c.nothing for c in cells if c.clients == 1)
    return 1 / (1 + commit * nothing)


def _word(reached: bool) -> str:
    return "yes" if reached else "**no**"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
