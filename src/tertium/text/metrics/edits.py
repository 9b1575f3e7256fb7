"""Error rates: edits that turn a text into its reference, for each word of the reference.

TER moves runs of words (Snover et al., 2006), WER does not (Levenshtein, 1966), PER does not look
at the order at all (Tillmann et al., 1997). Of several references that with the fewest edits
counts, and edits are divided by the mean length of all, as TER was defined. Lower is better; rates
can exceed 1. TER is told in per cent, as sacrebleu tells it; WER and PER are fractions.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tertium.choices import Tokeniser
from tertium.text.distance import edit_distance
from tertium.text.metrics.metric import Floats, Metric, Outputs, References, divided, present
from tertium.text.metrics.ngrams import coded_tokens, matches
from tertium.text.metrics.tokens import Tokens, cut_by, tokeniser_signature
from tertium.text.ter import ter_many, ter_signature

Counted = tuple[Floats, Floats]  # edits of each output (system × segment), length of its reference


class ErrorRate(Metric):
    """Edits over the length of references; statistics are both."""

    better = "lower"
    whole = False  # the mean length of several references
    hundred = 1.0

    @abstractmethod
    def counted(self, outputs: Outputs, reference: list[str]) -> Counted:
        """Count the edits towards one reference, and its length."""

    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Return the edits towards the closest reference, and the mean length of references."""
        fewest = np.full((len(outputs), len(references[0])), np.inf)
        lengths, number = np.zeros(len(references[0])), np.zeros(len(references[0]))
        for stream in references:
            texts, there = present(stream)
            edits, length = self.counted(outputs, texts)
            fewest = np.minimum(fewest, np.where(there, edits, np.inf))
            lengths += np.where(there, length, 0)
            number += there
        mean = np.broadcast_to(divided(lengths, number), fewest.shape)
        return np.stack([fewest, mean], axis=-1)

    def score(self, sums: Floats) -> Floats:
        """Return the rate; without a word in the reference it is 1 if there is any edit, else 0."""
        edits, length = sums[..., 0], sums[..., 1]
        return self.hundred * np.where(length > 0, divided(edits, length), edits > 0)


@dataclass(frozen=True, slots=True)
class Ter(ErrorRate):
    """TER as sacrebleu counts it; `asian` makes Chinese and Japanese characters words."""

    asian: bool = False
    case_sensitive: bool = False
    name = "ter"
    title = "TER"
    hundred = 100.0

    @property
    def _chosen(self) -> dict[str, bool]:
        return {
            "normalized": self.asian,
            "asian_support": self.asian,
            "case_sensitive": self.case_sensitive,
        }

    def counted(self, outputs: Outputs, reference: list[str]) -> Counted:
        """Count edits with shifts."""
        found = [ter_many(texts, reference, **self._chosen) for texts in outputs]
        return np.stack([one.edits for one in found]).astype(float), found[0].lengths.astype(float)

    def options(self) -> dict[str, str]:
        """Return the options as sacrebleu's signatures name them."""
        named = dict(part.split(".") for part in ter_signature(**self._chosen).split("+"))
        return {"case": named.pop("case"), "tok": "tercom", **named}


@dataclass(frozen=True, slots=True)
class _WordRate(ErrorRate):
    """An error rate over the words of a tokeniser."""

    tokeniser: Tokeniser = "13a"
    lowercase: bool = False

    def counted(self, outputs: Outputs, reference: list[str]) -> Counted:
        """Count edits between tokens."""
        cut = cut_by(self.tokeniser, lowercase=self.lowercase)
        wanted = cut(reference)
        lengths = np.array([len(tokens) for tokens in wanted], dtype=float)
        return self.edits([cut(texts) for texts in outputs], wanted), lengths

    @abstractmethod
    def edits(self, outputs: list[Tokens], reference: Tokens) -> Floats:
        """Count edits of each output of each system."""

    def options(self) -> dict[str, str]:
        """Return the options, named as for the other metrics."""
        return {
            "case": "lc" if self.lowercase else "mixed",
            "tok": tokeniser_signature(self.tokeniser),
        }


@dataclass(frozen=True, slots=True)
class Wer(_WordRate):
    """Word error rate: the edit distance of words."""

    name = "wer"
    title = "WER"

    def edits(self, outputs: list[Tokens], reference: Tokens) -> Floats:
        """Count insertions, deletions and substitutions."""
        return np.array([list(map(_distance, texts, reference)) for texts in outputs], dtype=float)


@dataclass(frozen=True, slots=True)
class Per(_WordRate):
    """Position-independent error rate: words that find no partner, in any order."""

    name = "per"
    title = "PER"

    def edits(self, outputs: list[Tokens], reference: Tokens) -> Floats:
        """Count the words of the longer text that find no partner."""
        wanted, *own = coded_tokens([reference, *outputs])
        matched = matches(own, [wanted], 1)[..., 0]
        longer = np.maximum(np.stack([runs.lengths for runs in own]), wanted.lengths)
        return np.asarray(longer - matched, dtype=float)


_distance: Callable[[list[str], list[str]], int] = edit_distance
