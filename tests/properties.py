"""Run all property tests again and again, each time with a fresh seed: `make properties`.

A property that fails once in a hundred runs is a fault, in the code or in the test. Every round
is all property tests with one new seed and without remembered examples. Rounds are kept in
`.hypothesis/rounds.jsonl`, so an interrupted run goes on where it stopped; seeds that failed are
tried again first. The result is written to docs/evidence/properties.md.
"""

import argparse
import json
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


def round_of(seed: int, within: list[str], processes: int) -> dict[str, object]:
    """Run all property tests once; return what failed, and how many ran."""
    started = time.monotonic()
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-m", "hypothesis", "-p", "no:cacheprovider"),
            *("-n", str(processes), "--dist", "loadgroup", f"--hypothesis-seed={seed}"),
            *("-rfE", "--tb=short", *files(within)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    lines = ran.stdout.splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    if ran.returncode > 1:
        failed.append(f"pytest ended with {ran.returncode}")
    if failed:
        (ROUNDS.parent / f"failed-{seed}.txt").write_text(ran.stdout + ran.stderr, "utf-8")
    passed = map(int, re.findall(r"(\d+) passed", lines[-1] if lines else ""))
    seconds = round(time.monotonic() - started)
    return {"seed": seed, "failed": failed, "passed": sum(passed), "seconds": seconds}


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
        f"{len(rounds)} rounds{enough}, {tests} property tests each: **{holds}**\n\n"
        f"Written by `make properties` on {datetime.now(UTC):%Y-%m-%d}. "
        f"Seeds: {', '.join(str(one['seed']) for one in rounds)}.\n"
    )


def main() -> int:
    """Run until as many rounds as wanted have been run; tell of failures as they come."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200, help="rounds in all (200)")
    parser.add_argument("--processes", type=int, default=2, help="tests at the same time (2)")
    parser.add_argument("--afresh", action="store_true", help="forget the rounds so far")
    parser.add_argument("within", nargs="*", default=["tests"], help="folders of tests (tests)")
    asked = parser.parse_args()
    ROUNDS.parent.mkdir(exist_ok=True)
    if asked.afresh:
        ROUNDS.unlink(missing_ok=True)
    again = [seed for seed, one in kept().items() if one["failed"]]
    while again or len(kept()) < asked.runs:
        seed = again.pop() if again else secrets.randbelow(2**32)
        one = round_of(seed, asked.within, asked.processes)
        with ROUNDS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        rounds = list(kept().values())
        PAGE.write_text(page(rounds, asked.runs), encoding="utf-8")
        told = "; ".join(map(str, one["failed"])) or "no failure"  # type: ignore[call-overload]
        print(f"{len(rounds)} of {asked.runs}: seed {seed}, {one['seconds']} s, {told}", flush=True)
    return int(any(one["failed"] for one in kept().values()))


if __name__ == "__main__":
    sys.exit(main())
