"""Direct assessment: scores from 0 to 100, standardised, tested, and made into rankings.

Read in this order: `rows` (who scored what), `ranks` and `control` (who reads before scoring),
`payment`, `recipes`, `average` (means of outputs and systems), `spread` (how sure),
`pairwise` (all pairs tested), `clusters`, `assess` (all of it), `ranking`.
"""

from tertium.stats.assessment.assess import Passing, assess
from tertium.stats.assessment.control import (
    CONTROLS,
    Control,
    ControlTest,
    Flag,
    control_tests,
)
from tertium.stats.assessment.pairwise import CORRECTIONS, Correction
from tertium.stats.assessment.payment import Payment, payment
from tertium.stats.assessment.ranking import ScoredSystem, as_ranking, rank_scores
from tertium.stats.assessment.recipes import RECIPES, TESTS, RecipeName, Test
from tertium.stats.assessment.result import (
    AnnotatorScale,
    Assessment,
    Difference,
    SegmentScore,
    SystemScore,
)

__all__ = [
    "CONTROLS",
    "CORRECTIONS",
    "RECIPES",
    "TESTS",
    "AnnotatorScale",
    "Assessment",
    "Control",
    "ControlTest",
    "Correction",
    "Difference",
    "Flag",
    "Passing",
    "Payment",
    "RecipeName",
    "ScoredSystem",
    "SegmentScore",
    "SystemScore",
    "Test",
    "as_ranking",
    "assess",
    "control_tests",
    "payment",
    "rank_scores",
]
