"""Annotators of a crowd who come through HTTP: they agree, claim, judge, leave and come back.

Whatever was not acknowledged is sent again under the same id, to any of the servers.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any, Literal
from urllib.parse import urlencode

Habit = Literal["stays", "leaves", "returns", "doubles"]
ANSWERS = ("left", "right", "both_good", "both_bad")
_TOGETHER = 5  # answers in one request


@dataclass(slots=True)
class Reply:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body, which is JSON."""
        return json.loads(self.body)


async def ask(
    port: int, method: str, path: str, body: bytes = b"", kind: str = "", *, page: bool = True
) -> Reply:
    """Send one request and return the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
        head += f"accept: {'text/html' if page else 'application/json'}\r\n"
        if body:
            head += f"content-type: {kind}\r\ncontent-length: {len(body)}\r\n"
        writer.write(f"{head}\r\n".encode() + body)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(_header(line) for line in lines if line)
        # As long as it should be: a server that is killed ends in the middle of an answer.
        whole = await reader.readexactly(int(headers.get("content-length", "0")))
        return Reply(int(first.split(" ")[1]), headers, whole)
    finally:
        writer.close()


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.lower(), value.strip()


@dataclass(slots=True)
class Person:
    """One external id, what they do, and what they were told is saved."""

    id: str
    habit: Habit
    random: Random
    saved: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    refused: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)  # seconds until a page with a claimed HIT
    found_nothing: bool = False


@dataclass(slots=True)
class Hall:
    """The servers of one campaign, and its public link."""

    ports: Sequence[int]
    link: str
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, person: Person, method: str, path: str, *more: Any, **how: Any) -> Reply:
        """Ask any server until one answers and can save."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                port = person.random.choice(self.ports)
                reply = await ask(port, method, path, *more, **how)
                if reply.status not in (500, 503):
                    return reply
            await asyncio.sleep(person.random.uniform(0.02, 0.1))


async def visit(hall: Hall, person: Person, session: str) -> None:
    """Come once: agree, claim a HIT, judge as one's habit is, and end the visit."""
    spelled = person.id.upper() if person.random.random() < 0.5 else f" {person.id}"
    door = f"{hall.link}?{urlencode({'workerId': spelled, 'assignmentId': session})}"
    reply = await hall.ask(person, "GET", door)
    if reply.status == 200:
        reply = await hall.ask(
            person, "POST", door, b"agree=yes", "application/x-www-form-urlencoded"
        )
    if reply.status != 303:
        person.refused.append(f"door: {reply.status} {reply.body[:300]!r}")
        return
    home = reply.headers["location"]
    form = "application/x-www-form-urlencoded"
    await hall.ask(person, "POST", f"{home}/instructions", b"read=yes", form)
    asked = asyncio.get_running_loop().time()
    stage = (await hall.ask(person, "GET", f"{home}.json", page=False)).json()["stage"]
    if stage != "tasks":
        person.found_nothing = True
        return
    tasks = (await hall.ask(person, "GET", f"{home}/tasks.json", page=False)).json()["tasks"]
    person.waits.append(asyncio.get_running_loop().time() - asked)
    open_ = [task["id"] for task in tasks if not task["answered"]]
    if person.habit == "leaves":
        open_ = open_[: person.random.randrange(len(open_) + 1)]
    halfway = len(open_) // 2 if person.habit == "returns" else -1
    for start in range(0, len(open_), _TOGETHER):
        if 0 <= halfway <= start:  # the page stays open in another window
            halfway = -1
            await asyncio.sleep(person.random.uniform(0.2, 1.0))
        await _send(hall, person, home, open_[start : start + _TOGETHER])
        await asyncio.sleep(person.random.uniform(0, 0.05))
    if person.habit != "leaves":
        await hall.ask(person, "GET", f"{home}/thanks")


async def _send(hall: Hall, person: Person, home: str, ids: Sequence[str]) -> None:
    sent = [
        {
            "id": f"of-{person.habit}-{one}",
            "assignment": one,
            "answer": {"better": person.random.choice(ANSWERS)},
            "submitted_at": datetime.now(UTC).isoformat(),
            "seconds": round(person.random.uniform(2, 20), 1),
        }
        for one in ids
    ]
    person.sent |= {one["id"] for one in sent}
    body = json.dumps({"judgements": sent}).encode()
    reply = await hall.ask(
        person, "POST", f"{home}/judgements", body, "application/json", page=False
    )
    if reply.status != 200:
        person.refused.append(f"{reply.status} {reply.body[:300]!r}")
        return
    answer = reply.json()
    person.saved |= {one["id"] for one in answer["saved"]}
    # In two browsers at once one answer comes second: it is refused with the one that counts.
    if person.habit != "doubles":
        person.refused += [str(one) for one in answer["refused"]]
