"""Bring what the tests need besides Python packages: a Chromium.

Run by `make test`. Where the system's package manager may be used it installs
Chromium; otherwise it says exactly what is missing and stops.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Published judgements, where they lie beside a development checkout.
PUBLISHED = Path(__file__).parents[2] / "shared" / "data"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MANAGERS = {
    "apt-get": [
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ],
    "dnf": [["dnf", "install", "-y", "-q", "chromium"]],
    "apk": [["apk", "add", "--quiet", "chromium"]],
    "pacman": [["pacman", "-S", "--noconfirm", "chromium"]],
}


def chromium() -> str | None:
    """Return the Chromium to use: the one named by TERTIUM_CHROMIUM, or the system's."""
    named = os.environ.get("TERTIUM_CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> None:
    """Install Chromium with the first package manager there is, if this user may."""
    may = os.geteuid() == 0
    prefix = [] if may else ["sudo", "-n"]
    if not may and not shutil.which("sudo"):
        return
    for manager, commands in MANAGERS.items():
        if shutil.which(manager):
            print(f"Installing Chromium with {manager} …", file=sys.stderr)
            for command in commands:
                environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
                quiet = subprocess.run(
                    [*prefix, *command],
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    check=False,
                )
                if quiet.returncode:
                    return
            return


def main() -> None:
    """Make sure there is a Chromium, or explain."""
    if not chromium():
        install()
    if not chromium():
        sys.exit(
            "make test: the browser tests need Chromium, and it could not be installed. "
            "Install the package 'chromium' (Debian: apt-get install chromium), or set "
            "TERTIUM_CHROMIUM to the path of a Chromium or Chrome; then run make test again."
        )


if __name__ == "__main__":
    main()
