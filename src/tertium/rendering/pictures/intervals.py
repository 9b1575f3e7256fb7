"""The picture of estimates with their intervals: one line each, around a line of equality."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal

from tertium.rendering.numbers import interval, written
from tertium.rendering.pictures.axes import DOTTED, END, measured, read, stretched, text
from tertium.rendering.pictures.theme import Spec, layer, looked_up, token, view, when
from tertium.rendering.shapes import Kind
from tertium.stats.result import Estimate
from tertium.wording import say, term

_ROW, _GAP = 32, 14  # pixels from line to line, and more between groups
_END = 16  # pixels between the picture and the numbers beside it
_LETTER = 7.6  # pixels of a figure
_TICK = 60  # pixels that the number of a tick takes
_FARTHEST = 32.0  # a ratio beyond this is drawn as an arrow at the edge
_NAME = 14  # letters in a line of the name of a step
_TICKS = (0.03, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 20.0, 30.0)
_CROWDED = {0.3, 0.7, 1.5, 3.0, 4.0, 7.0}  # left out where the scale is long


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the picture; `main` ones are drawn as diamonds, `group` makes a gap.

    `beside` is written after the numbers.
    """

    label: str
    estimate: Estimate
    group: str = ""
    main: bool = False
    beside: str = ""


def draw_intervals(
    lines: Sequence[Line],
    *,
    kind: Kind,
    scale: Literal["log", "linear"] = "linear",
    equal: float | None = None,
    below: str = "",
    above: str = "",
    heading: str = "",
    beside: str = "",
    ruled: bool = False,
    ends: tuple[float, float] | None = None,
    named: Mapping[float, str] | None = None,
) -> Spec:
    """Draw estimates and intervals, one below the other, numbers at the end of each line.

    `equal` is the value at which neither side is ahead, drawn dotted; `below`
    and `above` say what lies on either side of it. An interval that leaves the
    picture ends in an arrow, so that nothing looks more certain than it is.
    `heading` stands over the numbers, `beside` over what is written after them;
    groups may be `ruled` off. `ends` are those of the scale, if all of it is to be seen;
    `named` are the steps of a scale whose answers have names.
    """
    low, high = ends or _domain(lines, scale, equal)
    rows, bottom = _rows(lines, kind, low, high)
    across = measured("value", low, high)
    across["scale"] = {"type": scale, **across["scale"]}
    y = _down(rows, bottom)
    soft = {"value": token("ink-3")}
    known = [row for row in rows if row["value"] is not None]
    thick = max((len(row["text"]) for row in rows if row["around"]), default=0)
    numbers = max((len(row["around"]) for row in rows), default=0)
    after = _END + 10 + _LETTER * max(thick, *(len(row["text"]) for row in rows), 0)
    after += _LETTER * numbers + 14 if numbers else 0
    after = max(after, _END + _LETTER * len(heading) + 14) if beside else after
    sure = [row for row in rows if row["low"] is not None]
    x = {**read(across, "low"), "axis": _axis(scale, low, high, equal, kind, named or {})}
    reach = {"y": y, "x": x, "x2": {"field": "high"}, "strokeWidth": when("datum.main", 7, 4)}
    here = {
        "y": y,
        "x": across,
        "size": when("datum.main", 190, 80),
        "shape": when("datum.main", "diamond", "circle"),
    }
    at_end = {"y": y, "x": END}
    dark = when("datum.main", token("ink"), token("ink-2"))
    main = {**at_end, "text": {"field": "text"}, "color": dark}
    around = {**at_end, "text": {"field": "around"}, "color": soft}
    bold = {"expr": "datum.main ? 600 : 400"}
    layers = [
        layer("rule", sure, reach, strokeCap="round", color=token("c1"), opacity=0.42),
        *_beyond(rows, y, across),
        layer("point", known, here, filled=True, color=token("c1"), opacity=1),
        layer("text", rows, main, align="left", dx=_END, fontWeight=bold),
        layer("text", rows, around, align="left", dx=_END + 10 + _LETTER * thick),
        *_headings(heading, _END),
    ]
    if any(line.beside for line in lines):
        layers.append(text(rows, at_end, "beside", align="left", dx=after))
        layers += _headings(beside, after)
    if ruled:
        layers += _rules(lines, rows, y)
    if equal is not None:
        there = {"x": read(across, "equal")}
        layers.insert(1, layer("rule", [{"equal": equal}], there, **DOTTED, strokeCap="round"))
        place = (equal - low) / (high - low) if scale == "linear" else 0.5
        layers += _sides(equal, across, below, above, place)
    return view(layers, height=bottom)


def _rows(lines: Sequence[Line], kind: Kind, low: float, high: float) -> tuple[list[Spec], int]:
    """Place the lines, cut what leaves the picture, and write the numbers."""
    rows: list[Spec] = []
    y = _ROW // 2
    for at, line in enumerate(lines):
        if at:
            y += _ROW + (_GAP if line.group != lines[at - 1].group else 0)
        value, start, end = line.estimate.value, line.estimate.low, line.estimate.high
        rows.append(
            {
                "label": line.label,
                "main": line.main,
                "y": y,
                "value": None if value is None else min(max(value, low), high),
                "low": None if start is None else min(max(start, low), high),
                # An interval without an upper end goes on beyond the edge.
                "high": None
                if start is None
                else high
                if end is None
                else max(min(end, high), low),
                "before": start is not None and start < low,
                "after": start is not None and (end is None or end > high),
                "beside": term(line.beside),
                "text": written(line.estimate if value is None else value, kind),
                "around": "" if value is None else interval(line.estimate, kind),
            }
        )
    return rows, y + _ROW // 2


