"""The picture of quantities that change with another one: lines with intervals and marks."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tertium.rendering.pictures.axes import END, between, level, measured, stretched, told_apart
from tertium.rendering.pictures.theme import DASHES, SERIES, SHAPES, Spec, layer, looked_up, view
from tertium.stats.result import Estimate
from tertium.wording import say, term

_HEIGHT = 260
_APART = 18  # pixels between the names of two lines
_FORMATS = {"share": ".0%", "coefficient": ".2f", "number": "~r"}


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its name, and its estimates from left to right."""

    name: str
    points: tuple[tuple[float, Estimate], ...]

    @classmethod
    def of(cls, name: str, places: Iterable[float], values: Iterable[float | None]) -> "Series":
        """Draw values without an interval."""
        return cls(name, tuple(zip(places, map(Estimate, values), strict=True)))


@dataclass(frozen=True, slots=True)
class Mark:
    """A value from elsewhere to compare with, drawn as a dashed line with its name."""

    name: str
    value: float


def draw_growth(
    series: Sequence[Series],
    *,
    across: str,
    kind: Literal["share", "coefficient", "number"],
    marks: Sequence[Mark] = (),
    at_least: float | None = None,
    at_most: float | None = None,
    include: float | None = None,
    called: Mapping[float, str] | None = None,
) -> Spec:
    """Draw estimates with intervals as lines; each has its name at its end.

    `at_least` and `at_most` bound the scale where the quantity itself is bounded; the
    scale holds `include`, such as zero. `called` names places across that have words
    instead of a number. Lines differ by dash and marker as well as by colour.
    """
    rows: list[Spec] = [
        {"name": term(one.name), "x": x, "value": found.value, "low": found.low, "high": found.high}
        for one in series
        for x, found in one.points
        if found.value is not None
    ]
    shown = [mark.value for mark in marks] + ([] if include is None else [include])
    low, high = _domain(rows, shown, at_least, at_most)
    places = sorted({row["x"] for row in rows})
    known = _side_by_side([row for row in rows if None not in (row["low"], row["high"])], places)
    below = {"title": across, "values": _told(places), "labelExpr": _labels(called or {})}
    x = measured("x", *_spread(places), nice=False, axis=below)
    beside = {"title": None, "grid": True, "format": _FORMATS[kind], "tickCount": 5}
    y = measured("value", low, high, nice=False, zero=False, axis=beside)
    names = [term(one.name) for one in series]
    colour, dash, shape = (
        told_apart("name", names, looks, legend=None) for looks in (SERIES, DASHES, SHAPES)
    )
    ends = {**between("y", y, "low", "high"), "x": x, "color": colour}
    place = {"x": x, "y": y, "color": colour}
    last = _names(rows, names, low, high)
    height = {"field": "at", "type": "quantitative", "scale": None}
    at_end = {"x": END, "y": height, "text": {"field": "name"}, "color": colour}
    return view(
        [
            layer("line", rows, {**place, "strokeDash": dash}, strokeWidth=2.25),
            *([layer("rule", known, ends, strokeWidth=4, opacity=0.42)] if known else []),
            layer("point", rows, {**place, "shape": shape}, filled=True, size=60, opacity=1),
            *(
                one
                for mark in marks
                for one in level(y, mark.value, say(mark.name), align="right", dx=-4, dy=10)
            ),
            layer("text", last, at_end, align="left", dx=10, fontWeight=600),
        ],
        height=_HEIGHT,
    )


def _domain(
    rows: Sequence[Spec], shown: Sequence[float], at_least: float | None, at_most: float | None
) -> tuple[float, float]:
    """Find a range that holds everything, with some room; a bounded quantity keeps its bounds."""
    numbers = [
        number
        for row in rows
        for number in (row["value"], row["low"], row["high"])
        if number is not None and math.isfinite(number)
    ]
    numbers += shown
    low, high = stretched(numbers, 0.08, 0.1 * abs(max(numbers, default=1.0)) or 0.1)
    if at_least is not None:
        low = max(low, at_least)
    if at_most is not None:
        high = min(high, at_most)
    return low, high


def _side_by_side(rows: Sequence[Spec], places: Sequence[float]) -> list[Spec]:
    """Move the intervals of several lines a little apart, so that none hides another."""
    names = list(dict.fromkeys(row["name"] for row in rows))
    step = 0.015 * (places[-1] - places[0]) if places else 0.0
    middle = (len(names) - 1) / 2
    return [{**row, "x": row["x"] + step * (names.index(row["name"]) - middle)} for row in rows]


def _spread(places: Sequence[float]) -> tuple[float, float]:
    """Return the ends of the scale across, a little beyond the first and last place."""
    return stretched(places, 0.05, 0.5) if places else (0.0, 1.0)


def _told(places: Sequence[float]) -> list[float]:
    """Return the places to name on the axis: all if they are few."""
    step = max(1, math.ceil(len(places) / 8))
    return list(places[::step])


def _labels(called: Mapping[float, str]) -> str:
    """Return the expression that names a place; words are data inside it."""
    words = {f"{place:g}": term(name) for place, name in called.items()}
    return looked_up(words, "datum.value", "format(datum.value, '~r')")


def _names(rows: Sequence[Spec], names: Sequence[str], low: float, high: float) -> list[Spec]:
    """Place each name at the end of its line, moved apart where two would touch."""
    last = {row["name"]: row["value"] for row in rows}
    wanted = sorted(
        (_HEIGHT * (1 - (last[name] - low) / (high - low or 1)), name)
        for name in names
        if name in last
    )
    placed: list[Spec] = []
    for at, name in wanted:
        nearest = placed[-1]["at"] + _APART if placed else at
        placed.append({"name": name, "at": max(at, nearest)})
    beyond = max(0.0, (placed[-1]["at"] if placed else 0.0) - _HEIGHT)
    return [{**one, "at": one["at"] - beyond} for one in placed]
