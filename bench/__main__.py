"""Run benchmarks: `python -m bench [name …]`."""

import sys

from studies import run_all

if __name__ == "__main__":
    sys.exit(run_all("bench", sys.argv[1:], prefix="bench-"))
