"""The control chart: values, their moving average between its limits, and what was changed when."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import between, level, measured, read, text
from tertium.rendering.pictures.theme import Spec, layer, looked_up, token, view, when
from tertium.wording import say

_HEIGHT = 280
_MOST = 8  # names below the picture
_LANES, _ROOM = 3, 0.08  # names of neighbouring changes stand below each other; room for each


@dataclass(frozen=True, slots=True)
class ControlPoint:
    """One place from left to right; `note` names what was changed there."""

    name: str
    value: float
    smoothed: float
    low: float
    high: float
    alarm: bool = False
    note: str = ""


def draw_control(points: Sequence[ControlPoint], *, centre: float, called: str) -> Spec:
    """Draw values as hollow points and their average as a line inside a band of limits.

    An average outside the band is a filled triangle. `called` names the centre, drawn
    dotted; changes are upright lines with their names above.
    """
    fields = ("value", "smoothed", "low", "high", "alarm")
    rows = [
        {"x": at, **{field: getattr(one, field) for field in fields}}
        for at, one in enumerate(points)
    ]
    seen = [row[name] for row in rows for name in ("value", "smoothed", "low", "high")]
    low, high = min(seen), max(seen)
    room = 0.06 * (high - low) or 0.01
    step = _ROOM * (high - low or 0.1)
    top = high + room + step * min(_LANES, sum(bool(one.note) for one in points))
    x = measured(
        "x", -0.3, len(points) - 0.7, nice=False, axis=_names([one.name for one in points])
    )
    beside = {"title": None, "grid": True, "format": ".0%", "tickCount": 6}
    y = measured("value", low - room, top, nice=False, zero=False, axis=beside)
    ink = token("c1")
    hollow = {"fill": token("paper"), "stroke": token("ink-3"), "strokeWidth": 1.5}
    line = {"x": x, "y": read(y, "smoothed")}
    alarm = {
        "shape": when("datum.alarm", "triangle-up", "circle"),
        "size": when("datum.alarm", 150, 46),
        "color": when("datum.alarm", token("warn"), ink),
    }
    middle = level(read(y, "centre"), centre, say(called), dash=[2, 5], align="right", dx=-4, dy=-9)
    band = {"x": x, **between("y", y, "low", "high")}
    return view(
        [
            layer("area", rows, band, color=token("neutral"), opacity=0.16),
            *_changes(points, x, y, top, step),
            *middle,
            layer("point", rows, {"x": x, "y": y}, **hollow, size=50, opacity=1),
            layer("line", rows, line, color=ink, strokeWidth=2.25),
            layer("point", rows, {**line, **alarm}, filled=True, opacity=1),
        ],
        height=_HEIGHT,
    )


def _names(names: Sequence[str]) -> Spec:
    """Return the axis: the name of each place, or of every few where there are many."""
    step = -(-len(names) // _MOST)
    told = {f"{at}": name for at, name in enumerate(names)}
    return {
        "title": None,
        "values": list(range(0, len(names), step)),
        "labelExpr": looked_up(told, "datum.value", "''"),
        "labelLimit": 110,
    }


def _changes(
    points: Sequence[ControlPoint], x: Spec, y: Spec, top: float, step: float
) -> list[Spec]:
    noted = [(at, one.note) for at, one in enumerate(points) if one.note]
    rows = [
        {"x": at, "at": top - step * (lane % _LANES), "note": note}
        for lane, (at, note) in enumerate(noted)
    ]
    if not rows:
        return []
    place = {"x": x, "y": read(y, "at")}
    look = {"align": "left", "dx": 5, "dy": 9, "color": token("ink-2"), "limit": 150}
    return [
        layer("rule", rows, {"x": x}, color=token("ink-3"), strokeWidth=1, strokeDash=[3, 4]),
        text(rows, place, "note", **look),
    ]
