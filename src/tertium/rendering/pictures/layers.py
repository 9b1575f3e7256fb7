"""Where the boxes of a layered drawing stand, and how lines run between them.

Boxes stand in rows and lines lead from row to row (after Sugiyama, Tagawa and Toda, 1981). A line
that passes a row gets a place of its own in it, so it does not run behind a box. The
order within the rows is improved until few lines cross; then everything moves towards
what it is connected with. The same input always gives the same drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

Point = tuple[float, float]

_SWEEPS = 12  # times the order of all rows is reconsidered
_MOVES = 24  # times everything moves towards its neighbours
_LANE = 10.0  # pixels that a passing line needs


@dataclass(frozen=True, slots=True)
class Box:
    """Something with a size that stands in a row; row 0 is at the top."""

    row: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The centre of every box, the points every line passes, and the size of the whole."""

    centres: tuple[Point, ...]
    ways: tuple[tuple[Point, ...], ...]
    rows: tuple[float, ...]  # the middle of every row, from above
    width: float
    height: float


def lay_out(
    boxes: Sequence[Box],
    lines: Sequence[tuple[int, int]],
    *,
    across: float,
    down: float,
) -> Layout:
    """Place boxes and lines; `across` and `down` are the gaps between boxes and between rows.

    `lines` are pairs of numbers of boxes. The points of a line lead from its first box
    to its second and leave out both ends; within one row there are none.
    """
    number = 1 + max((box.row for box in boxes), default=-1)
    widths = [box.width for box in boxes]
    rows: list[list[int]] = [[] for _ in range(number)]
    for at, box in enumerate(boxes):
        rows[box.row].append(at)
    links: list[tuple[int, int]] = []  # from a row to the next one
    lanes: list[list[int]] = []
    for one, two in lines:
        start, end = sorted((one, two), key=lambda at: boxes[at].row)
        passing = []
        for row in range(boxes[start].row + 1, boxes[end].row):
            rows[row].append(len(widths))
            passing.append(len(widths))
            widths.append(_LANE)
        chain = [start, *passing, end]
        if boxes[start].row != boxes[end].row:
            links += pairwise(chain)
        lanes.append(passing if start == one else passing[::-1])
    rows = _ordered(rows, links)
    x = _places(rows, links, widths, len(boxes), across)
    heights = [max((boxes[at].height for at in row if at < len(boxes)), default=0) for row in rows]
    tops = [sum(heights[:at]) + down * at for at in range(number)]
    middles = [top + height / 2 for top, height in zip(tops, heights, strict=True)]
    row_of = {at: row for row, members in enumerate(rows) for at in members}
    ways = []
    for (one, two), passing in zip(lines, lanes, strict=True):
        upwards = boxes[one].row > boxes[two].row
        points: list[Point] = []
        for at in passing:
            top = tops[row_of[at]]
            ends = ((x[at], top), (x[at], top + heights[row_of[at]]))
            points += ends[::-1] if upwards else ends
        ways.append(tuple(points))
    return Layout(
        tuple((x[at], middles[box.row]) for at, box in enumerate(boxes)),
        tuple(ways),
        tuple(middles),
        max((x[at] + widths[at] / 2 for row in rows for at in row), default=0.0),
        sum(heights) + down * max(0, number - 1),
    )


def _ordered(rows: list[list[int]], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the rows in an order in which few lines cross, found by going down and up."""
    above: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for one, two in links:
        below.setdefault(one, []).append(two)
        above.setdefault(two, []).append(one)
    rows = [list(row) for row in rows]
    best, fewest = [list(row) for row in rows], _crossings(rows, links)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        neighbours = above if sweep % 2 == 0 else below
        turns = rows if sweep % 2 == 0 else rows[::-1]
        place = {at: (k + 0.5) / len(row) for row in rows for k, at in enumerate(row)}
        for row in turns:
            middle = {
                at: float(np.mean([place[other] for other in neighbours[at]]))
                if at in neighbours
                else place[at]
                for at in row
            }
            row.sort(key=lambda at: middle[at])
            place |= {at: (k + 0.5) / len(row) for k, at in enumerate(row)}
        crossings = _crossings(rows, links)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
    return best


def _crossings(rows: Sequence[Sequence[int]], links: Sequence[tuple[int, int]]) -> int:
    """Count the pairs of lines between two rows that cross."""
    place = {at: k for row in rows for k, at in enumerate(row)}
    row_of = {at: number for number, row in enumerate(rows) for at in row}
    total = 0
    for number in range(len(rows) - 1):
        ends = [(place[one], place[two]) for one, two in links if row_of[one] == number]
        if len(ends) > 1:
            upper, lower = np.array(sorted(ends)).T
            total += int(
                np.sum((upper[:, None] < upper) & (lower[:, None] > lower))
            )  # each pair once: the left one above is the right one below
    return total


def _places(
    rows: Sequence[Sequence[int]],
    links: Sequence[tuple[int, int]],
    widths: Sequence[float],
    boxes: int,
    across: float,
) -> list[float]:
    """Return the horizontal middle of everything, near what it is connected with.

    The first `boxes` are boxes, the rest are places of passing lines.
    """
    pulls: dict[int, list[tuple[int, int]]] = {}
    for one, two in links:
        # Passing lines pull harder, so that they run straight.
        weight = (1, 3, 9)[(one >= boxes) + (two >= boxes)]
        pulls.setdefault(one, []).append((two, weight))
        pulls.setdefault(two, []).append((one, weight))
    x = [0.0] * len(widths)
    for row in rows:
        for at, place in zip(
            row, _apart([0.0] * len(row), _steps(row, widths, boxes, across)), strict=True
        ):
            x[at] = place
    for move in range(_MOVES):
        for row in rows if move % 2 == 0 else rows[::-1]:
            wanted = [
                sum(weight * x[other] for other, weight in pulls[at])
                / sum(weight for _, weight in pulls[at])
                if at in pulls
                else x[at]
                for at in row
            ]
            for at, place in zip(
                row, _apart(wanted, _steps(row, widths, boxes, across)), strict=True
            ):
                x[at] = place
    left = min((x[at] - widths[at] / 2 for row in rows for at in row), default=0.0)
    return [place - left for place in x]


def _steps(row: Sequence[int], widths: Sequence[float], boxes: int, across: float) -> list[float]:
    """Return how far apart neighbours in a row are at least; passing lines may run close."""
    return [
        (widths[one] + widths[two]) / 2 + across * ((one < boxes) + (two < boxes)) / 2
        for one, two in pairwise(row)
    ]


def _apart(wanted: Sequence[float], steps: Sequence[float]) -> list[float]:
    """Return the places nearest to the wanted ones (least squares) that keep their distance."""
    offsets = [sum(steps[:at]) for at in range(len(wanted))]
    pools: list[tuple[float, int]] = []  # (mean, members): pool adjacent violators
    for want, offset in zip(wanted, offsets, strict=True):
        mean, members = want - offset, 1
        while pools and pools[-1][0] > mean:
            other, count = pools.pop()
            mean = (other * count + mean * members) / (count + members)
            members += count
        pools.append((mean, members))
    settled = [mean for mean, members in pools for _ in range(members)]
    return [place + offset for place, offset in zip(settled, offsets, strict=True)]
