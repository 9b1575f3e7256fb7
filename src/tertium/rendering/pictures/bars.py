"""Pictures of shares and counts: stacked bars, one row per person, and plain bars."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.rendering.pictures.axes import measured, named, read, shown, text, told_apart
from tertium.rendering.pictures.theme import LETTERS, Spec, layer, token, view
from tertium.wording import number

_ROW = 34
_ROOM = 0.07  # of the longest bar: what is shorter has no room for its number
_NUMBER = 44  # pixels for the number at the end of a bar
_ABOVE = ""  # the place of a label above its bars
_LEGEND: Spec = {
    "orient": "top",
    "title": None,
    "offset": 10,
    # Two columns on a phone. The place is asked, not the picture: that becomes narrower
    # when room is made for names, and a legend that wraps then loses its first lines.
    "columns": {"expr": "width && containerSize()[0] < 560 ? 2 : 6"},
    "columnPadding": 18,
    "symbolType": "square",
    "symbolSize": 150,
    "symbolStrokeWidth": 0,
    "labelFontSize": LETTERS,
    "labelColor": token("ink-2"),
    "labelLimit": 220,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A part that every stack has: its name, its colour, and the colour of a number on it."""

    name: str
    colour: str
    ink: str


@dataclass(frozen=True, slots=True)
class Stack:
    """One row: its label, and the size of each part, in the order of the parts."""

    label: str
    sizes: tuple[float, ...]


def draw_stacks(parts: Sequence[Part], stacks: Sequence[Stack], *, amounts: str = "") -> Spec:
    """Draw one bar per row with numbers inside: shares of one length, or amounts from zero.

    `amounts` says what is counted. The parts keep their order in every row, so place tells them
    apart as well as colour.
    """
    longest = max([sum(stack.sizes) for stack in stacks] or [1.0]) if amounts else 1.0
    pieces = [piece for stack in stacks for piece in _pieces(parts, stack, longest, amounts)]
    x = measured("start", 0, longest)
    y = _names([stack.label for stack in stacks])
    colours = [part.colour for part in parts]
    colour = {**told_apart("part", [part.name for part in parts], colours), "legend": _LEGEND}
    percent: Spec = {"title": None, "format": ".0%", "tickCount": 5}
    if amounts:
        percent = {"title": amounts, "tickCount": 5}
    place = {"y": y, "x": {**x, "axis": percent}, "x2": {"field": "end"}, "color": colour}
    inside = {"y": y, "x": read(x, "middle"), "text": {"field": "text"}, "color": shown("ink")}
    told = [piece for piece in pieces if piece["text"]]
    return view(
        [
            layer("bar", pieces, place, stroke=token("paper"), strokeWidth=1.5),
            layer("text", told, inside, fontWeight=600),
        ],
        height=_ROW * max(1, len(stacks)),
    )


def draw_bars(bars: Sequence[tuple[str, int]]) -> Spec:
    """Draw counts as bars from zero, the number at the end of each."""
    rows = [{"label": label, "n": n, "text": number(f"{n:,}")} for label, n in bars]
    longest = max([1, *(n for _, n in bars)])
    place = {
        "y": _names([label for label, _ in bars]),
        "x": {
            "field": "n",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [0, longest]},
        },
    }
    return view(
        [
            layer("bar", rows, place, color=token("c1"), cornerRadiusEnd=3),
            text(rows, place, align="left", dx=8, color=token("ink"), fontWeight=600),
        ],
        height=_ROW * max(1, len(bars)),
    )


def draw_groups(
    labels: Sequence[str], bars: Sequence[Stack], colours: Sequence[str], *, amounts: str
) -> Spec:
    """Draw for every label one bar per series, from zero, the number at the end of each.

    Each of `bars` is a series: its name, and its size at every label. Labels stand above their
    bars, so that a phone has room for both.
    """
    rows = [
        {"label": label, "series": series.label, "n": size, "text": _amount(size)}
        for series in bars
        for label, size in zip(labels, series.sizes, strict=True)
    ]
    above = [{"label": label, "series": _ABOVE, "n": 0, "text": label} for label in labels]
    names = [series.label for series in bars]
    longest = max([0.0, *(float(row["n"]) for row in rows)]) or 1.0  # type: ignore[arg-type]
    place = {
        "y": {**_names(labels), "axis": None},
        "yOffset": {
            "field": "series",
            "type": "nominal",
            "scale": {"domain": [_ABOVE, *names]},
            "sort": None,
        },
        "x": {
            "field": "n",
            "type": "quantitative",
            "axis": {"title": amounts, "tickCount": 5},
            "scale": {
                "domain": [0, longest],
                "range": [0, {"expr": f"width - {_NUMBER}"}],
            },
        },
    }
    colour = {**told_apart("series", names, colours), "legend": _LEGEND}
    return view(
        [
            layer("bar", rows, {**place, "color": colour}, cornerRadiusEnd=2),
            text(rows, place, align="left", dx=5, color=token("ink")),
            text(above, place, align="left", color=token("ink"), fontWeight=600),
        ],
        height=(18 * (len(bars) + 1) + 10) * max(1, len(labels)),
    )


def _amount(size: float) -> str:
    return number(f"{size:.1f}" if size < 10 else f"{size:,.0f}")


def _pieces(parts: Sequence[Part], stack: Stack, longest: float, amounts: str) -> list[Spec]:
    pieces: list[Spec] = []
    start = 0.0
    for part, share in zip(parts, stack.sizes, strict=True):
        text = _amount(share) if amounts else number(f"{100 * share:.0f}%")
        pieces.append(
            {
                "label": stack.label,
                "part": part.name,
                "start": start,
                "middle": start + share / 2,
                "end": start + share,
                "ink": part.ink,
                "text": text if share >= _ROOM * longest else "",
            }
        )
        start += share
    return pieces


def _names(labels: Sequence[str]) -> Spec:
    return named("label", labels, paddingInner=0.3, paddingOuter=0.1)
