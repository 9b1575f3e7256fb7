"""Follow the README on a machine on which nothing but Python, make and git is installed.

Run by `make fresh`, on Linux, as root. A bare Debian is made in a temporary folder, the committed
state is cloned into it, and `make demo` and `make test` run there as on a new machine: whatever
else they need, the project must bring. The network and where packages come from (pip's settings,
apt's mirrors, certificates, proxies) are those of this machine. What happened is written to
docs/evidence/fresh.md.

Commands run in namespaces of their own, so mounts and processes end with them in every case.
The bare Debian is kept in the user's cache; delete it there to have a new one.
"""

import ast
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from typing import NoReturn

from tests.prepare import PUBLISHED

ROOT = Path(__file__).parents[1]
EVIDENCE = ROOT / "docs" / "evidence" / "fresh.md"
RELEASE, PACKAGES = "bookworm", ("python3", "python3-venv", "make", "git")
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tertium"
BASE = CACHE / f"fresh-{RELEASE}.tar"
CLONE, TESTED = "/srv/tertium", "/srv/tests.xml"  # inside
PATIENCE = 600  # seconds until the demonstration must serve
NETWORK = ("http_proxy", "https_proxy", "no_proxy")
CERTIFICATES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


@dataclass(slots=True)
class Machine:
    """A bare Debian in a folder, with what it takes from the machine around it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)  # of the environment
    mounts: dict[str, Path] = field(default_factory=dict)  # inside → outside, to be read only
    seconds: dict[str, float] = field(default_factory=dict)  # of each step

    def inside(self, path: str | Path) -> Path:
        """Return where a file of this machine lies for others."""
        return self.folder / str(path).lstrip("/")

    def command(self, *words: str) -> list[str]:
        """Return what runs a command here, in the clone if there is one."""
        around = shlex.quote(str(self.folder))
        script = [
            f"mount -t proc proc {around}/proc",
            f"mount -t sysfs -o ro sysfs {around}/sys",
            f"mount --rbind /dev {around}/dev",
            f"mount -t tmpfs tmpfs {around}/dev/shm",
        ]
        for place, outside in self.mounts.items():
            target = shlex.quote(str(self.inside(place)))
            script += [
                f"mkdir -p {target}",
                f"mount --bind {shlex.quote(str(outside))} {target}",
                f"mount -o remount,bind,ro {target}",
            ]
        settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", **self.settings}
        given = [f"{name}={value}" for name, value in settings.items()]
        here = f"cd {CLONE} 2>/dev/null || cd; {shlex.join(words)}"
        # The shell stays, to look after the processes whose parents have gone.
        script.append(
            shlex.join(["chroot", str(self.folder), "env", "-i", *given, "sh", "-c", here])
        )
        lasting = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c"]
        return [*lasting, " && ".join(script) + "; exit $?"]

    def run(self, *words: str) -> int:
        """Run a command, its output on standard error, and return its exit code."""
        return subprocess.run(self.command(*words), stdout=sys.stderr, check=False).returncode

    def ask(self, *words: str) -> list[str]:
        """Return the lines that a command prints."""
        asked = subprocess.run(self.command(*words), stdout=subprocess.PIPE, text=True, check=True)
        return asked.stdout.splitlines()

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Say what is being done, and note how long it took."""
        print(f"fresh: {name} …", file=sys.stderr)
        started = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - started


def missing() -> str:
    """Say what this machine lacks, or nothing."""
    if sys.platform != "linux":
        return f"it takes Linux to run a bare Debian, and this is {sys.platform}"
    if os.geteuid():
        return "only root may make a bare Debian: run it as root, for example with sudo"
    for tool, package in (
        ("debootstrap", "debootstrap"),
        ("unshare", "util-linux"),
        ("git", "git"),
    ):
        if not shutil.which(tool):
            return f"{tool} is not installed (Debian: apt-get install {package})"
    return ""


def mirrors() -> list[tuple[str, str]]:
    """Return the mirrors of the release that this machine uses, and the suites they hold."""
    if not shutil.which("apt-get"):
        return []
    wanted = ["--format", "$(REPO_URI) $(RELEASE) $(ORIGIN)", "Identifier: Packages"]
    found = subprocess.run(
        ["apt-get", "indextargets", *wanted], capture_output=True, text=True, check=False
    )
    lines = dict.fromkeys(found.stdout.splitlines())
    parts = [words for line in lines if len(words := line.split()) == 3]
    return [
        (site, suite)
        for site, suite, origin in parts
        if origin == "Debian" and suite.split("-")[0] == RELEASE
    ]


