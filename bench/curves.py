"""How long do the probability curves take, beside a plain Python loop?

1,000 replicates × 20 sizes × 4 numbers of annotators from 3,000 judgements by five
annotators. The plain loop draws judgement by judgement; it is timed on a part of the
replicates and scaled up.
"""

import random
import time

import numpy as np

from studies import Evidence
from tertium.protocols.preferences import ANSWERS
from tertium.stats.comparison.enough import enough
from tertium.stats.result import signature
from tertium.table import JudgementTable

JUDGEMENTS, REPLICATES, LOOPED = 3000, 1000, 10
SIZES = tuple(range(50, 1050, 50))
NUMBERS = (1, 2, 3, 5)
LIMIT = 2.0  # seconds


def _judgements() -> JudgementTable:
    rng = np.random.default_rng(0)
    answers = rng.choice(["left", "right", "both_bad"], JUDGEMENTS, p=[0.35, 0.2, 0.45])
    return JudgementTable.from_rows(
        {
            "annotator": f"e{k % 5}",
            "segment": f"s{k}",
            "system": "advanced",
            "versus": "baseline",
            "aspect": "preference",
            "label": str(answer),
            "value": ANSWERS[str(answer)],
        }
        for k, answer in enumerate(answers)
    )


def _plain(values: dict[str, list[float]], replicates: int) -> dict[tuple[int, int], float]:
    """Draw judgement by judgement, as one would write it down first."""
    rng = random.Random(0)
    names = sorted(values)
    found = {}
    for number in NUMBERS:
        for size in SIZES:
            low = 0
            for _ in range(replicates):
                chosen = rng.sample(names, number)
                total = 0.0
                for _ in range(size):
                    total += rng.choice(values[rng.choice(chosen)])
                low += total <= 0
            found[number, size] = low / replicates
    return found


def run() -> Evidence:
    """Time both in the same run and print the ratio."""
    data = _judgements().comparisons()
    names = {"baseline": "baseline", "advanced": "advanced"}
    times = []
    for _ in range(5):
        start = time.perf_counter()
        drawn = enough(data, sizes=SIZES, annotators=NUMBERS, replicates=REPLICATES, **names)
        times.append(time.perf_counter() - start)
    fast = sorted(times)[2]
    people = np.array(data.annotator.values())
    values = {str(name): data.value[people == name].tolist() for name in np.unique(people)}
    start = time.perf_counter()
    looped = _plain(values, LOOPED)
    slow = (time.perf_counter() - start) * REPLICATES / LOOPED
    apart = [
        abs(point.ratio_at_most_1 - looped[point.annotators, point.judgements])
        for point in drawn.points
    ]
    line = (
        f"{len(drawn.points)} points in {fast:.3f} s (limit {LIMIT:g} s); "
        f"a plain Python loop takes {slow:.0f} s: {slow / fast:,.0f} times as long."
    )
    print(line)
    body = (
        f"{JUDGEMENTS:,} judgements by five annotators, {REPLICATES:,} replicates × {len(SIZES)} "
        f"sizes × {len(NUMBERS)} numbers of annotators.\n\n{line}\n\n"
        f"The loop was timed on {LOOPED} replicates and scaled; its curves lie within "
        f"{max(apart):.2f} of ours, {np.mean(apart):.3f} on average (the noise of {LOOPED} "
        f"replicates). Ours: median of five runs."
    )
    return Evidence(
        "Speed of the probability curves",
        body,
        signature("bench-curves", judgements=JUDGEMENTS, replicates=REPLICATES, seed=0),
    )
