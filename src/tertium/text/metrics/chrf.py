"""chrF: an F-score of character n-grams (Popović, 2015); with word n-grams, chrF++ (2017).

Precision and recall are averaged over orders, and recall counts twice as much (β = 2). White space
is left out, and punctuation is a word of its own. Of several references that with the highest
score of the segment counts. Scores equal those of sacrebleu (Post, 2018).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.text.metrics.metric import Floats, Metric, Outputs, References, divided, present
from tertium.text.metrics.ngrams import Runs, coded_characters, coded_tokens, matches, ngrams_in

CHARACTERS, WORDS = 6, 2
_BETA = 2
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


@dataclass(frozen=True, slots=True)
class Chrf(Metric):
    """chrF with characters up to 6; statistics are n-grams of the output, the reference, both."""

    lowercase: bool = False
    name = "chrf"
    title = "chrF"
    highest = 100.0

    @property
    def words(self) -> int:
        """The highest order of word n-grams."""
        return 0

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Count n-grams of each output, of its best reference, and those that match."""
        lowered = [self._texts(texts) for texts in outputs]
        best: Floats | None = None
        for stream in references:
            texts, there = present(stream)
            found = self._against(lowered, self._texts(texts))
            found[:, ~there] = 0
            if best is None:
                best, known = found, there
                continue
            better = there & (~known | (self.score(found) > self.score(best)))
            best = np.where(better[..., None], found, best)
            known = known | there
        assert best is not None, "there is a reference"
        return best

    def _texts(self, texts: Sequence[str]) -> list[str]:
        return [text.lower() for text in texts] if self.lowercase else list(texts)

    def _against(self, outputs: list[list[str]], reference: list[str]) -> Floats:
        parts = [_counted([[_joined(text) for text in one] for one in (reference, *outputs)])]
        if self.words:
            cut = [[_words(text) for text in one] for one in (reference, *outputs)]
            parts.append(_compared(coded_tokens(cut), self.words))
        return np.concatenate(parts, axis=2)

    def score(self, sums: Floats) -> Floats:
        """Return chrF from 0 to 100, over the orders that output and reference both have."""
        shape = sums.shape[:-1]
        precision, recall, orders = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        for at in range(0, sums.shape[-1], 3):
            own, wanted, both = sums[..., at], sums[..., at + 1], sums[..., at + 2]
            known = (own > 0) & (wanted > 0)
            precision += np.where(known, divided(both, own), 0.0)
            recall += np.where(known, divided(both, wanted), 0.0)
            orders += known
        precision, recall = divided(precision, orders), divided(recall, orders)
        factor = _BETA**2
        weighted = (1 + factor) * precision * recall
        return 100 * divided(weighted, factor * precision + recall)

    def options(self) -> dict[str, str]:
        """Return the options as sacrebleu's signatures name them."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes",
            "nc": str(CHARACTERS),
            "nw": str(self.words),
            "space": "no",
        }


@dataclass(frozen=True, slots=True)
class ChrfPlusPlus(Chrf):
    """chrF++: chrF with words and pairs of words."""

    name = "chrf++"
    title = "chrF++"

    @property
    def words(self) -> int:
        """The highest order of word n-grams."""
        return WORDS


def _counted(texts: list[list[str]]) -> Floats:
    return _compared(coded_characters(texts), CHARACTERS)


def _compared(runs: list[Runs], most: int) -> Floats:
    """Return n-grams of each output, of the reference, and of both, order by order."""
    reference, *outputs = runs
    found = np.empty((len(outputs), len(reference.lengths), 3 * most))
    wanted = ngrams_in(reference.lengths, most)
    for row, own in enumerate(outputs):
        # An order that the reference does not have is not counted against the output.
        found[row, :, 0::3] = np.where(wanted > 0, ngrams_in(own.lengths, most), 0)
    found[:, :, 1::3] = wanted
    found[:, :, 2::3] = matches(outputs, [reference], most)
    return found


def _joined(text: str) -> str:
    return "".join(text.split())


def _words(text: str) -> list[str]:
    """Cut at white space, and one sign of punctuation off the end of a word or its beginning."""
    found: list[str] = []
    for word in text.split():
        if len(word) == 1:
            found.append(word)
        elif word[-1] in _PUNCTUATION:
            found += (word[:-1], word[-1])
        elif word[0] in _PUNCTUATION:
            found += (word[0], word[1:])
        else:
            found.append(word)
    return found
