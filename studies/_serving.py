"""A served campaign and clients that judge like browsers, for studies that end the server.

A client sends an answer again, under the same id, until it is acknowledged. In the end the
store must hold every acknowledged judgement exactly once, as it was sent, and nothing else.
"""

import asyncio
import json
import os
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from tertium.store import Store

SEGMENTS = 300
ANSWERS = ("left", "right", "both_good", "both_bad")
STARTING = 180.0  # seconds a server may take before we call it dead


@dataclass(slots=True)
class Kept:
    """What was sent, acknowledged and stored."""

    acknowledged: int = 0
    resent: int = 0  # were on disk already when they were sent again: the answer was lost
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    altered: int = 0
    unsent: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Nothing lost, doubled, altered, invented or refused."""
        return not (self.lost or self.doubled or self.altered or self.unsent or self.refused)


KEPT: dict[str, Callable[[Any], str]] = {
    "judgements acknowledged": lambda o: f"{o.acknowledged:,}",
    "judgements stored": lambda o: f"{o.stored:,}",
    "stored, but the answer was lost; sent again": lambda o: f"{o.resent:,}",
    "acknowledged and lost": lambda o: f"{o.lost:,}",
    "stored twice": lambda o: f"{o.doubled:,}",
    "stored otherwise than sent": lambda o: f"{o.altered:,}",
    "stored and never sent": lambda o: f"{o.unsent:,}",
    "refused": lambda o: f"{len(o.refused):,}",
}


def table(rows: Mapping[str, Callable[[Any], str]], outcomes: Mapping[str, Any]) -> list[str]:
    """Return a table with a column for each outcome."""
    return [
        "| | " + " | ".join(outcomes) + " |",
        "|---|" + "--:|" * len(outcomes),
        *(
            f"| {words} | " + " | ".join(show(outcome) for outcome in outcomes.values()) + " |"
            for words, show in rows.items()
        ),
    ]


@dataclass(slots=True)
class Person:
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


class Server:
    """`tertium serve`, to be ended and started again."""

    def __init__(self, folder: Path) -> None:
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the server)
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
            *self._command, stdout=asyncio.subprocess.DEVNULL, stderr=self.log
        )

    async def stop(self, number: signal.Signals, *, within: float) -> tuple[float, int | None]:
        """Send a signal; return the seconds until the end, and the exit status if there was one."""
        assert self._process is not None
        started = time.monotonic()
        self._process.send_signal(number)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), within)
        return time.monotonic() - started, self._process.returncode

    def said(self) -> str:
        """Return what the server wrote to standard error."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    async def answers(self) -> float:
        """Wait until the server answers a request; return how long that took."""
        started = time.monotonic()
        while time.monotonic() - started < STARTING:
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


async def work(person: Person, port: int, stop: asyncio.Event, *, pause: float = 0.0) -> None:
    """Judge until told to stop; send again what was not acknowledged.

    `pause` is the longest time between two answers.
    """
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
                if pause:
                    await asyncio.sleep(person.random.uniform(0, pause))
        writer.close()


def people_of(folder: Path, clients: int, seed: int) -> list[Person]:
    """Return clients with their links and work; they have consented."""
    people = []
    with Store.open_folder(folder) as store:
        (state,) = store.campaigns.all()
        for annotator in store.annotators.all(state.name)[:clients]:
            store.annotators.record_step(
                state.name, annotator.id, "consented", None, at=datetime.now(UTC)
            )
            ids = [a.id for a in store.assignments.of(state.name, annotator.id)]
            people.append(Person(annotator.token, ids[::-1], Random(f"{seed} {annotator.id}")))
    return people


def compare(outcome: Kept, folder: Path, people: list[Person]) -> None:
    """Hold what is stored against what was sent and acknowledged."""
    sent = {id_: judgement for person in people for id_, judgement in person.sent.items()}
    saved = {id_ for person in people for id_ in person.saved}
    with Store.open_folder(folder) as store:
        (state,) = store.campaigns.all()
        stored = [each.judgement for each in store.judgements.all(state.name)]
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


def prepare(folder: Path, *, annotators: int, database: str = "", segments: int = SEGMENTS) -> Path:
    """Write texts and a campaign for annotators who all judge all segments."""
    folder.mkdir(parents=True)
    for name in ("source", "baseline", "advanced"):
        lines = (f"This is sentence {n} as {name} has it, quite short.\n" for n in range(segments))
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    settings = f"""
name = "served"
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
annotators = {annotators}
common = {segments}
unique = 0
"""
    (folder / "campaign.toml").write_text(settings, encoding="utf-8")
    return folder
