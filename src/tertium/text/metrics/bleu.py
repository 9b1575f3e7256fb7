"""BLEU: the share of a text's n-grams that are in references (Papineni et al., 2002).

The geometric mean of the shares for n = 1 to 4, times a penalty for texts shorter than their
references. An order without a match counts half of the order before (`exp`, as mteval-v13a);
single segments are scored on the orders they are long enough for (`eff:yes`). Scores equal those
of sacrebleu (Post, 2018).
"""

from dataclasses import dataclass

import numpy as np

from tertium.choices import Tokeniser
from tertium.text.metrics.metric import Floats, Metric, Outputs, References, present
from tertium.text.metrics.ngrams import Ints, coded_tokens, matches, ngrams_in
from tertium.text.metrics.tokens import cut_by, tokeniser_signature

ORDERS = 4
_LENGTHS, _MATCHED, _ALL = slice(0, 2), slice(2, 2 + ORDERS), slice(2 + ORDERS, None)


@dataclass(frozen=True, slots=True)
class Bleu(Metric):
    """BLEU with n-grams up to 4; statistics are both lengths, matches and n-grams by order."""

    tokeniser: Tokeniser = "13a"
    lowercase: bool = False
    name = "bleu"
    title = "BLEU"
    highest = 100.0

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Count matched n-grams, all n-grams, and the length of the closest reference."""
        cut = cut_by(self.tokeniser, lowercase=self.lowercase)
        given = [present(stream) for stream in references]
        runs = coded_tokens([*(cut(texts) for texts, _ in given), *map(cut, outputs)])
        wanted, seen = runs[: len(given)], runs[len(given) :]
        lengths = np.stack([own.lengths for own in seen])
        expected = np.stack(
            [
                np.where(there, own.lengths, np.inf)
                for own, (_, there) in zip(wanted, given, strict=True)
            ]
        )
        found = np.empty((*lengths.shape, 2 + 2 * ORDERS))
        found[..., 0], found[..., 1] = lengths, _closest(lengths, expected)
        found[..., _MATCHED] = matches(seen, wanted, ORDERS)
        found[..., _ALL] = np.stack([ngrams_in(own, ORDERS) for own in lengths])
        return found

    def score(self, sums: Floats) -> Floats:
        """Return BLEU from 0 to 100."""
        return _bleu(sums, effective=False)

    def segment_score(self, statistics: Floats) -> Floats:
        """Return BLEU of segments, over the orders that each is long enough for."""
        return _bleu(statistics, effective=True)

    def options(self) -> dict[str, str]:
        """Return the options as sacrebleu's signatures name them."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no",
            "tok": tokeniser_signature(self.tokeniser),
            "smooth": "exp",
        }


def _closest(lengths: Ints, expected: Floats) -> Floats:
    """Return the length of the reference closest to each output, the shorter one of two."""
    ascending = np.sort(expected, axis=0)
    with np.errstate(invalid="ignore"):
        apart = np.abs(ascending[None, :, :] - lengths[:, None, :])
    at = np.argmin(apart, axis=1)
    return np.asarray(np.take_along_axis(ascending, at, axis=0))


def _bleu(sums: Floats, *, effective: bool) -> Floats:
    length, expected = sums[..., 0], sums[..., 1]
    matched, number = sums[..., _MATCHED], sums[..., _ALL]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        brevity = np.where(length < expected, np.exp(1 - expected / length), 1.0)
        logarithms = np.zeros(sums.shape[:-1])
        orders = np.zeros(sums.shape[:-1])
        smoothing = np.ones(sums.shape[:-1])
        for order in range(ORDERS):
            hits, of = matched[..., order], number[..., order]
            smoothing = np.where((hits == 0) & (of > 0), 2 * smoothing, smoothing)
            precision = np.where(hits > 0, 100.0 * hits / of, 100.0 / (smoothing * of))
            known = of > 0
            logarithms += np.where(known, np.log(precision), 0.0 if effective else -np.inf)
            orders += known if effective else 1
        score = brevity * np.exp(logarithms / np.maximum(orders, 1))
    return np.where(matched.any(axis=-1), score, 0.0)
