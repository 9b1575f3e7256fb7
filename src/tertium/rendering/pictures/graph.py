"""The graph of one source as a picture of its own: who was preferred to whom.

Every translation is a box with its dominance and the ranks it may have; outputs that are the same
share one. An arrow leads from better to worse, a dashed line joins what is equally good.
What no arrow can put in order (ties, contradictions) stands together in a frame.
Only answers are drawn, never what follows from them.

The picture is SVG without style or script: its classes are coloured by `report.css`, so
it turns dark and prints as the page does.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from tertium.model import parts_of
from tertium.rendering.numbers import listed, written
from tertium.rendering.pictures.graph_parts import Drawing, Frame, Node, Wire
from tertium.rendering.pictures.layers import Box, Point, lay_out
from tertium.rendering.pictures.strokes import bent, curved
from tertium.stats.told import count
from tertium.stats.tournament.graphs import components, reachability

_FEW = 12  # vertices; more get smaller type, and rows by path instead of by rank
_CROWD = 150  # answers; of more, those that follow from others are left out
_ROWS, _COLUMNS = 52.0, 26.0  # pixels between rows and between boxes
_BESIDE = 52.0  # pixels between two boxes in one frame
_ROW = 5  # boxes that may stand side by side in one frame
_BEND = 26.0  # pixels between several lines that join the same two boxes


@dataclass(frozen=True, slots=True)
class Vertex:
    """A translation (merged ones are named `a+b`), its dominance and the ranks it may have."""

    name: str
    dominance: float | None = None
    rank: int | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: `better` was preferred to `worse`, or the two are a `tie`.

    A `dropped` answer was set aside to resolve a contradiction.
    """

    better: str
    worse: str
    tie: bool = False
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class _Edge:
    """All equal answers about one pair."""

    one: int
    two: int
    tie: bool
    dropped: bool
    times: int


@dataclass(frozen=True, slots=True)
class _Structure:
    """What the answers say: components (best first), dominance, and arrows that add nothing."""

    group: list[int]
    members: list[list[int]]
    dominance: list[int]
    implied: frozenset[_Edge]


def graph_svg(
    vertices: Sequence[Vertex], answers: Sequence[Answer], *, names: Mapping[str, str] | None = None
) -> str:
    """Return the graph of one source as an SVG element, to stand in a page that has `report.css`.

    See `draw_graph`.
    """
    return draw_graph(vertices, answers, names=names).svg()


def draw_graph(
    vertices: Sequence[Vertex], answers: Sequence[Answer], *, names: Mapping[str, str] | None = None
) -> Drawing:
    """Lay out the graph of one source.

    The best stand at the top: up to twelve vertices in one row per rank, more of them in
    smaller type and in as many rows as the arrows need. `names` holds shorter names of
    systems; the whole name of a box is its title.
    """
    vertices = sorted(vertices, key=_order)
    edges = _edges(vertices, answers)
    found = _structure(vertices, edges)
    small = len(vertices) > _FEW
    shown_as = names or {}
    nodes = [
        Node.of(
            [(part, shown_as.get(part, part)) for part in parts_of(one.name)],
            _facts(one),
            small=small,
        )
        for one in vertices
    ]
    frames = [_frame(nodes, members, edges, found.group) for members in found.members]
    frame_of = {at: k for k, frame in enumerate(frames) for at in frame.members}
    shown = [edge for edge in edges if edge not in found.implied]
    between = [edge for edge in shown if frame_of[edge.one] != frame_of[edge.two]]
    rows = _rows(frames, between, frame_of, found.dominance, by_rank=not small)
    layout = lay_out(
        [Box(row, frame.width, frame.height) for row, frame in zip(rows, frames, strict=True)],
        [(frame_of[edge.one], frame_of[edge.two]) for edge in between],
        across=_COLUMNS / (1 + small),
        down=_ROWS,
    )
    places: dict[int, Point] = {
        at: (x + dx, y + dy)
        for frame, (x, y) in zip(frames, layout.centres, strict=True)
        for at, (dx, dy) in zip(frame.members, frame.offsets, strict=True)
    }
    level = {at: rows[frame] for at, frame in frame_of.items()}
    within = [edge for edge in shown if frame_of[edge.one] == frame_of[edge.two]]
    return Drawing(
        nodes=[(node, places[at]) for at, node in enumerate(nodes)],
        frames=list(zip(frames, layout.centres, strict=True)),
        wires=[
            *_between(between, layout.ways, places, nodes, level),
            *_within(within, frames, places, nodes, found.group),
        ],
        rows=[] if small else _ranks(vertices, level, layout.rows),
        width=layout.width,
        height=layout.height,
        alt=graph_alt(vertices, answers),
        note=f"{count(len(found.implied), 'arrow')} that others imply left out"
        if found.implied
        else "",
    )


