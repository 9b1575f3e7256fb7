"""Fuzzy match: how alike two texts are, and the most alike text of a translation memory.

The formula `1-lev/max@1`: one minus the edit distance over the length of the longer text, both
counted in characters (Unicode code points) or in words (what stands between white space, letter
case kept). Two texts without any unit match fully. Translation tools compute their percentages
in ways of their own, by words of different weight or without punctuation, so that their numbers
are not comparable with these.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from rapidfuzz import process
from rapidfuzz.distance import LCSseq, Levenshtein

from tertium.choices import FuzzyUnit as Unit
from tertium.exceptions import BadInput

__all__ = ["FUZZY_RULE", "Match", "Memory", "Unit", "fuzzy", "fuzzy_signature"]

FUZZY_RULE = "1-lev/max@1"

_BLOCK = 16  # queries compared at once; one number is kept for each of them and each text
# Filters let through what may equal the threshold, and the match itself is exact. No smaller:
# rapidfuzz keeps a normalised threshold as a short float and drops what equals it.
_SLACK = 1e-5


def fuzzy(a: str, b: str, *, unit: Unit = "characters") -> float:
    """Return how alike two texts are, from 0 to 1.

    >>> fuzzy("the black cat", "the black hat"), fuzzy("a b c d", "a b d", unit="words")
    (0.9230769230769231, 0.75)
    """
    first, second = _units(a, unit), _units(b, unit)
    return _score(first, second, Levenshtein.distance(first, second))


def fuzzy_signature(unit: Unit = "characters") -> str:
    """Return how likeness was computed, for signatures.

    >>> fuzzy_signature("words")
    'fuzzy:1-lev/max@1|unit:words'
    """
    return f"fuzzy:{FUZZY_RULE}|unit:{unit}"


@dataclass(frozen=True, slots=True)
class Match:
    """The text of a memory that is most like a query, its place there, and how alike."""

    place: int
    text: str
    score: float


class Memory:
    """Texts to be searched for the one that is most like a query.

    Finds exactly what comparing every query with every text finds; of equally good matches,
    the first in the memory. Filters that cannot lose a match spare most comparisons.
    """

    def __init__(self, texts: Sequence[str], *, unit: Unit = "characters") -> None:
        self.unit: Unit = unit
        self.texts = texts
        self._filter = _Characters(texts) if unit == "characters" else _Words(texts)

    def __len__(self) -> int:
        return len(self.texts)

    def best(
        self, queries: Sequence[str], *, at_least: float = 0.6, workers: int = -1
    ) -> list[Match | None]:
        """Return the best match of each query, None where no text is alike enough.

        `workers` is the number of threads, -1 for one on each core.
        """
        if not 0 < at_least <= 1:
            raise BadInput(
                f"a fuzzy match of at least {at_least:g} is asked for",
                fix="Give a threshold above 0 and up to 1, such as 0.6.",
            )
        different = list(dict.fromkeys(queries))
        found = {
            query: self._best(query, places, at_least)
            for query, places in self._filter.candidates(different, at_least, workers)
        }
        return [found[query] for query in queries]

    def _best(self, query: str, places: np.ndarray, at_least: float) -> Match | None:
        """Compare a query with some texts, given by their places in ascending order."""
        units, best = _units(query, self.unit), None
        for place in places.tolist():
            others = _units(self.texts[place], self.unit)
            most = int((1 - at_least + _SLACK) * max(len(units), len(others)))
            score = _score(units, others, Levenshtein.distance(units, others, score_cutoff=most))
            if score >= at_least and (best is None or score > best.score):
                best, at_least = Match(place, self.texts[place], score), score
        return best


class _Characters:
    """Keeps texts by length; lets those through that have enough characters in common, in order.

    An edit distance is no less than the longer length minus the longest common subsequence,
    which is several times faster to find.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        self.order = np.argsort(lengths, kind="stable").astype(np.int32)
        self.lengths = lengths[self.order]
        # Copies, one after the other in memory: neighbours are read together.
        self.texts = ["".join((texts[k], "")) for k in self.order.tolist()]

    def candidates(
        self, queries: list[str], at_least: float, workers: int
    ) -> Iterable[tuple[str, np.ndarray]]:
        """Yield each query with the places of texts that may be its best match, in order."""
        same = self.same(queries)
        for query, place in same.items():
            yield query, self.order[place : place + 1]
        queries = sorted((query for query in queries if query not in same), key=len)
        for begin in range(0, len(queries), _BLOCK):
            block = queries[begin : begin + _BLOCK]
            shortest, longest = len(block[0]) * at_least, len(block[-1]) / at_least
            low = int(np.searchsorted(self.lengths, shortest - _SLACK))
            high = int(np.searchsorted(self.lengths, longest + _SLACK, side="right"))
            common = process.cdist(
                block,
                self.texts[low:high],
                scorer=LCSseq.normalized_similarity,
                score_cutoff=at_least - _SLACK,
                workers=workers,
                dtype=np.float32,
            )
            for query, row in zip(block, common, strict=True):
                yield query, np.sort(self.order[low:high][row > 0])

    def same(self, queries: list[str]) -> dict[str, int]:
        """Return where queries stand that are in the memory as they are."""
        wanted = set(queries)
        found: dict[str, int] = {}
        for place, text in enumerate(self.texts):
            if text in wanted:
                found.setdefault(text, place)
        return found


class _Words:
    """Knows which texts have which word; lets those through that have enough words in common.

    The commonest words of a query, which most texts have, are taken to be in common and not
    looked up, as long as enough others are left to tell texts apart.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.numbers: dict[str, int] = {}
        numbers = self.numbers
        # Texts are cut twice: their words all at once would take more room than the memory.
        self.lengths = np.fromiter((len(text.split()) for text in texts), np.int64, len(texts))
        words = np.fromiter(
            (numbers.setdefault(word, len(numbers)) for text in texts for word in text.split()),
            np.int32,
            int(self.lengths.sum()),
        )
        places = np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)
        self.places = places[np.argsort(words, kind="stable")]
        self.ends = np.cumsum(np.bincount(words, minlength=len(numbers)))

    def having(self, word: str) -> np.ndarray:
        """Return the places of texts that have a word, once for each time they have it."""
        number = self.numbers.get(word, -1)
        if number < 0:
            return self.places[:0]
        return self.places[self.ends[number - 1] if number else 0 : self.ends[number]]

    def candidates(
        self, queries: list[str], at_least: float, workers: int
    ) -> Iterable[tuple[str, np.ndarray]]:
        """Yield each query with the places of texts that may be its best match, in order."""
        for query in queries:
            words = Counter(query.split())
            length = words.total()
            if not length:
                yield query, np.flatnonzero(self.lengths == 0)
                continue
            needed, taken = ceil(length * at_least - _SLACK), 0
            having = sorted(((self.having(word), words[word]) for word in words), key=_common)
            while taken + having[-1][1] <= needed / 2:
                taken += having.pop()[1]
            met = np.concatenate([places for places, _ in having])
            counts = np.bincount(met, minlength=len(self.lengths))
            places = np.flatnonzero(counts >= needed - taken)
            longer = np.maximum(self.lengths[places], length)
            yield query, places[counts[places] + taken >= longer * at_least - _SLACK]


def _common(word: tuple[np.ndarray, int]) -> int:
    return len(word[0])


def _units(text: str, unit: Unit) -> Sequence[str]:
    return text if unit == "characters" else text.split()


def _score(a: Sequence[str], b: Sequence[str], distance: int) -> float:
    longer = max(len(a), len(b))
    return 1 - distance / longer if longer else 1.0
