"""How long does dominance take for 100,000 graphs, beside a loop over networkx graphs?

Graphs of six translations with as many answers as a tournament has.
The loop follows the definitions (descendants, strongly connected components) graph by
graph; it is timed on a part of the graphs and scaled up.
"""

import time
from collections.abc import Callable
from statistics import median

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from studies import Evidence
from tertium.stats.dominance import dominance
from tertium.stats.graphs import questions
from tertium.stats.orders import order
from tertium.stats.result import signature
from tertium.table import Codes, Comparisons

__all__ = ["run"]

SIZE, GRAPHS, FEWER, LOOPED = 6, 100_000, 10_000, 1_000
ANNOTATORS = 16
LIMIT = 2.0  # seconds
ROUNDS = 11
LOOK, EQUAL = 0.3, 0.4  # sd of a look at two translations, and what it takes for a tie

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def _answers(graphs: int) -> tuple[Ints, Ints, Ints]:
    """Draw who is compared with whom and what is said, as (graphs, questions).

    Translations differ in quality, looks at them vary, small differences are ties.
    """
    rng = np.random.default_rng(0)
    shape = (graphs, questions(SIZE))
    first = rng.integers(SIZE, size=shape)
    second = (first + rng.integers(1, SIZE, size=shape)) % SIZE
    quality = rng.normal(size=(graphs, SIZE))
    seen = np.take_along_axis(quality, first, 1) - np.take_along_axis(quality, second, 1)
    seen += rng.normal(0, LOOK, size=shape)
    return first, second, np.where(np.abs(seen) < EQUAL, 0, np.sign(seen)).astype(np.int64)


def _arrays(first: Ints, second: Ints, value: Ints) -> tuple[Bools, Bools]:
    better, tied = np.zeros((2, len(first), SIZE, SIZE), dtype=bool)
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
    systems = tuple(f"system {k}" for k in range(SIZE))
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
        f = [0] * SIZE
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


def _seconds(call: Callable[[int], object]) -> tuple[float, float, float]:
    """Time `call` with few and with many graphs in turn; return both medians and their ratio."""
    times = []
    for _ in range(ROUNDS):
        pair = []
        for graphs in (FEWER, GRAPHS):
            start = time.perf_counter()
            call(graphs)
            pair.append(time.perf_counter() - start)
        times.append(pair)
    few, many = (median(column) for column in zip(*times, strict=True))
    return few, many, median(pair[1] / pair[0] for pair in times)


def run() -> Evidence:
    """Time all three in the same run and print the ratios."""
    answers = _answers(FEWER)
    ties = (answers[2] == 0).mean()
    circles = order(*_arrays(*answers)).contradictory.mean()
    arrays = {graphs: _arrays(*_answers(graphs)) for graphs in (FEWER, GRAPHS)}
    views = {graphs: _comparisons(*_answers(graphs)) for graphs in (FEWER, GRAPHS)}
    few, many, ratio = _seconds(lambda graphs: order(*arrays[graphs]))
    table_few, table_many, table_ratio = _seconds(lambda graphs: dominance(views[graphs]))
    better, tied = _arrays(*_answers(LOOPED))
    start = time.perf_counter()
    looped = _loop(better, tied)
    slow = (time.perf_counter() - start) * GRAPHS / LOOPED
    ours = order(better, tied)
    same = all(
        (f, ranks, circle) == (ours.f[k].tolist(), ours.rank[k].tolist(), ours.contradictory[k])
        for k, (f, ranks, circle) in enumerate(looped)
    )
    line = (
        f"{GRAPHS:,} graphs of {SIZE} in {many:.3f} s (limit {LIMIT:g} s); "
        f"a loop over networkx takes {slow:.0f} s: {slow / many:,.0f} times as long."
    )
    body = "\n".join(
        [
            f"Graphs of {SIZE} translations with {questions(SIZE)} answers each,",
            f"{ties:.0%} of them ties; {circles:.0%} of the graphs contradict themselves.",
            "Computed: dominance, ranks, contradictions.",
            "",
            line,
            "",
            f"| | {FEWER:,} graphs, s | {GRAPHS:,} graphs, s | ratio (10 is linear) |",
            "|---|--:|--:|--:|",
            f"| arrays in, arrays out (`order`) | {few:.4f} | {many:.4f} | {ratio:.1f} |",
            f"| comparisons in, result out (`dominance`) | {table_few:.2f} | {table_many:.2f} "
            f"| {table_ratio:.1f} |",
            "",
            f"Medians of {ROUNDS} rounds, few and many in turn. `dominance` also sorts answers",
            "into graphs, writes down every source and contradiction, and computes intervals.",
            f"The loop was timed on {LOOPED:,} graphs and scaled; its results are "
            f"{'the same as ours' if same else '**not the same as ours**'}.",
        ]
    )
    print(line)
    return Evidence(
        "Speed of dominance", body, signature("bench-dominance", graphs=GRAPHS, size=SIZE, seed=0)
    )
