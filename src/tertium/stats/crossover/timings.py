"""How long it took to judge one source, by tournament and by ranking.

The time of a source is the time of all judgements that one annotator made about it in one
way: the six questions of a tournament, or the one ranking. It is told per word of the source,
as in Pighin, Formiga and Màrquez (2012). A source whose judging was broken off, or not timed
throughout, has no time.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.exceptions import BadInput
from tertium.protocols.conditions import COMPARING as TOURNAMENT
from tertium.protocols.conditions import ORDERING as RANKING
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.table import Codes, Comparisons

WAYS = (TOURNAMENT, RANKING)


@dataclass(frozen=True, slots=True)
class Timings:
    """Sources by annotator, and by way of judging (the second axis, as in WAYS).

    `pace` is seconds per word of the source, `when` tells the order in which the annotator
    worked, `outputs` how many were compared; NaN stands for a way in which the annotator
    did not judge the source. `untimed`, `broken_off` and `unknown_length` count sources
    that were left out.
    """

    annotator: Ints
    segment: Ints
    document: Ints
    words: Floats
    pace: Floats
    when: Floats
    outputs: Floats
    untimed: int = 0
    broken_off: int = 0
    unknown_length: int = 0

    def __len__(self) -> int:
        return len(self.words)

    def take(self, rows: Bools) -> "Timings":
        """Keep some of the sources."""
        return Timings(
            self.annotator[rows],
            self.segment[rows],
            self.document[rows],
            self.words[rows],
            self.pace[rows],
            self.when[rows],
            self.outputs[rows],
            self.untimed,
            self.broken_off,
            self.unknown_length,
        )

    @property
    def paired(self) -> "Timings":
        """The sources that their annotator judged in both ways."""
        return self.take(np.asarray(~np.isnan(self.pace).any(1)))


def read_timings(rows: Comparisons, lengths: Mapping[str, int]) -> Timings:
    """Add up the seconds of every source; each judgement counts once, whatever rows it has."""
    rows, way = _ways(rows)
    columns = (rows.annotator, rows.segment, rows.pass_)
    graph = _key(*columns) * len(WAYS) + way
    _, example, graph = np.unique(graph, return_index=True, return_inverse=True)
    seconds, when = _seconds(rows, graph, way)
    outputs, complete = _complete(rows, graph, example, way)
    words = np.array([lengths.get(name, 0) for name in rows.segment.names], dtype=float)
    length = words[rows.segment.codes[example]]
    known, timed = length > 0, seconds > 0
    kept = known & complete & timed
    if not timed.any():
        raise BadInput(
            "the judgements have no timings",
            where="seconds",
            fix="Collect them with `tertium serve`, or give a column with seconds.",
        )
    if not known.any():
        raise BadInput(
            "the length of no judged source is known",
            where="lengths",
            fix="Give the number of source words of each segment.",
        )
    cell, unit = np.unique(_key(rows.annotator, rows.segment)[example][kept], return_index=True)
    place = np.searchsorted(cell, _key(rows.annotator, rows.segment)[example][kept])
    pace, moment, shown = (
        _mean_by_way(values[kept], place, way[example][kept], len(cell))
        for values in (seconds / np.where(known, length, 1), when, outputs)
    )
    first = example[kept][unit]
    return Timings(
        annotator=rows.annotator.codes[first],
        segment=rows.segment.codes[first],
        document=rows.document.codes[first],
        words=length[kept][unit],
        pace=pace,
        when=moment,
        outputs=shown,
        untimed=int((known & complete & ~timed).sum()),
        broken_off=int((known & ~complete).sum()),
        unknown_length=int((~known).sum()),
    )


def _ways(rows: Comparisons) -> tuple[Comparisons, Ints]:
    """Keep tournaments and rankings; a judgement that does not say is what its rows look like."""
    names = {name: code for code, name in enumerate(WAYS)}
    coded = np.array([names.get(name, -1) for name in rows.condition.names] + [-1])
    way = coded[rows.condition.codes]
    judgement = rows.judgement.codes
    several = np.bincount(judgement + 1, minlength=2)[judgement + 1] > 1
    silent = rows.condition.codes < 0
    way = np.where(silent & (judgement >= 0), several.astype(np.int64), way)
    kept = (way >= 0) & (rows.annotator.codes >= 0) & (rows.segment.codes >= 0)
    if not kept.any():
        raise BadInput(
            "there are no judgements of a tournament or a ranking",
            where="condition",
            fix=f"Write {TOURNAMENT!r} or {RANKING!r} in the column `condition`.",
        )
    return rows.take(kept), way[kept]


def _key(*columns: Codes) -> Ints:
    """Return one number for the codes of several columns."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        key = key * (len(column.names) + 1) + column.codes + 1
    return key


def _seconds(rows: Comparisons, graph: Ints, way: Ints) -> tuple[Floats, Floats]:
    """Return the seconds of every graph (NaN if a part was not timed) and its mean position."""
    graphs = int(graph.max()) + 1
    judgement = rows.judgement.codes
    # Without a name, a ranking is one act and a question of a tournament another.
    unnamed = np.where(way == WAYS.index(RANKING), graph, graphs + np.arange(len(rows)))
    act = np.where(judgement >= 0, judgement, len(rows.judgement.names) + unnamed)
    _, first = np.unique(act, return_index=True)
    of = graph[first]
    number = np.bincount(of, minlength=graphs)
    order = np.bincount(of, rows.order[first], minlength=graphs) / number
    total = np.bincount(of, rows.seconds[first], minlength=graphs)
    return total.astype(float), order


def _complete(rows: Comparisons, graph: Ints, example: Ints, way: Ints) -> tuple[Floats, Bools]:
    """Return how many outputs each graph compares, and whether it was not broken off.

    A tournament was broken off if its questions leave outputs unconnected, or if another one
    asked about more outputs of the same segment. A ranking is one act and cannot be.
    """
    names = sorted({*rows.system.names, *rows.versus.names})
    place = {name: code for code, name in enumerate(names)}
    output = np.concatenate(
        [
            np.array([place[name] for name in column.names], dtype=np.int64)[column.codes]
            for column in (rows.system, rows.versus)
        ]
    )
    vertices, ends = np.unique(
        np.concatenate([graph, graph]) * len(names) + output, return_inverse=True
    )
    one, two = np.split(ends, 2)
    number, graphs = len(vertices), len(example)
    arcs = coo_array((np.ones(len(one)), (one, two)), shape=(number, number))
    part = connected_components(arcs, directed=False)[1]
    owner = vertices // len(names)
    pieces = np.bincount(owner[np.unique(part, return_index=True)[1]], minlength=graphs)
    shown = np.bincount(owner, minlength=graphs)
    kind = rows.segment.codes[example] * len(WAYS) + way[example]
    most = np.zeros(int(kind.max()) + 1, dtype=np.int64)
    np.maximum.at(most, kind, shown)
    whole = (pieces == 1) & (shown == most[kind])
    return shown.astype(float), whole | (way[example] == WAYS.index(RANKING))


def _mean_by_way(values: Floats, place: Ints, way: Ints, cells: int) -> Floats:
    """Average over passes: cells × ways, NaN where there is none."""
    at = place * len(WAYS) + way
    number = np.bincount(at, minlength=cells * len(WAYS))
    with np.errstate(invalid="ignore"):
        mean = np.bincount(at, values, minlength=cells * len(WAYS)) / number
    return np.asarray(mean.reshape(cells, len(WAYS)))
