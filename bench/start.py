"""How long until `tertium` answers: the list of commands, analyses of small files, a demonstration.

Beside it, in the same run, a Python that does nothing, and one that only imports the libraries
without which no analysis can be made.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from studies import Evidence
from tertium.cli.demo import prepare
from tertium.stats.result import signature

ROUNDS = 15
HELP_LIMIT, DEMO_LIMIT = 0.2, 3.0  # seconds
EXAMPLES = Path(__file__).parents[1] / "src" / "tertium" / "examples"
LIBRARIES = "import numpy, scipy.special, duckdb"
ANALYSES = {
    "compare": ("judgements.csv", "--baseline", "release-6", "--advanced", "release-7"),
    "errors": ("errors.csv",),
    "rank": ("rankings.csv",),
}


def _seconds(*words: str) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return median(times)


def _processor_seconds(*words: str) -> float:
    """Return the processor time of a Python, which other programs disturb less than the clock."""
    times = []
    for _ in range(ROUNDS):
        before = _used()
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
        times.append(_used() - before)
    return median(times)


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _analysis_seconds(command: str) -> float:
    file, *options = ANALYSES[command]
    return _processor_seconds("-m", "tertium", command, str(EXAMPLES / file), *options)


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
    """Time all of them and print the ratios to the limits."""
    nothing, help_ = _seconds("-c", "pass"), _seconds("-m", "tertium", "--help")
    libraries = _processor_seconds("-c", LIBRARIES)
    analyses = {command: _analysis_seconds(command) for command in ANALYSES}
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
            "| analyses, from start to end | processor seconds | ratio to the libraries |",
            "|---|--:|--:|",
            f"| Python with `{LIBRARIES}` | {libraries:.2f} | 1.0 |",
            *(
                f"| `tertium {command} {ANALYSES[command][0]}` | {taken:.2f} "
                f"| {taken / libraries:.1f} |"
                for command, taken in analyses.items()
            ),
            "",
            f"Medians of {ROUNDS} runs, and of 5 of the demonstration, which counts until its last",
            "link is printed, when the server already listens. The files are those that "
            "`tertium examples` writes.",
        ]
    )
    print(body)
    return Evidence("Starting", body, signature("bench-start", rounds=ROUNDS))
