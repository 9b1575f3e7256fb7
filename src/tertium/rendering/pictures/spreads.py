"""The picture of how numbers are spread in a few groups: a stroke for each, and their middle."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.theme import Spec, layer, token, view
from tertium.stats.result import Estimate

__all__ = ["Spread", "draw_spreads"]

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
    low, high = min(numbers, default=0.0), max(numbers, default=1.0)
    room = _ROOM * (high - low) or 0.1
    x: Spec = {
        "type": "quantitative",
        "scale": {"domain": [low - room, high + room], "nice": False, "zero": False},
        "axis": {"title": across, "grid": True, "tickCount": 6},
    }
    y: Spec = {
        "field": "name",
        "type": "ordinal",
        "scale": {"domain": names, "padding": 0.2},
        "axis": {"title": None, "labelLimit": 190},
    }
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
    layers = [
        layer(
            "rule",
            middles,
            {"x": {"field": "low", **x}, "x2": {"field": "high"}, "y": y},
            color=token("c1"),
            strokeWidth=12,
            opacity=0.25,
        ),
        layer(
            "tick",
            rows,
            {"x": {"field": "x", **x}, "y": y},
            color=token("c1"),
            size=2 * _STROKE,
            thickness=1.5,
            opacity=0.6,
        ),
        layer(
            "point",
            middles,
            {"x": {"field": "x", **x}, "y": y},
            color=token("ink"),
            filled=True,
            size=80,
            opacity=1,
        ),
    ]
    if mark is not None:
        layers.insert(
            0,
            layer(
                "rule",
                [{"x": mark}],
                {"x": {"field": "x", **x}},
                color=token("ink-3"),
                strokeWidth=1.5,
                strokeDash=[7, 4],
            ),
        )
    return view(layers, height=_ROW * max(1, len(spreads)))
