"""Control items: what tells a careful annotator from a careless one.

To some items of a HIT belongs a *partner* in the same HIT: a copy with words of another
segment in it (*degraded*), the reference as if it were an output, or the same once more
(*repeat*). Every item has one partner at most. Of a document that is longer than what is
wanted, some segments in a row get a partner, and only a whole one is asked about as a whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice

import numpy as np

from tertium.design.chance import stratified, stream
from tertium.design.hits.blocks import Block, Screen
from tertium.model import DEGRADED, Anchor, Campaign, Output, Role, Segment, parts_of
from tertium.stats.campaign import references_of
from tertium.text.degrade import degrade

_PARTS = 5  # of the scale, from all of which a HIT gets anchors
_AROUND = 50  # segments whose words are tried where those of a system itself do not help


@dataclass(frozen=True, slots=True)
class Piece:
    """A block in a HIT; if it is a control item, of which piece, from which screen on."""

    block: Block
    role: Role = "real"
    original: int = -1
    offset: int = 0


def share(number: int, size: int, real: int) -> int:
    """Return how many control items of a kind a HIT of some size has.

    >>> share(10, 70, 70), share(10, 35, 70), share(10, 3, 70)
    (10, 5, 0)
    """
    return number if size >= real else (2 * number * size + real) // (2 * real)


class Controls:
    """The control items of a campaign, and the texts that are made for them."""

    def __init__(self, campaign: Campaign, texts: Sequence[Output] = ()) -> None:
        self._campaign = campaign
        self._segments: Mapping[str, Segment] = {one.id: one for one in campaign.segments}
        self._pairs: dict[str, list[str]] = {}
        known = {anchor.segment for anchor in campaign.anchors}
        for one in (segment for segment in campaign.segments if segment.id not in known):
            self._pairs.setdefault(one.pair, []).append(one.id)
        gone = {system.name for system in campaign.systems if system.withdrawn}
        self._references = [name for name in references_of(campaign) if name not in gone]
        self._shown: Counter[str] = Counter()  # how often the reference of a segment is an item
        self._texts: dict[tuple[str, str], str | None] = {
            (text.segment, text.system): text.text for text in texts
        }
        self._used = set(self._texts)
        self._donors: dict[tuple[str, str], list[str]] = {}
        self._anchors = {pair: cycle(self._in_turn(pair)) for pair in self._pairs}

    @property
    def texts(self) -> tuple[Output, ...]:
        """All texts that were made, those of earlier versions first."""
        made = ((key, text) for key, text in self._texts.items() if key in self._used)
        return tuple(Output(*key, text) for key, text in made if text is not None)

    def copy_whole(self, block: Block) -> None:
        """Make the degraded copy of a block, if it can be made."""
        if all(text is not None for text in self._texts_of(block.screens[0])):
            self._copy(block, range(block.size), "degraded", "")

    def has_reference(self, segment: str) -> bool:
        """Tell whether a segment has a reference."""
        return any((segment, name) in self._campaign.outputs for name in self._references)

    def added(self, blocks: Sequence[Block], draw: np.random.Generator) -> list[Piece]:
        """Return a HIT: these blocks, and partners in the shares that the design wants."""
        design = self._campaign.design
        size = sum(block.size for block in blocks)
        free = [set(range(block.size)) for block in blocks]  # screens without a partner
        # In this order each system has its share of partners.
        turns = stratified(range(len(blocks)), [" ".join(block.slots) for block in blocks], draw)
        pieces = [Piece(block) for block in blocks]
        # References first: they are short of segments, not of outputs.
        wanted: tuple[tuple[Role, int], ...] = (
            ("reference", design.references),
            ("degraded", design.degraded),
            ("repeat", design.repeats),
        )
        for role, number in wanted:
            missing = share(number, size, design.real)
            met = set[str]()  # no reference is shown twice in a HIT
            # What has a partner already comes again only if the rest does not suffice.
            for at in sorted(turns, key=lambda at: self._turn(blocks[at], free[at], role)):
                open_ = [i for i in free[at] if blocks[at].segments[i] not in met]
                for able, name in self._able(blocks[at], open_, role) if missing else ():
                    if able:
                        stretch = _stretch(able, missing, draw)
                        copy = self._copy(blocks[at], stretch, role, name)
                        pieces.append(Piece(copy, role, at, stretch.start))
                        free[at].difference_update(stretch)
                        missing -= len(stretch)
                        if role == "reference":
                            met.update(copy.segments)
                        break
            self._shown.update(met)
        return [*pieces, *self._known(blocks, share(design.anchored, size, design.real))]

    def _known(self, blocks: Sequence[Block], number: int) -> Iterator[Piece]:
        """Yield the next anchors, as often as wanted; every HIT goes on where the last ended."""
        pair = self._segments[blocks[0].segments[0]].pair
        there = sum(
            self._segments[anchor.segment].pair == pair for anchor in self._campaign.anchors
        )
        condition = blocks[0].screens[0].condition
        for anchor in islice(self._anchors[pair], min(number, there)):
            yield Piece(Block((Screen(anchor.segment, (anchor.system,), condition),)), "anchor")

    def _in_turn(self, pair: str) -> list[Anchor]:
        """Return the anchors of a pair in an order in which good and bad ones take turns."""
        found = [one for one in self._campaign.anchors if self._segments[one.segment].pair == pair]
        ranks = np.argsort(np.argsort([one.score for one in found], kind="stable"))
        parts = [str(rank * _PARTS // len(found)) for rank in ranks]
        return stratified(found, parts, stream(self._campaign.seed, "anchors", pair))

    def _turn(self, block: Block, free: set[int], role: Role) -> tuple[bool, float]:
        """Return what decides which blocks get a partner first."""
        often = 0.0
        if role == "reference":
            often = sum(self._shown[segment] for segment in block.segments) / block.size
        return len(free) < block.size, often

    def _able(
        self, block: Block, open_: Sequence[int], role: Role
    ) -> Iterator[tuple[list[int], str]]:
        """Yield the screens of a block that can have a partner; for references, by their names."""
        if role == "reference":
            draw = stream(self._campaign.seed, "reference", *block.segments)
            for at in draw.permutation(len(self._references)):
                name = self._references[at]
                outputs = self._campaign.outputs
                yield [i for i in open_ if (block.segments[i], name) in outputs], name
        elif role == "degraded":
            yield [i for i in open_ if all(self._texts_of(block.screens[i]))], ""
        else:
            yield list(open_), ""

    def _copy(self, block: Block, stretch: Sequence[int], role: Role, name: str) -> Block:
        """Return the partner of some screens of a block, of the whole if it is all of them."""
        whole = len(stretch) == block.size
        screens = block.screens if whole else tuple(block.screens[i] for i in stretch)
        if role == "reference":
            screens = tuple(replace(screen, slots=(name,)) for screen in screens)
        elif role == "degraded":
            screens = tuple(
                replace(screen, slots=tuple(slot + DEGRADED for slot in screen.slots))
                for screen in screens
            )
            self._used.update((screen.segment, slot) for screen in screens for slot in screen.slots)
        return Block(screens)

    def _texts_of(self, screen: Screen) -> list[str | None]:
        """Return the degraded texts of a screen, the same whenever they are asked for."""
        return [self._text(screen.segment, slot + DEGRADED) for slot in screen.slots]

    def _text(self, segment: str, slot: str) -> str | None:
        key = (segment, slot)
        if key not in self._texts:
            about, campaign = self._segments[segment], self._campaign
            system = parts_of(slot)[0]
            draw = stream(campaign.seed, "degrade", segment, system)
            for donors in (self._of_system, self._of_others):
                self._texts[key] = degrade(
                    campaign.outputs[segment, system],
                    donors(about, system),
                    draw,
                    language=about.target_language,
                    beyond=campaign.design.degrading,
                )
                if self._texts[key] is not None:
                    break
        return self._texts[key]

    def _of_system(self, about: Segment, system: str) -> list[str]:
        """Return the outputs of a system; the one to be degraded gives nothing to itself."""
        key = (about.pair, system)
        if key not in self._donors:
            texts = (self._campaign.outputs.get((one, system)) for one in self._pairs[about.pair])
            self._donors[key] = list(dict.fromkeys(text for text in texts if text))
        return self._donors[key]

    def _of_others(self, about: Segment, system: str) -> list[str]:
        """Return what others say in the segments around, for a system that says always the same."""
        ids = self._pairs[about.pair]
        at = ids.index(about.id)
        around = [ids[(at + step) % len(ids)] for step in range(1, min(_AROUND, len(ids)))]
        names = [one.name for one in self._campaign.systems if one.name != system]
        texts = (self._campaign.outputs.get((one, name)) for one in around for name in names)
        return [text for text in texts if text]


def _stretch(able: Sequence[int], most: int, draw: np.random.Generator) -> range:
    """Return some of these places in a row: of the longest row, at most so many."""
    rows: list[range] = []
    for place in sorted(able):
        if rows and rows[-1].stop == place:
            rows[-1] = range(rows[-1].start, place + 1)
        else:
            rows.append(range(place, place + 1))
    longest = max(rows, key=len)
    length = min(len(longest), most)
    begin = longest.start + int(draw.integers(len(longest) - length + 1))
    return range(begin, begin + length)
