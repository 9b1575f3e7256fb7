"""Graphs of comparisons: who was preferred to whom in one source, by one annotator.

A *graph* holds all comparisons of one annotator about one segment in one pass and one
condition. Its vertices are the translations that occur in them; a preference is an arc from
better to worse, a tie leads both ways. Systems whose outputs are the same (`a+b`) are tied
without anybody having to say so, so every translation is a vertex of its own and is counted.

Many graphs are treated at once: `Graphs` sorts them into batches of equal size, and
all functions here work on arrays whose first axis runs over graphs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from tertium.exceptions import BadInput
from tertium.model import parts_of
from tertium.stats.arrays import Bools, Ints
from tertium.table import Codes, Comparisons


def questions(n: int) -> int:
    """Return how many questions a tournament of n translations asks.

    A round of k sets asks ⌈k/2⌉ questions and leaves ⌈k/2⌉ sets.
    """
    asked = 0
    while n > 1:
        n = (n + 1) // 2
        asked += n
    return asked


def reachability(adjacency: Bools) -> Bools:
    """Tell for many graphs at once where directed paths lead (Warshall, 1962).

    `adjacency[g, v, w]` says that graph g has an arc from v to w; the answer has the same
    shape. A path of no arcs counts: every vertex reaches itself.
    """
    number = adjacency.shape[-1]
    # Graphs on the last axis: the innermost loop is then a long one.
    reach = np.ascontiguousarray(
        (adjacency | np.eye(number, dtype=bool)).transpose(1, 2, 0), dtype=bool
    )
    for via in range(number):
        reach |= reach[:, via, None, :] & reach[None, via, :, :]
    return np.ascontiguousarray(reach.transpose(2, 0, 1))


def components(reach: Bools) -> Ints:
    """Return for every vertex the first vertex it reaches and is reached from.

    Equal numbers mark a strongly connected component: ties and contradictions.
    """
    if not reach.shape[-1]:
        return np.zeros(reach.shape[:-1], dtype=np.int64)
    return np.asarray((reach & reach.swapaxes(-1, -2)).argmax(-1), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Batch:
    """Graphs of n vertices: `graphs` says which, `better` and `tied` are (G, n, n).

    `better[g, v, w]`: v was preferred to w; `tied` holds ties and same outputs, both ways.
    """

    graphs: Ints
    better: Bools
    tied: Bools


@dataclass(frozen=True, slots=True)
class Graphs:
    """Comparisons as graphs.

    Row i of `rows` belongs to graph `graph[i]` and compares vertex `first[i]` with
    `second[i]`, which may stand for other vertices too (`same` holds the pairs of vertices
    whose outputs are the same). Vertices are numbered through all graphs: graph g has
    those from `start[g]` on, `size[g]` of them; vertex v belongs to graph `owner[v]` and is
    the output of `systems[system[v]]`. Graphs are sorted by segment, annotator, pass and condition.
    """

    rows: Comparisons
    graph: Ints
    first: Ints
    second: Ints
    same: Ints
    segment: Codes
    annotator: Codes
    pass_: Codes
    condition: Codes
    start: Ints
    size: Ints
    owner: Ints
    system: Ints
    systems: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.size)

    @classmethod
    def of(cls, comparisons: Comparisons) -> Self:
        """Sort comparisons into graphs; rows without an answer are left out."""
        rows = _answered(comparisons)
        systems, name_parts = _parts(rows)
        graph, kinds = _group(rows)
        counts = np.array([len(parts) for parts in name_parts], dtype=np.int64)
        flat = np.array([code for parts in name_parts for code in parts], dtype=np.int64)
        names = np.concatenate([rows.system.codes, rows.versus.codes + len(rows.system.names)])
        # One entry for each translation that a row names, those of a merged output in a row.
        named = counts[names]
        begin = np.cumsum(named) - named
        within = np.arange(int(named.sum())) - np.repeat(begin, named)
        code = flat[np.repeat((np.cumsum(counts) - counts)[names], named) + within]
        owner = np.repeat(np.concatenate([graph, graph]), named)
        keys, vertex = np.unique(owner * max(len(systems), 1) + code, return_inverse=True)
        follows = np.flatnonzero(within > 0)
        vertex_graph, vertex_system = np.divmod(keys, max(len(systems), 1))
        size = np.bincount(vertex_graph, minlength=len(kinds.segment))
        return cls(
            rows=rows,
            graph=graph,
            first=vertex[begin[: len(rows)]],
            second=vertex[begin[len(rows) :]],
            same=np.unique(np.stack([vertex[follows - 1], vertex[follows]], axis=1), axis=0),
            segment=kinds.segment,
            annotator=kinds.annotator,
            pass_=kinds.pass_,
            condition=kinds.condition,
            start=np.cumsum(size) - size,
            size=size,
            owner=vertex_graph,
            system=vertex_system,
            systems=systems,
        )

    def about(self, graph: int) -> tuple[str, str, str | None, str | None]:
        """Return the segment, annotator, pass and condition of a graph."""
        segment, annotator, pass_, condition = (
            column.names[column.codes[graph]] if column.codes[graph] >= 0 else ""
            for column in (self.segment, self.annotator, self.pass_, self.condition)
        )
        return segment, annotator, pass_ or None, condition or None

    def vertices(self, batch: Batch) -> Ints:
        """Return the numbers of the vertices of a batch, as (G, n)."""
        return np.asarray(self.start[batch.graphs][:, None] + np.arange(batch.better.shape[-1]))

    def batches(self, dropped: Bools | None = None) -> tuple[Batch, ...]:
        """Draw the graphs, smallest first; rows that are `dropped` leave no arc."""
        order = np.argsort(self.size, kind="stable")
        cells = self.size[order] ** 2
        offset = np.empty(len(self), dtype=np.int64)
        offset[order] = np.cumsum(cells) - cells
        sign = np.sign(self.rows.value)
        if dropped is not None:
            sign = np.where(dropped, np.nan, sign)
        won, lost, even = sign > 0, sign < 0, sign == 0
        better, tied = np.zeros((2, int(cells.sum())), dtype=bool)

        def cell(one: Ints, two: Ints) -> Ints:
            graph = self.owner[one]
            inside = (one - self.start[graph]) * self.size[graph] + two - self.start[graph]
            return np.asarray(offset[graph] + inside)

        better[cell(self.first[won], self.second[won])] = True
        better[cell(self.second[lost], self.first[lost])] = True
        for one, two in (
            (self.first[even], self.second[even]),
            (self.same[:, 0], self.same[:, 1]),
        ):
            tied[cell(one, two)] = True
            tied[cell(two, one)] = True
        found = []
        for number in np.unique(self.size):
            graphs = np.flatnonzero(self.size == number)
            here = slice(offset[graphs[0]], offset[graphs[0]] + len(graphs) * number**2)
            shape = (len(graphs), number, number)
            found.append(Batch(graphs, better[here].reshape(shape), tied[here].reshape(shape)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What the comparisons of a graph have in common."""

    segment: Codes
    annotator: Codes
    pass_: Codes
    condition: Codes


