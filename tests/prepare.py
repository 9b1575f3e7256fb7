"""Bring what the tests need besides Python packages.

That is Chromium, and the library without which the program does not start that drives it for
Playwright. Run by `make test`. Where the system's package manager may be used they are
installed; otherwise it says exactly what is missing and stops.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Published judgements, where they lie beside a development checkout.
PUBLISHED = Path(__file__).parents[2] / "shared" / "data"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# For each package manager: what it runs to install, and what it calls the library.
MANAGERS = {
    "apt-get": (
        [["apt-get", "update", "-qq"], ["apt-get", "install", "-yqq", "--no-install-recommends"]],
        "libatomic1",
    ),
    "dnf": ([["dnf", "install", "-y", "-q"]], "libatomic"),
    "apk": ([["apk", "add", "--quiet"]], "libatomic"),
    "pacman": ([["pacman", "-S", "--noconfirm"]], "gcc-libs"),
}


def chromium() -> str | None:
    """Return the Chromium to use: the one named by TERTIUM_CHROMIUM, or the system's."""
    named = os.environ.get("TERTIUM_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def drives() -> bool:
    """Tell whether the program starts with which Playwright drives browsers."""
    asked = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def install(*, browser: bool, library: bool) -> None:
    """Install what is missing with the first package manager there is, if this user may."""
    may = os.geteuid() == 0
    prefix = [] if may else ["sudo", "-n"]
    manager = next((name for name in MANAGERS if shutil.which(name)), None)
    if manager is None or not (may or shutil.which("sudo")):
        return
    (*before, last), library_name = MANAGERS[manager]
    packages = ["chromium"] * browser + [library_name] * library
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
    """Make sure that a Chromium is there and can be driven, or explain."""
    browser, library = chromium() is None, not drives()
    if browser or library:
        install(browser=browser, library=library)
    if browser and not chromium():
        sys.exit(
            "make test: the browser tests need Chromium, and it could not be installed. "
            "Install the package 'chromium' (Debian: apt-get install chromium), or set "
            "TERTIUM_CHROMIUM to the path of a Chromium or Chrome; then run make test again."
        )
    if library and not drives():
        sys.exit(
            "make test: the browser tests need Playwright, whose driver does not start. Install "
            "the library libatomic (Debian: apt-get install libatomic1), see what "
            f"`{sys.executable} -m playwright --version` says; then run make test again."
        )


if __name__ == "__main__":
    main()
