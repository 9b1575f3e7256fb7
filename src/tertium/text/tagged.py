"""Words with what a tagger says of them: the input of patterns.

A *tagged sentence* is a list of words with lemma, tags, features and heads, as in CoNLL-U or KAF.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class TaggedWord:
    """A word: `tag` is the universal one (or the only one), `xpos` that of the tagger.

    `head` is the place of the word that this one depends on, from 0, None for a root. `form` may
    be a part of what is written: Italian *della* is *di* and *la*; then both have the written
    token as `surface`, and the first one `starts` it.
    """

    form: str
    lemma: str = ""
    tag: str = ""
    xpos: str = ""
    features: Mapping[str, str] = field(default_factory=dict)
    head: int | None = None
    relation: str = ""
    surface: str = ""
    starts: bool = True

    @property
    def written(self) -> str:
        """What stands in the text at the beginning of this word."""
        return (self.surface or self.form) if self.starts else ""


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """Words in order; `where` is the place in the file, `about` what the file says beside."""

    words: tuple[TaggedWord, ...]
    where: str = ""
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def solid(self) -> str:
        """The text without any blanks, by which it is compared."""
        return without_blanks("".join(word.written for word in self.words))

    def places(self, text: str) -> list[tuple[int, int]]:
        """Return where each word begins and ends in a text that differs in blanks only."""
        solid = [at for at, character in enumerate(text) if not character.isspace()]
        spans = solid_spans(word.written for word in self.words)
        found: list[tuple[int, int]] = []
        for (first, end), word in zip(spans, self.words, strict=True):
            if not word.starts and found:
                found.append(found[-1])
            elif first < end <= len(solid):
                found.append((solid[first], solid[end - 1] + 1))
            else:
                found.append((len(text), len(text)))
        return found


def without_blanks(text: str) -> str:
    """Return a text without white space."""
    return _BLANK.sub("", text)


def solid_spans(words: Iterable[str]) -> list[tuple[int, int]]:
    """Return where words begin and end when they are written without blanks."""
    ends = list(accumulate(len(without_blanks(word)) for word in words))
    return list(zip([0, *ends], ends, strict=False))


def joined_sentences(sentences: Sequence[TaggedSentence]) -> TaggedSentence:
    """Return several sentences as one; heads go on counting."""
    words: list[TaggedWord] = []
    for sentence in sentences:
        before = len(words)
        words += [
            word if word.head is None else replace(word, head=word.head + before)
            for word in sentence.words
        ]
    first = sentences[0]
    return TaggedSentence(tuple(words), first.where, first.about)
