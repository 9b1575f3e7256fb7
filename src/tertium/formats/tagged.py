"""Tagged texts, whatever their format: CoNLL-U or KAF; and how they fit segments."""

from collections.abc import Sequence
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.conllu import read_conllu
from tertium.formats.given import GivenFile, opened
from tertium.formats.kaf import ROOTS, read_kaf
from tertium.text.tagged import TaggedSentence, joined_sentences, without_blanks

_MOST_UNLIKE = 0.5  # of segments whose text differs, beyond which the file is another one


def is_tagged(file: GivenFile) -> bool:
    """Tell whether a file holds tagged text."""
    return file.has_root(ROOTS) or file.suffix in (".conllu", ".conll")


def read_tagged(given: Path | GivenFile) -> tuple[TaggedSentence, ...]:
    """Return the sentences of a tagged text."""
    file = opened(given)
    return read_kaf(file) if file.has_root(ROOTS) else read_conllu(file)


def by_segment(
    sentences: Sequence[TaggedSentence], texts: Sequence[str], *, file: str
) -> tuple[tuple[TaggedSentence, ...], int]:
    """Return a tagged sentence for each text, and how many of them do not say the same.

    As many sentences as texts belong together in their order. A tagger that makes several
    sentences of one text is understood where their words are those of the text.
    """
    if len(sentences) == len(texts):
        unlike = sum(
            one.solid != without_blanks(text) for one, text in zip(sentences, texts, strict=True)
        )
        if unlike <= _MOST_UNLIKE * len(texts):
            return tuple(sentences), unlike
    found = []
    waiting = list(reversed(sentences))
    for number, text in enumerate(texts, start=1):
        wanted, taken = without_blanks(text), list[TaggedSentence]()
        while waiting and len("".join(one.solid for one in taken)) < len(wanted):
            taken.append(waiting.pop())
        if "".join(one.solid for one in taken) != wanted:
            raise BadInput(
                f"the tagged text does not go on with segment {number}, {text[:40]!r}",
                where=taken[0].where if taken else file,
                fix="Tag the same sources in the same order, one sentence or more per segment "
                f"({len(sentences):,} sentences, {len(texts):,} segments).",
            )
        found.append(joined_sentences(taken) if taken else TaggedSentence(()))
    if waiting:
        raise BadInput(
            f"the tagged text goes on after the last of {len(texts):,} segments",
            where=waiting[-1].where,
            fix="Tag the same sources in the same order.",
        )
    return tuple(found), 0
