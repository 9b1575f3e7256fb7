"""The picture of strips: one row per name, a dot for every person, and the middle of them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import DOTTED, named
from tertium.rendering.pictures.theme import Spec, layer, token, view

_ROW = 30  # pixels from strip to strip
_TICKS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Strip:
    """One row: its name, the dots (ratios), and where their middle stands."""

    label: str
    dots: tuple[float, ...]
    middle: float


def strip_range(*pictures: Sequence[Strip]) -> tuple[float, float]:
    """Return the range that holds the dots of several pictures, so that they compare."""
    dots = [dot for strips in pictures for strip in strips for dot in strip.dots if dot > 0]
    return min([0.8, *dots]) / 1.06, max([1.25, *dots]) * 1.06


def draw_strips(
    strips: Sequence[Strip], *, across: str, between: tuple[float, float], equal: float = 1.0
) -> Spec:
    """Draw ratios on a log scale, one strip below the other; `equal` is drawn dotted."""
    low, high = between
    names = [strip.label for strip in strips]
    dots = [
        {"label": strip.label, "x": round(dot, 4)}
        for strip in strips
        for dot in strip.dots
        if math.isfinite(dot)
    ]
    middles = [{"label": strip.label, "x": round(strip.middle, 4)} for strip in strips]
    values = [tick for tick in _TICKS if low <= tick <= high]
    below = {"title": across, "grid": True, "values": values, "format": "~r"}
    scale: Spec = {
        "field": "x",
        "type": "quantitative",
        "scale": {"type": "log", "domain": [low, high], "nice": False},
    }
    x = {**scale, "axis": below}
    y = named("label", names, 150)
    y["axis"]["labelColor"] = token("ink")
    dot = {"filled": True, "size": 55, "color": token("c1"), "opacity": 0.45}
    diamond = {"filled": True, "shape": "diamond", "size": 150, "color": token("ink"), "opacity": 1}
    return view(
        [
            layer("rule", [{"x": equal}], {"x": scale}, **DOTTED),
            layer("point", dots, {"x": x, "y": y}, **dot),
            layer("point", middles, {"x": x, "y": y}, **diamond),
        ],
        height=_ROW * max(1, len(strips)),
    )
