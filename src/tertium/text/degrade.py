"""Degraded copies: texts that are worse than the original for certain, to see who reads.

A run of words is replaced by words of another segment (Graham et al., 2017). How long
the run is follows from the length of the text; the first and the last word stay when there
are more than three, so that a copy does not show at a glance. Where a script is written
without spaces, lengths are counted in characters, as many for a word as `words` says.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

import numpy as np

from tertium.text.likeness import identical
from tertium.text.words import characters_per_word, word_spans

Beyond = Literal["quarter", "appraise"]
BEYOND: tuple[Beyond, ...] = ("quarter", "appraise")

_LENGTHS = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))  # up to so many words: replace so many
_APPRAISE = 6
_INSIDE = 3  # longer texts keep their first and last word
_TRIES = 20  # donors drawn before all are looked through
_TOKEN = re.compile(r"\S+")


def run_length(words: int, beyond: Beyond = "quarter") -> int:
    """Return how many words of a text are replaced; none of an empty one.

    Above 20 words a `quarter` of them, rounded down, as in the paper; or 6 as in `appraise`.

    >>> [run_length(n) for n in (1, 5, 8, 15, 20, 21, 40)]
    [1, 2, 3, 4, 5, 5, 10]
    """
    if words < 1:
        return 0
    for most, length in _LENGTHS:
        if words <= most:
            return length
    return words // 4 if beyond == "quarter" else _APPRAISE


def degrade(
    text: str,
    donors: Sequence[str],
    draw: np.random.Generator,
    *,
    language: str = "",
    beyond: Beyond = "quarter",
) -> str | None:
    """Return the text with a run of words replaced by as many consecutive words of a donor.

    `donors` are texts of other segments; one that has the same words as the text gives
    nothing. Donors and places are drawn until every word of the run changes; failing that,
    the copy that changes most is taken. Where no donor is long enough, fewer words take the
    place of the run. None: no donor changes any word, so the text cannot be degraded.
    Words that differ in letter case only are the same word.
    """
    whole = _Words.of(text, language)
    length = whole.run_length(beyond)
    if not length or not donors:
        return None
    for swaps in (_drawn(whole, length, donors, draw), _every(whole, length, donors)):
        best, copy = 0, ""
        for at, phrase in swaps:
            changed = whole.changed(at, length, phrase)
            if changed > best:
                made = whole.replaced(at, length, phrase)
                if not identical(made, text):
                    best, copy = changed, made
            if best == length:
                break
        if best:
            return copy
    return None


@dataclass(frozen=True, slots=True)
class _Words:
    """A text and its words, as they are compared; tokens where a text has no words."""

    text: str
    language: str
    spans: list[tuple[int, int]]
    folded: list[str]
    scale: int  # units that stand for one word

    @classmethod
    def of(cls, text: str, language: str) -> "_Words":
        composed = unicodedata.normalize("NFC", text)
        spans, scale = word_spans(composed, language), characters_per_word(composed, language)
        if not spans:  # punctuation or emoji only
            spans, scale = [match.span() for match in _TOKEN.finditer(composed)], 1
        folded = [composed[a:b].casefold() for a, b in spans]
        return cls(composed, language, spans, folded, scale)

    def __len__(self) -> int:
        return len(self.spans)

    def run_length(self, beyond: Beyond) -> int:
        """Return how many units are replaced."""
        return min(run_length(-(-len(self) // self.scale), beyond) * self.scale, len(self))

    def places(self, length: int) -> range:
        """Return where a run may begin: not at the ends of a text that keeps them."""
        inside = int(len(self) > _INSIDE * self.scale)
        return range(inside, len(self) - length - inside + 1)

    def part(self, at: int, length: int) -> "_Words":
        """Return some of the words, with what stands between them."""
        begin, spans = self.spans[at][0], self.spans[at : at + length]
        text = self.text[begin : spans[-1][1]]
        shifted = [(a - begin, b - begin) for a, b in spans]
        folded = self.folded[at : at + length]
        return _Words(text, self.language, shifted, folded, self.scale)

    def changed(self, at: int, length: int, phrase: "_Words") -> int:
        """Count the words of a run that a phrase changes, place by place."""
        run = self.folded[at : at + length]
        pairs = zip_longest(run, phrase.folded[:length])
        return sum(old != new for old, new in pairs)

    def replaced(self, at: int, length: int, phrase: "_Words") -> str:
        """Return the text with the phrase in place of a run."""
        begin, end = self.spans[at][0], self.spans[at + length - 1][1]
        return self.text[:begin] + phrase.text + self.text[end:]


_Swaps = Iterator[tuple[int, _Words]]  # where the run begins, and what takes its place


def _drawn(whole: _Words, length: int, donors: Sequence[str], draw: np.random.Generator) -> _Swaps:
    """Draw donors that are long enough, with a place in either text."""
    for _ in range(_TRIES):
        donor = _Words.of(donors[int(draw.integers(len(donors)))], whole.language)
        if len(donor) >= length and donor.folded != whole.folded:
            places = whole.places(length)
            at, there = draw.integers((len(places), len(donor) - length + 1))
            yield places[at], donor.part(int(there), length)


def _every(whole: _Words, length: int, donors: Sequence[str]) -> _Swaps:
    """Go through all donors and places, for texts that hardly differ or are very short."""
    for text in donors:
        donor = _Words.of(text, whole.language)
        taken = min(length, len(donor))
        if taken and donor.folded != whole.folded:
            for there in range(len(donor) - taken + 1):
                phrase = donor.part(there, taken)
                for at in whole.places(length):
                    yield at, phrase
