"""Lines of our own drawings: curves between boxes, where they end, and their arrowheads."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.layers import Point

_HEAD, _WING = 9.0, 4.2  # length and half the width of an arrowhead, in pixels


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line ready to be drawn: its path, its middle, its end and where it came from last."""

    path: str
    middle: Point
    end: Point
    before: Point


def curved(points: Sequence[Point]) -> Stroke:
    """Return a line through points that leaves and arrives upright, as between rows."""
    (x, y), *rest = points
    path = f"M{px(x)} {px(y)}"
    pieces = []
    for u, v in rest:
        if u == x:
            path += f"L{px(u)} {px(v)}"
        else:
            half = (y + v) / 2
            path += f"C{px(x)} {px(half)} {px(u)} {px(half)} {px(u)} {px(v)}"
        pieces.append(((x + u) / 2, (y + v) / 2))
        x, y = u, v
    before = (x, y - 1) if points[-2][1] < y else (x, y + 1)
    return Stroke(path, pieces[len(pieces) // 2], (x, y), before)


def bent(
    start: Point,
    end: Point,
    start_size: Point,
    end_size: Point,
    bend: float = 0.0,
) -> Stroke:
    """Return a line between the edges of two boxes; `bend` moves its middle to one side.

    Boxes are given by their centres and sizes (width, height).
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy) or 1.0
    via = (
        (start[0] + end[0]) / 2 - bend * dy / length,
        (start[1] + end[1]) / 2 + bend * dx / length,
    )
    one, two = _edge(start, start_size, via), _edge(end, end_size, via)
    if not bend:
        return Stroke(f"M{_at(one)}L{_at(two)}", _mean(one, two), two, one)
    middle = _mean(_mean(one, via), _mean(via, two))
    return Stroke(f"M{_at(one)}Q{_at(via)} {_at(two)}", middle, two, via)


def head(stroke: Stroke) -> str:
    """Return the path of an arrowhead at the end of a line."""
    (x, y), (u, v) = stroke.end, stroke.before
    length = math.hypot(x - u, y - v) or 1.0
    a, b = (x - u) / length, (y - v) / length
    left = (x - _HEAD * a - _WING * b, y - _HEAD * b + _WING * a)
    right = (x - _HEAD * a + _WING * b, y - _HEAD * b - _WING * a)
    return f"M{_at((x, y))}L{_at(left)}L{_at(right)}Z"


def _edge(centre: Point, size: Point, towards: Point) -> Point:
    """Return where the line from the centre of a box to a point leaves the box."""
    dx, dy = towards[0] - centre[0], towards[1] - centre[1]
    share = min(
        size[0] / 2 / abs(dx) if dx else math.inf,
        size[1] / 2 / abs(dy) if dy else math.inf,
        1.0,
    )
    return centre[0] + share * dx, centre[1] + share * dy


def _at(point: Point) -> str:
    return f"{px(point[0])} {px(point[1])}"


def _mean(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def px(number: float) -> str:
    """Write a place in a drawing: to a tenth of a pixel."""
    return f"{number:.1f}".removesuffix(".0")
