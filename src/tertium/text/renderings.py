"""How translators rendered each word of a text, word for word.

A *rendering* of a source word are the target words it is linked with, in their order; a word
may have none. Beside it stand what else makes a translation literal (Carl and Schaeffer,
2014): whether source and target words correspond one to one, and whether their order is the
same.

The *jump* of a word says how far its rendering lies from that of the word before: 1 if
translation goes on word by word, less or more where it goes back or skips. It is the measure
`Cross` of the TPR-DB: of the two distances from the words before (first to last, last to
first) the larger, positive if both are equally large.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tertium.exceptions import BadInput
from tertium.text.align.symmetrise import Links

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

JOINER = "_"  # between the target words of one rendering


@dataclass(frozen=True, slots=True)
class RenderedWord:
    """One source word in one translation.

    `targets` are the places of its target words, in the text or the segment; `together`
    source words share them.
    """

    text: str = ""
    targets: tuple[int, ...] = ()
    together: int = 0


@dataclass(frozen=True, slots=True)
class Translation:
    """One translator's version of one segment; `jumps` and `measures` go with its words.

    `efforts` are what the segment as a whole cost: seconds, keystrokes, edits.
    """

    segment: str
    translator: str
    words: tuple[str, ...]
    rendered: tuple[RenderedWord, ...]
    jumps: tuple[int, ...]
    measures: Mapping[str, Sequence[float]] = field(default_factory=dict)
    efforts: Mapping[str, float] = field(default_factory=dict)
    where: str = ""  # its place in a file, for messages


@dataclass(frozen=True, slots=True)
class Efforts:
    """What segments cost: one row per segment and translator; NaN where it is not known."""

    segment: Ints
    translator: Ints
    measures: Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class Renderings:
    """All renderings: one row per source word in context and translator.

    `words` are the source words, segment after segment; `segment` and `position` say where
    each stands. Of the rows, `word` and `translator` are numbers of the two, and `rendering`
    that of a text in `texts`, where 0 is "none".
    """

    segments: tuple[str, ...]
    translators: tuple[str, ...]
    words: tuple[str, ...]
    segment: Ints
    position: Ints
    word: Ints
    translator: Ints
    texts: tuple[str, ...]
    rendering: Ints
    jump: Ints
    source_words: Ints
    target_words: Ints
    measures: Mapping[str, Floats]
    efforts: Efforts

    def take(self, rows: NDArray[np.bool_]) -> "Renderings":
        """Return only some of the rows, of the same words and translators."""
        kept = {
            name: getattr(self, name)[rows]
            for name in (
                "word",
                "translator",
                "rendering",
                "jump",
                "source_words",
                "target_words",
            )
        }
        same = {
            name: getattr(self, name)
            for name in ("segments", "translators", "words", "segment", "position", "texts")
        }
        measures = {name: values[rows] for name, values in self.measures.items()}
        return Renderings(**same, **kept, measures=measures, efforts=self.efforts)


def render(source_words: int, target: Sequence[str], links: Links) -> tuple[RenderedWord, ...]:
    """Return how each source word is rendered in a target sentence.

    >>> [word.text for word in render(2, ["procent"], frozenset({(0, 0), (1, 0)}))]
    ['procent', 'procent']
    """
    targets: list[list[int]] = [[] for _ in range(source_words)]
    sources: list[set[int]] = [set() for _ in target]
    for s, t in sorted(links):
        targets[s].append(t)
        sources[t].add(s)
    return tuple(
        RenderedWord(
            JOINER.join(target[t] for t in own),
            tuple(own),
            len({s for t in own for s in sources[t]}),
        )
        for own in targets
    )


def jumps(rendered: Iterable[RenderedWord]) -> tuple[int, ...]:
    """Return the jump of every word of a text, 0 where a word is not rendered.

    Words that are rendered together share the jump of the first of them.

    >>> jumps([Rendered("a", (0,)), Rendered("c", (2,)), Rendered("b", (1,))])
    (1, 2, -1)
    """
    found: list[int] = []
    known: dict[tuple[int, ...], int] = {}
    first = last = -1  # places of the word before: the start of the text
    for word in rendered:
        if not word.targets:
            found.append(0)
            continue
        if word.targets not in known:
            onward, back = max(word.targets) - first, min(word.targets) - last
            known[word.targets] = onward if abs(onward) >= abs(back) else back
        found.append(known[word.targets])
        first, last = min(word.targets), max(word.targets)
    return tuple(found)


def collect(translations: Sequence[Translation]) -> Renderings:
    """Put translations together: one of each segment by each translator, of the same source."""
    segments: dict[str, int] = {}
    translators: dict[str, int] = {}
    texts = {"": 0}
    sources: list[tuple[str, ...]] = []
    seen: set[tuple[str, str]] = set()
    for one in translations:
        if one.segment not in segments:
            segments[one.segment] = len(segments)
            sources.append(one.words)
        elif sources[segments[one.segment]] != one.words:
            raise BadInput(
                f"the source of segment {one.segment!r} has other words here than above",
                where=one.where,
                fix="Give all translations of a segment the same source.",
            )
        if (one.segment, one.translator) in seen:
            raise BadInput(
                f"{one.translator!r} has already given a translation of segment {one.segment!r}",
                where=one.where,
                fix="Give one translation of a segment by each person; choose one system or task.",
            )
        seen.add((one.segment, one.translator))
        translators.setdefault(one.translator, len(translators))
    lengths = np.array([len(words) for words in sources], dtype=np.int64)
    begin = np.cumsum(lengths) - lengths
    rows = [(one, at) for one in translations for at in range(len(one.words))]

    def column(values: Iterable[int]) -> Ints:
        return np.fromiter(values, dtype=np.int64, count=len(rows))

    return Renderings(
        segments=tuple(segments),
        translators=tuple(translators),
        words=tuple(word for words in sources for word in words),
        segment=np.repeat(np.arange(len(sources)), lengths),
        position=np.arange(int(lengths.sum())) - np.repeat(begin, lengths),
        word=column(begin[segments[one.segment]] + at for one, at in rows),
        translator=column(translators[one.translator] for one, _ in rows),
        rendering=column(texts.setdefault(one.rendered[at].text, len(texts)) for one, at in rows),
        texts=tuple(texts),
        jump=column(one.jumps[at] for one, at in rows),
        source_words=column(one.rendered[at].together for one, at in rows),
        target_words=column(len(one.rendered[at].targets) for one, at in rows),
        measures={
            name: np.array(
                [one.measures[name][at] if name in one.measures else np.nan for one, at in rows]
            )
            for name in _names(one.measures for one in translations)
        },
        efforts=Efforts(
            segment=np.array([segments[one.segment] for one in translations], dtype=np.int64),
            translator=np.array(
                [translators[one.translator] for one in translations], dtype=np.int64
            ),
            measures={
                name: np.array([one.efforts.get(name, np.nan) for one in translations])
                for name in _names(one.efforts for one in translations)
            },
        ),
    )


def _names(mappings: Iterable[Mapping[str, object]]) -> list[str]:
    return list(dict.fromkeys(name for mapping in mappings for name in mapping))
