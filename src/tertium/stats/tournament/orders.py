"""Who dominates whom: the order that each graph of comparisons implies, for all at once.

A translation *dominates* another if a chain of answers leads from it to the other
(ties can be crossed both ways) and none leads back. Its dominance f is the number of
translations it dominates less the number that dominate it (Pighin, Formiga and Màrquez,
2012). Translations that ties or contradictions join (a strongly connected component) are
one vertex; if one of them was strictly preferred to another, they contradict each other.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.stats.arrays import Bools, Ints
from tertium.stats.tournament.graphs import Graphs, components, reachability

_CELLS = 2**18  # of arrays at a time, so that they stay near the processor


@dataclass(frozen=True, slots=True)
class Orders:
    """What graphs of one size say, as arrays: (G, n), or (G, n, n) for `reach`.

    `below` is δ, how many translations a vertex dominates, `above` is φ, how many dominate
    it; `rank` counts different values of f from 1. `component` is the first vertex of
    the strongly connected component, `contradicted` tells that a preference lies in it.
    """

    reach: Bools
    below: Ints
    above: Ints
    f: Ints
    rank: Ints
    component: Ints
    contradicted: Bools

    @property
    def contradictory(self) -> Bools:
        """Whether a graph contradicts itself."""
        return np.asarray(self.contradicted.any(-1))

    @property
    def unrelated(self) -> Bools:
        """Pairs (v before w) that no path relates, as (G, n, n)."""
        return np.asarray(np.triu(~(self.reach | self.reach.swapaxes(-1, -2)), 1))


def order(better: Bools, tied: Bools) -> Orders:
    """Order the vertices of many graphs at once, each as large as the others.

    `better[g, v, w]` says that v was preferred to w in graph g, `tied` (symmetric) that
    they were called equal or are the same. The work is linear in the number of graphs.
    """
    step = max(1, _CELLS // max(1, better.shape[-1]) ** 2)
    parts = [
        _order(better[begin : begin + step], tied[begin : begin + step])
        for begin in range(0, max(1, len(better)), step)
    ]
    return Orders(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _order(better: Bools, tied: Bools) -> tuple[NDArray[Any], ...]:
    """Return the fields of `Orders`; inside, graphs are on the last axis, which is faster."""
    paths = reachability(better | tied)
    reach = np.ascontiguousarray(paths.transpose(1, 2, 0))
    back = reach.swapaxes(0, 1)
    dominates, equal = reach & ~back, reach & back
    below, above = dominates.sum(1), dominates.sum(0)
    f = below - above
    # A rank is one more than the number of different values above: of equals, count the first.
    earlier = np.tri(len(f), k=-1, dtype=bool)[:, :, None]
    first = ~((f[:, None] == f[None]) & earlier).any(1)
    rank = 1 + ((f[None] > f[:, None]) & first[None]).sum(1)
    strict = np.asarray((better.transpose(1, 2, 0) & equal).any(1))
    contradicted = (equal & strict[None]).any(1)
    columns = (column.T for column in (below, above, f, rank))
    return paths, *columns, components(paths), contradicted.T


@dataclass(frozen=True, slots=True)
class VertexRanks:
    """What all graphs say about their vertices, numbered as in `Graphs`.

    `low` and `high` are the places (1 is best, every translation has one) that the
    answers leave open. `unrelated` lists pairs of vertices; `connected` is by graph.
    """

    f: Ints
    rank: Ints
    low: Ints
    high: Ints
    component: Ints
    contradicted: Bools
    unrelated: Ints
    connected: Bools


def place(graphs: Graphs, *, dropped: Bools | None = None) -> VertexRanks:
    """Order the vertices of all graphs; rows that are `dropped` leave no arc."""
    f, rank, low, high, component = np.zeros((5, len(graphs.system)), dtype=np.int64)
    contradicted = np.zeros(len(graphs.system), dtype=bool)
    connected = np.ones(len(graphs), dtype=bool)
    pairs = [np.zeros((0, 2), dtype=np.int64)]
    for batch in graphs.batches(dropped):
        found = order(batch.better, batch.tied)
        vertices = graphs.vertices(batch)
        f[vertices], rank[vertices] = found.f, found.rank
        low[vertices] = found.above + 1
        high[vertices] = vertices.shape[-1] - found.below
        component[vertices] = np.take_along_axis(vertices, found.component, -1)
        contradicted[vertices] = found.contradicted
        either = batch.better | batch.tied
        either |= either.swapaxes(-1, -2)
        connected[batch.graphs] = reachability(either).all((-1, -2))
        graph, one, two = np.nonzero(found.unrelated)
        pairs.append(np.stack([vertices[graph, one], vertices[graph, two]], axis=1))
    unrelated = np.concatenate(pairs)
    unrelated = unrelated[np.lexsort((unrelated[:, 1], unrelated[:, 0]))]
    return VertexRanks(f, rank, low, high, component, contradicted, unrelated, connected)
