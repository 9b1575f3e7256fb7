"""A real Chromium and a real server process."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tertium.design import build_plan
from tertium.model import Campaign, Design, Plan, Segment, System, Wording
from tertium.store import Store
from tests.browser.managed import Managed, serving

SERVE = """
import sys, uvicorn
from tertium.store import Store
from tertium.web.app import create_app
uvicorn.run(create_app(Store.open(sys.argv[1])), port=int(sys.argv[2]), log_level="warning")
"""

# Milliseconds until a test gives up: a busy machine takes a while, and pages try again later and
# later when a server is away.
PATIENCE = 120_000


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return a function that opens a fresh profile: another person, or another device."""
    opened = []

    def make(**settings: Any) -> BrowserContext:
        wanted = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}} | settings
        made = browser.new_context(**wanted)
        made.set_default_timeout(PATIENCE)
        opened.append(made)
        return made

    yield make
    for one in opened:
        one.close()


@dataclass
class Server:
    """A server process over a database, which can be killed and started again."""

    database: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVE, str(self.database), str(self.port)]
        )
        patience = time.monotonic() + 300  # a very busy machine takes minutes to load everything
        while time.monotonic() < patience:
            try:
                urlopen(f"{self.address}/static/icon.svg", timeout=60).read()
                return
            except OSError:
                assert self.process.poll() is None, "the server did not start"
                time.sleep(0.05)
        self.process.kill()
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """Kill it without a chance to tidy up."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@dataclass
class World:
    """A campaign in a database, served by a process of its own."""

    server: Server
    campaign: Campaign
    tokens: list[str]

    def link(self, person: int = 0, step: str = "") -> str:
        """Return the personal address of somebody."""
        return f"{self.server.address}/a/{self.tokens[person]}{step}"

    def store(self) -> Store:
        """Open the database beside the server, as another process would."""
        return Store.open(self.server.database)

    def judgements(self) -> list[Any]:
        """Return everything stored, in order of arrival."""
        with self.store() as store:
            return [one.judgement for one in store.judgements.all(self.campaign.name)]

    def counting(self) -> dict[str, Any]:
        """Return the judgement that counts for each answered assignment of everybody."""
        with self.store() as store:
            return {
                assignment: judgement
                for person in store.annotators.all(self.campaign.name)
                for assignment, judgement in store.assignments.answered(
                    self.campaign.name, person.id
                ).items()
            }

    def events(self) -> list[Any]:
        """Return the log."""
        with self.store() as store:
            return store.history.events(self.campaign.name)


def trains(*, source: str = "en", target: str = "de", segments: int = 12) -> Campaign:
    """Return a campaign whose hidden names would stand out wherever they appeared."""
    made = tuple(
        Segment(
            f"SEGQQ{n}",
            f"The number {n} train leaves the station at noon today.",
            document="DOCQQ",
            position=n,
            domain="FILEQQ.txt",
            source_language=source,
            target_language=target,
        )
        for n in range(segments)
    )
    outputs = {}
    for one in made:
        outputs[one.id, "SYSQQ-alpha"] = f"Zug {one.position} fährt heute am Mittag ab."
        outputs[one.id, "SYSQQ-beta"] = f"Der Zug {one.position} fährt heute um zwölf Uhr ab."
    return Campaign(
        name="CAMPQQ",
        title="Trains",
        protocol="ab@1",
        options={"highlight": True},
        seed=5,
        systems=(System("SYSQQ-alpha", "baseline"), System("SYSQQ-beta", "advanced")),
        segments=made,
        outputs=outputs,
        design=Design(annotators=2, batch=100, common=segments // 3, unique=segments // 3),
        wording=Wording(contact="trains@example.org"),
    )


@pytest.fixture
def make_campaign() -> Callable[..., Campaign]:
    """Return the function that makes a campaign; changes are fields or arguments of `trains`."""

    def make(**changes: Any) -> Campaign:
        shape = {k: changes.pop(k) for k in ("source", "target", "segments") if k in changes}
        return replace(trains(**shape), **changes)

    return make


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that many tests use, each with a campaign of its own."""
    server = Server(tmp_path_factory.mktemp("served") / "tertium.db", _free_port())
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def managed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Managed]:
    """Serve one folder for all tests of managers' pages; each adds a campaign of its own."""
    with serving(tmp_path_factory.mktemp("managed")) as one:
        yield one


