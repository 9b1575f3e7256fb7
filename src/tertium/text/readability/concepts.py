"""Concepts: terms of a field, and words that norms call abstract, late or rare.

Terms and norms are the user's: lists of a language have licences of their own. The package
`wordfreq` (Speer, 2022), if it is installed, gives the frequency of words in some forty languages.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from tertium.text.readability.feature import Feature
from tertium.text.readability.languages import FUNCTION
from tertium.text.readability.readable import Readable

_RARE = 3.0  # on the Zipf scale: less than once in a million words
_LEAST = 0.3  # of the content words that norms must know


def terms(text: Readable) -> float | None:
    """Return terms of the list per 100 words; a term may have several words."""
    known = text.knowledge.terms
    if not known:
        return None
    starts: dict[str, list[list[str]]] = {}
    for term in known:
        words = term.split()
        starts.setdefault(words[0], []).append(words)
    number = sum(
        sentence[at : at + len(words)] == words
        for sentence in text.sentences
        for at, word in enumerate(sentence)
        for words in starts.get(word, ())
    )
    return 100 * number / len(text.words)


def _norm(name: str) -> Callable[[Readable], float | None]:
    """Return how the numbers that norms have for content words are averaged."""

    def mean(text: Readable) -> float | None:
        known = text.knowledge.norms.get(name)
        if not known:
            return None
        left_out = FUNCTION.get(text.primary, frozenset())
        content = [word for word in text.words if word not in left_out]
        found = [known[word] for word in content if word in known]
        return fmean(found) if found and len(found) >= _LEAST * len(content) else None

    return mean


@cache
def _package() -> Any:
    """Return the package with frequencies of words, None if it is not installed."""
    return import_module("wordfreq") if find_spec("wordfreq") else None


def _zipf(text: Readable) -> list[float]:
    """Return the frequency of every content word on the Zipf scale."""
    known, left_out = text.knowledge.norms.get("frequency"), FUNCTION.get(text.primary, frozenset())
    content = [word for word in text.words if word not in left_out and word.isalpha()]
    if known:
        return [known[word] for word in content if word in known]
    package = _package()
    if package is None or text.primary not in package.available_languages():
        return []
    return [package.zipf_frequency(word, text.primary) for word in content]


def frequency(text: Readable) -> float | None:
    """Return the mean frequency of content words on the Zipf scale (7: very frequent)."""
    found = _zipf(text)
    return fmean(found) if found else None


def rare(text: Readable) -> float | None:
    """Return the share of content words that come less than once in a million words."""
    found = _zipf(text)
    return sum(value < _RARE for value in found) / len(found) if found else None


FEATURES = (
    Feature(
        "terms", "concepts", terms, "more terms of the field", "fewer terms of the field",
        needs="terms",
    ),
    Feature(
        "concreteness", "concepts", _norm("concreteness"), "more concrete words",
        "more abstract words", "Brysbaert et al., 2014", needs="norms",
    ),
    Feature(
        "age_of_acquisition", "concepts", _norm("age_of_acquisition"),
        "words that are learnt later", "words that are learnt earlier",
        "Kuperman et al., 2012", needs="norms",
    ),
    Feature(
        "word_frequency", "lexis", frequency, "more frequent words", "less frequent words",
        "Chen & Meurers, 2018", needs="norms",
    ),
    Feature(
        "rare_words", "lexis", rare, "more rare words", "fewer rare words", "Chen & Meurers, 2018",
        needs="norms",
    ),
)  # fmt: skip
