"""The twelve documents with which users say from which accuracy a translation is of use.

A machine translation, its corrected text and a human translation of one document become
twelve: corrections are made at random until each next 5% of accuracy is reached, which gives
up to ten documents, and the machine translation and the human one are added (Christianson,
Dorr and Olive, 2014). Accuracy is 1 − remaining edits / words. Each document is the one
before with some more corrections. Users get them under numbers that tell nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.utility.corrections import corrections
from tertium.text import characters_per_word, count_words

# What users are asked about each document, in the words of the study.
USES = {
    "triage": "Could you tell from it whether the document matters for your work?",
    "gist": "Could a reader get the basic meaning from it?",
    "edit": "Could it be published after a human editor has worked on it?",
}
Kind = Literal["mt", "corrected", "human"]


@dataclass(frozen=True, slots=True)
class StudyDocument:
    """One of the documents: what users see, and what they are not told.

    Accuracies are by words of the corrected text and of the source; the human translation
    has accuracy 1 by definition.
    """

    document: str
    kind: Kind
    segments: tuple[str, ...]
    edits: int
    words: int
    source_words: int | None
    accuracy: float
    accuracy_source: float | None


def study_documents(
    mt: Sequence[str],
    edited: Sequence[str],
    *,
    human: Sequence[str] = (),
    source: Sequence[str] = (),
    step: float = 0.05,
    documents: int = 10,
    seed: int = 0,
) -> tuple[StudyDocument, ...]:
    """Return the documents of the study in the order in which users get them.

    Accuracies of 100%, 95%, … are aimed at, as many as lie above that of the machine
    translation but at most `documents`; by source words where there is a source.
    """
    if not 0 < step < 1:
        raise BadInput(f"a step of {step:g} is not possible", fix="Use one between 0 and 1.")
    if any(characters_per_word(text) > 1 for text in (*mt, *edited)):
        raise BadInput(
            "the texts are in a script without spaces, so they cannot be corrected word by word",
            fix="Separate the words by spaces first.",
        )
    found = corrections(mt, edited, seed=seed)
    source_words = sum(count_words(text) for text in source) if source else None
    whole = source_words if source_words is not None else found.words
    if not len(found):
        raise BadInput(
            "the corrected text is the machine translation",
            fix="Give a machine translation that has been corrected.",
        )
    if not whole:
        raise BadInput("the document has no words", fix="Give a document with text in it.")
    made = sorted(set(_targets(len(found), whole, step, documents)))
    kinds: list[tuple[Kind, int, tuple[str, ...]]] = [("mt", 0, tuple(mt))]
    kinds += [("corrected", number, found.made(number)) for number in made]
    kinds.append(("human", len(found), tuple(human or edited)))
    places = np.random.default_rng([seed, 1]).permutation(len(kinds))
    width = len(str(len(kinds)))
    listed = []
    for place, (kind, number, segments) in zip(places, kinds, strict=True):
        left = len(found) - number
        listed.append(
            StudyDocument(
                f"{place + 1:0{width}d}",
                kind,
                segments,
                left,
                found.words,
                source_words,
                1 - left / found.words if found.words else 1.0,
                1 - left / source_words if source_words else None,
            )
        )
    return tuple(sorted(listed, key=lambda one: one.document))


def _targets(edits: int, words: int, step: float, documents: int) -> list[int]:
    """Return how many corrections are made for each document, the fewest last."""
    numbers = []
    for at in range(documents):
        left = round(at * step * words)
        if left < edits:
            numbers.append(edits - left)
    return numbers