def graph_alt(vertices: Sequence[Vertex], answers: Sequence[Answer]) -> str:
    """Return the sentence that stands for the picture."""
    ordered = sorted(vertices, key=_order)
    edges = _edges(ordered, answers)
    group = _structure(ordered, edges).group
    translations = sum(len(parts_of(one.name)) for one in vertices)
    told = f"Graph of {count(translations, 'translation')} and {count(len(answers), 'answer')}"
    ranks = sorted({one.rank for one in ordered if one.rank is not None})
    if ranks:
        best = [one.name for one in ordered if one.rank == ranks[0]]
        last = [one.name for one in ordered if one.rank == ranks[-1]]
        if len(ranks) == 1:
            told += ": all share one rank"
        else:
            told += f": best {listed(best)}, last {listed(last)}"
    against = sum(edge.times for edge in edges if _against(edge, group))
    if not against:
        return f"{told}. No contradiction."
    verb = "is" if against == 1 else "are"
    return f"{told}. {count(against, 'answer')} {verb} part of a contradiction."


def _order(vertex: Vertex) -> tuple[float, float, str]:
    rank = float("inf") if vertex.rank is None else vertex.rank
    return rank, -(vertex.dominance or 0.0), vertex.name


def _facts(vertex: Vertex) -> str:
    """Write dominance and ranks, such as `+4 · 1` or `−1 · 2–4`."""
    told = []
    if vertex.dominance is not None:
        told.append(f"{'+' if vertex.dominance > 0 else ''}{written(vertex.dominance, 'number')}")
    low = vertex.rank if vertex.low is None else vertex.low
    high = vertex.rank if vertex.high is None else vertex.high
    if low is not None:
        told.append(f"{low}" if low == high or high is None else f"{low}–{high}")
    return " · ".join(told)


def _edges(vertices: Sequence[Vertex], answers: Sequence[Answer]) -> list[_Edge]:
    """Return each kind of answer about each pair once, with how often it was given."""
    number = {one.name: at for at, one in enumerate(vertices)}
    times: Counter[tuple[int, int, bool, bool]] = Counter()
    for answer in answers:
        one, two = number[answer.better], number[answer.worse]
        if answer.tie and one > two:
            one, two = two, one
        times[one, two, answer.tie, answer.dropped] += 1
    return [_Edge(*key, times=n) for key, n in sorted(times.items())]


def _structure(vertices: Sequence[Vertex], edges: Sequence[_Edge]) -> _Structure:
    """Find what the answers put in order; dropped ones do not count."""
    number = len(vertices)
    adjacency = np.zeros((1, number, number), dtype=bool)
    for edge in edges:
        if not edge.dropped:
            adjacency[0, edge.one, edge.two] = True
            adjacency[0, edge.two, edge.one] |= edge.tie
    reach = reachability(adjacency)
    group: list[int] = components(reach)[0].tolist()
    ahead = (reach[0] & ~reach[0].T).astype(np.int64)
    outputs = np.array([len(parts_of(one.name)) for one in vertices], dtype=np.int64)
    dominance: list[int] = (ahead @ outputs - ahead.T @ outputs).tolist()
    members: dict[int, list[int]] = {}
    for at in sorted(range(number), key=lambda at: -dominance[at]):
        members.setdefault(group[at], []).append(at)
    implied: frozenset[_Edge] = frozenset()
    if len(edges) > _CROWD:
        # w is reached from v through a third component: the arrow from v to w adds nothing.
        around = ahead @ ahead > 0
        implied = frozenset(e for e in edges if not e.dropped and around[e.one, e.two])
    return _Structure(group, list(members.values()), dominance, implied)


def _against(edge: _Edge, group: Sequence[int]) -> bool:
    """Tell whether a preference contradicts others: a path of answers leads back."""
    return edge.dropped or (not edge.tie and group[edge.one] == group[edge.two])


