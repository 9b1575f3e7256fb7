"""Bring what the tests need besides Python packages.

That is Chromium and Firefox, and the library without which the program does not start that drives
Chromium for Playwright. Run by `make test`. Where the system's package manager may be used they
are installed; otherwise it says exactly what is missing and stops.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

# Published judgements, where they lie beside a development checkout.
PUBLISHED = Path(__file__).parents[2] / "shared" / "data"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FIREFOX = ("firefox-esr", "firefox")
# What each package manager runs to install packages.
MANAGERS = {
    "apt-get": [
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-yqq", "--no-install-recommends"],
    ],
    "dnf": [["dnf", "install", "-y", "-q"]],
    "apk": [["apk", "add", "--quiet"]],
    "pacman": [["pacman", "-S", "--noconfirm"]],
}


def chromium() -> str | None:
    """Return the Chromium to use: the one named by TERTIUM_CHROMIUM, or the system's."""
    return _found("TERTIUM_CHROMIUM", CHROMIUM)


def firefox() -> str | None:
    """Return the Firefox to use: the one named by TERTIUM_FIREFOX, or the system's."""
    return _found("TERTIUM_FIREFOX", FIREFOX)


def _found(variable: str, names: tuple[str, ...]) -> str | None:
    named = os.environ.get(variable)
    return named or next((found for name in names if (found := shutil.which(name))), None)


def drives() -> bool:
    """Tell whether the program starts with which Playwright drives browsers."""
    asked = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


class Need(NamedTuple):
    """Something that tests need: whether it is there, where it comes from, what to do without."""

    there: Callable[[], object]
    packages: dict[str, str]  # package manager → name
    otherwise: str


NEEDS = (
    Need(
        chromium,
        dict.fromkeys(MANAGERS, "chromium"),
        "the browser tests need Chromium, and it could not be installed. Install the package "
        "'chromium' (Debian: apt-get install chromium), or set TERTIUM_CHROMIUM to the path of a "
        "Chromium or Chrome",
    ),
    Need(
        firefox,
        {"apt-get": "firefox-esr", "dnf": "firefox", "apk": "firefox-esr", "pacman": "firefox"},
        "the browser tests need Firefox, and it could not be installed. Install the package "
        "'firefox-esr' or 'firefox' (Debian: apt-get install firefox-esr), or set TERTIUM_FIREFOX "
        "to the path of a Firefox",
    ),
    Need(
        drives,
        {"apt-get": "libatomic1", "dnf": "libatomic", "apk": "libatomic", "pacman": "gcc-libs"},
        "the browser tests need Playwright, whose driver does not start. Install the library "
        "libatomic (Debian: apt-get install libatomic1), see what "
        f"`{sys.executable} -m playwright --version` says",
    ),
)


def install(needs: list[Need]) -> None:
    """Install what is missing with the first package manager there is, if this user may."""
    may = os.geteuid() == 0
    prefix = [] if may else ["sudo", "-n"]
    manager = next((name for name in MANAGERS if shutil.which(name)), None)
    if manager is None or not (may or shutil.which("sudo")):
        return
    *before, last = MANAGERS[manager]
    packages = [need.packages[manager] for need in needs]
    print(f"Installing {' and '.join(packages)} with {manager} …", file=sys.stderr)
    for command in [*before, [*last, *packages]]:
        done = subprocess.run(
            [*prefix, *command],
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode:
            return


def main() -> None:
    """Make sure that browsers are there and can be driven, or explain."""
    missing = [need for need in NEEDS if not need.there()]
    if missing:
        install(missing)
    lacking = [need.otherwise for need in missing if not need.there()]
    if lacking:
        sys.exit("\n".join(f"make test: {what}; then run make test again." for what in lacking))


if __name__ == "__main__":
    main()
