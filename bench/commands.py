"""Has any analysis become slower since the last release?

Every analysis command on a mid-size file, made of the manual's examples by repeating them with new
segments, with this checkout and with the last release in the same run: the same interpreter and the
same libraries, one thread, the processor's time of the whole process. The faster of some rounds
counts on both sides.
"""

import csv
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from studies import Evidence
from tertium.stats.result import signature

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "src" / "tertium" / "examples"
RELEASE = "989b726"
LIMIT, ROUNDS = 1.25, 2
_TEXTS = ("segment", "document", "of")  # columns that name texts
# The command, its example and how often it is repeated, and further arguments.
COMMANDS: tuple[tuple[str, str, int, tuple[str, ...]], ...] = (
    ("compare", "judgements.csv", 20, ()),
    ("rank", "museum.csv", 50, ()),
    ("rank", "scores.csv", 100, ()),
    ("annotators", "crowd.csv", 60, ()),
    ("agree", "judgements.csv", 20, ()),
    ("agree", "scores.csv", 50, ()),
    ("errors", "errors.csv", 100, ()),
    ("chunks", "chunks.csv", 50, ()),
    ("square", "square.csv", 100, ()),
    ("grade", "grading.csv", 50, ()),
    ("effort", "edits.csv", 10, ()),
    ("monitor", "judgements.csv", 10, ()),
    ("graph", "museum.csv", 20, ()),
)


@contextmanager
def last_release() -> Iterator[Path]:
    """Give the files of the last release a folder for a while; compiled parts have not changed."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "release"
        _git("worktree", "add", "--detach", str(tree), RELEASE)
        try:
            for built in (ROOT / "src").rglob("*.so"):
                shutil.copy(built, tree / built.relative_to(ROOT))
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def repeated(example: Path, times: int, path: Path) -> int:
    """Write the rows of an example again and again, each time about other texts; count them."""
    with example.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        rows, header = list(reader), list(reader.fieldnames or ())
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, header, lineterminator="\n")
        writer.writeheader()
        for turn in range(times):
            new = {name for name in _TEXTS if name in header} if turn else set()
            writer.writerows(
                {name: f"{row[name]}-{turn}" if name in new and row[name] else row[name]
                 for name in header}
                for row in rows
            )  # fmt: skip
    return len(rows) * times


def seconds(source: Path, arguments: list[str]) -> float | None:
    """Return the processor's time of a command with the package in `source`; None if it fails."""
    times = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, "-m", "tertium", *arguments],
            check=False,
            capture_output=True,
            env=os.environ | {"PYTHONPATH": str(source), "OPENBLAS_NUM_THREADS": "1"},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            return None
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return min(times)


def run() -> Evidence:
    """Run all commands with both, one after the other."""
    rows, slower = [], []
    with TemporaryDirectory() as folder, last_release() as tree:
        for command, example, times, more in COMMANDS:
            path = Path(folder) / example
            number = repeated(EXAMPLES / example, times, path)
            arguments = [command, str(path), *more]
            now, then = (seconds(base / "src", arguments) for base in (ROOT, tree))
            if now is None or then is None:
                told = "does not run on both"
            else:
                told = f"{now / then:.2f}"
                if now / then > LIMIT:
                    slower.append(f"`{command}` on {example}")
            times_told = f"{_told(now)} | {_told(then)} | {told}"
            rows.append(f"| {command} | {example}, {number:,} rows | {times_told} |")
            print(rows[-1], flush=True)
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"The last release is `{RELEASE}`; {ROUNDS} rounds.",
            "",
            "| command | file | this checkout, s | last release, s | ratio |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Wanted: no ratio over {LIMIT:g}: "
            + (f"**not met** by {', '.join(slower)}." if slower else "met."),
        ]
    )
    return Evidence(
        "Speed of the commands beside the last release",
        body,
        signature("bench-commands", release=RELEASE, commands=len(COMMANDS)),
    )


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)


def _told(time: float | None) -> str:
    return "–" if time is None else f"{time:.2f}"