def _frame(
    nodes: Sequence[Node], members: list[int], edges: Sequence[_Edge], group: Sequence[int]
) -> Frame:
    """Place the members of a component: a few side by side, more of them in a ring.

    In a row no box hides the lines that come from above and below; in a ring the lines
    inside are clearer, so three to five take the ring if no line would be hidden.
    """
    own = [edge for edge in edges if {edge.one, edge.two} <= set(members)]
    around = _walk(members, own)
    sizes = [nodes[at].size for at in around]
    offsets, in_row = _row(sizes), True
    if len(members) > 2:
        leaving = [edge for edge in edges if edge not in own and not edge.dropped]
        down, up = {edge.one for edge in leaving}, {edge.two for edge in leaving}
        ring, hidden = _ring(sizes, [at in down for at in around], [at in up for at in around])
        if not hidden or len(members) > _ROW:
            offsets, in_row = ring, False
    height = max(high for _, high in sizes)
    arches = [0.0] + [
        _arch(height, around.index(edge.one), around.index(edge.two)) for edge in own if in_row
    ]
    return Frame.around(
        around,
        offsets,
        sizes,
        in_row=in_row,
        against=any(_against(edge, group) for edge in own),
        above=-min(arches) / 2,
        below=max(arches) / 2,
    )


def _row(sizes: Sequence[Point]) -> list[Point]:
    """Place boxes side by side, around the middle of the row."""
    ends = [sum(width + _BESIDE for width, _ in sizes[:at]) for at in range(len(sizes))]
    middle = (ends[-1] + sizes[-1][0]) / 2
    return [(end + width / 2 - middle, 0.0) for end, (width, _) in zip(ends, sizes, strict=True)]


def _arch(height: float, one: int, two: int) -> float:
    """Return how far a line in a row bends around the boxes between its ends, up if negative."""
    between = abs(one - two) - 1
    if not between:
        return 0.0
    return (height + 18 + 26 * (between - 1)) * (-1 if min(one, two) % 2 == 0 else 1)


def _ring(
    sizes: Sequence[Point], down: Sequence[bool], up: Sequence[bool]
) -> tuple[list[Point], int]:
    """Place boxes in a ring, turned so that few lines from outside pass behind a box.

    `down` and `up` say which boxes have lines to rows below and above. Also return how
    many boxes still stand in the way of such a line.
    """
    angle = 2 * math.pi / len(sizes)
    # Neighbours on the ring stand apart either across or down.
    reach = math.sqrt(2) * math.sin(angle / 2)
    wide = (max(width for width, _ in sizes) + 16) / reach
    high = (max(height for _, height in sizes) + 22) / reach

    def hidden(places: Sequence[Point]) -> int:
        return sum(
            abs(places[one][0] - places[two][0]) < (sizes[one][0] + sizes[two][0]) / 2
            and (
                (down[one] and places[two][1] > places[one][1])
                or (up[one] and places[two][1] < places[one][1])
            )
            for one, two in permutations(range(len(sizes)), 2)
        )

    turns = 2 * len(sizes) if len(sizes) <= _FEW else 1
    rings: list[list[Point]] = [
        [
            (
                wide * math.sin(side * angle * (k + turn / 2)),
                -high * math.cos(angle * (k + turn / 2)),
            )
            for k in range(len(sizes))
        ]
        for turn in range(turns)
        for side in (1, -1)
    ]
    best = min(rings, key=hidden)
    return best, hidden(best)


def _walk(members: Sequence[int], edges: Sequence[_Edge]) -> list[int]:
    """Return the members in an order in which answers join neighbours, as far as possible."""
    left = list(members)
    around = [left.pop(0)]
    while left:
        last = around[-1]
        onward = [edge.two for edge in edges if edge.one == last and edge.two in left]
        onward += [edge.one for edge in edges if edge.two == last and edge.one in left]
        around.append(onward[0] if onward else left[0])
        left.remove(around[-1])
    return around


