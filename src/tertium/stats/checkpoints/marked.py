"""Which words of a class lie in errors that people marked.

A source word lies in an error if a mark on the source covers it, or if a mark on the output covers
a word that is aligned with it. Each reading of an output counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.stats.checkpoints.instances import Instances
from tertium.stats.result import Estimate
from tertium.stats.shares import wilson
from tertium.text.align import Links

ANY = "any error"
EVERY_WORD = "all words"
Places = Sequence[tuple[int, int]]  # where words begin and end in their text


@dataclass(frozen=True, slots=True)
class MarkedPassage:
    """A marked error: its side, from where to where, and its category."""

    side: str
    start: int
    end: int
    category: str


@dataclass(frozen=True, slots=True)
class MarkedOutput:
    """One reading of an output: where its words and those of the source stand, how they align.

    Without `links` only marks on the source tell anything.
    """

    segment: int
    system: str
    source: Places
    target: Places
    links: Links
    passages: tuple[MarkedPassage, ...]


@dataclass(frozen=True, slots=True)
class MarkedShare:
    """How many words of a class, in the readings of a system, lie in errors of a category."""

    class_: str
    system: str
    category: str
    marked: int
    words: int
    share: float
    low: float | None
    high: float | None


def marked_shares(
    instances: Instances, readings: Sequence[MarkedOutput], *, level: float
) -> Iterator[MarkedShare]:
    """Yield the share of each class's words in errors, any and by category; all words beside."""
    by_segment: dict[int, dict[int, set[int]]] = {}
    for one in instances.found:
        classes = by_segment.setdefault(one.segment, {})
        classes.setdefault(one.class_code, set()).update(one.words)
    words: dict[tuple[str, str], int] = {}
    hits: dict[tuple[str, str], dict[str, int]] = {}
    for reading in readings:
        inside = _words_by_category(reading)
        every = set(range(len(reading.source)))
        own = by_segment.get(reading.segment, {})
        named = {instances.classes[code]: places for code, places in own.items()}
        for name, places in {**named, EVERY_WORD: every}.items():
            key = name, reading.system
            words[key] = words.get(key, 0) + len(places)
            counts = hits.setdefault(key, {ANY: 0})
            for category, covered in inside.items():
                counts[category] = counts.get(category, 0) + len(places & covered)
    order = {name: at for at, name in enumerate((*instances.classes, EVERY_WORD))}
    for name, system in sorted(words, key=lambda key: (order[key[0]], key[1])):
        number = words[name, system]
        for category, marked in sorted(
            hits[name, system].items(), key=lambda one: (one[0] != ANY, -one[1], one[0])
        ):
            if number and (marked or category == ANY):
                share = wilson(marked, number, level=level)
                yield _share(name, system, category, marked, number, share)


def _share(
    name: str, system: str, category: str, marked: int, number: int, share: Estimate
) -> MarkedShare:
    return MarkedShare(
        name, system, category, marked, number, marked / number, share.low, share.high
    )


def _words_by_category(reading: MarkedOutput) -> Mapping[str, set[int]]:
    """Return the source words that lie in errors, any and by category."""
    found: dict[str, set[int]] = {ANY: set()}
    for one in reading.passages:
        if one.side == "source":
            covered = set(_covered(reading.source, one))
        else:
            places = set(_covered(reading.target, one))
            covered = {source for source, target in reading.links if target in places}
        found[ANY] |= covered
        found.setdefault(one.category or "no category", set()).update(covered)
    return found


def _covered(places: Places, mark: MarkedPassage) -> Iterator[int]:
    for at, (start, end) in enumerate(places):
        if start < mark.end and mark.start < end:
            yield at
