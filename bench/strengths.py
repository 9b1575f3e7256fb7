"""How fast are strengths with ties fitted, beside evalica?

A million comparisons of 50 systems, about a fifth of them ties, as arrays of codes and of
+1, 0, −1. Both get the same arrays; evalica's list of winners, which it needs as objects
of its own, is made beforehand and not timed. The model is the same on both sides: ties as
half a win each (evalica's `bradley_terry`), and Davidson's (evalica's `newman`, whose
parameter is half of ours).
"""

import statistics
import time
from collections.abc import Callable
from typing import Any

import evalica
import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.choices import Ties
from tertium.stats.ranking.rank import rank
from tertium.stats.ranking.strengths import Strengths, bradley_terry
from tertium.stats.result import signature
from tertium.table import Codes, Comparisons

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SYSTEMS, COMPARISONS, ROUNDS = 50, 1_000_000, 5
TIE = 0.7  # Davidson's ν of the simulated comparisons
LIMIT, CLOSE = 5.0, 1e-6
ANNOTATORS, SEGMENTS = 20, 5000


def _comparisons() -> tuple[Ints, Ints, Floats]:
    rng = np.random.default_rng(0)
    strength = rng.normal(0, 1, SYSTEMS)
    first = rng.integers(0, SYSTEMS, COMPARISONS)
    second = (first + rng.integers(1, SYSTEMS, COMPARISONS)) % SYSTEMS
    half = (strength[first] - strength[second]) / 2
    shares = np.stack([np.exp(half), np.full(COMPARISONS, TIE), np.exp(-half)])
    steps = np.cumsum(shares / shares.sum(0), axis=0)
    drawn = rng.random(COMPARISONS)
    return first, second, 1.0 - (drawn > steps[0]) - (drawn > steps[1])


def _seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the median time of some rounds, and the last result."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - start)
    return statistics.median(times), found


def _apart(ours: Strengths, theirs: Any) -> float:
    """Return the largest difference of log strengths, both centred."""
    scores = np.log(theirs.scores.sort_index().to_numpy())
    return float(np.abs(ours.score - (scores - scores.mean())).max())


def run() -> Evidence:
    """Time both in the same run, compare their strengths, and print the ratio."""
    first, second, value = _comparisons()
    kinds = [evalica.Winner.Y, evalica.Winner.Draw, evalica.Winner.X]
    winners = [kinds[int(outcome) + 1] for outcome in value]
    rows, told = [], []
    for ties, peer in (("half", evalica.bradley_terry), ("davidson", evalica.newman)):
        ours, fitted = _seconds(lambda t=ties: _fit(first, second, value, t))
        theirs, _ = _seconds(lambda f=peer: f(first, second, winners))
        *_, index = evalica.indexing(first, second)
        known, _ = _seconds(lambda f=peer, i=index: f(first, second, winners, index=i))
        # Timed with its own stopping rule, compared with a sharp one.
        sharp = peer(first, second, winners, tolerance=1e-13, limit=100_000)
        apart = _apart(fitted, sharp)
        rows.append(
            f"| {ties} | {peer.__name__} | {ours * 1e3:.0f} | {theirs * 1e3:.0f} | "
            f"{known * 1e3:.0f} | **{theirs / ours:.0f}** | {known / ours:.0f} | {apart:.1e} |"
        )
        told.append((theirs / ours, known / ours, apart))
        print(
            f"{ties}: {ours * 1e3:.0f} ms, evalica {theirs * 1e3:.0f} ms ({theirs / ours:.0f} "
            f"times as long), log strengths within {apart:.1e}"
        )
    whole, _ = _seconds(lambda: rank(_campaign(first, second, value)))
    met = all(ratio >= LIMIT and apart < CLOSE for ratio, _, apart in told)
    body = "\n".join(
        [
            f"{COMPARISONS:,} comparisons of {SYSTEMS} systems, {np.mean(value == 0):.0%} ties, "
            "from arrays of codes and outcomes to log strengths; milliseconds, median of "
            f"{ROUNDS} rounds. *Index known*: evalica is also given its index of the systems.",
            "",
            "| ties | evalica's | Tertium | evalica | index known | ratio | ratio, index known | "
            "largest difference |",
            "|---|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"Wanted: at least {LIMIT:g} times as fast, log strengths within {CLOSE:g}: "
            f"{'met' if met else 'not met'}.",
            "",
            f"The whole of `rank` (two-way intervals over {ANNOTATORS} annotators and "
            f"{SEGMENTS:,} segments, all contrasts, ranges and clusters) takes {whole:.1f} s.",
        ]
    )
    return Evidence(
        "Speed of strengths with ties",
        body,
        signature("bench-strengths", systems=SYSTEMS, comparisons=COMPARISONS, seed=0),
    )


def _fit(first: Ints, second: Ints, value: Floats, ties: Ties) -> Strengths:
    return bradley_terry(first, second, value, systems=SYSTEMS, ties=ties)


def _campaign(first: Ints, second: Ints, value: Floats) -> Comparisons:
    """Dress the same comparisons as those of people about segments."""
    number = len(value)
    rng = np.random.default_rng(1)
    names = tuple(f"system{code:02}" for code in range(SYSTEMS))
    none = Codes(np.full(number, -1), ())
    unknown = np.full(number, np.nan)
    return Comparisons(
        judgement=none,
        annotator=Codes(rng.integers(0, ANNOTATORS, number), tuple(map(str, range(ANNOTATORS)))),
        segment=Codes(rng.integers(0, SEGMENTS, number), tuple(map(str, range(SEGMENTS)))),
        document=none,
        domain=none,
        pass_=none,
        condition=none,
        set=none,
        system=Codes(first, names),
        versus=Codes(second, names),
        label=none,
        value=value,
        slot=np.ones(number),
        seconds=unknown,
        order=unknown,
        comment=none,
    )