def make_base() -> None:
    """Keep a bare Debian with Python, make and git in the cache, if it is not there yet."""
    if BASE.exists():
        return
    CACHE.mkdir(parents=True, exist_ok=True)
    site = next((site for site, suite in mirrors() if suite == RELEASE), "")
    with tempfile.TemporaryDirectory(prefix="tertium-base-") as folder:
        make = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
        places = [RELEASE, f"{folder}/root", *([site] if site else [])]
        subprocess.run([*make, *places], stdout=subprocess.DEVNULL, check=True)
        subprocess.run(
            ["tar", "--numeric-owner", "-C", f"{folder}/root", "-cf", f"{folder}/base.tar", "."],
            check=True,
        )
        shutil.move(f"{folder}/base.tar", BASE)


def take_over(machine: Machine) -> None:
    """Give a machine the network and the sources of packages of the one around it."""
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        if Path(name).exists():
            shutil.copy(name, machine.inside(name))
    if found := mirrors():
        lines = "".join(f"deb {site} {suite} main\n" for site, suite in found)
        machine.inside("/etc/apt/sources.list").write_text(lines)
        fetching = subprocess.run(
            ["apt-config", "dump", "Acquire"], capture_output=True, text=True, check=True
        ).stdout
        machine.inside("/etc/apt/apt.conf.d/90fetching").write_text(fetching)
    for name in NETWORK:
        for spelt in (name, name.upper()):
            if spelt in os.environ:
                machine.settings[spelt] = os.environ[spelt]
    machine.settings |= {name: os.environ[name] for name in CERTIFICATES if name in os.environ}
    machine.settings |= pip_settings()
    for value in list(machine.settings.values()):
        for index, named in re.findall(r"(?<!\S)(file://)?(/\S+)", value):
            path = Path(named)
            if path.is_file():
                machine.inside(path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, machine.inside(path))
            elif path.is_dir():
                # The pages of an index lead to files beside it.
                whole = path.parent if index else path
                machine.mounts[str(whole)] = whole