def _rows(
    frames: Sequence[Frame],
    edges: Sequence[_Edge],
    frame_of: Mapping[int, int],
    dominance: Sequence[int],
    *,
    by_rank: bool,
) -> list[int]:
    """Return the row of every component, best first: by rank, or as few rows as arrows need.

    Components come in the order of their dominance, which falls along every arrow.
    """
    above: dict[int, set[int]] = {}
    for edge in edges:
        if not edge.dropped:
            above.setdefault(frame_of[edge.two], set()).add(frame_of[edge.one])
    widest = math.ceil(1.5 * math.sqrt(len(dominance)))
    rows: list[int] = []
    row, filled = 0, 0
    for at, frame in enumerate(frames):
        if at:
            worse = dominance[frame.members[0]] != dominance[frames[at - 1].members[0]]
            below = any(rows[other] == row for other in above.get(at, ()))
            full = filled + len(frame.members) > widest
            if worse if by_rank else below or full:
                row, filled = row + 1, 0
        rows.append(row)
        filled += len(frame.members)
    return rows


def _ranks(
    vertices: Sequence[Vertex], level: Mapping[int, int], middles: Sequence[float]
) -> list[tuple[str, float]]:
    """Return the rank of every row with its place; none where a row holds several ranks."""
    found: dict[int, set[int | None]] = {}
    for at, row in level.items():
        found.setdefault(row, set()).add(vertices[at].rank)
    if any(len(ranks) > 1 or None in ranks for ranks in found.values()):
        return []
    return [(str(found[row].pop()), middle) for row, middle in enumerate(middles)]


def _between(
    edges: Sequence[_Edge],
    ways: Sequence[Sequence[Point]],
    places: Mapping[int, Point],
    nodes: Sequence[Node],
    level: Mapping[int, int],
) -> list[Wire]:
    """Draw lines from row to row; those of one box leave and arrive side by side."""
    ends: dict[tuple[int, bool], list[tuple[float, int, bool]]] = {}
    for k, (edge, way) in enumerate(zip(edges, ways, strict=True)):
        one, two = level[edge.one], level[edge.two]
        first = way[0][0] if way else places[edge.two][0]
        last = way[-1][0] if way else places[edge.one][0]
        # By box and whether it is left at its foot: where the line goes to.
        ends.setdefault((edge.one, one < two), []).append((first, k, True))
        ends.setdefault((edge.two, two < one), []).append((last, k, False))
    port: dict[tuple[int, bool], Point] = {}
    for (at, foot), found in ends.items():
        x, y = places[at]
        step = min(14.0, 0.7 * nodes[at].width / max(1, len(found)))
        for place, (_, k, begins) in enumerate(sorted(found)):
            shift = step * (place - (len(found) - 1) / 2)
            port[k, begins] = x + shift, y + (0.5 if foot else -0.5) * nodes[at].height
    wires = []
    for k, edge in enumerate(edges):
        if level[edge.one] == level[edge.two]:
            stroke = bent(
                places[edge.one], places[edge.two],
                nodes[edge.one].size, nodes[edge.two].size, bend=_BEND,
            )  # fmt: skip
        else:
            stroke = curved([port[k, True], *ways[k], port[k, False]])
        wires.append(Wire(stroke, edge.tie, edge.dropped, edge.times))
    return wires


def _within(
    edges: Sequence[_Edge],
    frames: Sequence[Frame],
    places: Mapping[int, Point],
    nodes: Sequence[Node],
    group: Sequence[int],
) -> list[Wire]:
    """Draw lines inside frames; several between the same two boxes bend away from each other."""
    together: dict[tuple[int, int], list[_Edge]] = {}
    for edge in edges:
        together.setdefault((min(edge.one, edge.two), max(edge.one, edge.two)), []).append(edge)
    frame_of = {at: frame for frame in frames for at in frame.members}
    wires = []
    for (one, two), found in together.items():
        frame = frame_of[one]
        height = max(nodes[at].height for at in frame.members)
        ends = frame.members.index(one), frame.members.index(two)
        arch = _arch(height, *ends) if frame.in_row else 0.0
        for k, edge in enumerate(found):
            bend = arch + _BEND * (k - (len(found) - 1) / 2)
            # A bend is to the side of the direction, so the way back turns it round.
            if places[edge.one] > places[edge.two]:
                bend = -bend
            stroke = bent(
                places[edge.one], places[edge.two],
                nodes[edge.one].size, nodes[edge.two].size, bend,
            )  # fmt: skip
            wires.append(Wire(stroke, edge.tie, _against(edge, group), edge.times))
    return wires
