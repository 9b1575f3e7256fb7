"""The picture of evidence that grows: an interval, or one number, after every look."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import between, level, measured, stretched, ticks
from tertium.rendering.pictures.theme import Spec, layer, token, view, when
from tertium.wording import say

_HEIGHT = 260
_THICK = {"strokeWidth": 4, "opacity": 0.42}
_MOST_TICKS = 7


@dataclass(frozen=True, slots=True)
class EvidencePoint:
    """What was seen after so many judgements; `counts` is false for a look that decides nothing."""

    judgements: int
    value: float | None
    low: float | None = None
    high: float | None = None
    counts: bool = True


def draw_evidence(
    points: Sequence[EvidencePoint], *, mark: float, called: str, logarithmic: bool, widest: float
) -> Spec:
    """Draw estimates with a band around them against the number of judgements.

    `mark` is where to look: no difference, or what the evidence has to reach; it is drawn
    dashed under the name `called`. The scale holds all values and `mark`, and bands up to
    `widest` from it (a factor on a logarithmic scale); a band that is wider is cut there.
    """
    lowest, highest = mark - widest, mark + widest
    if logarithmic:
        lowest, highest = mark / widest, mark * widest
    values = [point.value for point in points if point.value is not None]
    ends = [max(point.low, lowest) for point in points if point.low is not None]
    ends += [min(point.high, highest) for point in points if point.high is not None]
    seen = [*values, *ends, mark]
    low, high = _with_room(min(seen), max(seen), logarithmic)
    scale = {
        "type": "log" if logarithmic else "linear",
        "domain": [low, high],
        "nice": False,
        "zero": False,
        "clamp": True,
    }
    below = {"title": "judgements", "tickCount": 6, "format": ",d"}
    x = measured("n", 0, max((point.judgements for point in points), default=1), axis=below)
    y = {
        "field": "value",
        "type": "quantitative",
        "scale": scale,
        "axis": {"title": None, "grid": True, "format": "~r", **_ticks(low, high, logarithmic)},
    }
    band = [
        {
            "n": point.judgements,
            "low": lowest if point.low is None else max(point.low, lowest),
            "high": highest if point.high is None else min(point.high, highest),
        }
        for point in points
        if point.low is not None or point.high is not None
    ]
    rows = [
        {"n": point.judgements, "value": point.value, "counts": point.counts}
        for point in points
        if point.value is not None
    ]
    ink, hollow = token("c1"), when("datum.counts", token("c1"), token("paper"))
    at_band = {"x": x, **between("y", y, "low", "high")}
    filled = {"stroke": ink, "strokeWidth": 2, "size": 60, "opacity": 1}
    return view(
        [
            *([layer("area", band, at_band, color=ink, opacity=0.14)] if len(band) > 1 else []),
            *([layer("rule", band, at_band, color=ink, **_THICK)] if band else []),
            layer("line", rows, {"x": x, "y": y}, color=ink, strokeWidth=2.25),
            layer("point", rows, {"x": x, "y": y, "fill": hollow}, **filled),
            *level(y, mark, say(called), align="right", dx=-4, dy=-9),
        ],
        height=_HEIGHT,
    )


def _ticks(low: float, high: float, logarithmic: bool) -> Spec:
    """Return where the scale is labelled: 1, 2, 5, 10, … where it is logarithmic."""
    if not logarithmic:
        return {"tickCount": 6}
    inside = ticks(low, high)
    if len(inside) > _MOST_TICKS:
        inside = [step for step in inside if f"{step:.0e}".startswith("1")]
    return {"values": inside}


def _with_room(low: float, high: float, logarithmic: bool) -> tuple[float, float]:
    """Return a range a little wider than what it has to hold."""
    if logarithmic:
        room = (high / low) ** 0.06 if high > low else 1.2
        return low / room, high * room
    return stretched((low, high), 0.06, 1.0)
