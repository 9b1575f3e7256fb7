"""The parts of a drawn graph: boxes, frames, lines and the key, written as SVG.

There is no colour and no font here: classes beginning with `g-` are dressed by `report.css`.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from markupsafe import escape

from tertium.rendering.pictures.layers import Point
from tertium.rendering.pictures.strokes import Stroke, bent, head, px

_EDGE = 6.0  # pixels around the picture
_RANK = 50.0  # pixels for the rank of a row
_LONGEST = 16  # letters of a name in a box; the whole name is its title
_STACKED = 3  # names of merged outputs in a box; further ones are counted
_INSIDE = 14.0  # pixels between a frame and what stands in it
_KEY_LINE = 24.0
_WIDEST_KEY = 330.0  # a key as wide as this fits on a phone
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Node:
    """A box with the names of its systems and a line of facts."""

    names: tuple[str, ...]
    title: str
    facts: str
    small: bool
    width: float
    height: float

    @property
    def size(self) -> Point:
        """Width and height."""
        return self.width, self.height

    @classmethod
    def of(cls, systems: Sequence[tuple[str, str]], facts: str, *, small: bool) -> Self:
        """Make the box as wide as its texts and as high as it has lines.

        `systems` are pairs of a whole name and one to be shown.
        """
        names = [_clipped(shown) for _, shown in systems]
        if len(names) > _STACKED:
            names = [*names[: _STACKED - 1], f"and {len(names) - _STACKED + 1} more"]
        size = 12.0 if small else 14.0
        width = max(
            *(_breadth(name, 1.06 * size) for name in names), _breadth(facts, size - 1), 30.0
        )
        lines = len(names) * (size + 3) + (size + 2 if facts else 0)
        return cls(
            tuple(names),
            " = ".join(whole for whole, _ in systems),
            facts,
            small,
            width + 20,
            lines + (9 if small else 12),
        )

    def svg(self, at: Point) -> str:
        """Return the box with its centre at a point."""
        x, y = at
        size = 12.0 if self.small else 14.0
        top = y - self.height / 2
        lines = []
        base = top + (4 if self.small else 6) + size
        for name in self.names:
            lines.append(_text(name, x, base, "g-name"))
            base += size + 3
        if self.facts:
            lines.append(_text(self.facts, x, base - 0.5, "g-facts"))
        return (
            f"<g><title>{_safe(self.title)}</title>"
            f'<rect class="g-box" x="{px(x - self.width / 2)}" y="{px(top)}" '
            f'width="{px(self.width)}" height="{px(self.height)}" rx="7"/>{"".join(lines)}</g>'
        )


@dataclass(frozen=True, slots=True)
class Frame:
    """A component: its members with their places around its middle, and its size."""

    members: tuple[int, ...]
    offsets: tuple[Point, ...]
    width: float
    height: float
    in_row: bool
    against: bool

    @classmethod
    def around(
        cls,
        members: Sequence[int],
        offsets: Sequence[Point],
        sizes: Sequence[Point],
        *,
        in_row: bool,
        against: bool,
        above: float = 0.0,
        below: float = 0.0,
    ) -> Self:
        """Make the frame as large as its members need; a single box has no margin.

        Lines inside reach as far `above` and `below` the middle.
        """
        margin = _INSIDE if len(members) > 1 else 0.0
        heading = 16.0 if against else 0.0
        boxes = list(zip(offsets, sizes, strict=True))
        left = min(x - w / 2 for (x, _), (w, _) in boxes) - margin
        right = max(x + w / 2 for (x, _), (w, _) in boxes) + margin
        top = min(-above, *(y - h / 2 for (_, y), (_, h) in boxes)) - margin - heading
        bottom = max(below, *(y + h / 2 for (_, y), (_, h) in boxes)) + margin
        x, y = (left + right) / 2, (top + bottom) / 2
        moved = tuple((dx - x, dy - y) for dx, dy in offsets)
        return cls(tuple(members), moved, right - left, bottom - top, in_row, against)

    def svg(self, at: Point) -> str:
        """Return the frame; a single box has none."""
        if len(self.members) == 1:
            return ""
        x, y = at[0] - self.width / 2, at[1] - self.height / 2
        kind = "g-frame g-against" if self.against else "g-frame"
        return (
            f'<rect class="{kind}" x="{px(x)}" y="{px(y)}" width="{px(self.width)}" '
            f'height="{px(self.height)}" rx="12"/>'
        )

    def word(self, at: Point) -> str:
        """Return the word for what is wrong inside, to stand over the lines."""
        x, y = at[0] - self.width / 2, at[1] - self.height / 2
        return _text("contradiction", x + 12, y + 18, "g-word") if self.against else ""


@dataclass(frozen=True, slots=True)
class Wire:
    """A line between two boxes: one or more equal answers."""

    stroke: Stroke
    tie: bool
    against: bool
    times: int = 1

    def svg(self) -> str:
        """Return the line, its arrowhead, a sign if it contradicts, and how often it was said."""
        kind = "g-tie" if self.tie else "g-arrow"
        if self.against:
            kind += " g-against"
        path = f'<path class="g-line" d="{self.stroke.path}"/>'
        if not self.tie:
            path += f'<path class="g-head" d="{head(self.stroke)}"/>'
        x, y = self.stroke.middle
        if self.against:
            path += (
                f'<path class="g-sign" d="M{px(x)} {px(y - 8)}l8 14h-16z"/>'
                f"{_text('!', x, y + 4, 'g-shout')}"
            )
        if self.times > 1:
            path += _text(f"×{self.times}", x + (18 if self.against else 13), y + 4, "g-times")
        return f'<g class="{kind}">{path}</g>'


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything in its place, to be written from back to front."""

    nodes: Sequence[tuple[Node, Point]]
    frames: Sequence[tuple[Frame, Point]]
    wires: Sequence[Wire]
    rows: Sequence[tuple[str, float]]
    width: float
    height: float
    alt: str
    note: str = ""

    @property
    def size(self) -> Point:
        """Width and height of the whole picture, its key included."""
        key, key_width, key_height = self._key()
        width = max(self._left + self.width, _EDGE + key_width) + _EDGE
        return width, self._below + key_height if key else self.height + 2 * _EDGE

    @property
    def _left(self) -> float:
        return _EDGE + (_RANK if self.rows else 0.0)

    @property
    def _below(self) -> float:
        return self.height + 2 * _EDGE + 14

    def svg(self) -> str:
        """Return the SVG element."""
        small = any(node.small for node, _ in self.nodes)
        key, _, _ = self._key()
        width, height = self.size
        inside = [
            *(frame.svg(at) for frame, at in self.frames),
            *(wire.svg() for wire in self.wires),
            *(frame.word(at) for frame, at in self.frames),
            *(node.svg(at) for node, at in self.nodes),
        ]
        ranks = [
            _text(f"rank {label}" if at == 0 else label, _EDGE + _RANK - 12, y + 5, "g-rank")
            for at, (label, y) in enumerate((label, _EDGE + y) for label, y in self.rows)
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="graph{" g-small" if small else ""}" '
            f'role="img" aria-label="{_safe(self.alt)}" viewBox="0 0 {px(width)} {px(height)}" '
            f'width="{width / 16:.3f}rem" height="{height / 16:.3f}rem">'
            f"{''.join(ranks)}"
            f'<g class="g-drawing" transform="translate({px(self._left)} {px(_EDGE)})">'
            f"{''.join(inside)}</g>"
            f'<g class="g-legend" transform="translate({px(_EDGE)} {px(self._below)})">{key}</g>'
            "</svg>"
        )

    def _key(self) -> tuple[str, float, float]:
        """Return what the lines that occur mean, with its width and height."""
        items: list[tuple[str, str]] = []
        kinds = {(wire.tie, wire.against) for wire in self.wires}
        if (False, False) in kinds:
            items.append((Wire(_sample(), tie=False, against=False).svg(), "better"))
        if any(tie for tie, _ in kinds):
            items.append((Wire(_sample(), tie=True, against=False).svg(), "equally good or bad"))
        if (False, True) in kinds:
            items.append(
                (Wire(_sample(), tie=False, against=True).svg(), "part of a contradiction")
            )
        if any(node.facts for node, _ in self.nodes):
            items.append(("", "under a name: dominance · possible places"))
        if self.note:
            items.append(("", self.note))
        told, x, y, widest = [], 0.0, 0.0, 0.0
        for sample, words in items:
            begin = 46 if sample else 0
            width = begin + _breadth(words, 13) + 22
            if x and x + width > _WIDEST_KEY:
                x, y = 0.0, y + _KEY_LINE
            told.append(
                f'<g transform="translate({px(x)} {px(y)})">{sample}'
                f"{_text(words, begin, 14, 'g-key')}</g>"
            )
            x += width
            widest = max(widest, x)
        return "".join(told), widest, y + _KEY_LINE if items else 0.0


def _sample() -> Stroke:
    return bent((0.0, 10.0), (38.0, 10.0), (0.0, 0.0), (0.0, 0.0))


def _text(words: str, x: float, y: float, kind: str) -> str:
    return f'<text class="{kind}" x="{px(x)}" y="{px(y)}">{_safe(words)}</text>'


def _safe(words: str) -> str:
    """Escape a text; what XML cannot hold is replaced."""
    return str(escape(_FORBIDDEN.sub("\ufffd", words)))


def _clipped(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"


def _breadth(words: str, size: float) -> float:
    """Estimate how wide a text is, on the safe side: the reader's font is not known."""
    total = 0.0
    for sign in words:
        if unicodedata.combining(sign):
            continue
        if unicodedata.east_asian_width(sign) in "WF" or sign in "MW@%…—":
            total += 1.02
        elif sign in "ijl.,:;'|!()[] ":
            total += 0.34
        elif sign.isupper() or sign in "mw&_+–−":
            total += 0.74
        else:
            total += 0.58
    return total * size
