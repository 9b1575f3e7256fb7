"""How long does dominance take for 100,000 graphs, beside a loop over networkx graphs?

Graphs of six translations with as many answers as a tournament has.
The loop follows the definitions (descendants, strongly connected components) graph by
graph; it is timed on a part of the graphs and scaled up.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.result import signature
from tertium.stats.tournament.dominance import dominance
from tertium.stats.tournament.graphs import questions
from tertium.stats.tournament.orders import order
from tertium.table import Codes, Comparisons

VERTICES, GRAPHS, LOOPED = 6, 100_000, 1_000
SIZES = (10_000, 30_000, GRAPHS)
ANNOTATORS = 16
LIMIT = 2.0  # seconds
ROUNDS = 7
LOOK, EQUAL = 0.3, 0.4  # sd of a look at two translations, and what it takes for a tie

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def _answers(graphs: int) -> tuple[Ints, Ints, Ints]:
    """Draw who is compared with whom and what is said, as (graphs, questions).

    Translations differ in quality, looks at them vary, small differences are ties.
    """
    rng = np.random.default_rng(0)
    shape = (graphs, questions(VERTICES))
    first = rng.integers(VERTICES, size=shape)
    second = (first + rng.integers(1, VERTICES, size=shape)) % VERTICES
    quality = rng.normal(size=(graphs, VERTICES))
    seen = np.take_along_axis(quality, first, 1) - np.take_along_axis(quality, second, 1)
    seen += rng.normal(0, LOOK, size=shape)
    return first, second, np.where(np.abs(seen) < EQUAL, 0, np.sign(seen)).astype(np.int64)


def _arrays(first: Ints, second: Ints, value: Ints) -> tuple[Bools, Bools]:
    better, tied = np.zeros((2, len(first), VERTICES, VERTICES), dtype=bool)
    graph = np.broadcast_to(np.arange(len(first))[:, None], first.shape)
    for sign, one, two in ((1, first, second), (-1, second, first)):
        here = value == sign
        better[graph[here], one[here], two[here]] = True
        tied[graph[value == 0], one[value == 0], two[value == 0]] = True
    return better, tied


def _comparisons(first: Ints, second: Ints, value: Ints) -> Comparisons:
    """Write the answers as the table's view of them."""
    graphs, each = first.shape
    number = first.size
    systems = tuple(f"system {k}" for k in range(VERTICES))
    none = Codes(np.full(number, -1), ())
    segment = np.repeat(np.arange(graphs), each)
    people = tuple(f"annotator {k:02}" for k in range(ANNOTATORS))
    return Comparisons(
        judgement=Codes(np.arange(number), tuple(f"j{k:07}" for k in range(number))),
        annotator=Codes(segment % ANNOTATORS, people),
        segment=Codes(segment, tuple(f"s{k:06}" for k in range(graphs))),
        document=none,
        domain=none,
        pass_=none,
        condition=none,
        set=none,
        system=Codes(first.ravel(), systems),
        versus=Codes(second.ravel(), systems),
        label=none,
        value=value.ravel().astype(float),
        slot=np.ones(number),
        seconds=np.full(number, np.nan),
        order=np.full(number, np.nan),
        comment=none,
    )


def _loop(better: Bools, tied: Bools) -> list[tuple[list[int], list[int], bool]]:
    """Return dominance, ranks and contradiction of each graph, as one would write it down."""
    found = []
    for strict, equal in zip(better, tied, strict=True):
        graph = nx.from_numpy_array(strict | equal, create_using=nx.DiGraph)
        below = {v: nx.descendants(graph, v) for v in graph}
        f = [0] * VERTICES
        for v in graph:
            for w in below[v]:
                if v not in below[w]:
                    f[v] += 1
                    f[w] -= 1
        places = {value: rank for rank, value in enumerate(sorted(set(f), reverse=True), start=1)}
        part = {v: k for k, c in enumerate(nx.strongly_connected_components(graph)) for v in c}
        circle = any(part[v] == part[w] for v, w in zip(*np.nonzero(strict), strict=True))
        found.append((f, [places[value] for value in f], circle))
    return found


def _seconds(calls: Sequence[Callable[[], object]]) -> list[float]:
    """Time calls in turn, so that whatever else the machine does meets all; return the fastest."""
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, taken in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            taken.append(time.perf_counter() - start)
    return [min(taken) for taken in times]


def run() -> Evidence:
    """Time all three in the same run and print the ratios."""
    arrays = {size: _arrays(*_answers(size)) for size in (LOOPED, *SIZES)}
    views = [_comparisons(*_answers(size)) for size in SIZES]
    loop, *rest = _seconds(
        [
            partial(_loop, *arrays[LOOPED]),
            *(partial(order, *arrays[size]) for size in SIZES),
            *(partial(dominance, view) for view in views),
        ]
    )
    ordered, written = rest[: len(SIZES)], rest[len(SIZES) :]
    ours, slow = order(*arrays[LOOPED]), loop * GRAPHS / LOOPED
    same = all(
        (f, ranks, circle) == (ours.f[k].tolist(), ours.rank[k].tolist(), ours.contradictory[k])
        for k, (f, ranks, circle) in enumerate(_loop(*arrays[LOOPED]))
    )
    fast = ordered[SIZES.index(GRAPHS)]
    line = (
        f"{GRAPHS:,} graphs of {VERTICES} in {fast:.3f} s (limit {LIMIT:g} s); "
        f"a loop over networkx takes {slow:.0f} s: {slow / fast:,.0f} times as long."
    )
    ties = (_answers(LOOPED)[2] == 0).mean()
    rows = [
        f"| {size:,} | {alone:.4f} | {alone / size * 1e6:.2f} "
        f"| {whole:.2f} | {whole / size * 1e6:.0f} |"
        for size, alone, whole in zip(SIZES, ordered, written, strict=True)
    ]
    body = "\n".join(
        [
            f"Graphs of {VERTICES} translations with {questions(VERTICES)} answers each,",
            f"{ties:.0%} of them ties; {ours.contradictory.mean():.0%} of the graphs contradict",
            "themselves. Computed: dominance, ranks, contradictions.",
            "",
            line,
            "",
            "| graphs | `order`, s | µs per graph | `dominance`, s | µs per graph |",
            "|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "`order` takes and gives arrays. `dominance` takes comparisons, sorts them into",
            "graphs, writes down every source and contradiction, and computes intervals.",
            f"Fastest of {ROUNDS} rounds, all in turn. The loop was timed on {LOOPED:,} graphs",
            "and scaled; its results are "
            f"{'the same as ours' if same else '**not the same as ours**'}.",
        ]
    )
    print(line)
    return Evidence(
        "Speed of dominance",
        body,
        signature("bench-dominance", graphs=GRAPHS, vertices=VERTICES, seed=0),
    )