def _group(rows: Comparisons) -> tuple[Ints, _Kinds]:
    """Return the graph of every row, and what each graph is about."""
    columns = (rows.segment, rows.annotator, rows.pass_, rows.condition)
    key = np.zeros(len(rows), dtype=np.int64)
    for column in columns:
        key = key * (len(column.names) + 1) + column.codes + 1
    _, example, graph = np.unique(key, return_index=True, return_inverse=True)
    return graph, _Kinds(*(column.take(example) for column in columns))


def _answered(rows: Comparisons) -> Comparisons:
    judged = ~np.isnan(rows.value) & (rows.system.codes >= 0) & (rows.versus.codes >= 0)
    return rows if judged.all() else rows.take(judged)


def _parts(rows: Comparisons) -> tuple[tuple[str, ...], list[Sequence[int]]]:
    """Return the systems, and for every name in `system`, then `versus`, which ones it means.

    An output is never compared with itself, neither under its own name nor a merged one.
    """
    named = [parts_of(name) for name in (*rows.system.names, *rows.versus.names)]
    width = max(len(rows.versus.names), 1)
    for pair in np.unique(rows.system.codes * width + rows.versus.codes):
        one, two = named[pair // width], named[len(rows.system.names) + pair % width]
        if set(one) & set(two):
            row = int(np.flatnonzero(rows.system.codes * width + rows.versus.codes == pair)[0])
            raise BadInput(
                f"{'+'.join(one)!r} is compared with {'+'.join(two)!r}, which is the same output",
                where=f"segment {rows.segment.values()[row]!r}",
                fix="Name two different systems, or leave the row out.",
            )
    systems = tuple(sorted({system for parts in named for system in parts}))
    index = {name: code for code, name in enumerate(systems)}
    return systems, [[index[part] for part in sorted(set(parts))] for parts in named]