@pytest.fixture
def serve(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Callable[..., World]]:
    """Return a function that stores a campaign and serves it.

    Without a `plan` the campaign's own is drawn; `ready` people skip to the tasks;
    `alone` gives a server that may be killed.
    """
    own = []

    def start(
        campaign: Campaign | None = None,
        *,
        plan: Plan | None = None,
        ready: bool = True,
        alone: bool = False,
    ) -> World:
        name = f"CAMPQQ-{uuid4().hex[:8]}"
        campaign = replace(campaign or trains(), name=name)
        if alone:
            server = Server(tmp_path / "tertium.db", _free_port())
            own.append(server)
        else:
            server = request.getfixturevalue("shared_server")
        now = datetime.now(UTC)
        with Store.open(server.database) as store:
            store.campaigns.put(campaign, plan or build_plan(campaign), at=now)
            people = store.annotators.all(name)
            for person in people if ready else ():
                for step in ("consented", "profile", "instructed", "tutored"):
                    store.annotators.record_step(name, person.id, step, {}, at=now)
        if alone:
            server.start()
        return World(server, campaign, [person.token for person in people])

    yield start
    for server in own:
        server.kill()


# The page's own clock, which a test may move: nothing has to be waited for.
CLOCK = """
const real = performance.now.bind(performance);
window.ahead = 0;
performance.now = () => real() + window.ahead;
"""


class Annotator:
    """Somebody at the task page, with one hand on the keyboard."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        self.link = link
        self.faults: list[str] = []
        page.add_init_script(CLOCK)
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    def open(self) -> "Annotator":
        """Open the link and wait for an item."""
        self.page.goto(self.link)
        self.page.locator("#item").wait_for()
        return self

    @property
    def position(self) -> str:
        """What the top bar says, such as `3 of 8`."""
        return self.page.locator("#position-text").inner_text()

    @property
    def state(self) -> str:
        """What the saved state says."""
        return self.page.locator("#saved").inner_text()

    def wait(self, seconds: float = 0.5) -> None:
        """Let time go by on the page, as if somebody read; as it stands, a new item is read."""
        self.page.evaluate("seconds => { window.ahead += 1000 * seconds; }", seconds)

    def come_online(self) -> None:
        """Let the browser notice that the server is there again, before it tries by itself."""
        self.page.evaluate("() => { window.dispatchEvent(new Event('online')); }")

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self, key: str) -> None:
        """Choose by a digit, save with Enter, and see the next item (or the end)."""
        before = self.position
        self.press(key, "Enter")
        self.page.wait_for_function(
            "before => document.getElementById('position-text').innerText !== before"
            " || !document.getElementById('rest').hidden",
            arg=before,
        )

    def until_position(self, number: int) -> None:
        """Wait until an item is on the screen."""
        self.page.wait_for_function(
            "text => document.getElementById('position-text').innerText.startsWith(text)",
            arg=f"{number} ",
        )

    def until(self, promise: str, arg: Any = None) -> None:
        """Wait until a promise gives something true."""
        for _ in range(1200):  # a minute of patience with a busy machine
            if self.page.evaluate(promise, arg):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"never true: {promise}")

    def until_state(self, text: str) -> None:
        """Wait until the saved state says something; "Saved" also means that nothing is on its way.

        A quick answer of the server leaves "Saved" in its place, so that nothing flickers.
        """
        self.page.wait_for_function(
            "text => { const saved = document.getElementById('saved');"
            " return saved.innerText.includes(text)"
            " && (text !== 'Saved' || saved.dataset.unsent === '0'); }",
            arg=text,
        )


@pytest.fixture
def sit_down(context: Callable[..., BrowserContext]) -> Iterator[Callable[..., Annotator]]:
    """Return a function that seats somebody at the task page; no script may fail there."""
    seated = []

    def sit(world: World, person: int = 0, *, opened: bool = True, **settings: Any) -> Annotator:
        annotator = Annotator(context(**settings).new_page(), world.link(person))
        seated.append(annotator)
        return annotator.open() if opened else annotator

    yield sit
    for annotator in seated:
        assert annotator.faults == []
