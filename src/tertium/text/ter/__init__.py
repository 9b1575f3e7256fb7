"""Translation edit rate, exactly as sacrebleu counts it, with the edits to show."""

from tertium.text.ter.score import (
    Kind,
    Operations,
    Shift,
    Step,
    TerScore,
    TerScores,
    ter,
    ter_many,
    ter_signature,
)

__all__ = [
    "Kind",
    "Operations",
    "Shift",
    "Step",
    "TerScore",
    "TerScores",
    "ter",
    "ter_many",
    "ter_signature",
]
