"""The look of all pictures: one Vega-Lite configuration, made of tokens.

Colours are written as CSS variables (`var(--ink)`). They reach the SVG as they
are, so a page that turns dark or goes to the printer recolours its pictures by
itself. Sizes are for text of 16 px; the page scales the whole picture.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tertium.wording import Text, said

Spec = dict[str, Any]
LETTERS = 13  # pixels, the size of words and figures inside a picture


class _Lookup(Text):
    """An expression that looks a place up among names, each of which is translated."""

    __slots__ = ("names", "rest")
    names: Mapping[str, str]
    rest: str

    def said(self, language: str) -> str | None:
        names = {place: said(one, language) or str(one) for place, one in self.names.items()}
        return json.dumps(names) + self.rest


def looked_up(names: Mapping[str, str], at: str, otherwise: str = "") -> Text:
    """Return the Vega expression that names a place; words are data inside it."""
    rest = f"[{at}] || {otherwise}" if otherwise else f"[{at}]"
    made = _Lookup(json.dumps(names) + rest)
    made.names, made.rest = names, rest
    return made


def token(name: str) -> str:
    """Return a colour by its name in the style sheet.

    >>> token("c1")
    'var(--c1)'
    """
    return f"var(--{name})"


# Series differ by dash and marker first, by colour last.
SERIES = tuple(token(name) for name in ("c1", "c2", "c3", "c4", "neutral", "ink"))
DASHES = ([1, 0], [9, 5], [2, 5], [12, 4, 2, 4], [5, 3], [16, 4])
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")

_CONFIG: Mapping[str, Any] = {
    "aria": False,  # the figure has one sentence instead of a label per mark
    "background": None,
    "view": {"stroke": None},
    "axis": {
        "domain": False,
        "ticks": False,
        "grid": False,
        "gridColor": token("line"),
        "labelColor": token("ink-2"),
        "labelFontSize": LETTERS,
        "labelPadding": 10,
        "labelFlush": False,
        "labelOverlap": False,  # whoever sets the ticks leaves room between them
        "titleColor": token("ink-3"),
        "titleFontSize": LETTERS,
        "titleFontWeight": 400,
        "titlePadding": 8,
    },
    "text": {"color": token("ink-2"), "fontSize": LETTERS, "baseline": "middle"},
}


def layer(
    mark: str, rows: Sequence[Mapping[str, Any]], encoding: Mapping[str, Any], **look: Any
) -> Spec:
    """Return one layer of a picture: a kind of mark for each row, and how it looks."""
    return {
        "data": {"values": list(rows)},
        "mark": {"type": mark, **look},
        "encoding": dict(encoding),
    }


def when(test: str, value: Any, otherwise: Any) -> Spec:
    """Return a property that is `value` for rows that pass a test."""
    return {"condition": {"test": test, "value": value}, "value": otherwise}


def view(
    layers: Sequence[Spec], *, height: float, width: float | Literal["container"] = "container"
) -> Spec:
    """Return a complete spec: layers on one pair of scales, in the house look.

    The width is that of the place where the picture stands, unless a number is given.
    """
    fit = "fit-x" if width == "container" else "pad"
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": width,
        "height": height,
        "padding": {"left": 0, "right": 4, "top": 4, "bottom": 4},
        "autosize": {"type": fit, "contains": "padding"},
        "layer": list(layers),
        "config": dict(_CONFIG),
    }
