"""Linguistic checkpoints: is what the source words of a class became found in an output?

Toral, Naskar, Gaspari and Groves (2012), DELiC4MT. The reference words that are aligned with the
source words of an instance, in their order, are a phrase; of all its n-grams, from single words to
the whole phrase, those that occur anywhere in the output are matched, each as often as it stands
there (clipped). "he has" against "it breathes … has": of *he*, *has* and *he has* one is matched,
1/3. A source word without any aligned reference word says nothing about the output: it is missing,
not wrong.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tertium.text.align import Links

Ngram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NgramMatch:
    """How many n-grams of a phrase an output has, of how many; which ones, longest first."""

    matched: int
    total: int
    found: tuple[Ngram, ...] = ()


def aligned_words(words: Collection[int], links: Links) -> tuple[int, ...]:
    """Return the places of the reference words that render these source words, in order.

    >>> aligned_words([2], frozenset({(2, 4), (2, 3), (0, 1)}))
    (3, 4)
    """
    return tuple(sorted({target for source, target in links if source in words}))


def match_ngrams(phrase: Sequence[str], output: Sequence[str]) -> NgramMatch:
    """Count the n-grams of a phrase that occur in an output, each at most as often as there.

    >>> match_ngrams(["he", "has"], "Anto has asthma , it breathes".split())
    NgramMatch(matched=1, total=3, found=(('has',),))
    """
    known = Counter(_ngrams(output, len(phrase)))
    wanted = Counter(_ngrams(phrase, len(phrase)))
    found = {ngram: min(times, known[ngram]) for ngram, times in wanted.items() if ngram in known}
    listed = [ngram for ngram, times in found.items() for _ in range(times)]
    listed.sort(key=len, reverse=True)
    return NgramMatch(sum(found.values()), sum(wanted.values()), tuple(listed))


def _ngrams(words: Sequence[str], longest: int) -> Iterator[Ngram]:
    for size in range(1, longest + 1):
        for at in range(len(words) - size + 1):
            yield tuple(words[at : at + size])
