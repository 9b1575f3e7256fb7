"""NIST: BLEU's n-grams, of which rare ones count more (Doddington, 2002).

The information of an n-gram is log2 of how often its first n−1 words occur in the references over
how often all of it does. The score is the sum over n = 1 to 5 of the information of matched n-grams
per n-gram of the text, times a penalty that is one half where a text is two thirds as long as the
mean of its references. Matches are clipped by the reference that has most of an n-gram, as in
mteval.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log, log2
from typing import Self

import numpy as np

from tertium.choices import Tokeniser
from tertium.text.metrics.metric import Floats, Metric, Outputs, References, divided
from tertium.text.metrics.tokens import cut_by, tokeniser_signature

ORDERS = 5
_BETA = log(0.5) / log(1.5) ** 2
Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nist(Metric):
    """NIST with n-grams up to 5; statistics are information and n-grams by order, both lengths.

    `information` follows from all references, which must be read before anything is scored.
    """

    tokeniser: Tokeniser = "13a"
    lowercase: bool = False
    information: Mapping[Gram, float] = field(default_factory=dict, compare=False, repr=False)
    name = "nist"
    title = "NIST"
    whole = False

    @property
    def needs_all_references(self) -> bool:
        """Whether all references must be read first."""
        return True

    def prepared(self, references: Iterable[References]) -> Self:
        """Compute the information of every n-gram of the references."""
        counts: Counter[Gram] = Counter()
        words = 0
        for batch in references:
            for tokens in (tokens for stream in batch for tokens in self._cut(stream)):
                counts.update(_ngrams(tokens))
                words += len(tokens)
        counts[()] = words
        information = {
            gram: log2(counts[gram[:-1]] / number) for gram, number in counts.items() if gram
        }
        return replace(self, information=information)

    def _cut(self, texts: Sequence[str | None]) -> Iterator[list[str]]:
        cut = cut_by(self.tokeniser, lowercase=self.lowercase)
        return iter(cut([text for text in texts if text is not None]))

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Add up the information of matched n-grams."""
        cut = cut_by(self.tokeniser, lowercase=self.lowercase)
        own = [cut(texts) for texts in outputs]
        wanted: list[list[list[str]]] = [[] for _ in references[0]]
        for stream in references:
            there = [at for at, text in enumerate(stream) if text is not None]
            for at, tokens in zip(there, self._cut(stream), strict=True):
                wanted[at].append(tokens)
        found = np.zeros((len(own), len(wanted), 2 * ORDERS + 2))
        for segment, several in enumerate(wanted):
            clip: Counter[Gram] = Counter()
            for tokens in several:
                clip |= Counter(_ngrams(tokens))
            for row, texts in enumerate(own):
                self._count(texts[segment], clip, found[row, segment])
        found[..., -1] = [np.mean([len(tokens) for tokens in several]) for several in wanted]
        return found

    def _count(self, tokens: list[str], clip: Counter[Gram], into: Floats) -> None:
        for gram, number in Counter(_ngrams(tokens)).items():
            hits = min(number, clip.get(gram, 0))
            if hits:
                into[len(gram) - 1] += hits * self.information[gram]
        into[ORDERS : 2 * ORDERS] = [max(len(tokens) - n, 0) for n in range(ORDERS)]
        into[-2] = len(tokens)

    def score(self, sums: Floats) -> Floats:
        """Return NIST; it begins at 0 and has no end."""
        gained = divided(sums[..., :ORDERS], sums[..., ORDERS : 2 * ORDERS]).sum(axis=-1)
        ratio = np.minimum(1.0, divided(sums[..., -2], sums[..., -1], 1.0))
        with np.errstate(divide="ignore"):
            return np.asarray(gained * np.exp(_BETA * np.log(ratio) ** 2))

    def options(self) -> dict[str, str]:
        """Return the options, named as for the other metrics."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "tok": tokeniser_signature(self.tokeniser),
            "order": str(ORDERS),
        }


def _ngrams(tokens: list[str]) -> Iterator[Gram]:
    for order in range(1, ORDERS + 1):
        yield from zip(*(tokens[at:] for at in range(order)), strict=False)
