"""From texts to what checkpoints are counted on: words, links, and marks in place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tertium.choices import Aligner
from tertium.exceptions import BadInput
from tertium.stats.checkpoints.marked import MarkedOutput, MarkedPassage
from tertium.table import Spans
from tertium.text import word_spans
from tertium.text import words as words_of
from tertium.text.align import Links, align, read_links
from tertium.text.tagged import TaggedSentence, solid_spans, without_blanks

if TYPE_CHECKING:
    from tertium.formats.entries import Texts

Words = Sequence[Sequence[str]]
_UNKNOWN = 10**9  # words of a source that is not known itself


@dataclass(frozen=True, slots=True)
class Tokens:
    """How texts are cut into words: by the built-in rule, or at spaces."""

    spaces: bool
    language: str

    def words(self, text: str) -> tuple[str, ...]:
        """Return the words of a text."""
        return tuple(text.split() if self.spaces else words_of(text, self.language))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where the words of a text begin and end."""
        if not self.spaces:
            return word_spans(text, self.language)
        solid = [at for at, character in enumerate(text) if not character.isspace()]
        return [(solid[first], solid[end - 1] + 1) for first, end in solid_spans(text.split())]


@dataclass(frozen=True, slots=True)
class Alignment:
    """An aligner with the further texts that make it better."""

    aligner: Aligner
    sources: Words = ()
    targets: Words = ()

    @classmethod
    def of(cls, aligner: Aligner, corpus: "Texts | None", tokens: Tokens) -> "Alignment":
        """Take the first translation of each text of a corpus."""
        if corpus is None:
            return cls(aligner)
        pairs = [(one.source, next(iter(one.outputs.values()), "")) for one in corpus.entries]
        return cls(
            aligner,
            [tokens.words(source) for source, _ in pairs],
            [tokens.words(target) for _, target in pairs],
        )

    def links(self, sources: Words, targets: Words) -> list[Links]:
        """Align sentence pairs together with the further texts, whose links are dropped."""
        found = align([*sources, *self.sources], [*targets, *self.targets], aligner=self.aligner)
        return found[: len(sources)]


def given_links(
    lines: Sequence[str],
    source: Sequence[TaggedSentence] | None,
    reference: Words,
    *,
    file: str,
    aligned_source: Sequence[str] | None = None,
) -> list[Links]:
    """Return links as a file has them, a line per segment.

    `aligned_source` are the source words as the aligner saw them, where a tagger cut them in
    another way: their links are then those of the tagger's words at the same characters.
    """
    for name, column in (("alignment", lines), ("aligned source", aligned_source)):
        if column is not None and len(column) != len(reference):
            raise BadInput(
                f"the {name} has {len(column):,} lines, and there are {len(reference):,} segments",
                where=file,
                fix="Give a line for each segment; an empty line stands for no links.",
            )
    found = []
    for number, (line, target) in enumerate(zip(lines, reference, strict=True)):
        where = f"{file}:{number + 1}"
        tagged = None if source is None else source[number]
        if aligned_source is not None and tagged is not None:
            seen = aligned_source[number].split()
            links = read_links(line, len(seen), len(target), where=where)
            places = same_places(seen, tagged, where=where)
            found.append(frozenset((s, t) for at, t in links for s in places[at]))
            continue
        size = _UNKNOWN if tagged is None else len(tagged.words)
        try:
            found.append(read_links(line, size, len(target), where=where))
        except BadInput as error:
            if tagged is not None:
                error.fix += (
                    " If the aligner saw other words than the tagger, name its source with "
                    "--aligned-source."
                )
            raise
    return found


def same_places(seen: Sequence[str], tagged: TaggedSentence, *, where: str) -> list[list[int]]:
    """Return for each word of an aligner the tagger's words that share characters with it.

    >>> from tertium.text.tagged import TaggedWord
    >>> words = tuple(TaggedWord(form) for form in ("can", "not", "go"))
    >>> same_places(["cannot", "go"], TaggedSentence(words), where="here")
    [[0, 1], [2]]
    """
    if without_blanks("".join(seen)) != tagged.solid:
        raise BadInput(
            f"the aligned source {' '.join(seen)[:40]!r} is not the tagged one",
            where=where,
            fix="Both may cut words in different ways, but their characters must be the same.",
        )
    spans = list(solid_spans(word.written for word in tagged.words))
    for at, word in enumerate(tagged.words):
        if not word.starts and at:
            spans[at] = spans[at - 1]
    return [
        [at for at, (start, end) in enumerate(spans) if start < last and first < end]
        for first, last in solid_spans(seen)
    ]


def readings_of(
    spans: Spans,
    segments: Mapping[str, int],
    source: Sequence[TaggedSentence],
    texts: Callable[[str, str], str | None],
    alignment: Alignment,
    tokens: Tokens,
    around: tuple[Words, Words],
) -> tuple[MarkedOutput, ...]:
    """Return each reading of an output with its words, their links, and what was marked.

    Positions belong to the text that was read; `texts` gives that of an output that the spans do
    not have. `around` are sentence pairs that are aligned together with the outputs.
    """
    own = spans.outputs
    named = zip(own.segment.values(), own.system.values(), strict=True)
    rows = [
        (at, segments[segment], system, own.target[at] or texts(segment, system))
        for at, (segment, system) in enumerate(named)
        if segment in segments
    ]
    known = [(at, segment, system, text) for at, segment, system, text in rows if text is not None]
    pairs = sorted({(segment, text) for _, segment, _, text in known})
    sources = [[word.form for word in source[segment].words] for segment, _ in pairs]
    found = alignment.links(
        [*sources, *around[0]], [*(tokens.words(text) for _, text in pairs), *around[1]]
    )
    links = dict(zip(pairs, found, strict=False))
    marks = _marks(spans)
    return tuple(
        MarkedOutput(
            segment,
            system,
            source[segment].places(own.source[at]) if own.source[at] else (),
            tokens.places(text),
            links[segment, text],
            marks.get(at, ()),
        )
        for at, segment, system, text in known
    )


def _marks(spans: Spans) -> dict[int, tuple[MarkedPassage, ...]]:
    """Return the marked passages of each reading; a point covers the word it stands in."""
    found: dict[int, tuple[MarkedPassage, ...]] = {}
    columns = zip(
        spans.output.tolist(),
        spans.side.values(),
        spans.start,
        spans.end,
        spans.category.values(),
        spans.value,
        strict=True,
    )
    for output, side, start, end, category, value in columns:
        if np.isnan(start + end) or value > 0:  # without a place, or a merit
            continue
        passage = MarkedPassage(side or "target", int(start), int(end), category)
        found[output] = (*found.get(output, ()), passage)
    return found


def error_numbers(spans: Spans) -> dict[tuple[str, str], float]:
    """Return the mean number of errors in each output that was read, by (segment, system)."""
    errors = spans.take(~(spans.value > 0))
    number = np.bincount(errors.output, minlength=len(spans.outputs))
    given: dict[tuple[str, str], list[float]] = {}
    outputs = zip(spans.outputs.segment.values(), spans.outputs.system.values(), strict=True)
    for output, errors_found in zip(outputs, number.tolist(), strict=True):
        given.setdefault(output, []).append(float(errors_found))
    return {output: sum(numbers) / len(numbers) for output, numbers in given.items()}
