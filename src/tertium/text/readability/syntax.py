"""Syntax: how sentences are built, from parsed texts in Universal Dependencies."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import fmean

from tertium.text.readability.feature import Feature
from tertium.text.readability.readable import Readable
from tertium.text.tagged import TaggedSentence

_CLAUSES = frozenset(("csubj", "ccomp", "xcomp", "advcl", "acl"))
_NOMINAL = frozenset(("NOUN", "PROPN", "PRON"))
_INSIDE = frozenset(("det", "amod", "nmod", "nummod", "compound", "flat", "acl", "case"))
_REFERENCE = "Universal Dependencies 2; Hancke et al., 2012"


def _per_sentence(
    value: Callable[[TaggedSentence], float | None],
) -> Callable[[Readable], float | None]:
    """Return how a number of each sentence is averaged over a text."""

    def mean(text: Readable) -> float | None:
        found = [number for one in text.trees if (number := value(one)) is not None]
        return fmean(found) if found else None

    return mean


def _relation(name: str) -> str:
    return name.partition(":")[0]


def depth(sentence: TaggedSentence) -> float | None:
    """Return how many steps the deepest word is away from the root."""
    deepest = 0
    for word in sentence.words:
        steps, head = 0, word.head
        while head is not None and steps <= len(sentence.words):  # a circle has no root
            steps, head = steps + 1, sentence.words[head].head
        deepest = max(deepest, steps)
    return float(deepest) if sentence.words else None


def distance(sentence: TaggedSentence) -> float | None:
    """Return how far words stand from their heads, on average; marks are left out."""
    apart = [
        abs(at - word.head)
        for at, word in enumerate(sentence.words)
        if word.head is not None and word.tag != "PUNCT"
    ]
    return fmean(apart) if apart else None


def clauses(sentence: TaggedSentence) -> float:
    """Return the clauses of a sentence, the main clause included."""
    return 1.0 + sum(_relation(word.relation) in _CLAUSES for word in sentence.words)


def passives(sentence: TaggedSentence) -> float:
    """Return the passives of a sentence."""
    marked = ("nsubj:pass", "csubj:pass", "aux:pass", "expl:pass")
    heads = {word.head for word in sentence.words if word.relation in marked}
    return float(len(heads))


def _noun_phrases(sentence: TaggedSentence) -> Iterator[int]:
    """Yield the number of words of each noun phrase: its head and what depends on it inside."""
    below: dict[int | None, list[int]] = {}
    for at, word in enumerate(sentence.words):
        if _relation(word.relation) in _INSIDE:
            below.setdefault(word.head, []).append(at)
    for at, word in enumerate(sentence.words):
        if word.tag in _NOMINAL and _relation(word.relation) not in ("nmod", "compound", "flat"):
            seen, waiting = {at}, [at]
            while waiting:
                for one in below.get(waiting.pop(), ()):
                    if one not in seen:
                        seen.add(one)
                        waiting.append(one)
            yield len(seen)


def noun_phrase_length(sentence: TaggedSentence) -> float | None:
    """Return the words of a noun phrase."""
    lengths = list(_noun_phrases(sentence))
    return fmean(lengths) if lengths else None


def noun_phrases(sentence: TaggedSentence) -> float:
    """Return the noun phrases of a sentence."""
    return float(sum(1 for _ in _noun_phrases(sentence)))


def referents(text: Readable) -> float | None:
    """Return the share of neighbouring sentences that name a thing by the same noun."""
    nouns = [
        {word.lemma.lower() for word in one.words if word.tag in ("NOUN", "PROPN")}
        for one in text.trees
    ]
    pairs = list(pairwise(nouns))
    return sum(bool(a & b) for a, b in pairs) / len(pairs) if pairs else None


def _parsed(
    name: str, value: Callable[[TaggedSentence], float | None], more: str, less: str, by: str = ""
) -> Feature:
    measure = _per_sentence(value)
    return Feature(name, "syntax", measure, more, less, by or _REFERENCE, needs="parse")


FEATURES = (
    _parsed("tree_depth", depth, "more deeply nested sentences", "less deeply nested sentences"),
    _parsed(
        "dependency_distance", distance, "words further from what they belong to",
        "words closer to what they belong to", "Liu, 2008",
    ),
    _parsed("clauses", clauses, "more clauses per sentence", "fewer clauses per sentence"),
    _parsed("passives", passives, "more passives", "fewer passives"),
    _parsed(
        "noun_phrase_length", noun_phrase_length, "longer noun phrases", "shorter noun phrases"
    ),
    _parsed("noun_phrases", noun_phrases, "more noun phrases", "fewer noun phrases"),
    Feature(
        "shared_nouns", "cohesion", referents, "more nouns taken up again",
        "fewer nouns taken up again", "Graesser et al., 2011", needs="parse",
    ),
)  # fmt: skip
