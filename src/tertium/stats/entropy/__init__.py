"""Word translation entropy: what people and engines choose between, and what it costs."""

from tertium.stats.entropy.analyse import UNALIGNED, Unaligned, translation_entropy
from tertium.stats.entropy.prepare import (
    TOKENS,
    Tokens,
    renderings_of,
    unrendered,
    versions_of,
)
from tertium.stats.entropy.result import Correlation, Entropy, Stages, WordEntropy
from tertium.stats.entropy.stages import measure_stages
from tertium.stats.entropy.warnings import notes_on

__all__ = [
    "TOKENS",
    "UNALIGNED",
    "Correlation",
    "Entropy",
    "Stages",
    "Tokens",
    "Unaligned",
    "WordEntropy",
    "measure_stages",
    "notes_on",
    "renderings_of",
    "translation_entropy",
    "unrendered",
    "versions_of",
]
