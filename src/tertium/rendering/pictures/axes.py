"""What pictures are put together from: scales with their axes, reference lines, and numbers."""

import math
from collections.abc import Sequence
from typing import Any

from tertium.rendering.pictures.theme import Spec, layer, token

END: Spec = {"value": "width"}  # at the end of the picture
DOTTED: Spec = {"color": token("ink"), "strokeWidth": 1.5, "strokeDash": [1, 4]}  # equality


def measured(field: str, low: float, high: float, **more: Any) -> Spec:
    """Return a scale of numbers that holds a field; `more` is said of the scale, and its `axis`."""
    axis = {"axis": more.pop("axis")} if "axis" in more else {}
    return {
        "field": field,
        "type": "quantitative",
        "scale": {"domain": [low, high], **more},
        **axis,
    }


def named(field: str, names: Sequence[Any], limit: int = 190, **more: Any) -> Spec:
    """Return the scale from top to bottom, one band per name, in the given order.

    Names are at most `limit` pixels long.
    """
    return {
        "field": field,
        "type": "ordinal",
        "scale": {"domain": list(names), **more},
        "axis": {"title": None, "labelLimit": limit},
    }


def grid(names: Sequence[str], gap: float, axis: Spec, above: Spec) -> Spec:
    """Return the places of a square of cells, row by column, with the names at two edges."""
    band = {
        "type": "ordinal",
        "scale": {"domain": list(names), "paddingInner": gap, "paddingOuter": 0},
    }
    axis = {"title": None, "labelColor": token("ink"), **axis}
    return {
        "x": {"field": "column", **band, "axis": {**axis, "orient": "top", **above}},
        "y": {"field": "row", **band, "axis": axis},
    }


def told_apart(field: str, names: Sequence[str], looks: Sequence[object], **more: Any) -> Spec:
    """Return what gives each name its own dash, marker or colour."""
    scale = {"domain": list(names), "range": [looks[at % len(looks)] for at in range(len(names))]}
    return {"field": field, "type": "nominal", **more, "scale": scale}


def read(scale: Spec, field: str) -> Spec:
    """Return the same scale for another field."""
    return {**scale, "field": field}


def between(side: str, scale: Spec, low: str, high: str) -> Spec:
    """Return the place of what reaches from one field to another; `side` is `x` or `y`."""
    return {side: read(scale, low), f"{side}2": {"field": high}}


def shown(field: str) -> Spec:
    """Return what takes its look as it stands in a field."""
    return {"field": field, "type": "nominal", "scale": None}


def text(rows: Sequence[Spec], place: Spec, field: str = "text", **look: Any) -> Spec:
    """Write a field of each row at its place."""
    return layer("text", rows, {**place, "text": {"field": field}}, **look)


def level(y: Spec, value: float, told: str, *, line: str = "ink-3", **look: Any) -> list[Spec]:
    """Draw a value to compare with as a dashed line across, with its name at the end."""
    dash = look.pop("dash", [7, 4])
    row = {y["field"]: value, "text": told}
    look = {"color": token("ink-3")} | look
    return [
        layer("rule", [row], {"y": y}, color=token(line), strokeWidth=1.5, strokeDash=dash),
        text([row], {"x": END, "y": y}, **look),
    ]


def stretched(numbers: Sequence[float], part: float, least: float) -> tuple[float, float]:
    """Return a range with room on both sides of numbers: a part of it, or at least so much."""
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    room = part * (high - low) or least
    return low - room, high + room


def ticks(low: float, high: float) -> list[float]:
    """Return 1, 2, 5, 10, 20, … as far as they lie between the ends."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [first * 10.0**power for power in powers for first in (1, 2, 5)]
    return [tick for tick in found if low <= tick <= high]
