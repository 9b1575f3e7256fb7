"""How long does `tertium annotators` take, from a file to the answer, in different layouts?

Scores of five systems in a file with annotator, document, segment, system and score: many scores
per output or one to three, three annotators or a thousand, the same mix of systems for everybody or
a mix of one's own (system effects). Every layout is a process of its own; counted is the time of
the processor, system calls included, with one thread, reading and printing included.
"""

import os
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from studies import Evidence
from tertium.stats.result import signature

SYSTEMS = 5
LIMITS = {100_000: 10.0, 1_000_000: 60.0}  # seconds


@dataclass(frozen=True, slots=True)
class Layout:
    """So many scores (about) of so many outputs by so many annotators; `mixed`: unlike mixes."""

    scores: int
    outputs: int
    people: int
    mixed: bool = False


LAYOUTS = (
    Layout(100_000, 2_000, 200),
    Layout(100_000, 2_000, 1_000),
    Layout(100_000, 33_335, 3),
    Layout(100_000, 50_000, 1_000),
    Layout(100_000, 100_000, 200),
    Layout(100_000, 33_335, 200, mixed=True),
    Layout(30_000, 30_000, 100, mixed=True),
    Layout(1_000_000, 20_000, 1_000),
    Layout(1_000_000, 100_000, 1_000),
    Layout(1_000_000, 333_335, 3),
)


def write(layout: Layout, path: Path) -> None:
    """Write a file of scores; nobody scores an output twice."""
    rng = np.random.default_rng(0)
    people, each = layout.people, max(round(layout.scores / layout.outputs), 1)
    output = np.repeat(np.arange(layout.outputs), each)
    turn = np.arange(len(output)) % each
    step = rng.integers(1, max(people // each, 1) + 1, layout.outputs)
    person = (rng.integers(0, people, layout.outputs)[output] + turn * step[output]) % people
    segment, system = output // SYSTEMS, output % SYSTEMS
    if layout.mixed:  # everybody belongs to one or two systems
        own = people // SYSTEMS
        person = person % own + own * ((system + (rng.random(len(output)) < 0.3)) % SYSTEMS)
    key = np.unique(output * people + person, return_index=True)[1]
    output, person, segment, system = output[key], person[key], segment[key], system[key]
    value = 60 + 12 * rng.normal(size=layout.outputs)[output]
    value += 8 * rng.normal(size=people)[person] + 12 * rng.normal(size=len(output))
    value = np.clip(np.round(value), 0, 100).astype(int)
    columns = (person.tolist(), segment.tolist(), system.tolist(), value.tolist())
    with path.open("w", encoding="utf-8") as file:
        file.write("annotator,document,segment,system,score\n")
        file.writelines(
            f"w{who:04},d{text // 20:05},s{text:06},m{which},{score}\n"
            for who, text, which, score in zip(*columns, strict=True)
        )


def measured(layout: Layout, folder: Path) -> tuple[float, str]:
    """Return the seconds of the processor and what the model says about its fit."""
    path = folder / "scores.csv"
    write(layout, path)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "tertium", "annotators", str(path)],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return seconds, done.stdout


def run() -> Evidence:
    """Time all layouts, one after the other."""
    rows, met = [], True
    with TemporaryDirectory() as folder:
        for layout in LAYOUTS:
            seconds, said = measured(layout, Path(folder))
            limit = next(limit for most, limit in LIMITS.items() if layout.scores <= most)
            met &= seconds < limit
            engine, sweeps, converged = (
                _found(said, name) for name in ("Engine", "Sweeps", "Converged")
            )
            rows.append(
                f"| {layout.scores:,} | {layout.outputs:,} | {layout.people:,} | "
                f"{'own' if layout.mixed else 'same'} | {engine} | {sweeps} | {converged} | "
                f"{seconds:.1f} | {limit:g} |"
            )
            print(rows[-1], flush=True)
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            "| scores | outputs | annotators | mix of systems | engine | sweeps | converged | "
            "seconds | limit |",
            "|---|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Wanted: every layout within its limit: {'met' if met else '**not met**'}.",
        ]
    )
    return Evidence(
        "Speed of the annotator model in different layouts",
        body,
        signature("bench-annotator-layouts", layouts=len(LAYOUTS), seed=0),
    )


def _found(said: str, name: str) -> str:
    line = re.search(rf"^{name}\s+(.+)$", said, re.M)
    return line[1].strip() if line else "?"
