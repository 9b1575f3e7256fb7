"""Results as plain text for a terminal or a mail: calm, aligned, at most 100 columns wide."""

import unicodedata
from collections.abc import Sequence
from textwrap import fill, wrap

from tertium.rendering.arrange import headline, tables
from tertium.rendering.numbers import written
from tertium.rendering.shapes import Table
from tertium.stats.result import LanguagePairs, Result

WIDTH = 100
_GAP = "  "
_NARROWEST = 20  # a wrapped column keeps at least this width


def to_text(result: Result) -> str:
    """Return the headline, then the doubts, the tables, and the signature last.

    Several language pairs have a section each, under the name of the pair.
    """
    parts = [fill(headline(result), 80)]
    if result.warnings:
        parts.append(
            "\n".join(
                fill(doubt, 80, initial_indent="! ", subsequent_indent="  ")
                for doubt in result.warnings
            )
        )
    if isinstance(result, LanguagePairs):
        for one in result.language_pairs:
            line = "═" * len(one.language_pair)
            parts.append(f"{one.language_pair}\n{line}\n\n{to_text(one.result)}")
        return "\n\n".join(parts)
    parts += [_table(table) for table in tables(result) if table.rows and not table.detail]
    parts.append(result.signature)
    return "\n\n".join(parts)


def _table(table: Table) -> str:
    heads = [column.title for column in table.columns]
    cells = [
        [written(cell, column.kind) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    widths = _widths(heads, cells, [column.align for column in table.columns])
    aligned = [column.align for column in table.columns]
    lines = [table.title] if table.title else []
    lines += _line(heads, widths, aligned)
    lines.append(_GAP.join("─" * width for width in widths))
    for row in cells:
        lines += _line(row, widths, aligned)
    if table.note:
        lines.append(fill(table.note, 80))
    return "\n".join(lines)


def _widths(heads: list[str], rows: list[list[str]], aligned: Sequence[str]) -> list[int]:
    """Give every column its widest cell. In a full line headings fold first, then words."""
    spare = WIDTH - len(_GAP) * (len(heads) - 1)
    cells = [max((_width(row[at]) for row in rows), default=0) for at in range(len(heads))]
    widths = [max(cell, _width(head)) for cell, head in zip(cells, heads, strict=True)]
    if sum(widths) > spare:
        words = [max(map(_width, head.split()), default=0) for head in heads]
        widths = [max(cell, word) for cell, word in zip(cells, words, strict=True)]
    while sum(widths) > spare:
        wrappable = [at for at, align in enumerate(aligned) if align == "start"]
        widest = max(wrappable, key=lambda at: widths[at], default=None)
        if widest is None or widths[widest] <= _NARROWEST:
            break
        widths[widest] = max(_NARROWEST, widths[widest] - (sum(widths) - spare))
    return widths


def _line(cells: list[str], widths: list[int], aligned: Sequence[str]) -> list[str]:
    """Lay out one row; a cell that is too wide goes on below itself."""
    folded = [
        (wrap(cell, width, break_on_hyphens=False) or [""]) if _width(cell) > width else [cell]
        for cell, width in zip(cells, widths, strict=True)
    ]
    deepest = max(len(lines) for lines in folded)
    return [
        _GAP.join(
            _pad(lines[at] if at < len(lines) else "", width, align)
            for lines, width, align in zip(folded, widths, aligned, strict=True)
        ).rstrip()
        for at in range(deepest)
    ]


def _pad(text: str, width: int, align: str) -> str:
    room = " " * max(0, width - _width(text))
    return text + room if align == "start" else room + text


def _width(text: str) -> int:
    """Count terminal columns: wide scripts take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )
