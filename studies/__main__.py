"""Run studies: `python -m studies [name …]`."""

import sys

from studies import run_all

if __name__ == "__main__":
    sys.exit(run_all("studies", sys.argv[1:]))
