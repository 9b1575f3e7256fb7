"""Where an error stands: in words of its text, of the source, and of another version.

A passage touches the words it overlaps; a point, where something is missing, touches the word
before it and the one after.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tertium.text import word_spans
from tertium.text.align import Aligner, Links, align

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text with their places."""

    spans: tuple[Span, ...]
    words: tuple[str, ...]

    @classmethod
    def of(cls, text: str, language: str = "") -> "Words":
        """Cut a text into words, as they are aligned: in small letters."""
        spans = tuple(word_spans(text, language))
        return cls(spans, tuple(text[start:end].lower() for start, end in spans))


def touched(spans: Sequence[Span], start: int, end: int) -> frozenset[int]:
    """Return the words that a passage overlaps, or that a point stands between.

    >>> sorted(touched([(0, 3), (4, 8)], 2, 5)), sorted(touched([(0, 3), (4, 8)], 4, 4))
    ([0, 1], [0, 1])
    """
    if start < end:
        return frozenset(
            place for place, (first, last) in enumerate(spans) if first < end and last > start
        )
    before = [place for place, (_, last) in enumerate(spans) if last <= start]
    after = [place for place, (first, _) in enumerate(spans) if first >= start]
    inside = [place for place, (first, last) in enumerate(spans) if first < start < last]
    return frozenset([*before[-1:], *inside, *after[:1]])


def align_versions(
    sources: Mapping[str, Words],
    targets: Mapping[tuple[str, str], Words],
    *,
    aligner: Aligner = "builtin",
) -> dict[tuple[str, str], Links]:
    """Align every version of every segment with its source, all together.

    What one version teaches about a word helps with the others.
    """
    keys = list(targets)
    links = align(
        [sources[segment].words for segment, _ in keys],
        [targets[key].words for key in keys],
        aligner=aligner,
    )
    return dict(zip(keys, links, strict=True))


def caused_by(own: frozenset[int], links: Links, sizes: tuple[int, int]) -> frozenset[int]:
    """Return the words of the source that words of a version render, or fail to render.

    A wrong word is often linked to nothing, and so is the word it should have rendered: then
    the words without a link between the linked neighbours are taken, one for one where there
    are as many on both sides. `sizes` are the numbers of words of source and version.

    >>> sorted(caused_by(frozenset({1}), frozenset({(0, 0), (2, 2)}), (3, 3)))
    [1]
    """
    found = {s for s, t in links if t in own}
    linked = {t for _, t in links}
    for word in own - linked:
        found |= _between(word, links, linked, sizes)
    return frozenset(found)


def _between(word: int, links: Links, linked: set[int], sizes: tuple[int, int]) -> set[int]:
    """Return the words of the source that a word without a link may stand for."""
    left = max((t for t in linked if t < word), default=None)
    right = min((t for t in linked if t > word), default=None)
    begin = -1 if left is None else max(s for s, t in links if t == left)
    end = sizes[0] if right is None else min(s for s, t in links if t == right)
    rendered = {s for s, _ in links}
    free = [s for s in range(begin + 1, end) if s not in rendered]
    first = 0 if left is None else left + 1
    run = (sizes[1] if right is None else right) - first
    return {free[word - first]} if len(free) == run else set(free)


def unchanged(before: Words, after: Words) -> dict[int, int]:
    """Return for every word of a text that was not touched its place in the text before."""
    matcher = SequenceMatcher(None, before.words, after.words, autojunk=False)
    return {
        block.b + step: block.a + step
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    }
