"""What changed between two versions of a text, for readers: words taken out, put in, moved.

The edits are those of TER, so what is shown adds up to the rate that is counted, except that
here letter case makes a difference. In scripts without spaces characters are the words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tertium.text.ter import ter
from tertium.text.words import characters_per_word

Kind = Literal["kept", "out", "in", "moved"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words with the same fate; `move` numbers those that moved together, else 0."""

    kind: Kind
    text: str
    move: int = 0


@dataclass(frozen=True, slots=True)
class Changes:
    """Both versions in pieces; pieces are set apart by `between`."""

    before: tuple[Piece, ...]
    after: tuple[Piece, ...]
    between: str = " "

    @property
    def moves(self) -> int:
        """How many runs of words were moved."""
        return len({piece.move for piece in self.after if piece.move})


def changes(before: str, after: str, language: str = "") -> Changes:
    """Return what became of the words of `before`, and where those of `after` come from.

    >>> [(piece.kind, piece.text) for piece in changes("a big cat sat", "the cat sat").after]
    [('in', 'the'), ('kept', 'cat sat')]
    """
    dense = characters_per_word(before + after, language) > 1
    old, new = (list("".join(text.split())) if dense else text.split() for text in (before, after))
    found = ter(" ".join(old), " ".join(new), case_sensitive=True).operations
    numbers: dict[int, int] = {}
    fates: dict[int, tuple[Kind, int]] = {}
    origins: list[tuple[Kind, int]] = []
    for step in found.steps:
        kept = step.kind == "keep"
        # A move whose words were then replaced is told as words out and words in.
        move = (
            numbers.setdefault(step.shift, len(numbers) + 1)
            if kept and step.shift is not None
            else 0
        )
        fate: tuple[Kind, int] = ("moved", move) if move else ("kept", 0)
        if step.place is not None:
            fates[step.place] = fate if kept else ("out", 0)
        if step.reference is not None:
            origins.append(fate if kept else ("in", 0))
    between = "" if dense else " "
    return Changes(
        _pieces(old, (fates[place] for place in range(len(old))), between),
        _pieces(new, origins, between),
        between,
    )


def _pieces(words: list[str], fates: Iterable[tuple[Kind, int]], between: str) -> tuple[Piece, ...]:
    """Put neighbours with the same fate together."""
    runs = groupby(zip(words, fates, strict=True), key=lambda one: one[1])
    return tuple(
        Piece(kind, between.join(word for word, _ in run), move) for (kind, move), run in runs
    )
