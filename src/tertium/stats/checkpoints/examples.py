"""Examples: single instances with their alignment and what was matched."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import Fold
from tertium.stats.checkpoints.instances import Instances
from tertium.stats.checkpoints.matches import Matches, TranslatedTexts
from tertium.stats.checkpoints.units import NO_BAND, Bands
from tertium.text.checkpoints import Ngram, match_ngrams
from tertium.text.entropy import folded

LONGEST = 40  # words of a source that is shown


@dataclass(frozen=True, slots=True)
class CheckpointExample:
    """An instance in an output: places of its words from 0, those aligned, n-grams that match.

    `matches` are the places in the output where matched n-grams stand.
    """

    class_: str
    system: str
    band: str
    segment: str
    source: tuple[str, ...]
    words: tuple[int, ...]
    reference: tuple[str, ...]
    aligned: tuple[int, ...]
    output: tuple[str, ...]
    ngrams: tuple[str, ...]
    matches: tuple[int, ...]
    matched: int
    total: int


def choose_examples(
    instances: Instances,
    matches: Matches,
    texts: TranslatedTexts,
    segments: tuple[str, ...],
    bands: Bands,
    *,
    number: int,
    case: Fold,
) -> Iterator[CheckpointExample]:
    """Yield examples of each class and system: those matched least, in short sentences first."""
    size = np.array([len(words) for words in instances.words], dtype=np.int64)
    length = size[matches.segment]
    for code in range(len(instances.classes)):
        if code in instances.groups:
            continue  # its classes have examples of their own
        for column in range(len(matches.systems)):
            right = matches.matched[:, column]
            rows = np.flatnonzero(
                (matches.class_code == code) & (matches.total > 0) & (right >= 0)
                & (right < matches.total)
            )  # fmt: skip
            share = right[rows] / matches.total[rows]
            order = np.lexsort((rows, length[rows], share, length[rows] > LONGEST))
            for row in rows[order][:number].tolist():
                yield _example(instances, matches, texts, segments, bands, row, column, case)


def _example(
    instances: Instances,
    matches: Matches,
    texts: TranslatedTexts,
    segments: tuple[str, ...],
    bands: Bands,
    row: int,
    column: int,
    case: Fold,
) -> CheckpointExample:
    one, system = instances.found[row], matches.systems[column]
    output = texts.outputs[system][one.segment] or ()
    reference = texts.reference[one.segment]
    phrase = [folded(reference[place], case) for place in matches.aligned[row]]
    words = [folded(word, case) for word in output]
    found = match_ngrams(phrase, words)
    band = int(bands.code[one.segment, column])
    return CheckpointExample(
        instances.classes[one.class_code],
        system,
        "" if band == NO_BAND else bands.names[band],
        segments[one.segment],
        instances.words[one.segment],
        one.words,
        reference,
        matches.aligned[row],
        output,
        tuple(" ".join(ngram) for ngram in found.found),
        tuple(sorted({place for ngram in found.found for place in _places(ngram, words)})),
        found.matched,
        found.total,
    )


def _places(ngram: Ngram, words: Sequence[str]) -> Iterator[int]:
    """Yield the places of an n-gram's words wherever it stands."""
    for at in range(len(words) - len(ngram) + 1):
        if tuple(words[at : at + len(ngram)]) == ngram:
            yield from range(at, at + len(ngram))
