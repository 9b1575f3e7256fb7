"""What translations are called: letters until names are revealed, systems afterwards.

Letters are drawn for each source anew, in an order that follows from the database's
own secret, so that nothing tells which system is behind one. All annotators' graphs of
a source have the same letters.
"""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from tertium.model import Campaign, joined, parts_of
from tertium.stats.tournament.dominance import SourceGraph
from tertium.store import Store

Sign = TypeVar("Sign", bound=str)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of the translations of one source, by system."""

    shown: dict[str, str]

    def of(self, vertex: str) -> str:
        """Return the name of an output; `A+B` where several systems have the same."""
        return joined(self.shown[part] for part in parts_of(vertex))

    def each(self, vertices: Iterable[str]) -> tuple[str, ...]:
        """Return the names of outputs, sorted."""
        return tuple(sorted(self.of(vertex) for vertex in vertices))

    def answer(self, one: str, sign: Sign, two: str) -> tuple[str, Sign, str]:
        """Return an answer with its translations renamed; equals stand in the new order."""
        first, second = self.of(one), self.of(two) if two else ""
        if sign == "=" and second < first:
            first, second = second, first
        return first, sign, second

    def graph(self, source: SourceGraph) -> SourceGraph:
        """Return a graph with its translations renamed; nothing of the old names is left."""

        def renamed(by_system: dict[str, int]) -> dict[str, int]:
            return dict(sorted((self.shown[name], value) for name, value in by_system.items()))

        return replace(
            source,
            ranks=renamed(source.ranks),
            dominance=renamed(source.dominance),
            rank_low=renamed(source.rank_low),
            rank_high=renamed(source.rank_high),
            unrelated=tuple(sorted((a, b) for a, b in map(self.each, source.unrelated))),
            answers=tuple(sorted(self.answer(*answer) for answer in source.answers)),
        )


def names_in(store: Store, campaign: Campaign, segment: str, *, revealed: bool) -> Names:
    """Return what the translations of a source are called now."""
    systems = [one.name for one in campaign.systems if (segment, one.name) in campaign.outputs]
    if revealed:
        return Names({name: name for name in systems})
    secret = store.secret()

    def drawn(system: str) -> bytes:
        told = "\x1f".join(("letters", campaign.name, segment, system))
        return hmac.new(secret, told.encode(), hashlib.sha256).digest()

    ordered = sorted(systems, key=drawn)
    return Names({system: _letters(place) for place, system in enumerate(ordered)})


def _letters(place: int) -> str:
    """Return A, B and so on up to Z, then AA, AB."""
    more, letter = divmod(place, 26)
    return (_letters(more - 1) if more else "") + chr(ord("A") + letter)
