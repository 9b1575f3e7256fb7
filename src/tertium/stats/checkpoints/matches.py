"""What became of the instances of classes in each output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import Fold
from tertium.stats.arrays import Ints
from tertium.stats.checkpoints.instances import Instances
from tertium.text.align import Links
from tertium.text.checkpoints import NgramMatch, aligned_words, match_ngrams
from tertium.text.entropy import folded

NO_OUTPUT = -1


@dataclass(frozen=True, slots=True)
class TranslatedTexts:
    """Words of references and of outputs, segment by segment, and how sources are aligned.

    An output that is not there is None; `links` lead from source words to reference words.
    """

    reference: tuple[tuple[str, ...], ...]
    links: tuple[Links, ...]
    outputs: Mapping[str, tuple[tuple[str, ...] | None, ...]]


@dataclass(frozen=True, slots=True)
class Matches:
    """N-grams of each instance: their `total`, and how many of them each system `matched`.

    `total` is 0 where no reference word is aligned; `matched` (instances × systems) is −1 where a
    system has no output. `aligned` are the places of the reference words.
    """

    systems: tuple[str, ...]
    class_code: Ints
    segment: Ints
    total: Ints
    matched: Ints
    aligned: tuple[tuple[int, ...], ...]


def count_matches(instances: Instances, texts: TranslatedTexts, *, case: Fold = "keep") -> Matches:
    """Count matched n-grams of every instance in every output."""
    systems = tuple(texts.outputs)
    reference = [_folded(words, case) for words in texts.reference]
    outputs = {
        name: [None if words is None else _folded(words, case) for words in column]
        for name, column in texts.outputs.items()
    }
    number = len(instances.found)
    total = np.zeros(number, dtype=np.int64)
    matched = np.full((number, len(systems)), NO_OUTPUT, dtype=np.int64)
    aligned = []
    known: dict[tuple[int, tuple[int, ...], str], NgramMatch] = {}
    for at, one in enumerate(instances.found):
        places = aligned_words(one.words, texts.links[one.segment])
        aligned.append(places)
        phrase = [reference[one.segment][place] for place in places]
        total[at] = len(phrase) * (len(phrase) + 1) // 2
        for code, name in enumerate(systems):
            output = outputs[name][one.segment]
            if output is None:
                continue
            key = one.segment, places, name  # groups ask again what their classes asked
            if key not in known:
                known[key] = match_ngrams(phrase, output)
            matched[at, code] = known[key].matched
    return Matches(
        systems,
        np.array([one.class_code for one in instances.found], dtype=np.int64),
        np.array([one.segment for one in instances.found], dtype=np.int64),
        total,
        matched,
        tuple(aligned),
    )


def _folded(words: Sequence[str], case: Fold) -> list[str]:
    return [folded(word, case) for word in words]
