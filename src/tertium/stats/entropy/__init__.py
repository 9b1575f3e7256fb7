"""Word translation entropy: what people and engines choose between, and what it costs."""

from tertium.stats.entropy.analyse import UNALIGNED, Unaligned, translation_entropy
from tertium.stats.entropy.prepare import TOKENS, Tokens, renderings_of, unrendered
from tertium.stats.entropy.result import Correlation, Entropy, Stages, WordEntropy

__all__ = [
    "TOKENS",
    "UNALIGNED",
    "Correlation",
    "Entropy",
    "Stages",
    "Tokens",
    "Unaligned",
    "WordEntropy",
    "renderings_of",
    "translation_entropy",
    "unrendered",
]
