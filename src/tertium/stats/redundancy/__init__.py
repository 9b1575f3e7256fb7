"""What several judgements of the same output tell about annotators, and about the model.

Read in this order: `cells` (who scored what, and who passed), `accuracy` (everybody
against the consensus of the others), `curve` (how many scores an output needs), `inferred`
(what the model infers against what is measured), `result` and `redundancy` (all of it).
"""

from tertium.stats.redundancy.redundancy import has_redundancy, redundancy
from tertium.stats.redundancy.result import (
    Accuracy,
    AccuracyGroup,
    CurvePoint,
    InferredAnnotator,
    Redundancy,
)

__all__ = [
    "Accuracy",
    "AccuracyGroup",
    "CurvePoint",
    "InferredAnnotator",
    "Redundancy",
    "has_redundancy",
    "redundancy",
]
