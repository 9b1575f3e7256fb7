"""The picture of shares with their intervals: bars from zero to one, one row each."""

from collections.abc import Sequence

from tertium.rendering.numbers import written
from tertium.rendering.pictures.axes import END, between, measured, named, text
from tertium.rendering.pictures.theme import Spec, layer, token, view
from tertium.stats.result import Estimate

_ROW = 34


def draw_shares(bars: Sequence[tuple[str, Estimate]]) -> Spec:
    """Draw shares as bars, an interval as a thin line over the end, the number beside all."""
    rows = [
        {
            "label": label,
            "value": share.value or 0.0,
            "low": share.low,
            "high": share.high,
            "text": written(share, "share"),
        }
        for label, share in bars
    ]
    x = measured("value", 0, 1)
    percent = {"title": None, "format": ".0%", "values": [0, 0.25, 0.5, 0.75, 1], "grid": True}
    y = named("label", [label for label, _ in bars], paddingInner=0.35, paddingOuter=0.1)
    known = [row for row in rows if row["low"] is not None and row["high"] is not None]
    around = {"y": y, **between("x", x, "low", "high")}
    place = {"y": y, "x": {**x, "axis": percent}}
    return view(
        [
            layer("bar", rows, place, color=token("c1"), opacity=0.5, cornerRadiusEnd=3),
            layer("rule", known, around, color=token("ink"), strokeWidth=2),
            text(rows, {"y": y, "x": END}, align="left", dx=12, color=token("ink-2")),
        ],
        height=_ROW * max(1, len(bars)),
    )
