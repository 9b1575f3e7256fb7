"""A sample of a delivery for review, drawn so that anybody can draw it again.

Documents are cut into *blocks*: passages of about equal length that hang together, or the whole
document. Blocks are put into a random order in which every stretch holds each translator, and
each document of theirs, in proportion; from its beginning, blocks are taken until there are as
many words as were wanted. So every segment has the same chance, no passage is torn out of its
neighbourhood, and a larger sample with the same seed contains the smaller one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from tertium.design.chance import stratified, stream
from tertium.exceptions import BadInput
from tertium.model import Segment
from tertium.text import count_words

PASSAGE = 250  # words that are read in one go
Unit = Literal["passage", "document"]


@dataclass(frozen=True, slots=True)
class SampledPart:
    """What was drawn of one translator's work, and of how much."""

    translator: str
    words: int
    words_of: int
    segments: int
    segments_of: int
    documents: int
    documents_of: int


@dataclass(frozen=True, slots=True)
class DeliverySample:
    """Which segments are reviewed, in reading order, and how they were drawn."""

    segments: tuple[str, ...]
    parts: tuple[SampledPart, ...]
    wanted: int
    unit: Unit
    seed: int

    @property
    def words(self) -> int:
        """Words of the source that were drawn."""
        return sum(part.words for part in self.parts)

    @property
    def share(self) -> float:
        """Which share of the delivery's words was drawn."""
        return self.words / (sum(part.words_of for part in self.parts) or 1)


def draw_sample(
    segments: Sequence[Segment],
    *,
    words: int,
    unit: Unit = "passage",
    translators: Mapping[str, str] | None = None,
    passage: int = PASSAGE,
    seed: int = 0,
) -> DeliverySample:
    """Draw whole documents, or passages of about `passage` words, until there are `words`.

    Words are those of the source. `translators` says who translated each segment, if several
    did; a document that changes hands is cut there. All is drawn if the delivery is shorter.
    """
    for name, value in (("words", words), ("passage", passage)):
        if value < 1:
            raise BadInput(f"{value} is no number of words", where=name, fix="Write 1 or more.")
    if not segments:
        raise BadInput("there is nothing to draw from", fix="Give the segments of a delivery.")
    lengths = {one.id: count_words(one.source, one.source_language) for one in segments}
    whose = {one.id: (translators or {}).get(one.id, "") for one in segments}
    blocks = _blocks(segments, lengths, whose, passage if unit == "passage" else None)
    chosen: set[str] = set()
    drawn = 0
    for block in _order(blocks, whose, seed):
        if drawn >= words:
            break
        chosen |= {one.id for one in block}
        drawn += sum(lengths[one.id] for one in block)
    return DeliverySample(
        segments=tuple(one.id for one in segments if one.id in chosen),
        parts=tuple(
            _part(name, [one for one in segments if whose[one.id] == name], chosen, lengths)
            for name in sorted(set(whose.values()))
        ),
        wanted=words,
        unit=unit,
        seed=seed,
    )


def _document(segment: Segment) -> tuple[str, str, str]:
    """Return what tells documents apart; a segment without one stands alone."""
    return segment.pair, segment.domain, segment.document or f"\x1f{segment.id}"


def _blocks(
    segments: Sequence[Segment],
    lengths: Mapping[str, int],
    whose: Mapping[str, str],
    passage: int | None,
) -> list[list[Segment]]:
    """Cut documents into blocks of nearly equal length; without `passage`, into none."""
    blocks = []
    for _, run in groupby(segments, key=lambda one: (_document(one), whose[one.id])):
        members = list(run)
        total = sum(lengths[one.id] for one in members)
        many = max(1, round(total / passage)) if passage else 1
        pieces: list[list[Segment]] = [[] for _ in range(many)]
        before = 0
        for one in members:
            # By its middle, so that no segment is cut.
            middle = before + lengths[one.id] / 2
            pieces[min(many - 1, int(middle / total * many)) if total else 0].append(one)
            before += lengths[one.id]
        blocks += [piece for piece in pieces if piece]
    return blocks


def _order(
    blocks: Sequence[list[Segment]], whose: Mapping[str, str], seed: int
) -> list[list[Segment]]:
    """Put blocks into a random order that is fair to translators and to their documents."""
    placed = []
    for name in sorted({whose[block[0].id] for block in blocks}):
        own = [block for block in blocks if whose[block[0].id] == name]
        draw = stream(seed, "sample", name)
        start = draw.random()
        ordered = stratified(own, ["\x1e".join(_document(block[0])) for block in own], draw)
        placed += [((place + start) / len(own), name, block) for place, block in enumerate(ordered)]
    return [block for _, _, block in sorted(placed, key=lambda one: one[:2])]


def _part(
    name: str, own: Sequence[Segment], chosen: set[str], lengths: Mapping[str, int]
) -> SampledPart:
    drawn = [one for one in own if one.id in chosen]
    return SampledPart(
        translator=name,
        words=sum(lengths[one.id] for one in drawn),
        words_of=sum(lengths[one.id] for one in own),
        segments=len(drawn),
        segments_of=len(own),
        documents=len({_document(one) for one in drawn}),
        documents_of=len({_document(one) for one in own}),
    )
