"""What a HIT is made of: screens, and blocks of screens that stay together.

A *screen* shows one segment with one output, or several side by side. A *block* is one
screen; or, where documents are judged, the segments of a document in their order,
translated by the same systems, and then the question about the whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tertium import protocols
from tertium.design.chance import stratified, stream
from tertium.design.select import Selection
from tertium.model import Campaign, Segment, joined, parts_of
from tertium.protocols.conditions import DOCUMENT, SEGMENT


@dataclass(frozen=True, slots=True)
class Screen:
    """A segment and the outputs to be scored, in the order of names, under one condition."""

    segment: str
    slots: tuple[str, ...]
    condition: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Screens that follow each other."""

    screens: tuple[Screen, ...]

    def __len__(self) -> int:
        return len(self.screens)

    @property
    def size(self) -> int:
        """How many segments it asks about; the question about a document comes on top."""
        return sum(screen.condition != DOCUMENT for screen in self.screens)

    @property
    def segments(self) -> tuple[str, ...]:
        """The segments it asks about."""
        return tuple(screen.segment for screen in self.screens if screen.condition != DOCUMENT)

    @property
    def slots(self) -> tuple[str, ...]:
        """All outputs that stand beside each other somewhere in it, in the order of names."""
        return tuple(sorted({slot for screen in self.screens for slot in screen.slots}))


@dataclass(frozen=True, slots=True)
class Bundle:
    """A document (or a segment that stands alone) with all its blocks, a row per segment.

    Where documents are judged as such, one row holds the blocks of all systems.
    """

    rows: tuple[tuple[Block, ...], ...]

    @property
    def size(self) -> int:
        """How many segments all its blocks ask about."""
        return sum(block.size for row in self.rows for block in row)


def bundles(
    campaign: Campaign, selection: Selection, pair: str, seen: Mapping[str, set[str]]
) -> list[Bundle]:
    """Return what is to be judged of a language pair, documents in a random order.

    Every stretch of them holds the domains in proportion. `seen` has the systems that
    were dealt before, by segment; they are not asked about again.
    """
    documents: dict[tuple[str, str], list[Segment]] = {}
    for segment in selection.asked:
        if segment.pair == pair:
            alone = "" if segment.document else segment.id
            key = (segment.domain, segment.document or alone)
            documents.setdefault(key, []).append(segment)
    draw = stream(campaign.seed, "documents", pair)
    keys = stratified(list(documents), [domain for domain, _ in documents], draw)
    whole = bool(campaign.options.get("document"))
    side_by_side = protocols.get(campaign.protocol, campaign.options).systems
    found = []
    for key in keys:
        segments = sorted(documents[key], key=lambda segment: segment.position)
        vertices = {
            segment.id: _unseen(selection.vertices[segment.id], seen.get(segment.id, set()))
            for segment in segments
        }
        if whole:
            rows = [_document(segments, vertices, seen, side_by_side, draw)]
        else:
            rows = [
                tuple(
                    Block((Screen(segment.id, slots),))
                    for slots in _groups(vertices[segment.id], side_by_side, draw)
                )
                for segment in segments
            ]
        rows = [row for row in rows if row]
        if rows:
            found.append(Bundle(tuple(rows)))
    return found


def _unseen(vertices: Sequence[str], seen: set[str]) -> tuple[str, ...]:
    """Return outputs by the names of the systems that nobody was asked about."""
    left = ([name for name in parts_of(vertex) if name not in seen] for vertex in vertices)
    return tuple(joined(names) for names in left if names)


def _document(
    segments: Sequence[Segment],
    vertices: Mapping[str, Sequence[str]],
    seen: Mapping[str, set[str]],
    side_by_side: int,
    draw: np.random.Generator,
) -> tuple[Block, ...]:
    """Return one block for each system, or for several that stand side by side.

    A system that was judged on some of the document before is left out of it.
    """
    before = set().union(*(seen.get(segment.id, set()) for segment in segments))
    systems = sorted({slot for found in vertices.values() for slot in found} - before)
    blocks = []
    for group in _groups(systems, side_by_side, draw):
        screens = [
            Screen(segment.id, slots, SEGMENT)
            for segment in segments
            if (slots := tuple(slot for slot in group if slot in vertices[segment.id]))
        ]
        # The last segment that all of them have stands for the document.
        most = max(len(screen.slots) for screen in screens)
        last = next(screen for screen in reversed(screens) if len(screen.slots) == most)
        blocks.append(Block((*screens, Screen(last.segment, last.slots, DOCUMENT))))
    return tuple(blocks)


def _groups(
    slots: Sequence[str], side_by_side: int, draw: np.random.Generator
) -> Iterator[tuple[str, ...]]:
    """Deal outputs at random into as few screens as hold them, of equal size as far as possible."""
    if not slots:
        return
    order = [slots[at] for at in draw.permutation(len(slots))]
    number = -(-len(order) // side_by_side)
    ends = [len(order) * k // number for k in range(number + 1)]
    for begin, end in pairwise(ends):
        yield tuple(sorted(order[begin:end]))
