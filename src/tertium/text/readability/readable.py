"""A text that is cut once, so that every feature may be asked of it.

Words are those of `unicode-words@1`, sentences those of `sentences@1`, syllables those of
`syllables@1`.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tertium.text.readability.languages import primary
from tertium.text.readability.markup import Layout
from tertium.text.readability.sentences import paragraphs, sentence_spans
from tertium.text.readability.syllables import countable, syllables_by_rule
from tertium.text.tagged import TaggedSentence
from tertium.text.words import characters_per_word, word_spans

_LONG = 6  # letters; a word of more is long (Björnsson, 1968)
_MANY = 3  # syllables from which on a word is a polysyllable
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What users bring that no text says by itself; empty where they bring nothing.

    `terms` are those of a field, in small letters; `norms` numbers for words by their name
    (concreteness, age_of_acquisition, frequency, …); `familiar` the words that a formula of Dale
    and Chall takes for known.
    """

    terms: frozenset[str] = frozenset()
    norms: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    familiar: frozenset[str] = frozenset()


NOTHING = Knowledge()


@dataclass(frozen=True)
class Readable:
    """One text with its words, sentences and paragraphs; each is found when it is asked for.

    `layout` counts what its file marks up, `trees` holds its sentences as parsed, `data` numbers
    about its reader and task (`reader.age`), `knowledge` what is known about words.
    """

    text: str
    language: str = ""
    layout: Layout | None = None
    trees: tuple[TaggedSentence, ...] = ()
    data: Mapping[str, float] = field(default_factory=dict)
    knowledge: Knowledge = NOTHING

    @cached_property
    def composed(self) -> str:
        """The text in Unicode's composed form."""
        return unicodedata.normalize("NFC", self.text)

    @property
    def primary(self) -> str:
        """The language without its region."""
        return primary(self.language)

    @cached_property
    def unspaced(self) -> bool:
        """Whether the script has no spaces, so that what is counted are characters."""
        return characters_per_word(self.composed, self.language) > 1

    @cached_property
    def sentence_spans(self) -> list[tuple[int, int]]:
        """Where each sentence begins and ends in the composed text."""
        return sentence_spans(self.composed, self.language)

    @cached_property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence, in small letters; sentences without a word are left out."""
        starts = [start for start, _ in self.sentence_spans]
        found: list[list[str]] = [[] for _ in starts]
        for start, end in word_spans(self.composed, self.language):
            at = bisect_right(starts, start) - 1
            if at >= 0:
                word = self.composed[start:end].replace("’", "'")
                found[at].append(word.lower())
        return [words for words in found if words]

    @cached_property
    def words(self) -> list[str]:
        """All words in their order, in small letters."""
        return [word for sentence in self.sentences for word in sentence]

    @cached_property
    def paragraphs(self) -> int:
        """How many paragraphs there are."""
        return sum(1 for _ in paragraphs(self.composed))

    @cached_property
    def syllables(self) -> list[int] | None:
        """The syllables of each word; None in a language without rules."""
        if not countable(self.language) or self.unspaced:
            return None
        language = self.primary
        return [syllables_by_rule(word, language) for word in self.words]

    @cached_property
    def characters(self) -> int:
        """How many letters and digits the words have."""
        return sum(map(str.isalnum, "".join(self.words)))

    @cached_property
    def letters(self) -> int:
        """How many letters the words have."""
        return sum(map(str.isalpha, "".join(self.words)))

    @cached_property
    def counts(self) -> "Counts":
        """What formulas are made of."""
        syllables = self.syllables
        familiar = self.knowledge.familiar
        return Counts(
            words=len(self.words),
            sentences=len(self.sentences),
            characters=self.characters,
            letters=self.letters,
            long_words=sum(_is_long(word) for word in self.words),
            syllables=None if syllables is None else sum(syllables),
            polysyllables=None if syllables is None else sum(n >= _MANY for n in syllables),
            monosyllables=None if syllables is None else sum(n == 1 for n in syllables),
            unfamiliar=sum(word not in familiar for word in self.words) if familiar else None,
        )


def _is_long(word: str) -> bool:
    return len(word) > _LONG and (word.isalpha() or len(_LETTER.findall(word)) > _LONG)


@dataclass(frozen=True, slots=True)
class Counts:
    """What the formulas of readability are made of; None where it cannot be counted.

    `characters` are letters and digits; a long word has more than six letters, a polysyllable
    three syllables or more; `unfamiliar` words are not on the list of Dale and Chall.
    """

    words: int
    sentences: int
    characters: int
    letters: int
    long_words: int
    syllables: int | None = None
    polysyllables: int | None = None
    monosyllables: int | None = None
    unfamiliar: int | None = None