def pip_settings() -> dict[str, str]:
    """Return pip's settings, whichever file they stand in, as variables of the environment."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    )
    settings = {}
    for line in sorted(listed.stdout.splitlines(), reverse=True):  # `:env:` comes last, and wins
        name, _, value = line.partition("=")
        settings[f"PIP_{name.rpartition('.')[2].replace('-', '_').upper()}"] = ast.literal_eval(
            value
        )
    return settings


def demonstrate(machine: Machine) -> tuple[int, int]:
    """Run `make demo` until it serves; return how many links it printed, and how many open."""
    server = subprocess.Popen(machine.command("make", "demo"), stdout=subprocess.PIPE, text=True)
    patience = Timer(PATIENCE, server.kill)
    patience.start()
    try:
        assert server.stdout is not None
        links: list[str] = []
        for line in server.stdout:
            links += re.findall(r"http://\S+", line)
            if "/manage/enter" in line:  # the last one
                break
        return len(links), sum(map(opens, links))
    finally:
        patience.cancel()
        server.kill()  # and with it everything that runs there
        server.wait()


def opens(link: str) -> bool:
    """Tell whether a page opens, and why if it does not."""
    try:
        with urllib.request.urlopen(link, timeout=60) as page:
            page.read()
    except OSError as error:
        print(f"fresh: {link}: {error}", file=sys.stderr)
        return False
    return True


@dataclass(frozen=True, slots=True)
class Tested:
    """What `make test` did."""

    counts: dict[str, int]
    failed: list[str]
    skipped: dict[str, int]  # why → how many
    slowest: list[tuple[float, str]]


def read_tests(file: Path) -> Tested:
    """Read what pytest has noted."""
    tests = list(ET.parse(file).getroot().iter("testcase")) if file.exists() else []
    counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
    failed, skipped, times = [], {}, []
    for test in tests:
        name = f"{test.get('classname', '').replace('.', '/')}::{test.get('name')}"
        times.append((float(test.get("time", 0)), name))
        if test.find("failure") is not None or test.find("error") is not None:
            failed.append(name)
            counts["failed"] += 1
        elif (reason := test.find("skipped")) is not None:
            why = reason.get("message", "")
            skipped[why] = skipped.get(why, 0) + 1
            counts["skipped"] += 1
        else:
            counts["passed"] += 1
    return Tested(counts, sorted(failed), skipped, sorted(times, reverse=True)[:10])


def installed(machine: Machine) -> dict[str, str]:
    """Return the Debian packages and their versions."""
    return dict(
        line.split(" ")
        for line in machine.ask("dpkg-query", "-W", "-f", "${Package} ${Version}\\n")
    )


def told(
    machine: Machine,
    commit: str,
    selection: str,
    before: dict[str, str],
    links: int,
    opened: int,
    tested: Tested,
    code: int,
) -> str:
    """Return the page about what happened."""
    after = installed(machine)
    asked = set(machine.ask("apt-mark", "showmanual")) - set(before)
    brought = sorted(set(after) - set(before))
    python = machine.ask(".venv/bin/python", "-m", "pip", "list", "--format=freeze")
    counts = ", ".join(f"{number:,} {what}" for what, number in tested.counts.items())
    lines = [
        "# On a machine with nothing but Python, make and git",
        "",
        f"Debian {RELEASE} with {', '.join(f'{name} {before[name]}' for name in PACKAGES)} and "
        f"what these depend on ({len(before)} packages in all), {os.cpu_count()} cores. "
        f"A clone of commit {commit}, {'with' if PUBLISHED.is_dir() else 'without'} the "
        "published data.",
        "",
        "| command | what happened | seconds |",
        "|---|---|---|",
        f"| `make demo` | {f'serves; {opened} of {links} links open' if links else 'fails'} "
        f"| {machine.seconds['make demo']:.0f} |",
        f"| `make test{f' TESTS={selection!r}' if selection else ''}` | {counts}; exit code {code} "
        f"| {machine.seconds['make test']:.0f} |",
        "",
        f"**Installed by the project**: {len(python)} Python packages, and with apt "
        f"{', '.join(f'{name} {after[name]}' for name in sorted(asked)) or 'nothing'}"
        f" ({len(brought)} Debian packages with what these depend on).",
        "",
    ]
    if tested.failed:
        lines += ["**Failed**:", "", *(f"- `{name}`" for name in tested.failed), ""]
    if tested.skipped:
        reasons = (f"- {number}: {why}" for why, number in tested.skipped.items())
        lines += ["**Skipped**:", "", *reasons, ""]
    lines += [
        "| slowest tests | seconds |",
        "|---|---|",
        *(f"| `{name}` | {seconds:.1f} |" for seconds, name in tested.slowest),
        "",
        "Other steps: "
        + ", ".join(
            f"{name} {seconds:.0f} s"
            for name, seconds in machine.seconds.items()
            if not name.startswith("make ")
        )
        + ".",
        "",
        f"Written by `make fresh` on {datetime.now(UTC):%Y-%m-%d}.",
    ]
    return "\n".join(lines) + "\n"


def stopped(*_: object) -> NoReturn:
    """End as by Ctrl+C, so that everything is cleaned up."""
    raise KeyboardInterrupt


def main(selection: str) -> int:
    """Make the machine, follow the README, tell what happened; return 0 if all is well."""
    if lack := missing():
        sys.exit(f"make fresh: {lack}.")
    signal.signal(signal.SIGTERM, stopped)
    with tempfile.TemporaryDirectory(prefix="tertium-fresh-") as folder:
        machine = Machine(Path(folder) / "machine")
        machine.folder.mkdir()
        with machine.step("a bare Debian"):
            make_base()
            subprocess.run(
                ["tar", "--numeric-owner", "-C", str(machine.folder), "-xpf", str(BASE)], check=True
            )
            take_over(machine)
            before = installed(machine)
        with machine.step("a clone of what is committed"):
            clone = machine.inside(CLONE)
            subprocess.run(
                ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True
            )
            commit = subprocess.run(
                ["git", "-C", str(clone), "rev-parse", "--short", "HEAD"],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.strip()
            if PUBLISHED.is_dir():
                place = Path(CLONE, os.path.relpath(PUBLISHED, ROOT))
                machine.mounts[os.path.normpath(place)] = PUBLISHED
        with machine.step("make demo"):
            links, opened = demonstrate(machine)
        with machine.step("make test"):
            noted = f"TESTS=--junitxml={TESTED} {selection}".strip()
            code = machine.run("make", "test", noted)
        tested = read_tests(machine.inside(TESTED))
        page = told(machine, commit, selection, before, links, opened, tested, code)
    EVIDENCE.write_text(page, encoding="utf-8")
    print(page)
    return 0 if links and opened == links and not code else 1


if __name__ == "__main__":
    try:
        sys.exit(main(shlex.join(sys.argv[1:])))
    except KeyboardInterrupt:
        sys.exit("make fresh: stopped; everything was cleaned up.")
    except subprocess.CalledProcessError as error:
        sys.exit(f"make fresh: {shlex.join(map(str, error.cmd))[:200]} failed, see above.")
