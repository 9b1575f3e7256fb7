"""A folder of campaigns under a real `tertium serve`, and managers who sign in to it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage, Page

from tertium.store import Store
from tertium.web.manage import entry_path

WIDTH = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


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
