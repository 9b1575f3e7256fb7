"""Run all property tests again and again, each time with a fresh seed: `make properties`.

A property that fails once in a hundred runs is a fault, in the code or in the test. Every round
is all property tests with one new seed and without remembered examples; ten rounds share a
process (tests/rounds.py). Rounds are kept in `.hypothesis/rounds.jsonl`, so an interrupted run
goes on where it stopped; seeds that failed are tried again first. The result is written to
docs/evidence/properties.md.
"""

import argparse
import json
import os
import re
import secrets
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = ROOT / ".hypothesis" / "rounds.jsonl"
PAGE = ROOT / "docs" / "evidence" / "properties.md"


def files(within: list[str]) -> list[str]:
    """Return the test files that hold properties."""
    places = [path for name in within for path in sorted((ROOT / name).rglob("test_*.py"))]
    return [str(path.relative_to(ROOT)) for path in places if "@given" in path.read_text("utf-8")]


def rounds_of(seeds: list[int], asked: argparse.Namespace) -> list[dict[str, object]]:
    """Run all property tests once for each seed; return what failed, and how many ran."""
    started = time.monotonic()
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.rounds", "-m", "hypothesis"),
            *("-p", "no:cacheprovider", "-n", str(asked.processes), "--dist", "loadgroup"),
            *(f"--seeds={','.join(map(str, seeds))}", f"--examples={asked.examples}"),
            *("-vv", "-rfE", "--tb=short", "--no-header", *files(asked.within)),
        ],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    seconds = round((time.monotonic() - started) / len(seeds))
    lines = ran.stdout.splitlines()
    found = []
    for seed in seeds:
        of = [line for line in lines if re.search(rf"[\[-]{seed}[]-]", line)]
        failed = [line for line in of if line.startswith(("FAILED", "ERROR"))]
        if ran.returncode > 1:
            failed.append(f"pytest ended with {ran.returncode}")
        if failed:
            (ROUNDS.parent / f"failed-{seed}.txt").write_text(ran.stdout + ran.stderr, "utf-8")
        passed = sum(" PASSED " in line for line in of)
        found.append(
            {"seed": seed, "failed": failed, "passed": passed, "examples": asked.examples}
            | {"seconds": seconds}
        )
    return found


def kept() -> dict[int, dict[str, object]]:
    """Return the last round of each seed."""
    if not ROUNDS.exists():
        return {}
    lines = ROUNDS.read_text("utf-8").splitlines()
    return {one["seed"]: one for one in map(json.loads, lines)}


def page(rounds: list[dict[str, object]], wanted: int) -> str:
    """Tell what was run and what failed."""
    failing = [one for one in rounds if one["failed"]]
    tests = max((int(str(one["passed"])) for one in rounds), default=0)
    examples = min((int(str(one["examples"])) for one in rounds), default=0)
    told = "".join(
        f"- seed {one['seed']}: {'; '.join(map(str, one['failed']))}\n"  # type: ignore[call-overload]
        for one in failing
    )
    holds = "no failure" if not failing else f"{len(failing)} rounds with a failure:\n\n{told}"
    enough = "" if len(rounds) >= wanted else f" of {wanted} wanted"
    return (
        "# Property tests with fresh seeds\n\n"
        "A round is every property test (Hypothesis) once, with a seed of its own and without\n"
        "remembered examples. A test that fails now and then on unchanged code shows here.\n\n"
        f"{len(rounds)} rounds{enough}, {tests} property tests each, with {examples} examples of\n"
        f"a property, or as many as it asks for where these are fewer: **{holds}**\n\n"
        f"Written by `make properties` on {datetime.now(UTC):%Y-%m-%d}. "
        f"Seeds: {', '.join(str(one['seed']) for one in rounds)}.\n"
    )


def main() -> int:
    """Run until as many rounds as wanted have been run; tell of failures as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="rounds in all (200)")
    parser.add_argument("--processes", type=int, default=2, help="tests at the same time (2)")
    parser.add_argument("--examples", type=int, default=5, help="at most, of a property (5)")
    parser.add_argument("--together", type=int, default=10, help="rounds in one process (10)")
    parser.add_argument("--afresh", action="store_true", help="forget the rounds so far")
    parser.add_argument("within", nargs="*", default=["tests"], help="folders of tests (tests)")
    asked = parser.parse_args()
    ROUNDS.parent.mkdir(exist_ok=True)
    if asked.afresh:
        ROUNDS.unlink(missing_ok=True)
    again = [seed for seed, one in kept().items() if one["failed"]]
    while (left := asked.runs - len(kept())) > 0 or again:
        fresh = [secrets.randbelow(2**32) for _ in range(left)]
        seeds, again = (again + fresh)[: asked.together], again[asked.together :]
        done = rounds_of(seeds, asked)
        with ROUNDS.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(one) + "\n" for one in done)
        rounds = list(kept().values())
        PAGE.write_text(page(rounds, asked.runs), encoding="utf-8")
        for one in done:
            told = "; ".join(map(str, one["failed"])) or "no failure"  # type: ignore[call-overload]
            print(f"seed {one['seed']}, {one['seconds']} s, {told}", flush=True)
        print(f"{len(rounds)} of {asked.runs} rounds", flush=True)
    return int(any(one["failed"] for one in kept().values()))


if __name__ == "__main__":
    sys.exit(main())
