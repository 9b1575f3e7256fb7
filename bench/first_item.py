"""How long until an annotator can answer: from opening the personal link to the first item.

This checkout and the last release, each serving the demonstration, in a Chromium that has nothing
of them yet, and once more when it has. Between browser and server stands a proxy that holds every
byte back by half a round trip, and the first one of a connection by a whole one, as TCP does.
"""

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from bench.commands import ROOT, last_release
from bench.submissions import _free_port, _wait_for
from studies import Evidence
from tertium.stats.result import signature
from tests.prepare import chromium

ROUNDS, LIMIT = 5, 2.0  # seconds, at the longer round trip
ROUND_TRIPS = (0.0, 0.3)
CAMPAIGNS = ("support", "errors")


@dataclass(frozen=True)
class Start:
    """One opening of a link."""

    seconds: float
    requests: int
    bytes: int


@contextmanager
def far_away(port: int, round_trip: float) -> Iterator[int]:
    """Give a port from which a server is `round_trip` seconds away."""
    own = _free_port()
    words = (str(port), str(own), str(round_trip))
    proxy = subprocess.Popen([sys.executable, "-m", "bench._far", *words], cwd=ROOT)
    try:
        _wait_for(own)
        yield own
    finally:
        proxy.kill()
        proxy.wait()


def _begin_work(folder: Path) -> None:
    """Let everybody have read and tried everything, so that links lead to the first item."""
    steps = ("consented_at", "profiled_at", "instructed_at", "tutored_at")
    moment = "2026-01-31T09:30:00.000000Z"
    with closing(sqlite3.connect(folder / "tertium.db")) as database, database:
        database.execute(
            f"UPDATE annotator SET {', '.join(f'{one} = ?' for one in steps)}", [moment] * 4
        )


@contextmanager
def served(tree: Path, folder: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Serve the demonstration of a checkout; give its port and a link's path per campaign."""
    port = _free_port()
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "tertium"]
    server = subprocess.Popen(
        [*command, "demo", "--folder", str(folder), "--port", str(port)],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(20):
            try:
                _wait_for(port)
                break
            except OSError:
                continue
        links = {}
        for name in CAMPAIGNS:
            printed = subprocess.run(
                [*command, "links", str(folder / name)],
                env=environment,
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            links[name] = re.findall(r"/a/[\w-]+", printed)[0]
        _begin_work(folder)
        yield port, links
    finally:
        server.kill()
        server.wait()


def _open(context: BrowserContext, address: str) -> Start:
    """Open a link and wait until the item can be answered."""
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    sizes: list[int] = []
    tools.on("Network.loadingFinished", lambda told: sizes.append(int(told["encodedDataLength"])))
    begin = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator("#answer").wait_for(timeout=120_000)
    taken = time.perf_counter() - begin
    over = [size for size in sizes if size]  # what comes from the browser's own cache has none
    page.close()
    return Start(taken, len(over), sum(over))


def _starts(browser: Browser, port: int, path: str) -> Iterator[tuple[float, str, list[Start]]]:
    """Open a link again and again, at each round trip, in new browsers and in used ones."""
    for round_trip in ROUND_TRIPS:
        with far_away(port, round_trip) as far:
            address = f"http://127.0.0.1:{far}{path}"
            new, used = [], []
            for _ in range(ROUNDS):
                context = browser.new_context(viewport={"width": 1366, "height": 625})
                new.append(_open(context, address))
                used.append(_open(context, address))
                context.close()
        yield round_trip, "new", new
        yield round_trip, "used", used


def run() -> Evidence:
    """Open the links of both and print the times beside the limit."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    found: dict[tuple[str, float, str], dict[str, Start]] = {}
    with (
        TemporaryDirectory() as temporary,
        last_release() as release,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox"] if root else []
        )
        for which, tree in (("before", release), ("now", ROOT)):
            with served(tree, Path(temporary) / which) as (port, links):
                for name, path in links.items():
                    for round_trip, state, starts in _starts(browser, port, path):
                        middle = Start(
                            median(one.seconds for one in starts),
                            round(median(one.requests for one in starts)),
                            round(median(one.bytes for one in starts)),
                        )
                        found.setdefault((name, round_trip, state), {})[which] = middle
        browser.close()
    rows = [
        "| campaign | round trip | browser | seconds before | now | ratio "
        "| requests before | now | KB before | now |",
        "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for (name, round_trip, state), both in found.items():
        then, now = both["before"], both["now"]
        rows.append(
            f"| {name} | {round_trip * 1000:.0f} ms | {state} | {then.seconds:.2f} "
            f"| {now.seconds:.2f} | {now.seconds / then.seconds:.2f} | {then.requests} "
            f"| {now.requests} | {then.bytes / 1000:.0f} | {now.bytes / 1000:.0f} |"
        )
    slowest = max(both["now"].seconds for both in found.values())
    body = "\n".join(
        [
            *rows,
            "",
            f"Medians of {ROUNDS}, from opening the personal link to the moment the first item can",
            "be answered; requests and bytes are those until then. A new browser has nothing of",
            "Tertium, a used one opened the same link before.",
            f"The limit is {LIMIT:g} s; the slowest takes {slowest / LIMIT:.2f} of it.",
        ]
    )
    print(body)
    return Evidence("The first item", body, signature("bench-first-item", rounds=ROUNDS))
