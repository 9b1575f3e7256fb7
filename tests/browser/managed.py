"""A folder of campaigns under a real `tertium serve`, and managers who sign in to it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from uuid import uuid4

import openpyxl
from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tertium.model import Judgement
from tertium.store import Store
from tertium.web.manage import entry_path

WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
FOCUSED = """() => {
  const one = document.activeElement;
  return one.labels?.[0]?.innerText ?? one.innerText ?? '';
}"""
# Names that no page may show before unblinding.
SYSTEMS = ("engine-1", "engine-2")


@dataclass
class Managed:
    """What is served, what it is called, and whatever pages complained about."""

    folder: Path
    base: str
    name: str = ""
    faults: list[str] = field(default_factory=list)

    @property
    def here(self) -> str:
        """The address of the campaign."""
        return f"{self.base}/manage/campaigns/{self.name}"

    def store(self) -> Store:
        """Open the same database from here."""
        return Store.open_folder(self.folder)

    def watch(self, page: Page) -> Page:
        """Note script errors, and anything the policy blocks."""

        def hear(said: ConsoleMessage) -> None:
            if said.type in ("error", "warning") and not sent_in_vain(said.text):
                self.faults.append(said.text)

        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", hear)
        return page

    def sign_in(self, profile: BrowserContext, who: str = "ada") -> Page:
        """Return a watched page on which a manager has come in."""
        with self.store() as store:
            if store.managers.password_hash(who) is None:
                store.managers.add(who, "")
            path = entry_path(store, now=datetime.now(UTC), manager=who)
        page = self.watch(profile.new_page())
        page.goto(self.base + path)
        page.wait_for_url("**/manage")
        return page

    def judge(self, annotator: str, share: float = 1.0, days: float = 0.0) -> int:
        """Let an annotator answer a share of what they are asked, some days ago."""
        at = datetime.now(UTC) - timedelta(days=days)
        with self.store() as store:
            done = store.assignments.answered(self.name, annotator)
            work = [a for a in store.assignments.of(self.name, annotator) if a.id not in done]
            given = [
                Judgement(str(uuid4()), self.name, one.id, annotator,
                          {"better": ("left", "right")[k % 2]}, at, 20.0 + k)
                for k, one in enumerate(work[: round(len(work) * share)])
            ]  # fmt: skip
            store.judgements.append(given, received_at=at)
        return len(given)


def reload_until(page: Page, words: str) -> None:
    """Load a page again until the server has noticed what another process stored."""
    until = monotonic() + 60
    while words not in page.locator("main").inner_text():
        assert monotonic() < until, words
        page.reload()


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what is called so, or begins so, has the focus."""
    for _ in range(120):
        if page.evaluate(FOCUSED).strip().startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name!r} cannot be reached by Tab")


def write_workbook(folder: Path) -> Path:
    """Write a workbook as a project manager keeps it: another heading, and a sheet of notes."""
    book = openpyxl.Workbook()
    texts = book.active
    assert texts is not None
    texts.title = "Texts"
    texts.append(("English", *SYSTEMS, "Remarks"))
    for k in range(60):
        source = f"The number {k} train leaves the old station today."
        texts.append((source, f"Zug {k} fährt ab.", f"Der Zug {k} geht heute ab."))
    book.create_sheet("Notes").append(("Do not forget", "the printer"))
    book.save(folder / "delivery.xlsx")
    return folder / "delivery.xlsx"


def sent_in_vain(complaint: str) -> bool:
    """Tell what a browser says whose fonts are switched off: they were sent in vain."""
    return "/static/fonts/" in complaint and "was preloaded" in complaint


@contextmanager
def serving(folder: Path, environment: Mapping[str, str] = os.environ) -> Iterator[Managed]:
    """Serve a folder as a person would, and see it stop in peace, whatever it is computing."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tertium", "serve", str(folder), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**environment, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    found = re.search(r"http\S+", process.stdout.readline())
    assert found, "the server did not start"
    yield Managed(folder, found[0])
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0, "the server did not stop in peace"
