"""The picture of how numbers are spread in a few groups: a stroke for each, and their middle."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import between, measured, named, stretched
from tertium.rendering.pictures.theme import Spec, layer, token, view
from tertium.stats.result import Estimate

_ROW = 64  # pixels
_STROKE = 18  # half the height of a stroke
_ROOM = 0.05  # of the range, on either side


@dataclass(frozen=True, slots=True)
class Spread:
    """One group: its name, its numbers, and their median with the middle half around it."""

    name: str
    values: tuple[float, ...]
    middle: Estimate


def draw_spreads(spreads: Sequence[Spread], *, across: str, mark: float | None = None) -> Spec:
    """Draw every number as a stroke, group under group; `mark` is a value worth a dashed line.

    Strokes are thin and let each other through, so that many of them grow darker.
    """
    names = [f"{spread.name} ({len(spread.values):,})" for spread in spreads]
    numbers = [value for spread in spreads for value in spread.values]
    numbers += [] if mark is None else [mark]
    below = {"title": across, "grid": True, "tickCount": 6}
    x = measured("x", *stretched(numbers, _ROOM, 0.1), nice=False, zero=False, axis=below)
    y = named("name", names, padding=0.2)
    rows = [
        {"name": name, "x": value}
        for name, spread in zip(names, spreads, strict=True)
        for value in spread.values
    ]
    middles = [
        {
            "name": name,
            "x": spread.middle.value,
            "low": spread.middle.low,
            "high": spread.middle.high,
        }
        for name, spread in zip(names, spreads, strict=True)
        if spread.middle.value is not None
    ]
    half = {**between("x", x, "low", "high"), "y": y}
    stroke = {"size": 2 * _STROKE, "thickness": 1.5, "opacity": 0.6}
    point = {"filled": True, "size": 80, "opacity": 1}
    layers = [
        layer("rule", middles, half, color=token("c1"), strokeWidth=12, opacity=0.25),
        layer("tick", rows, {"x": x, "y": y}, color=token("c1"), **stroke),
        layer("point", middles, {"x": x, "y": y}, color=token("ink"), **point),
    ]
    if mark is not None:
        dashed = {"color": token("ink-3"), "strokeWidth": 1.5, "strokeDash": [7, 4]}
        layers.insert(0, layer("rule", [{"x": mark}], {"x": x}, **dashed))
    return view(layers, height=_ROW * max(1, len(spreads)))
