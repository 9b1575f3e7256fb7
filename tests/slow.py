"""The slow tests, listed in slow.txt: `make quick` leaves them out, `make test` begins with them.

A line of slow.txt is a folder, a file or a test. After a quiet run this writes the tests anew;
folders and files stay:

    make test TESTS="--durations=0 --durations-min=0.25" | .venv/bin/python tests/slow.py
"""

import re
import sys
from pathlib import Path

LIST = Path(__file__).with_name("slow.txt")
TIMED = re.compile(r"[\d.]+s (?:call|setup|teardown) +(tests/[^\[@]*)")


def is_slow(test: str, listed: frozenset[str]) -> bool:
    """Tell whether a test (its node id) is listed, or its file, or a folder around it."""
    name = test.split("[")[0]
    file = Path(name.split("::")[0])
    return not listed.isdisjoint({name, *map(str, (file, *file.parents))})


def main() -> None:
    """Read the durations that pytest prints, and write the list."""
    kept = {line for line in LIST.read_text("utf-8").splitlines() if "::" not in line}
    found = {timed[1].strip() for line in sys.stdin if (timed := TIMED.match(line))}
    new = {test for test in found if not is_slow(test, frozenset(kept))}
    LIST.write_text("".join(f"{line}\n" for line in sorted(kept | new)), "utf-8")


if __name__ == "__main__":
    main()
