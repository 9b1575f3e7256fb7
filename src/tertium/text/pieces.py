"""A text cut where marks begin and end, so that overlapping marks can be shown in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text and the marks on it, by their place in the list of marks.

    Marks in `ends` end after this piece. A point, where something is missing, is a piece
    without text.
    """

    text: str
    on: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


def cut_at(text: str, marks: Sequence[tuple[int, int]]) -> list[Piece]:
    """Cut a text at marks given as (start, end); the pieces put together are the text.

    >>> [(piece.text, piece.on) for piece in cut_at("abcdef", [(1, 4), (3, 5)])]
    [('a', ()), ('bc', (0,)), ('d', (0, 1)), ('e', (1,)), ('f', ())]
    """
    places = sorted({0, len(text), *(place for mark in marks for place in mark)})
    points = [at for at, (start, end) in enumerate(marks) if start == end]

    def point(place: int) -> list[Piece]:
        here = tuple(at for at in points if marks[at][0] == place)
        return [Piece("", here, here)] if here else []

    found = point(0)
    for begin, stop in pairwise(places):
        on = tuple(at for at, (start, end) in enumerate(marks) if start <= begin and stop <= end)
        ends = tuple(at for at in on if marks[at][1] == stop)
        found.append(Piece(text[begin:stop], on, ends))
        found += point(stop)
    return found
