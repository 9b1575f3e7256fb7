"""200 annotators of a crowd who arrive at once, and what claiming adds to submitting.

Everybody opens the public link within a second, reads, agrees, reads the instructions and gets a
HIT. Measured is each answer of the server, and by itself the one with the claimed HIT. Then one
annotator after the other submits a HIT of 20 answers, each by itself, as the page does: of a
plan, and of a claim, with the claim in the account.
"""

import asyncio
import json
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from urllib.parse import urlencode

import numpy as np

from studies import Evidence
from studies._serving import Server, prepare
from studies._visitors import Hall, Person
from studies.crowd import HIT, ITEMS, JUDGES, NAME, opened
from tertium.stats.result import signature
from tertium.store import Store
from tertium.store.values import Step

PEOPLE, READING, ROUNDS = 200, (4.0, 20.0), 40
_FORM = "application/x-www-form-urlencoded"


async def arrivals(
    folder: Path, people: int, reading: tuple[float, float]
) -> tuple[list[float], list[float]]:
    """Return the seconds of all answers, and of those with a claimed HIT."""
    server = Server(folder)
    await server.start()
    try:
        await server.answers()
        with Store.open_folder(folder) as store:
            links = store.crowd.links(NAME, at=datetime.now(UTC))
        (link,) = [one for one in links if not one.trial]
        hall = Hall([server.port], f"/crowd/{link.token}")
        every: list[float] = []
        claims: list[float] = []

        async def timed(person: Person, *asked: object, **how: bool) -> bytes:
            started = time.perf_counter()
            reply = await hall.ask(person, *asked, **how)  # type: ignore[arg-type]
            every.append(time.perf_counter() - started)
            return reply.headers.get("location", "").encode() or reply.body

        async def come(number: int) -> None:
            person = Person(f"b{number}", "stays", Random(number))
            await asyncio.sleep(person.random.random())
            door = f"{hall.link}?{urlencode({'workerId': person.id, 'assignmentId': '1'})}"
            await timed(person, "GET", door)
            await asyncio.sleep(person.random.uniform(*reading))
            home = (await timed(person, "POST", door, b"agree=yes", _FORM)).decode()
            await timed(person, "GET", f"{home}/instructions")
            await asyncio.sleep(person.random.uniform(*reading))
            await timed(person, "POST", f"{home}/instructions", b"read=yes", _FORM)
            started = time.perf_counter()
            body = await timed(person, "GET", f"{home}.json", page=False)
            assert json.loads(body)["stage"] == "tasks"
            body = await timed(person, "GET", f"{home}/tasks.json", page=False)
            claims.append(time.perf_counter() - started)
            assert len(json.loads(body)["tasks"]) == HIT

        await asyncio.gather(*(come(number) for number in range(people)))
        return every, claims
    finally:
        await server.kill()


async def submitting(folder: Path, rounds: int, *, crowd: bool) -> float:
    """Return the mean seconds of a HIT: the claim, if there is one, and its answers one by one."""
    server = Server(folder)
    await server.start()
    try:
        await server.answers()
        homes = _homes(folder, rounds, crowd=crowd)
        hall, person = Hall([server.port], ""), Person("b", "stays", Random(0))
        for home in homes[:2]:
            await _hit(hall, person, home)
        started = time.perf_counter()
        for home in homes[2:]:
            await _hit(hall, person, home)
        return (time.perf_counter() - started) / (len(homes) - 2)
    finally:
        await server.kill()


def _homes(folder: Path, rounds: int, *, crowd: bool) -> list[str]:
    """Return the links of people who have only to work."""
    now = datetime.now(UTC)
    with Store.open_folder(folder) as store:
        if crowd:
            (link,) = [one for one in store.crowd.links(NAME, at=now) if not one.trial]
            for number in range(rounds):
                store.crowd.enrol(link, f"s{number}", session="1", at=now)
            # One lease has ended: from then on late answers are looked for.
            store.claims.go_on(NAME, store.crowd.hash_of("s0"), at=now)
            store.claims.tidy(NAME, at=now + timedelta(hours=2))
        people = store.annotators.all(NAME)[:rounds]
        for one in people:
            steps: tuple[Step, ...] = ("consented", "instructed")
            for step in steps:
                store.annotators.record_step(NAME, one.id, step, None, at=now)
        return [f"/a/{one.token}" for one in people]


async def _hit(hall: Hall, person: Person, home: str) -> None:
    await hall.ask(person, "GET", f"{home}.json", page=False)
    body = (await hall.ask(person, "GET", f"{home}/tasks.json", page=False)).json()
    assert len(body["tasks"]) == HIT
    for task in body["tasks"]:
        sent = {
            "id": f"bench-{task['id']}",
            "assignment": task["id"],
            "answer": {"better": "left"},
            "submitted_at": datetime.now(UTC).isoformat(),
            "seconds": 5.0,
        }
        what = json.dumps({"judgements": [sent]}).encode()
        path = f"{home}/judgements"
        reply = await hall.ask(person, "POST", path, what, "application/json", page=False)
        assert reply.status == 200, reply.body


def run(people: int = PEOPLE, rounds: int = ROUNDS) -> Evidence:
    """Measure both on SQLite."""
    with tempfile.TemporaryDirectory() as temporary:
        every, claims = asyncio.run(arrivals(opened(Path(temporary) / "c"), people, READING))
    with tempfile.TemporaryDirectory() as temporary:
        planned = prepare(Path(temporary) / "p", annotators=rounds, segments=HIT)
        file = planned / "campaign.toml"
        file.write_text(file.read_text("utf-8") + "[wording]\nprofile = false\n", "utf-8")
        before = asyncio.run(submitting(planned, rounds, crowd=False))
        claimed = opened(Path(temporary) / "c")
        after = asyncio.run(submitting(claimed, rounds, crowd=True))
    return Evidence(
        "A crowd that arrives at once",
        "\n".join(
            [
                f"{people} annotators open the link within a second and read {READING[0]:.0f} to",
                f"{READING[1]:.0f} seconds before they agree and before they begin;",
                f"{ITEMS:,} items, {JUDGES} judgements each, HITs of {HIT}, one server on SQLite.",
                "",
                "| | |",
                "|---|--:|",
                f"| answers of the server | {len(every):,} |",
                f"| seconds of an answer, median | {np.median(every):.3f} |",
                f"| seconds of an answer, 95% | {np.quantile(every, 0.95):.3f} |",
                f"| seconds until a claimed HIT is there, median | {np.median(claims):.3f} |",
                f"| seconds until a claimed HIT is there, 95% | {np.quantile(claims, 0.95):.3f} |",
                f"| milliseconds of {HIT} answers of a plan | {1000 * before:.0f} |",
                f"| milliseconds of a claim and {HIT} answers | {1000 * after:.0f} |",
                f"| more | {after / before - 1:+.0%} |",
            ]
        ),
        signature("crowd", people=people, items=ITEMS, rounds=rounds),
    )
