"""A real Firefox, driven through WebDriver BiDi, the protocol that it speaks by itself."""

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.prepare import firefox as find_firefox

PATIENCE = 120  # seconds until a test gives up, on a busy machine
# Nothing is asked of or told to anybody outside, and nothing but our pages is loaded.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.enabledScopes": 0,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.enabled": False,
}
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Control": "\ue009",
    "ArrowRight": "\ue014",
}


class Refused(Exception):
    """Firefox did not do what it was asked to do."""


class Firefox:
    """The browser: it is asked one thing at a time, and notes what pages complain about."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.complaints: dict[str, list[str]] = {}  # by tab
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask for something, wait until it is done, and return the result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._socket.recv(PATIENCE))
            if heard.get("method") == "log.entryAdded":
                self._note(heard["params"])
            elif heard.get("id") == number:
                if heard["type"] == "error":
                    raise Refused(f"{method}: {heard['error']}: {heard['message']}")
                return dict(heard["result"])

    def _note(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn"):
            tab = entry["source"].get("context", "")
            self.complaints.setdefault(tab, []).append(str(entry["text"]))

    @contextmanager
    def person(self) -> Iterator["Tab"]:
        """Open a tab with a fresh profile: another person, or another device."""
        profile = self.ask("browser.createUserContext")["userContext"]
        tab = self.ask("browsingContext.create", type="tab", userContext=profile)["context"]
        try:
            yield Tab(self, tab)
        finally:
            self.ask("browser.removeUserContext", userContext=profile)


class Tab:
    """A page, and somebody with both hands on the keyboard."""

    def __init__(self, firefox: Firefox, context: str) -> None:
        self._firefox, self._context = firefox, context

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._firefox.ask(method, context=self._context, **parameters)

    @property
    def complaints(self) -> list[str]:
        """What was written to the console as a warning or an error."""
        return self._firefox.complaints.get(self._context, [])

    def open(self, address: str) -> None:
        """Go to an address and wait until the page is there."""
        self._ask("browsingContext.navigate", url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._ask("browsingContext.reload", wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Give the page a window of this size, and wait until it is drawn."""
        self._ask("browsingContext.setViewport", viewport={"width": width, "height": height})
        self.get("new Promise(requestAnimationFrame)")

    def get(self, expression: str) -> Any:
        """Return the value of an expression, or of what it promises."""
        told = self._firefox.ask(
            "script.evaluate",
            target={"context": self._context},
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise Refused(f"{expression}: {told['exceptionDetails']['text']}")
        return json.loads(told["result"]["value"])

    def until(self, expression: str) -> None:
        """Wait until an expression is true, also on a page that is still to come."""
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            with suppress(Refused):  # no page, or not yet this one
                if self.get(expression):
                    return
            time.sleep(0.02)
        raise AssertionError(f"never true: {expression}")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, such as `a`, `Enter` or `Control+Enter`."""
        acts = []
        for key in keys:
            held = [KEYS.get(one, one) for one in key.split("+")] if len(key) > 1 else [key]
            acts += [{"type": "keyDown", "value": one} for one in held]
            acts += [{"type": "keyUp", "value": one} for one in reversed(held)]
        self._ask("input.performActions", actions=[{"type": "key", "id": "hand", "actions": acts}])

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press the mouse at one place of the window and let it go at another."""
        (x, y), (to_x, to_y) = start, end
        acts = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "x": to_x, "y": to_y},
            {"type": "pointerUp", "button": 0},
        ]
        self._ask(
            "input.performActions", actions=[{"type": "pointer", "id": "mouse", "actions": acts}]
        )

    def tab_to(self, selector: str) -> None:
        """Press Tab, or Shift and Tab, until the keys go to what is looked for.

        Behind the last thing on a page the keys go to the window of the browser and do not return.
        """
        wanted = f"document.querySelector({json.dumps(selector)})"
        here = f"document.activeElement === {wanted}"
        before = f"document.activeElement.compareDocumentPosition({wanted}) & 2"
        while not self.get(here):
            self.press("Shift+Tab" if self.get(before) else "Tab")
            assert self.get("document.hasFocus()"), f"Tab does not lead to {selector}"


@contextmanager
def running() -> Iterator[Firefox]:
    """Start a Firefox with an empty profile, and end it with all its processes."""
    path = find_firefox()
    assert path, "no Firefox: install it, or name it in TERTIUM_FIREFOX (make test does)"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        wanted = (f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items())
        Path(profile, "user.js").write_text("\n".join(wanted), encoding="utf-8")
        said = Path(profile, "said.txt")
        process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--profile", profile,
             "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL, stderr=said.open("wb"), start_new_session=True,
            env=os.environ | {"MOZ_CRASHREPORTER_DISABLE": "1"},
        )  # fmt: skip
        try:
            with connect(f"{_address(process, said)}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Return where it listens, once it says so."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience and process.poll() is None:
        if found := re.search(r"WebDriver BiDi listening on (\S+)", said.read_text("utf-8")):
            return found[1]
        time.sleep(0.02)
    raise AssertionError(f"Firefox did not start: {said.read_text('utf-8')}")
