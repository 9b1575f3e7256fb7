"""How fast are the contrasts of many systems, beside a plain jackknife?

20 systems, 2,000 segments in 100 documents, 10 annotators: everybody scores every output
(*balanced*: 400,000 scores), or each score is there with probability one half (*unbalanced*), so
that every pair of systems has a layout of its own. Both give an interval and a p for all 190 pairs.
The peer is what one would write by hand with NumPy: for every pair, leave out one annotator and one
document at a time, and take the larger of the two variances.
"""

import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.contrasts.estimate import estimate
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.result import signature

Floats = NDArray[np.float64]
SYSTEMS, SEGMENTS, DOCUMENTS, PEOPLE = 20, 2000, 100, 10
ROUNDS, LIMIT = 3, 2.0


def drawn(share: float) -> Outputs:
    """Draw the scores; each of them is there with this probability."""
    rng = np.random.default_rng(0)
    system, segment, person = (axis.ravel() for axis in np.indices((SYSTEMS, SEGMENTS, PEOPLE)))
    there = rng.random(len(system)) < share
    system, segment, person = system[there], segment[there], person[there]
    value = 0.1 * system + rng.normal(size=(SYSTEMS, SEGMENTS))[system, segment]
    value = value + rng.normal(size=len(system))
    cell = system * SEGMENTS + segment
    weight = 1 / np.bincount(cell)[cell]
    weight /= np.bincount(system, weight)[system]
    centre = np.bincount(system, weight * value)[system]
    document = segment * DOCUMENTS // SEGMENTS
    names = tuple(f"m{code:02}" for code in range(SYSTEMS))
    return Outputs(names, system, person, segment, document, value, weight, centre)


def jackknife(rows: Outputs) -> Floats:
    """Return the variance of every pair's difference by leaving units out, one after the other."""
    size = SYSTEMS
    found = []
    for unit, number in ((rows.annotator, PEOPLE), (rows.document, DOCUMENTS)):
        scores = np.empty((number, size))
        for code in range(number):
            kept = unit != code
            weight, system = rows.weight[kept], rows.system[kept]
            total = np.bincount(system, weight * rows.value[kept], size)
            scores[code] = total / np.bincount(system, weight, size)
        first, second = np.triu_indices(size, 1)
        apart = scores[:, first] - scores[:, second]
        found.append((number - 1) / number * ((apart - apart.mean(0)) ** 2).sum(0))
    return np.maximum(*found)


def _seconds(work: Callable[[], Any]) -> float:
    """Return the median of the processor's time."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def run() -> Evidence:
    """Time both layouts and both ways in the same run."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    rows, slowest = [], 0.0
    for name, share in (("balanced", 1.0), ("unbalanced", 0.5)):
        outputs = drawn(share)
        ours = _seconds(lambda o=outputs: estimate(o, level=0.95))  # type: ignore[misc]
        peer = _seconds(lambda o=outputs: jackknife(o))  # type: ignore[misc]
        slowest = max(slowest, ours)
        rows.append(
            f"| {name} | {len(outputs.value):,} | {ours:.2f} | {peer:.2f} | {peer / ours:.1f} |"
        )
        print(f"{name}: {ours:.2f} s, jackknife {peer:.2f} s, ratio {peer / ours:.1f}")
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"Seconds of the processor, median of {ROUNDS} rounds. The crossed interval also "
            "integrates over how much annotators and documents differ, and gives rank ranges.",
            "",
            "| layout | scores | Tertium | jackknife | jackknife ÷ Tertium |",
            "|---|---|---|---|---|",
            *rows,
            "",
            f"Wanted: under {LIMIT:g} s in both layouts: "
            f"{'met' if slowest < LIMIT else '**not met**'}.",
        ]
    )
    return Evidence(
        "Speed of contrasts",
        body,
        signature("bench-contrasts", systems=SYSTEMS, segments=SEGMENTS, annotators=PEOPLE, seed=0),
    )
