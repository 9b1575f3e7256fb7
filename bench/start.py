"""How long until `tertium` answers: the list of commands, and a demonstration begun before.

Beside it, in the same run, a Python that does nothing.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from studies import Evidence
from tertium.cli.demo import prepare
from tertium.stats.result import signature

__all__ = ["run"]

ROUNDS = 15
HELP_LIMIT, DEMO_LIMIT = 0.2, 3.0  # seconds


def _seconds(*words: str) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return median(times)


def _demo_seconds(folder: Path) -> float:
    """Return how long a second `tertium demo` takes until it has printed the last link."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "tertium", "demo", "--folder", str(folder), "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    for line in server.stdout:
        if "ann-02" in line:
            break
    taken = time.perf_counter() - start
    server.terminate()
    server.communicate()
    return taken


def run() -> Evidence:
    """Time all three and print the ratios to the limits."""
    nothing, help_ = _seconds("-c", "pass"), _seconds("-m", "tertium", "--help")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "demo"
        prepare(folder)
        demo = median(_demo_seconds(folder) for _ in range(5))
    body = "\n".join(
        [
            "| | seconds | limit | ratio to the limit |",
            "|---|--:|--:|--:|",
            f"| Python that does nothing | {nothing:.3f} | | |",
            f"| `tertium --help` | {help_:.3f} | {HELP_LIMIT} | {help_ / HELP_LIMIT:.2f} |",
            f"| a second `tertium demo` | {demo:.2f} | {DEMO_LIMIT:g} | {demo / DEMO_LIMIT:.2f} |",
            "",
            f"Medians of {ROUNDS} and of 5 runs; the demonstration counts until its last link is",
            "printed, when the server already listens.",
        ]
    )
    print(body)
    return Evidence("Starting", body, signature("bench-start", rounds=ROUNDS))
