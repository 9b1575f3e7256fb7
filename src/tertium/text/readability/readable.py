"""A text that is cut once, so that every feature may be asked of it.

Words are those of `unicode-words@1`, sentences those of `sentences@1`, syllables those of
`syllables@1`.
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from tertium.text.readability.languages import primary
from tertium.text.readability.markup import Layout
from tertium.text.readability.sentences import paragraphs, sentence_spans
from tertium.text.readability.syllables import countable, syllables_by_rule
from tertium.text.tagged import TaggedSentence
from tertium.text.words import characters_per_word, word_pattern

_LONG = 6  # letters; a word of more is long (Björnsson, 1968)
_MANY = 3  # syllables from which on a word is a polysyllable


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
        small = self.composed.replace("’", "'").lower()
        find = word_pattern(small, self.language).findall
        if len(small) == len(self.composed):
            parts = (find(small, start, end) for start, end in self.sentence_spans)
        else:  # a capital letter that becomes two letters, as Turkish İ does
            parts = (find(self.composed[a:b].lower()) for a, b in self.sentence_spans)
        return [words for words in parts if words]

    @cached_property
    def words(self) -> list[str]:
        """All words in their order, in small letters."""
        return [word for sentence in self.sentences for word in sentence]

    @cached_property
    def paragraphs(self) -> int:
        """How many paragraphs there are."""
        return sum(1 for _ in paragraphs(self.composed))

    @cached_property
    def types(self) -> Mapping[str, int]:
        """How often each different word comes."""
        return Counter(self.words)

    @cached_property
    def shapes(self) -> "list[tuple[int, Shape]]":
        """The shape of each different word, with how often it comes."""
        return [(number, shape_of(word)) for word, number in self.types.items()]

    @cached_property
    def syllables(self) -> list[tuple[int, int]] | None:
        """The syllables of each different word, with how often it comes; None without rules."""
        if not countable(self.language) or self.unspaced:
            return None
        language = self.primary
        return [(number, syllables_by_rule(word, language)) for word, number in self.types.items()]

    @cached_property
    def counts(self) -> "Counts":
        """What formulas are made of."""
        characters = letters = long_words = heard = many = single = 0
        for number, shape in self.shapes:
            characters += number * shape.characters
            letters += number * shape.letters
            if shape.letters > _LONG:
                long_words += number
        for number, syllables in self.syllables or ():
            heard += number * syllables
            if syllables == 1:
                single += number
            elif syllables >= _MANY:
                many += number
        spoken, familiar = self.syllables is not None, self.knowledge.familiar
        return Counts(
            words=len(self.words),
            sentences=len(self.sentences),
            characters=characters,
            letters=letters,
            long_words=long_words,
            syllables=heard if spoken else None,
            polysyllables=many if spoken else None,
            monosyllables=single if spoken else None,
            unfamiliar=sum(number for word, number in self.types.items() if word not in familiar)
            if familiar
            else None,
        )


class Shape(NamedTuple):
    """What a word looks like: its letters and digits, and its letters."""

    characters: int
    letters: int


@lru_cache(maxsize=100_000)
def shape_of(word: str) -> Shape:
    """Return how many letters and digits a word has, and how many letters.

    >>> shape_of("don't"), shape_of("2nd")
    (Shape(characters=4, letters=4), Shape(characters=3, letters=2))
    """
    return Shape(sum(map(str.isalnum, word)), sum(map(str.isalpha, word)))


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
