"""The picture of quality squares: four small scales in a row for each text, with thresholds."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.theme import Spec, layer, token, view, when

_ROW = 46  # pixels from text to text
_WIDE = 0.8  # of the room that each corner has


@dataclass(frozen=True, slots=True)
class Gauge:
    """One corner of one text: places on its scale from 0 to 1, and what is written above.

    `good` is the side of the threshold that passes; without a value nothing was looked at.
    """

    text: str
    corner: int
    value: float | None
    low: float | None
    high: float | None
    limit: float
    above: bool  # whether more is better
    verdict: str
    told: str


def draw_squares(gauges: Sequence[Gauge], titles: Sequence[str]) -> Spec:
    """Draw for each text its four corners side by side; the good side is shaded.

    Nothing is added up: each corner has a scale of its own.
    """
    names = list(dict.fromkeys(one.text for one in gauges))
    rows = [_row(one, names.index(one.text)) for one in gauges]
    across = {"type": "quantitative", "scale": {"domain": [0, len(titles)]}}
    bottom = _ROW * len(names)
    y = {
        "field": "y",
        "type": "quantitative",
        "scale": {"domain": [bottom, 0]},
        "axis": {
            "title": None,
            "values": [_ROW * at + _ROW / 2 for at in range(len(names))],
            "labelExpr": f"{json.dumps(names)}[floor(datum.value / {_ROW})]",
            "labelLimit": 160,
        },
    }
    seen = [row for row in rows if row["value"] is not None]
    heads = [{"x": at, "y": 0, "text": title} for at, title in enumerate(titles)]
    return view(
        [
            layer("rule", rows, {"y": y, "x": {"field": "from", **across, "axis": None},
                                 "x2": {"field": "to"}}, color=token("line"), strokeWidth=8),
            layer("rule", rows, {"y": y, "x": {"field": "good", **across},
                                 "x2": {"field": "best"}}, color=token("ok-wash"), strokeWidth=8),
            layer("rule", [row for row in seen if row["low"] is not None],
                  {"y": y, "x": {"field": "low", **across}, "x2": {"field": "high"}},
                  color=token("c1"), strokeWidth=4, opacity=0.42, strokeCap="round"),
            layer("tick", rows, {"y": y, "x": {"field": "limit", **across}}, color=token("ink"),
                  thickness=2, height=18),
            layer("point", seen,
                  {"y": y, "x": {"field": "value", **across},
                   "shape": when("datum.verdict === 'fail'", "cross", "circle")},
                  filled=True, size=90, color=token("c1"), opacity=1),
            layer("text", rows, {"y": y, "x": {"field": "from", **across},
                                 "text": {"field": "told"}}, align="left", dy=-15),
            layer("text", heads, {"y": {"value": -12}, "x": {"field": "x", **across},
                                  "text": {"field": "text"}}, align="left", fontWeight=600,
                  color=token("ink")),
        ],
        height=bottom,
    )  # fmt: skip


def _row(one: Gauge, line: int) -> Spec:
    def place(at: float | None) -> float | None:
        return None if at is None else one.corner + _WIDE * min(max(at, 0.0), 1.0)

    limit = place(one.limit)
    ends = (limit, one.corner + _WIDE) if one.above else (one.corner, limit)
    return {
        "y": _ROW * line + _ROW / 2,
        "from": one.corner,
        "to": one.corner + _WIDE,
        "good": ends[0],
        "best": ends[1],
        "limit": limit,
        "value": place(one.value),
        "low": place(one.low),
        "high": place(one.high),
        "verdict": one.verdict,
        "told": one.told,
    }
