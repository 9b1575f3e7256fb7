"""A small campaign with names that would stand out, and people at its door."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from tertium.design import build_plan
from tertium.model import Campaign, Design, Example, Plan, Segment, System, Wording
from tertium.store import Store
from tertium.web.app import create_app

NOW = datetime(2026, 11, 2, 10, 42, tzinfo=UTC)
HEADERS = {"accept": "text/html", "accept-language": "en"}


def campaign(**changes: Any) -> Campaign:
    """Return two systems' outputs for twelve sentences."""
    segments = tuple(
        Segment(
            f"SEGQQ{n}",
            f"The number {n} train leaves the station at noon today.",
            document="DOCQQ",
            position=n,
            domain="DOMQQ",
            source_language="en",
            target_language="de",
        )
        for n in range(12)
    )
    outputs = {}
    for segment in segments:
        outputs[segment.id, "SYSQQ-one"] = f"Zug {segment.position} fährt heute mittags ab."
        outputs[segment.id, "SYSQQ-two"] = (
            f"Der Zug {segment.position} fährt heute um zwölf Uhr ab."
        )
    made = Campaign(
        name="CAMPQQ",
        title="Trains",
        protocol="ab@1",
        options={},
        seed=3,
        systems=(System("SYSQQ-one", "baseline"), System("SYSQQ-two", "advanced")),
        segments=segments,
        outputs=outputs,
        design=Design(annotators=2, batch=5, common=4, unique=4),
        wording=Wording(
            contact="trains@example.org",
            tutorial=(
                Example(
                    "It rains.", ("Es regnet.", "Es rennt."), "left", "It does not run.", "en", "de"
                ),
            ),
        ),
    )
    return replace(made, **changes)


@dataclass
class Person:
    """Somebody with a link, and a browser that speaks HTTP only."""

    store: Store
    http: TestClient
    token: str
    id: str

    def at(self, step: str = "", **query: str) -> Any:
        """Open a page of the link."""
        return self.http.get(f"/a/{self.token}{step}", params=query, follow_redirects=False)

    def form(self, step: str, **fields: str) -> Any:
        """Send a form of the link."""
        return self.http.post(f"/a/{self.token}/{step}", data=fields, follow_redirects=False)

    def tried(self, assignment: str, **answer: Any) -> Any:
        """Try an answer to a tutorial item."""
        sent = {"assignment": assignment, "answer": answer}
        return self.http.post(f"/a/{self.token}/tutorial", json=sent)

    def ready(self) -> "Person":
        """Be done with everything before the tasks."""
        for step in ("consented", "profile", "instructed", "tutored"):
            self.store.annotators.record_step("CAMPQQ", self.id, step, {}, at=NOW)
        return self

    def tasks(self, batch: str = "") -> list[dict[str, Any]]:
        """Return the tasks of a batch."""
        found: list[dict[str, Any]] = self.at(
            "/tasks.json", **({"batch": batch} if batch else {})
        ).json()["tasks"]
        return found

    def judged(self, assignment: str, **changes: Any) -> dict[str, Any]:
        """Return one answer as a browser would send it."""
        return {
            "id": str(uuid4()),
            "assignment": assignment,
            "answer": {"better": "left"},
            "submitted_at": "2026-11-02T10:41:00Z",
            "seconds": 12.5,
            "replaces": None,
            "aids": [],
        } | changes

    def send(self, *judged: dict[str, Any], **more: Any) -> Any:
        """Send answers."""
        return self.http.post(f"/a/{self.token}/judgements", json={"judgements": judged}, **more)


@pytest.fixture
def people(tmp_path):
    """Return a function that puts a campaign into a store and returns its people.

    `now` is asked for the time; without it the clock ticks on from one moment.
    """
    opened = []

    def make(
        made: Campaign | None = None,
        plan: Plan | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> list[Person]:
        made = made or campaign()
        store = Store.open(tmp_path / f"{len(opened)}.db")
        store.campaigns.put(made, plan or build_plan(made), at=NOW)
        ticks = count()
        app = create_app(store, clock=now or (lambda: NOW + timedelta(milliseconds=next(ticks))))
        http = TestClient(app, headers=HEADERS)
        http.__enter__()
        opened.append((store, http))
        return [Person(store, http, one.token, one.id) for one in store.annotators.all(made.name)]

    yield make
    for store, http in opened:
        http.__exit__(None, None, None)
        store.close()


@pytest.fixture
def person(people):
    """Return one annotator who has not opened the link yet."""
    return people()[0]


@pytest.fixture
def make_campaign():
    """Return the function that makes the campaign, with changes."""
    return campaign
