"""How fast are tie calibration and permutation, against a plain transcription of the definitions?

20 systems × 1,000 segments, people's scores in steps of 25. The transcription is the
definition with NumPy, one candidate ε or one permutation at a time: for every ε the accuracy of
all pairs is counted anew, and for every permutation both metrics' scores are swapped, averaged and
correlated. Both sides must give the same numbers: accuracy and ε to the last digit, p within
what a thousand random permutations allow.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.correlation.correlate import blocks_of
from tertium.stats.correlation.panel import JudgedRows, Method
from tertium.stats.correlation.swapping import Swaps, swapped_means
from tertium.stats.correlation.system_level import SystemLevel, weighted_pearson
from tertium.stats.correlation.ties import calibrate, gather_pairs
from tertium.stats.resampling import Resampling
from tertium.stats.result import signature
from tertium.table_views import Codes

Floats = NDArray[np.float64]

SYSTEMS, SEGMENTS, PERMUTATIONS = 20, 1_000, 1_000
EVERY = 20  # of the candidates, which the transcription tries: all would take a minute
WANTED = 10.0


def drawn() -> tuple[Floats, Floats, Floats]:
    """Return people's scores and those of two metrics, segments × systems."""
    rng = np.random.default_rng(0)
    true = rng.normal(0, 3, SYSTEMS) + rng.normal(0, 10, (SEGMENTS, SYSTEMS))
    human = 25 * np.rint((70 + true) / 25)
    return human, true + rng.normal(0, 10, true.shape), true + rng.normal(0, 12, true.shape)


def seconds(work: Callable[[], Any], rounds: int) -> tuple[float, Any]:
    """Return the median time of some rounds, and what the work gives."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - start)
    return float(np.median(times)), found


def plain_calibration(human: Floats, metric: Floats) -> tuple[float, float, int]:
    """Try every so many candidates, each on all pairs: the best accuracy, its ε, and how many."""
    pairs = gather_pairs(human, metric)
    candidates = np.unique(np.r_[0.0, pairs.apart])[::EVERY]
    best = (-1.0, 0.0)
    for epsilon in candidates:
        right = np.where(pairs.apart <= epsilon, pairs.equal, pairs.right)
        accuracy = right.mean()  # groups of one size: the mean of means
        if accuracy > best[0] + 1e-12:
            best = (float(accuracy), float(epsilon))
    return (*best, len(candidates))


def plain_permutation(human: Floats, one: Floats, two: Floats, times: int) -> tuple[float, Floats]:
    """Swap single outputs at random and correlate the means of systems: Δ and all Δ*."""
    people = human.mean(0)
    one, two = ((table - table.mean()) / table.std() for table in (one, two))

    def less(first: Floats, second: Floats) -> float:
        r = [float(np.corrcoef(people, table.mean(0))[0, 1]) for table in (first, second)]
        return r[0] - r[1]

    rng = np.random.default_rng(1)
    found = []
    for _ in range(times):
        swapped = rng.random(one.shape) < 0.5
        found.append(less(np.where(swapped, two, one), np.where(swapped, one, two)))
    return less(one, two), np.array(found)


def level_of(human: Floats, one: Floats, two: Floats) -> SystemLevel:
    """Return the systems as the analysis reads them."""
    segment, system = (part.reshape(-1) for part in np.indices(human.shape))
    names = (
        tuple(f"s{at:04d}" for at in range(SEGMENTS)),
        tuple(f"y{at:02d}" for at in range(SYSTEMS)),
    )
    nothing = Codes(np.full(human.size, -1), ())
    rows = JudgedRows(
        nothing,
        Codes(segment, names[0]),
        nothing,
        nothing,
        nothing,
        Codes(system, names[1]),
        human.reshape(-1),
    )
    keys = [(None, None, names[0][s], names[1][y]) for s, y in zip(segment, system, strict=True)]
    methods = [
        Method(name, "automatic", dict(zip(keys, table.reshape(-1).tolist(), strict=True)), {})
        for name, table in (("one", one), ("two", two))
    ]
    (block,) = blocks_of({"-": rows}, methods)
    return SystemLevel(block, Resampling())


def permuted(level: SystemLevel) -> Floats:
    """Return Δ* of Pearson's r by the analysis, single outputs swapped."""
    swaps = Swaps(PERMUTATIONS, published=True)
    one, two = swapped_means(level, "one", "two", swaps, np.random.default_rng(2))
    people, once = np.broadcast_to(level.means(), one.shape), np.ones(one.shape)
    return weighted_pearson(people, one, once) - weighted_pearson(people, two, once)


def run() -> Evidence:
    """Time both sides in the same run, and compare what they give."""
    human, one, two = drawn()
    ours, found = seconds(lambda: calibrate(human, one), 5)
    plain, (accuracy, epsilon, tried) = seconds(lambda: plain_calibration(human, one), 1)
    pairs = gather_pairs(human, one)
    at_ours = np.where(pairs.apart <= found.epsilon, pairs.equal, pairs.right).mean()
    same = abs(at_ours - found.accuracy) < 1e-12 and accuracy <= found.accuracy + 1e-12
    whole = plain * EVERY
    level = level_of(human, one, two)
    _ = level.block.common, level.kept
    fast, moved = seconds(lambda: permuted(level), 5)
    slow, (seen, plainly) = seconds(lambda: plain_permutation(human, one, two, PERMUTATIONS), 1)
    p = [float((drawn >= seen).mean()) for drawn in (moved, plainly)]
    alike = abs(p[0] - p[1]) < 0.06 and abs(moved.std() / plainly.std() - 1) < 0.1
    met = same and alike and whole / ours >= WANTED and slow / fast >= WANTED
    body = "\n".join(
        [
            (__doc__ or "").split("\n", 2)[2].strip(),
            "",
            f"The transcription of tie calibration tries every {EVERY}th of the candidates "
            f"({tried:,} tried); its time is that of all.",
            "",
            "| | transcription, s | Tertium, s | ratio | transcription gives | Tertium gives |",
            "|---|---|---|---|---|---|",
            f"| tie calibration | {whole:.1f} | {ours:.3f} | **{whole / ours:,.0f}** | "
            f"{accuracy:.6f} (ε {epsilon:.4f}) | {found.accuracy:.6f} (ε {found.epsilon:.4f}) |",
            f"| 1,000 permutations | {slow:.2f} | {fast:.3f} | **{slow / fast:.0f}** | "
            f"p {p[1]:.3f}, sd {plainly.std():.5f} | p {p[0]:.3f}, sd {moved.std():.5f} |",
            "",
            f"At Tertium’s ε the transcription gives {at_ours:.12f}, Tertium "
            f"{found.accuracy:.12f}.",
            "",
            f"Wanted: {WANTED:g} times as fast, the same numbers: "
            f"{'met' if met else '**not met**'}.",
        ]
    )
    print(body)
    return Evidence(
        "Speed of tie calibration and permutation",
        body,
        signature("bench-correlate", systems=SYSTEMS, segments=SEGMENTS, seed=0),
    )
