"""The control chart: values, their moving average between its limits, and what was changed when."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.theme import Spec, layer, looked_up, token, view, when
from tertium.wording import say

__all__ = ["ControlPoint", "draw_control"]

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
    rows = [
        {
            "x": at,
            "value": one.value,
            "smoothed": one.smoothed,
            "low": one.low,
            "high": one.high,
            "alarm": one.alarm,
        }
        for at, one in enumerate(points)
    ]
    seen = [row[name] for row in rows for name in ("value", "smoothed", "low", "high")]
    low, high = min(seen), max(seen)
    room = 0.06 * (high - low) or 0.01
    step = _ROOM * (high - low or 0.1)
    top = high + room + step * min(_LANES, sum(bool(one.note) for one in points))
    x = {
        "field": "x",
        "type": "quantitative",
        "scale": {"domain": [-0.3, len(points) - 0.7], "nice": False},
        "axis": _names([one.name for one in points]),
    }
    y = {
        "type": "quantitative",
        "scale": {"domain": [low - room, top], "nice": False, "zero": False},
        "axis": {"title": None, "grid": True, "format": ".0%", "tickCount": 6},
    }
    ink = token("c1")
    band = {"x": x, "y": {"field": "low", **y}, "y2": {"field": "high"}}
    line = {"x": x, "y": {"field": "smoothed", **y}}
    return view(
        [
            layer("area", rows, band, color=token("neutral"), opacity=0.16),
            *_changes(points, x, y, top, step),
            *_centre(centre, called, y),
            layer(
                "point",
                rows,
                {"x": x, "y": {"field": "value", **y}},
                fill=token("paper"),
                stroke=token("ink-3"),
                strokeWidth=1.5,
                size=50,
                opacity=1,
            ),
            layer("line", rows, line, color=ink, strokeWidth=2.25),
            layer(
                "point",
                rows,
                {
                    **line,
                    "shape": when("datum.alarm", "triangle-up", "circle"),
                    "size": when("datum.alarm", 150, 46),
                    "color": when("datum.alarm", token("warn"), ink),
                },
                filled=True,
                opacity=1,
            ),
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
    place = {"x": x, "y": {"field": "at", **y}, "text": {"field": "note"}}
    return [
        layer("rule", rows, {"x": x}, color=token("ink-3"), strokeWidth=1, strokeDash=[3, 4]),
        layer("text", rows, place, align="left", dx=5, dy=9, color=token("ink-2"), limit=150),
    ]


def _centre(centre: float, called: str, y: Spec) -> list[Spec]:
    row = {"centre": centre, "text": say(called)}
    at = {"field": "centre", **y}
    return [
        layer("rule", [row], {"y": at}, color=token("ink-3"), strokeWidth=1.5, strokeDash=[2, 5]),
        layer(
            "text",
            [row],
            {"x": {"value": "width"}, "y": at, "text": {"field": "text"}},
            color=token("ink-3"),
            align="right",
            dx=-4,
            dy=-9,
        ),
    ]
