"""A small campaign, a clock that the test moves, and somebody who is signed in."""

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tertium import protocols
from tertium.design import build_plan
from tertium.model import Campaign, Design, Judgement, Plan, Prices, Segment, System
from tertium.store import Store
from tertium.testing import People, simulate
from tertium.web.app import create_app
from tertium.web.manage import findings, recent_values
from tertium.web.manage.sessions import new_session, session_cookie
from tertium.web.openapi import COOKIE, FORM_HEADER
from tests.web.manage.many import judge, many_campaign, put, three_systems

START = datetime(2026, 11, 2, 9, tzinfo=UTC)
HIDDEN = ("SYSQQ-old", "SYSQQ-new")


@dataclass
class Clock:
    """The time, as the test wants it."""

    now: datetime = START

    def __call__(self) -> datetime:
        """Return the time now."""
        return self.now

    def forward(self, **length: float) -> None:
        """Let time pass."""
        self.now += timedelta(**length)


@dataclass
class Browser:
    """A client that sends the form token as pages do."""

    client: TestClient
    token: str = field(default="")

    def get(self, path: str, **more: Any) -> Any:
        """Get a page or its twin; do not follow."""
        headers = {"accept": "text/html", "accept-language": "en"} | more.pop("headers", {})
        answer = self.client.get(path, headers=headers, follow_redirects=False, **more)
        self.token = answer.headers.get(FORM_HEADER, self.token)
        return answer

    def data(self, path: str) -> Any:
        """Return the JSON twin of a page, which must be there."""
        answer = self.get(f"{path}.json")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, sent: dict[str, Any] | None = None, **more: Any) -> Any:
        """Send JSON with the token."""
        return self.client.post(
            path, json=sent or {}, headers={FORM_HEADER: self.token}, follow_redirects=False, **more
        )

    def send(self, path: str, fields: dict[str, str] | None = None, files: Any = None) -> Any:
        """Send a form as a browser does."""
        return self.client.post(
            path,
            data={"form": self.token, **(fields or {})},
            files=files,
            headers={"accept": "text/html"},
            follow_redirects=False,
        )


def small_campaign(name: str = "spring") -> Campaign:
    """Return 30 segments in two domains, the first of each domain with equal outputs."""
    segments, outputs = [], {}
    for k in range(30):
        domain = "news" if k < 18 else "support"
        segment = Segment(
            id=f"{domain}-{k:02d}",
            source=f"The number {k} train leaves the old station at noon today.",
            domain=domain,
            source_language="en",
            target_language="de",
        )
        segments.append(segment)
        same = k in (0, 18)
        outputs[segment.id, HIDDEN[0]] = f"Zug {k} fährt heute am Mittag ab."
        outputs[segment.id, HIDDEN[1]] = (
            outputs[segment.id, HIDDEN[0]] if same else f"Der Zug {k} geht um zwölf Uhr."
        )
    return Campaign(
        name=name,
        title="Trains and stations",
        protocol="ab@1",
        options={"variant": "five"},
        seed=11,
        systems=(System(HIDDEN[0], "baseline"), System(HIDDEN[1], "advanced")),
        segments=tuple(segments),
        outputs=outputs,
        design=Design(annotators=3, common=10, unique="all", batch=8),
        prices=Prices(per_task=0.5, currency="EUR", seconds_per_task=20),
    )


@pytest.fixture
def hidden() -> tuple[str, str]:
    """Return the names that nobody should see before the reveal."""
    return HIDDEN


@pytest.fixture
def make_campaign() -> Callable[..., Campaign]:
    """Return the function that makes the small campaign."""
    return small_campaign


