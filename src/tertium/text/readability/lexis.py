"""Lexis: how varied the words are, and how many of them carry content."""

from tertium.text.readability.diversity import hdd, mattr, mtld, yule_k
from tertium.text.readability.feature import Feature
from tertium.text.readability.languages import FUNCTION
from tertium.text.readability.readable import Readable

_LANGUAGES = tuple(FUNCTION)


def content_words(text: Readable) -> float:
    """Return the share of words that are not function words (lexical density)."""
    left_out = FUNCTION[text.primary]
    return sum(word not in left_out for word in text.words) / len(text.words)


def content_length(text: Readable) -> float | None:
    """Return the letters of a content word."""
    left_out = FUNCTION[text.primary]
    lengths = [len(word) for word in text.words if word not in left_out]
    return sum(lengths) / len(lengths) if lengths else None


def content_types_length(text: Readable) -> float | None:
    """Return the letters of a content word, each word counted once."""
    lengths = [len(word) for word in {*text.words} - FUNCTION[text.primary]]
    return sum(lengths) / len(lengths) if lengths else None


def types(text: Readable) -> float:
    """Return the number of different words."""
    return len(text.types)


def once(text: Readable) -> float:
    """Return the share of words that come once."""
    return sum(number == 1 for number in text.types.values()) / len(text.words)


FEATURES = (
    Feature(
        "mtld", "lexis", lambda text: mtld(text.words), "more varied words (MTLD)",
        "less varied words (MTLD)", "McCarthy & Jarvis, 2010", spaced=True, least=100,
    ),
    Feature(
        "hdd", "lexis", lambda text: hdd(text.words), "more varied words (HD-D)",
        "less varied words (HD-D)", "McCarthy & Jarvis, 2010", spaced=True, least=42,
    ),
    Feature(
        "mattr", "lexis", lambda text: mattr(text.words), "more varied words in 50",
        "less varied words in 50", "Covington & McFall, 2010", spaced=True, least=50,
    ),
    Feature(
        "yule_k", "lexis", lambda text: yule_k(text.words), "more repeated words",
        "fewer repeated words", "Yule, 1944", spaced=True, least=100,
    ),
    Feature(
        "content_words", "lexis", content_words, "more content words", "more function words",
        "Ure, 1971", _LANGUAGES,
    ),
    Feature(
        "content_word_length", "lexis", content_length, "longer content words",
        "shorter content words", "", _LANGUAGES,
    ),
    Feature(
        "content_type_length", "lexis", content_types_length, "longer different content words",
        "shorter different content words", "", _LANGUAGES,
    ),
    Feature("types", "lexis", types, "more different words", "fewer different words", grows=True),
    Feature(
        "words_once", "lexis", once, "more words that come once", "fewer words that come once",
        grows=True, spaced=True,
    ),
)  # fmt: skip
