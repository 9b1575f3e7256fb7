"""Form: how long sentences, words and syllables are, and the marks between them."""

from collections.abc import Callable
from statistics import pstdev

from tertium.text.readability.feature import Feature
from tertium.text.readability.readable import Readable
from tertium.text.readability.syllables import LANGUAGES

_MARKS = frozenset(",;:–—()")
_INNER = frozenset(";:–—()")
_QUOTES = frozenset('"“”„«»')


def words(text: Readable) -> float:
    """Return the number of words."""
    return len(text.words)


def sentences(text: Readable) -> float:
    """Return the number of sentences."""
    return len(text.sentences)


def sentence_length(text: Readable) -> float:
    """Return words per sentence."""
    return len(text.words) / len(text.sentences)


def longest_sentence(text: Readable) -> float:
    """Return the words of a sentence that is longer than nine tenths of them."""
    lengths = sorted(map(len, text.sentences))
    return lengths[int(0.9 * (len(lengths) - 1))]


def sentence_variety(text: Readable) -> float | None:
    """Return the standard deviation of words per sentence."""
    lengths = [len(sentence) for sentence in text.sentences]
    return pstdev(lengths) if len(lengths) > 1 else None


def word_length(text: Readable) -> float:
    """Return letters and digits per word."""
    return text.counts.characters / len(text.words)


def long_words(text: Readable) -> float:
    """Return the share of words with more than six letters."""
    return text.counts.long_words / len(text.words)


def very_long_words(text: Readable) -> float:
    """Return the share of words with more than nine letters."""
    return sum(number for number, one in text.shapes if one.letters > 9) / len(text.words)


def syllables_per_word(text: Readable) -> float | None:
    """Return syllables per word."""
    spoken = text.counts.syllables
    return None if spoken is None else spoken / len(text.words)


def polysyllables(text: Readable) -> float | None:
    """Return the share of words with three syllables or more."""
    many = text.counts.polysyllables
    return None if many is None else many / len(text.words)


def monosyllables(text: Readable) -> float | None:
    """Return the share of words with one syllable."""
    one = text.counts.monosyllables
    return None if one is None else one / len(text.words)


def _marks(which: frozenset[str]) -> Callable[[Readable], float]:
    """Return how marks per sentence are counted."""

    def per_sentence(text: Readable) -> float:
        return sum(text.composed.count(mark) for mark in which) / len(text.sentences)

    return per_sentence


def numbers(text: Readable) -> float:
    """Return the share of words with a digit in them."""
    with_digit = sum(number for number, one in text.shapes if one.letters < one.characters)
    return with_digit / len(text.words)


FEATURES = (
    Feature("words", "form", words, "a longer text", "a shorter text", grows=True),
    Feature("sentences", "form", sentences, "more sentences", "fewer sentences", grows=True),
    Feature(
        "words_per_sentence", "form", sentence_length, "longer sentences", "shorter sentences",
        "Flesch, 1948", spaced=True,
    ),
    Feature(
        "longest_sentences", "form", longest_sentence, "longer longest sentences",
        "shorter longest sentences", spaced=True,
    ),
    Feature(
        "sentence_variety", "form", sentence_variety, "sentences of more varied length",
        "sentences of more even length", spaced=True,
    ),
    Feature(
        "letters_per_word", "form", word_length, "longer words", "shorter words",
        "Smith & Senter, 1967", spaced=True,
    ),
    Feature(
        "long_words", "form", long_words, "more words of over six letters",
        "fewer words of over six letters", "Björnsson, 1968", spaced=True,
    ),
    Feature(
        "very_long_words", "form", very_long_words, "more words of over nine letters",
        "fewer words of over nine letters", spaced=True,
    ),
    Feature(
        "syllables_per_word", "form", syllables_per_word, "more syllables per word",
        "fewer syllables per word", "Flesch, 1948", LANGUAGES,
    ),
    Feature(
        "polysyllables", "form", polysyllables, "more words of three syllables or more",
        "fewer words of three syllables or more", "Gunning, 1952", LANGUAGES,
    ),
    Feature(
        "monosyllables", "form", monosyllables, "more words of one syllable",
        "fewer words of one syllable", "Bamberger & Vanecek, 1984", LANGUAGES,
    ),
    Feature(
        "commas_per_sentence", "form", _marks(_MARKS), "more commas and dashes per sentence",
        "fewer commas and dashes per sentence", marks=True,
    ),
    Feature(
        "asides_per_sentence", "form", _marks(_INNER), "more brackets, dashes and colons",
        "fewer brackets, dashes and colons", marks=True,
    ),
    Feature(
        "quotation_marks", "form", _marks(_QUOTES), "more quoted speech",
        "less quoted speech", marks=True,
    ),
    Feature("numbers", "form", numbers, "more numbers", "fewer numbers", spaced=True),
)  # fmt: skip
