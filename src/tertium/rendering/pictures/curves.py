"""The picture of probabilities that fall as a study grows: one curve per number of people."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.rendering.pictures.axes import level, measured, text, told_apart
from tertium.rendering.pictures.theme import DASHES, SERIES, SHAPES, Spec, layer, token, view
from tertium.wording import number, term

_HEIGHT = 260
_KEY_STEP = 24
_MARKER = {"filled": True, "size": 34, "opacity": 1}


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: its name, and its points from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]  # (how many judgements, probability)


def draw_curves(curves: Sequence[Curve], *, across: str, threshold: float | None = None) -> Spec:
    """Draw probabilities against the size of a study, with a threshold as a dashed line.

    Curves differ by dash, marker and colour; the key stands in an empty
    corner, each name in the colour of its curve. More curves than the house has
    dashes could not be told apart, so callers choose at most six.
    """
    points = [
        {"name": term(curve.name), "n": n, "p": p} for curve in curves for n, p in curve.points
    ]
    highest = max((p for curve in curves for _, p in curve.points), default=0.0)
    farthest = max((n for curve in curves for n, _ in curve.points), default=1.0)
    needed = _KEY_STEP * len(curves) + 8
    ends = [_reach(curve, 0.6 * farthest) for curve in curves if curve.points]
    top = min(1.0, max(0.1, math.ceil(10 * highest + 0.2) / 10))
    if _gap(ends, top, needed) is None:  # make room for the key above the curves
        above = max(high for _, high in ends)
        top = max(top, min(1.0, math.ceil(10 * above / (1 - needed / _HEIGHT)) / 10))
    below = {"title": across, "tickCount": 6, "tickMinStep": 1, "format": ",d"}
    x = measured("n", 0, farthest, axis=below)
    beside = {"title": None, "grid": True, "format": ".0%", "tickCount": 5}
    y = measured("p", 0, top, axis=beside)
    names = [term(curve.name) for curve in curves]
    colour, dash, shape = (
        told_apart("name", names, looks, legend=None) for looks in (SERIES, DASHES, SHAPES)
    )
    place = {"x": x, "y": y, "color": colour}
    dashed = {"strokeWidth": 2.25, "strokeJoin": "round", "strokeCap": "round"}
    layers = [
        layer("line", points, {**place, "strokeDash": dash}, **dashed),
        layer("point", points, {**place, "shape": shape}, **_MARKER),
        *_key(names, colour, dash, shape, _gap(ends, top, needed) or 0),
    ]
    if threshold is not None:
        told = number(f"{100 * threshold:g}%")
        look = {"color": token("ink"), "fontWeight": 600, "align": "right", "dx": -4, "dy": -11}
        layers += level(y, threshold, told, line="ok", **look)
    return view(layers, height=_HEIGHT)


def _reach(curve: Curve, start: float) -> tuple[float, float]:
    """Return the lowest and the highest place of a curve from a start to its end."""
    sizes, values = zip(*curve.points, strict=True)
    at_start = float(np.interp(start, sizes, values))
    later = [at_start, *(p for n, p in curve.points if n > start)]
    return min(later), max(later)


def _gap(ends: Sequence[tuple[float, float]], top: float, needed: int) -> int | None:
    """Return how far down the key can begin: the highest gap between the ends of the curves."""
    free = 0.0
    for low, high in sorted(ends, key=lambda one: -one[1]):
        if _HEIGHT * (1 - high / top) - free >= needed:
            break
        free = max(free, _HEIGHT * (1 - low / top))
    return round(free) if _HEIGHT - free >= needed else None


def _key(names: Sequence[str], colour: Spec, dash: Spec, shape: Spec, begin: int) -> list[Spec]:
    """Draw a sample of every curve with its name, at the end side."""
    start = f"width - {round(72 + 7.4 * max((len(name) for name in names), default=0))}"
    drawn: list[Spec] = []
    for at, name in enumerate(names):
        row = {"name": name}
        here = {"y": {"value": begin + 14 + at * _KEY_STEP}, "color": colour}
        sample = {**here, "x": _at(start), "x2": _at(f"{start} + 50"), "strokeDash": dash}
        middle = {**here, "x": _at(f"{start} + 25"), "shape": shape}
        beside = {**here, "x": _at(f"{start} + 62")}
        drawn += [
            layer("rule", [row], sample, strokeWidth=2.25, strokeCap="round"),
            layer("point", [row], middle, **_MARKER),
            text([row], beside, "name", align="left", fontWeight=600),
        ]
    return drawn


def _at(place: str) -> Spec:
    return {"value": {"expr": place}}
