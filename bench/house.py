"""How large is the house, and how much of it does one command or one answer walk through?

Counted in this checkout and in the last release, in the same run: files and lines of Python by
room, classes, tests, the time of `import tertium`, the files in which a function runs during
`tertium rank` and while one answer is taken, and how much a plain installation brings: the package
and all that it needs, as they are installed here.
"""

import ast
import os
import subprocess
import sys
import tomllib
from collections import Counter
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bench.commands import RELEASE, ROOT, last_release
from studies import Evidence
from tertium.stats.result import signature

_TRACE = """
import contextlib, io, json, sys
from pathlib import Path
import tertium
ROOT = str(Path(tertium.__file__).parent)
files = set()
def seen(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(ROOT):
        files.add(code.co_filename)
"""
_RANK = (
    _TRACE
    + """
from tertium.cli.main import cli
sys.setprofile(seen)
with contextlib.redirect_stdout(io.StringIO()):
    cli(["rank", sys.argv[1]], standalone_mode=False)
sys.setprofile(None)
print(json.dumps(len(files)))
"""
)
_ANSWER = (
    _TRACE
    + """
import threading
from datetime import UTC, datetime
from starlette.testclient import TestClient
from tertium.design import build_plan
from tertium.model import Campaign, Design, Segment, System
from tertium.store import Store
from tertium.web.app import create_app
segments = tuple(Segment(f"s{n}", f"The train number {n} leaves at noon today.",
                         source_language="en", target_language="de") for n in range(4))
systems = (System("old", "baseline"), System("new", "advanced"))
outputs = {(one.id, system.name): f"{system.name} {one.id} fährt ab"
           for one in segments for system in systems}
campaign = Campaign("c", "C", "ab@1", options={}, seed=1, segments=segments, systems=systems,
                    outputs=outputs, design=Design(annotators=1, common=2, min_words=1))
store = Store.open(sys.argv[1])
now = datetime.now(UTC)
old = callable(store.campaigns)  # methods of one class, before there were parts
(store.put_campaign if old else store.campaigns.put)(campaign, build_plan(campaign), at=now)
person = (store.annotators("c") if old else store.annotators.all("c"))[0]
record = store.record_step if old else store.annotators.record_step
for step in ("consented", "profile", "instructed", "tutored"):
    record("c", person.id, step, {}, at=now)
token = person.token
client = TestClient(create_app(store))
batch = client.get(f"/a/{token}/tasks.json").json()
def post(number):
    body = {"judgements": [{"id": f"01890000-0000-7000-8000-00000000000{number}",
            "assignment": batch["tasks"][number]["id"], "answer": {"better": "left"},
            "submitted_at": now.isoformat(), "seconds": 5.0}]}
    return client.post(f"/a/{token}/judgements", json=body)
first = post(0)
assert first.status_code < 300, first.text
threading.setprofile(seen)
sys.setprofile(seen)
assert post(1).status_code < 300
sys.setprofile(None)
print(json.dumps(len(files)))
"""
)


def _rooms(source: Path) -> Counter[tuple[str, str]]:
    """Return files, lines and classes by room, and of the whole."""
    found: Counter[tuple[str, str]] = Counter()
    for path in source.rglob("*.py"):
        room = path.relative_to(source).parts[0].removesuffix(".py")
        room = room if (source / room).is_dir() else "single files"
        text = path.read_text(encoding="utf-8")
        classes = sum(isinstance(node, ast.ClassDef) for node in ast.walk(ast.parse(text)))
        for kind, number in (("files", 1), ("lines", text.count("\n")), ("classes", classes)):
            found[room, kind] += number
            found["all", kind] += number
    return found


def _tests(tree: Path) -> int:
    """Return how many test functions there are."""
    return sum(
        node.name.startswith("test_")
        for path in (tree / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )


def _ran(tree: Path, script: str, *arguments: str) -> str:
    """Run a script with the package of a tree; what it prints, or why it cannot be run."""
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=False,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(tree / "src")},
    )
    return done.stdout.strip().splitlines()[-1] if done.returncode == 0 else "–"


def _import_ms(tree: Path) -> str:
    script = "import time; t = time.perf_counter(); import tertium; print(time.perf_counter() - t)"
    return f"{1000 * min(float(_ran(tree, script)) for _ in range(5)):.1f}"


def _installed(tree: Path) -> str:
    """Return the megabytes of the package and of everything that it needs, without extras."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [need for need in project["dependencies"] if _needed(need, set())]
    found: set[str] = set()
    size = sum(path.stat().st_size for path in (tree / "src").rglob("*") if path.is_file())
    while wanted:
        one = Requirement(wanted.pop())
        if (name := canonicalize_name(one.name)) not in found:
            found.add(name)
            there = distribution(one.name)
            paths = [Path(str(file.locate())) for file in there.files or ()]
            size += sum(path.stat().st_size for path in paths if path.is_file())
            wanted += [need for need in there.requires or () if _needed(need, one.extras)]
    return f"{size / 2**20:.0f} ({len(found)} packages)"


def _needed(requirement: str, extras: set[str]) -> bool:
    """Tell whether a package needs another here, with the extras that were asked for."""
    marker = Requirement(requirement).marker
    return marker is None or any(marker.evaluate({"extra": one}) for one in extras or {""})


def run() -> Evidence:
    """Count both trees."""
    from tempfile import TemporaryDirectory

    with last_release() as old, TemporaryDirectory() as folder:
        trees = (old, ROOT)
        rooms = [_rooms(tree / "src" / "tertium") for tree in trees]
        rows = []
        for room in sorted({room for found in rooms for room, _ in found} - {"all"}):
            cells = (f"{found[room, kind]:,}" for found in rooms for kind in ("files", "lines"))
            rows.append(f"| `{room}` | {' | '.join(cells)} |")
        cells = (f"{found['all', kind]:,}" for found in rooms for kind in ("files", "lines"))
        rows.append(f"| **all** | {' | '.join(cells)} |")
        ranking = ROOT / "src" / "tertium" / "examples" / "rankings.csv"
        tests = [_tests(tree) for tree in trees]
        further = {
            "classes": [f"{found['all', 'classes']:,}" for found in rooms],
            "test functions": [f"{number:,}" for number in tests],
            "test functions per 1,000 lines": [
                f"{1000 * number / found['all', 'lines']:.1f}"
                for number, found in zip(tests, rooms, strict=True)
            ],
            "`import tertium`, ms": [_import_ms(tree) for tree in trees],
            "files in which a function runs, `tertium rank rankings.csv`": [
                _ran(tree, _RANK, str(ranking)) for tree in trees
            ],
            "files in which a function runs, one answer": [
                _ran(tree, _ANSWER, str(Path(folder) / f"{number}.db"))
                for number, tree in enumerate(trees)
            ],
            "a plain installation, MB": [_installed(tree) for tree in trees],
        }
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"The last release is `{RELEASE}`.",
            "",
            "| room | files then | lines then | files now | lines now |",
            "|---|--:|--:|--:|--:|",
            *rows,
            "",
            "| | then | now |",
            "|---|--:|--:|",
            *(f"| {name} | {' | '.join(both)} |" for name, both in further.items()),
        ]
    )
    return Evidence("The size of the house", body, signature("bench-house", release=RELEASE))
