"""Studies: long simulations whose tables are the evidence for what Tertium recommends.

A study is a module here with a function `run() -> Evidence` and a line in `NAMES`;
`python -m studies` runs all of them, `python -m studies coverage` one, and writes
`docs/evidence/<name>.md`. `bench/` works the same way and shares this machinery.
"""

import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

NAMES = (
    "agreement",
    "alignment",
    "annotator_systems",
    "annotators",
    "answers",
    "calibration",
    "consensus",
    "contrasts",
    "coverage",
    "crowd",
    "crowd_designs",
    "effort",
    "entropy",
    "kill",
    "monitoring",
    "operations",
    "power",
    "ratings",
    "scorecard",
    "shutdown",
    "strengths",
    "tournament",
)
FOLDER = Path(__file__).parents[1] / "docs" / "evidence"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a study found: a title, a text with tables, and how to repeat it."""

    title: str
    body: str
    signature: str


def run_all(package: str, wanted: list[str], *, prefix: str = "") -> int:
    """Run the studies of a package and write a page each; return the exit code."""
    known: tuple[str, ...] = import_module(package).NAMES
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"no study named {unknown[0]!r}. Known: {', '.join(known)}.", file=sys.stderr)
        return 2
    for name in wanted or known:
        print(f"{package}: {name} …", file=sys.stderr, flush=True)
        start = time.perf_counter()
        found = import_module(f"{package}.{name}").run()
        seconds = time.perf_counter() - start
        page = (
            f"# {found.title}\n\n{found.body.strip()}\n\n"
            f"Written by `python -m {package} {name}` on {datetime.now(UTC):%Y-%m-%d} "
            f"in {seconds:.0f} s. Signature: `{found.signature}`\n"
        )
        FOLDER.mkdir(parents=True, exist_ok=True)
        path = FOLDER / f"{prefix}{name}.md"
        beside = path.with_suffix(".part")
        beside.write_text(page, encoding="utf-8")
        beside.replace(path)
        print(f"{package}: {name} took {seconds:.1f} s, see {path.name}", file=sys.stderr)
    return 0
