"""METEOR: matched words, and whether they stand in the same order (Banerjee and Lavie, 2005).

Words match exactly or by their stem; the alignment is the one with fewest chunks. The score is a
mean of precision and recall in which recall counts nine times as much (α), less a penalty for
fragments, γ (chunks / matches)^β. Of several references that with the highest score of the segment
counts; a text is scored from the sums over its segments. Later versions (1.3 to 1.5) weigh function
words and know paraphrases: their numbers are others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import snowballstemmer

from tertium.choices import Tokeniser
from tertium.text.metrics.chunks import match_chunks
from tertium.text.metrics.metric import Floats, Metric, Outputs, References, divided
from tertium.text.metrics.tokens import Cut, cut_by, tokeniser_signature

Stemmed = tuple[list[str], list[str]]  # the words of a text, and their stems
# Languages that have a stemmer of Snowball; English has Porter's, as METEOR was published with.
_STEMMERS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek",
    "en": "porter", "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian",
    "id": "indonesian", "it": "italian", "lt": "lithuanian", "ne": "nepali", "nl": "dutch",
    "no": "norwegian", "nb": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip


def stemmer_for(language: str) -> str:
    """Return the name of a language's stemmer; of an unknown one none, without any Porter's.

    >>> stemmer_for("de-AT"), stemmer_for(""), stemmer_for("zh")
    ('german', 'porter', 'none')
    """
    return _STEMMERS.get(language.lower().split("-")[0], "none") if language else "porter"


@dataclass(frozen=True, slots=True)
class Meteor(Metric):
    """METEOR with exact words and stems; statistics are matches, chunks and both lengths."""

    tokeniser: Tokeniser = "13a"
    stemmer: str = "porter"
    alpha: float = 0.9
    beta: float = 3.0
    gamma: float = 0.5
    name = "meteor"
    title = "METEOR"
    highest = 1.0

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Count matched words, chunks and words, with the best reference."""
        cut = cut_by(self.tokeniser, lowercase=True)
        stem = _stem(self.stemmer)
        own = [_stemmed(cut, texts, stem) for texts in outputs]
        best = np.zeros((len(own), len(references[0]), 4))
        highest = np.full(best.shape[:2], -1.0)
        for stream in references:
            there = [at for at, text in enumerate(stream) if text is not None]
            wanted = _stemmed(cut, [stream[at] or "" for at in there], stem)
            found = np.zeros_like(best)
            counts = [
                _counts(texts[at], other)
                for texts in own
                for at, other in zip(there, wanted, strict=True)
            ]
            found[:, there] = np.reshape(counts, (len(own), len(there), 4))
            scores = np.full(highest.shape, -1.0)
            scores[:, there] = self.score(found[:, there])
            better = scores > highest
            best = np.where(better[..., None], found, best)
            highest = np.maximum(scores, highest)
        return best

    def score(self, sums: Floats) -> Floats:
        """Return METEOR from 0 to 1."""
        matched, chunks = sums[..., 0], sums[..., 1]
        precision, recall = divided(matched, sums[..., 2]), divided(matched, sums[..., 3])
        mean = divided(precision * recall, self.alpha * precision + (1 - self.alpha) * recall)
        penalty = self.gamma * divided(chunks, matched) ** self.beta
        return mean * (1 - penalty)

    def options(self) -> dict[str, str]:
        """Return the parameters and how words are made and matched."""
        return {
            "case": "lc",
            "tok": tokeniser_signature(self.tokeniser),
            "match": "exact" if self.stemmer == "none" else f"exact+stem({self.stemmer})",
            "alpha": f"{self.alpha:g}",
            "beta": f"{self.beta:g}",
            "gamma": f"{self.gamma:g}",
        }


def _counts(own: Stemmed, wanted: Stemmed) -> tuple[int, int, int, int]:
    """Return matches, chunks, and the words of both."""
    return (*match_chunks(own[0], wanted[0], (own[1], wanted[1])), len(own[0]), len(wanted[0]))


def _stemmed(cut: Cut, texts: Sequence[str], stem: Callable[[str], str]) -> list[Stemmed]:
    return [(tokens, list(map(stem, tokens))) for tokens in cut(texts)]


@cache
def _stem(name: str) -> Callable[[str], str]:
    """Return a stemmer that stems every word once."""
    if name == "none":
        return str
    return cache(snowballstemmer.stemmer(name).stemWord)
