"""The picture of two quantities, one point each, with how sure both are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.rendering.pictures.axes import DOTTED, between, measured, stretched, text, ticks
from tertium.rendering.pictures.theme import Spec, layer, token, view, when
from tertium.stats.result import Estimate

_HEIGHT = 320
_SURE = 150  # points; of more, intervals would be a cloud
_NAMED = 24  # points; of more, only marked ones are named
_WIDTH, _LETTER, _LINE = 380, 7.2, 15  # pixels: of a narrow picture, a letter, a line of text


@dataclass(frozen=True, slots=True)
class Point:
    """One point: where it stands, and its name; a marked one is a triangle with a remark."""

    name: str
    x: Estimate
    y: Estimate
    marked: bool = False
    remark: str = ""


def draw_points(
    points: Sequence[Point],
    *,
    across: str,
    up: str,
    scale: Literal["log", "linear"] = "linear",
    equal: float | None = None,
    alike: bool = False,
) -> Spec:
    """Draw points with thin lines for their intervals; `scale` is that from bottom to top.

    Marked points differ by shape first and by colour last, and are named as far as there is
    room. `equal` is a value across that deserves a dotted line. Where both quantities are
    `alike`, both have the same scale and a dotted line shows where they are equal.
    """
    rows: list[Spec] = [
        {
            "name": _label(point, len(points)),
            "marked": point.marked,
            "x": point.x.value,
            "x_low": point.x.low,
            "x_high": point.x.high,
            "y": point.y.value,
            "y_low": point.y.low,
            "y_high": point.y.high,
        }
        for point in sorted(points, key=lambda point: point.marked)
        if point.x.value is not None and point.y.value is not None
    ]
    shown = rows if len(rows) <= _SURE else []
    log = scale == "log"
    left, right = _domain("x", rows, shown, equal, log=log and alike)
    bottom, top = _domain("y", rows, shown, log=log)
    if alike:
        left, right = bottom, top = min(left, bottom), max(right, top)
    named = _with_room(rows, (left, right), (bottom, top), across_log=log and alike, log=log)
    x = measured("x", left, right, nice=False, zero=False)
    if log and alike:
        x["scale"] = {"type": scale, "domain": [left, right], "nice": False}
    y = measured("y", bottom, top)
    y["scale"] = {"type": scale, "domain": [bottom, top], "nice": False}
    below: Spec = {"title": across, "tickCount": 6, "grid": True}
    beside: Spec = {"title": up, "tickCount": 5, "grid": True, "format": "~r"}
    if log:
        beside["values"] = ticks(bottom, top)
    if log and alike:
        below |= {"values": beside["values"], "format": "~r"}
    colour = when("datum.marked", token("warn"), token("c1"))
    x, y = {**x, "axis": below}, {**y, "axis": beside}
    place = {"x": x, "y": y}
    look = {
        "shape": when("datum.marked", "triangle-up", "circle"),
        "size": when("datum.marked", 110, 60),
        "color": colour,
    }
    thin = {"strokeWidth": 1.5, "opacity": 0.35}
    wide = {**between("x", x, "x_low", "x_high"), "y": y, "color": colour}
    high = {"x": x, **between("y", y, "y_low", "y_high"), "color": colour}
    layers = [
        layer("rule", shown, wide, **thin),
        layer("rule", shown, high, **thin),
        layer("point", rows, {**place, **look}, filled=True, opacity=0.9),
    ]
    for side, align, shift in (("after", "left", 8), ("before", "right", -8)):
        told = [row for row in named if row["side"] == side]
        layers.append(text(told, place, "name", align=align, dx=shift, dy=-9))
    if equal is not None:
        layers.insert(0, layer("rule", [{"x": equal}], {"x": x}, strokeCap="round", **DOTTED))
    if alike:
        ends = [{"x": left, "y": bottom}, {"x": right, "y": top}]
        layers.insert(0, layer("line", ends, place, strokeCap="round", **DOTTED))
    return view(layers, height=_HEIGHT)


def _label(point: Point, number: int) -> str:
    """Name a point where there is room; a marked one always, with its remark."""
    if point.marked:
        return f"{point.name}: {point.remark}" if point.remark else point.name
    return point.name if number <= _NAMED else ""


def _with_room(
    rows: Sequence[Spec],
    across: tuple[float, float],
    up: tuple[float, float],
    *,
    across_log: bool,
    log: bool,
) -> list[Spec]:
    """Choose the names that cover no other name or point, marked points first, and their side."""
    at = [
        (
            _WIDTH * _part(*_scaled(across_log, row["x"], *across)),
            _HEIGHT * _part(*_scaled(log, row["y"], *up)),
        )
        for row in rows
    ]
    placed: list[tuple[float, float, float]] = []
    named: list[Spec] = []
    for row, (x, y) in sorted(zip(rows, at, strict=True), key=lambda one: not one[0]["marked"]):
        if not row["name"]:
            continue
        width = _LETTER * len(row["name"]) + 8
        side = "after" if x + width <= _WIDTH or x < width else "before"
        start = x if side == "after" else x - width
        if all(
            abs(y - other) >= _LINE or start >= end or start + width <= begin
            for begin, end, other in placed
        ) and not any(
            start < other < start + width and abs(y + 9 - above) < _LINE / 2
            for other, above in at
            if (other, above) != (x, y)
        ):
            placed.append((start, start + width, y))
            named.append({**row, "side": side})
    return named


def _scaled(log: bool, *numbers: float) -> Sequence[float]:
    return [math.log(number) for number in numbers] if log else numbers


def _part(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low)


def _domain(
    field: str,
    rows: Sequence[Spec],
    shown: Sequence[Spec],
    equal: float | None = None,
    *,
    log: bool = False,
) -> tuple[float, float]:
    """Find a range that holds all points and the intervals that are drawn, with some room."""
    numbers = [row[field] for row in rows] + [
        row[end]
        for row in shown
        for end in (f"{field}_low", f"{field}_high")
        if row[end] is not None
    ]
    if equal is not None:
        numbers.append(equal)
    if log:
        low, high = stretched([math.log(number) for number in numbers if number > 0], 0.08, 0.5)
        return math.exp(low), math.exp(high)
    return stretched(numbers, 0.08, 0.5)
