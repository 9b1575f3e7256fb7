"""Pictures of shares and counts: stacked bars, one row per person, and plain bars."""

from collections.abc import Sequence
from dataclasses import dataclass

from tertium.report.pictures.theme import LETTERS, Spec, layer, token, view

__all__ = ["Part", "Stack", "draw_bars", "draw_stacks"]

_ROW = 34
_ROOM = 0.07  # a share below this has no room for its number


@dataclass(frozen=True, slots=True)
class Part:
    """A part that every stack has: its name, its colour, and the colour of a number on it."""

    name: str
    colour: str
    ink: str


@dataclass(frozen=True, slots=True)
class Stack:
    """One row: its label, and the share of each part, in the order of the parts."""

    label: str
    shares: tuple[float, ...]


def draw_stacks(parts: Sequence[Part], stacks: Sequence[Stack]) -> Spec:
    """Draw shares as one bar per row, all of the same length, with numbers inside.

    The parts keep their order in every row, so place tells them apart as well as colour.
    """
    pieces = [piece for stack in stacks for piece in _pieces(parts, stack)]
    across = {"type": "quantitative", "scale": {"domain": [0, 1]}}
    y = _names([stack.label for stack in stacks])
    colour = {
        "field": "part",
        "type": "nominal",
        "scale": {
            "domain": [part.name for part in parts],
            "range": [part.colour for part in parts],
        },
        "legend": {
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
        },
    }
    percent = {"title": None, "format": ".0%", "tickCount": 5}
    return view(
        [
            layer(
                "bar",
                pieces,
                {
                    "y": y,
                    "x": {"field": "start", **across, "axis": percent},
                    "x2": {"field": "end"},
                    "color": colour,
                },
                stroke=token("paper"),
                strokeWidth=1.5,
            ),
            layer(
                "text",
                [piece for piece in pieces if piece["text"]],
                {
                    "y": y,
                    "x": {"field": "middle", **across},
                    "text": {"field": "text"},
                    "color": {"field": "ink", "type": "nominal", "scale": None},
                },
                fontWeight=600,
            ),
        ],
        height=_ROW * max(1, len(stacks)),
    )


def draw_bars(bars: Sequence[tuple[str, int]]) -> Spec:
    """Draw counts as bars from zero, the number at the end of each."""
    rows = [{"label": label, "n": n, "text": f"{n:,}"} for label, n in bars]
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
    numbers = {**place, "text": {"field": "text"}}
    return view(
        [
            layer("bar", rows, place, color=token("c1"), cornerRadiusEnd=3),
            layer("text", rows, numbers, align="left", dx=8, color=token("ink"), fontWeight=600),
        ],
        height=_ROW * max(1, len(bars)),
    )


def _pieces(parts: Sequence[Part], stack: Stack) -> list[Spec]:
    pieces: list[Spec] = []
    start = 0.0
    for part, share in zip(parts, stack.shares, strict=True):
        pieces.append(
            {
                "label": stack.label,
                "part": part.name,
                "start": start,
                "middle": start + share / 2,
                "end": start + share,
                "ink": part.ink,
                "text": f"{100 * share:.0f}%" if share >= _ROOM else "",
            }
        )
        start += share
    return pieces


def _names(labels: Sequence[str]) -> Spec:
    """Return the scale from top to bottom, one band per name, in the given order."""
    return {
        "field": "label",
        "type": "ordinal",
        "scale": {"domain": list(labels), "paddingInner": 0.3, "paddingOuter": 0.1},
        "axis": {"title": None, "labelLimit": 190},
    }