@pytest.fixture
def clock() -> Clock:
    """Return a clock that stands still."""
    return Clock()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return an empty store."""
    with Store.open(tmp_path / "tertium.db") as opened:
        yield opened


@pytest.fixture
def campaign(store: Store) -> Campaign:
    """Put the small campaign into the store."""
    made = small_campaign()
    store.campaigns.put(made, build_plan(made), at=START)
    return made


@pytest.fixture
def plan(campaign: Campaign) -> Plan:
    """Return the plan of the small campaign."""
    return build_plan(campaign)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder into which campaigns are uploaded."""
    made = tmp_path / "campaigns"
    made.mkdir()
    return made


@pytest.fixture
def app(store: Store, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Starlette:
    """Return the application over the store; pages wait for statistics, the slowest is off."""
    monkeypatch.setattr(recent_values, "REST", 0)
    monkeypatch.setattr(recent_values, "PATIENCE", 30)
    monkeypatch.setattr(findings, "MOST_SCORES", 0)
    return create_app(store, folder=folder, clock=clock)


@pytest.fixture
def stranger(app: Starlette) -> Browser:
    """Return a browser in which nobody is signed in."""
    return Browser(TestClient(app, raise_server_exceptions=True))


@pytest.fixture
def manager(app: Starlette, store: Store, clock: Clock) -> Browser:
    """Return a browser in which `ada` is signed in."""
    store.managers.add("ada", "not a hash: nobody can sign in with a password")
    browser = Browser(TestClient(app, raise_server_exceptions=True))
    cookie = session_cookie(store, new_session("ada"), now=clock())
    browser.client.cookies.set(COOKIE, cookie)
    browser.data("/manage")
    return browser


@pytest.fixture
def answer(store: Store, campaign: Campaign, plan: Plan, clock: Clock) -> Callable[..., Judgement]:
    """Return a function that answers one assignment."""

    def give(place: int, label: str = "left", **more: Any) -> Judgement:
        assignment = plan.assignments[place]
        replaces = store.assignments.answered(campaign.name, assignment.annotator).get(
            assignment.id
        )
        made = Judgement(
            id=f"judgement-{place}-{clock.now.timestamp():.0f}-{label}",
            campaign=campaign.name,
            assignment=assignment.id,
            annotator=assignment.annotator,
            answer=more.pop("answer", {"better": label}),
            submitted_at=more.pop("at", clock.now),
            seconds=more.pop("seconds", 12.0),
            replaces=replaces.id if replaces else None,
        )
        store.judgements.append([made], received_at=clock.now)
        return made

    return give


@pytest.fixture
def judged(store: Store, campaign: Campaign, plan: Plan) -> list[Judgement]:
    """Answer everything as simulated people would, and return the judgements."""
    protocol = protocols.get(campaign.protocol, campaign.options)
    given = simulate(campaign, plan, protocol, people=People(ratio=3), start=START, seed=3)
    store.judgements.append(given, received_at=START + timedelta(hours=8))
    return given


@pytest.fixture
def text_files() -> Callable[..., dict[str, tuple[str, io.BytesIO]]]:
    """Return a function that makes three text files as a browser sends them."""

    def make(lines: int = 40, short: str = "") -> dict[str, tuple[str, io.BytesIO]]:
        texts = {
            "source": [f"The number {k} train leaves the station today." for k in range(lines)],
            "baseline": [f"Zug {k} fährt ab." for k in range(lines)],
            "advanced": [f"Der Zug {k} geht heute." for k in range(lines)],
        }
        if short:
            texts[short] = texts[short][:-1]
        names = {"source": "source.txt", "baseline": "r6.txt", "advanced": "r7.txt"}
        return {
            part: (names[part], io.BytesIO(("\n".join(given) + "\n").encode()))
            for part, given in texts.items()
        }

    return make


@pytest.fixture
def forest(store: Store, clock: Clock) -> Campaign:
    """Put a tournament of five systems into the store, judged by people who waver."""
    made = many_campaign()
    judge(store, made, at=START)
    clock.forward(days=2)
    return made


@pytest.fixture
def triangle(store: Store) -> Campaign:
    """Put a tournament of three systems into the store; nobody has answered."""
    made = three_systems()
    put(store, made, at=START)
    return made