def _domain(
    lines: Sequence[Line], scale: Literal["log", "linear"], equal: float | None
) -> tuple[float, float]:
    """Find a range that holds the intervals and the line of equality."""
    numbers = [
        number
        for line in lines
        for number in (line.estimate.value, line.estimate.low, line.estimate.high, equal)
        if number is not None and math.isfinite(number)
    ]
    if scale == "log":
        positive = [min(max(number, 1 / _FARTHEST), _FARTHEST) for number in numbers]
        return min([0.54, *positive]) / 1.08, max([1.85, *positive]) * 1.08
    return stretched(numbers, 0.08, 0.1)


def _axis(
    scale: str,
    low: float,
    high: float,
    equal: float | None,
    kind: Kind,
    named: Mapping[float, str],
) -> Spec:
    axis: Spec = {
        "grid": True,
        "title": None,
        "labelFontWeight": when(f"datum.value === {json.dumps(equal)}", 600, 400),
    }
    if scale != "log":
        labels: Spec = {"format": "~%"} if kind == "share" else {}
        if kind == "points":  # as they are written beside the lines
            labels = {"labelExpr": "format(100 * datum.value, '~r')"}
        steps = [step for step in named if low <= step <= high]
        if len(steps) > 1:  # names below their numbers, in narrow lines
            lines = {f"{step:g}": [f"{step:g}", *wrap(named[step], _NAME)] for step in steps}
            labels = {"values": steps, "labelExpr": f"{json.dumps(lines)}[datum.value]"}
        few = {"tickCount": {"expr": f"clamp(floor(width / {_TICK}), 1, 6)"}}
        return axis | few | {"labelOverlap": "greedy", "labelSeparation": 6} | labels
    inside = [tick for tick in _TICKS if low <= tick <= high]
    if high / low > 12:
        inside = [tick for tick in inside if tick not in _CROWDED]
    elif high / low > 3:
        inside = [tick for tick in inside if tick not in (0.7, 1.5)]
    return axis | {"values": inside, "labelExpr": "format(datum.value, '~r')"}


def _down(rows: Sequence[Spec], bottom: int) -> Spec:
    """Return the scale from top to bottom, with the names of the lines beside it."""
    names = {str(row["y"]): row["label"] for row in rows}
    places = [row["y"] for row in rows if row["main"]]
    main = " || ".join(f"datum.value === {place}" for place in places) or "false"
    return {
        "field": "y",
        "type": "quantitative",
        "scale": {"domain": [bottom, 0]},
        "axis": {
            "title": None,
            "values": [row["y"] for row in rows],
            "labelExpr": looked_up(names, "datum.value"),
            "labelLimit": 190,
            "labelColor": when(main, token("ink"), token("ink-2")),
            "labelFontWeight": when(main, 600, 400),
        },
    }


def _beyond(rows: Sequence[Spec], y: Spec, across: Spec) -> list[Spec]:
    """Draw an arrow where an interval goes on beyond the edge."""
    ends = (("before", "low", "triangle-left"), ("after", "high", "triangle-right"))
    return [
        layer(
            "point",
            [row for row in rows if row[side]],
            {"y": y, "x": read(across, field)},
            filled=True,
            shape=shape,
            size=70,
            color=token("c1"),
            opacity=0.75,
        )
        for side, field, shape in ends
        if any(row[side] for row in rows)
    ]


def _sides(equal: float, across: Spec, below: str, above: str, place: float) -> list[Spec]:
    """Write over the picture what lies on either side of the line of equality.

    `place` is where the line stands, from 0 to 1; a word without room for it is left out.
    """
    texts = (
        (say("← {side}", side=say(below)), below, "right", -12),
        (say("{side} →", side=say(above)), above, "left", 12),
    )
    return [
        text(
            [{"equal": equal, "text": told}],
            {"x": read(across, "equal"), "y": {"value": 0}},
            color=token("ink-3"),
            align=align,
            dx=shift,
            dy=-14,
            opacity={"expr": f"width * {room:.4g} < {12 + _LETTER * len(told):g} ? 0 : 1"},
        )
        for (told, given, align, shift), room in zip(texts, (place, 1 - place), strict=True)
        if given
    ]


def _rules(lines: Sequence[Line], rows: Sequence[Spec], y: Spec) -> list[Spec]:
    """Draw a line from side to side where one group ends and the next begins."""
    ends = [
        {"y": (rows[at - 1]["y"] + rows[at]["y"]) / 2}
        for at in range(1, len(lines))
        if lines[at].group != lines[at - 1].group
    ]
    return [layer("rule", ends, {"y": y}, color=token("edge"), strokeWidth=1)] if ends else []


def _headings(heading: str, after: float) -> list[Spec]:
    """Write over the numbers what they are."""
    if not heading:
        return []
    place = {"x": END, "y": {"value": 0}}
    look: Spec = {"color": token("ink-3"), "align": "left", "dx": after, "dy": -14}
    return [text([{"text": say(heading)}], place, **look)]
