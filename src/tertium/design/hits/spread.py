"""Dealing things into hands so that every hand holds each kind about equally often.

A thing joins a segment and a system: it is an edge of a bipartite graph, and hands are
colours. Every such graph has a colouring in which the colours of the edges at each vertex
differ in number by one at most (de Werra, 1971), and whose classes are of equal size.
"""

from collections import Counter
from collections.abc import Hashable, Sequence

_Place = tuple[int, Hashable, int]  # the side, the vertex, and which of its copies


def spread(edges: Sequence[tuple[Hashable, Hashable]], hands: int) -> list[int]:
    """Return the hand of every edge, from 0.

    The hands at a vertex, and the sizes of the hands, differ by one at most.
    """
    if hands == 1:
        return [0] * len(edges)
    colouring = _Colouring(edges, hands)
    colouring.balance()
    return colouring.colour


class _Colouring:
    """A proper colouring of the graph in which a vertex is cut into copies of `hands` edges."""

    def __init__(self, edges: Sequence[tuple[Hashable, Hashable]], hands: int) -> None:
        self.colour: list[int] = []
        self._hands = hands
        self._ends: list[tuple[_Place, _Place]] = []
        self._at: dict[_Place, dict[int, int]] = {}  # the edge of each colour at a copy
        met: Counter[tuple[int, Hashable]] = Counter()
        for edge in edges:
            ends = tuple((side, end, met[side, end] // hands) for side, end in enumerate(edge))
            met.update(enumerate(edge))
            self._add(ends[0], ends[1])

    def balance(self) -> None:
        """Exchange colours along paths until no class is larger than another by two."""
        while True:
            sizes = Counter(dict.fromkeys(range(self._hands), 0))
            sizes.update(self.colour)
            (most, large), *_, (least, small) = sizes.most_common()
            if large - small < 2:
                return
            # Some path of the two colours has more edges of the larger class.
            for place, found in self._at.items():
                if most in found and least not in found:
                    path = self._path(place, most, least)
                    if len(path) % 2:
                        self._exchange(path, most, least)
                        break

    def _add(self, one: _Place, two: _Place) -> None:
        """Colour one more edge, making room for it where its ends have no colour in common."""
        first, second = (self._free(self._at.setdefault(place, {})) for place in (one, two))
        if first != second:
            # In a bipartite graph this path never comes to the other end of the new edge.
            self._exchange(self._path(two, first, second), first, second)
        self._ends.append((one, two))
        self.colour.append(first)
        for place in (one, two):
            self._at[place][first] = len(self.colour) - 1

    def _free(self, found: dict[int, int]) -> int:
        return next(colour for colour in range(self._hands) if colour not in found)

    def _path(self, place: _Place, first: int, second: int) -> list[int]:
        """Return the edges of two colours in turn, from a place where only `first` may begin."""
        path: list[int] = []
        while (edge := self._at[place].get((first, second)[len(path) % 2])) is not None:
            path.append(edge)
            one, two = self._ends[edge]
            place = two if place == one else one
        return path

    def _exchange(self, path: list[int], first: int, second: int) -> None:
        for edge in path:
            for place in self._ends[edge]:
                if self._at[place].get(self.colour[edge]) == edge:
                    del self._at[place][self.colour[edge]]
            self.colour[edge] = second if self.colour[edge] == first else first
        for edge in path:
            for place in self._ends[edge]:
                self._at[place][self.colour[edge]] = edge
