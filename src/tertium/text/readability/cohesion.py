"""Cohesion: what tells a reader how sentences belong together."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from tertium.text.readability.diversity import repeated
from tertium.text.readability.feature import Feature
from tertium.text.readability.languages import CONNECTIVES, FUNCTION, PRONOUNS, SUBORDINATORS
from tertium.text.readability.readable import Readable

_KINDS = {
    "causal": "reasons and consequences",
    "adversative": "contrasts",
    "additive": "additions and examples",
    "temporal": "order in time",
}
_REFERENCE = "Halliday & Hasan, 1976; Todirascu et al., 2013"


@cache
def _phrases(language: str, kind: str) -> dict[str, list[tuple[str, ...]]]:
    """Return connectives by their first word, the longest first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in CONNECTIVES[language][kind]:
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    for phrases in found.values():
        phrases.sort(key=len, reverse=True)
    return found


def _connectives(kind: str) -> Callable[[Readable], float]:
    """Return how connectives of a kind are counted, per 100 words."""

    def per_hundred(text: Readable) -> float:
        phrases, number = _phrases(text.primary, kind), 0
        for sentence in text.sentences:
            for at, word in enumerate(sentence):
                if word in phrases:
                    number += any(
                        tuple(sentence[at : at + len(phrase)]) == phrase for phrase in phrases[word]
                    )
        return 100 * number / len(text.words)

    return per_hundred


def subordinators(text: Readable) -> float:
    """Return words that open a subordinate clause, per sentence."""
    known = SUBORDINATORS[text.primary]
    return sum(word in known for word in text.words) / len(text.sentences)


def pronouns(text: Readable) -> float:
    """Return words that point back, per 100 words."""
    known = PRONOUNS[text.primary]
    return 100 * sum(word in known for word in text.words) / len(text.words)


def overlap(text: Readable) -> float | None:
    """Return the share of neighbouring sentences with a content word in common."""
    return repeated(text.sentences, FUNCTION[text.primary])


def given(text: Readable) -> float | None:
    """Return the share of content words of a sentence that the one before had, on average."""
    left_out = FUNCTION[text.primary]
    content = [{*sentence} - left_out for sentence in text.sentences]
    shares = [len(a & b) / len(b) for a, b in pairwise(content) if b]
    return sum(shares) / len(shares) if shares else None


FEATURES = (
    *(
        Feature(
            f"{kind}_connectives", "cohesion", _connectives(kind), f"more words for {said}",
            f"fewer words for {said}", _REFERENCE, tuple(CONNECTIVES),
        )
        for kind, said in _KINDS.items()
    ),
    Feature(
        "subordinators", "syntax", subordinators, "more subordinate clauses",
        "fewer subordinate clauses", "", tuple(SUBORDINATORS),
    ),
    Feature(
        "pronouns", "cohesion", pronouns, "more words that point back",
        "fewer words that point back", _REFERENCE, tuple(PRONOUNS),
    ),
    Feature(
        "sentence_overlap", "cohesion", overlap, "more words shared by neighbouring sentences",
        "fewer words shared by neighbouring sentences", "Graesser et al., 2011", tuple(FUNCTION),
    ),
    Feature(
        "given_words", "cohesion", given, "more words repeated from the sentence before",
        "fewer words repeated from the sentence before", "Graesser et al., 2011", tuple(FUNCTION),
    ),
)  # fmt: skip
