"""Errors, weighed: points, scores by every published formula, and who passes.

Read in this order: `formulas` (points to scores), `scale` (what was agreed), `weigh` (what each
error costs), `decision` (pass or fail by a sample), `rates` (systems and how
sure), `verdicts` (who passes), `parts`
(by category, severity, annotator, document; examples), `analyse` (all of it).
"""

from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.collected import (
    collected_spans,
    has_marks,
    rule_of,
    sample_told,
    typology_of,
)
from tertium.stats.errors.decision import Sample, Verdict, decide
from tertium.stats.errors.formulas import (
    FORMULAS,
    SCORINGS,
    Scoring,
    Tolerance,
    calibrated,
    fit_tolerance,
    non_linear,
    per_word,
    raw,
)
from tertium.stats.errors.result import (
    AnnotatorErrors,
    CategoryErrors,
    Decision,
    DocumentErrors,
    ErrorScores,
    Example,
    SeverityErrors,
    SystemErrors,
)

__all__ = [
    "FORMULAS",
    "SCORINGS",
    "AnnotatorErrors",
    "CategoryErrors",
    "Decision",
    "DocumentErrors",
    "ErrorScores",
    "Example",
    "Sample",
    "Scoring",
    "SeverityErrors",
    "SystemErrors",
    "Tolerance",
    "Verdict",
    "calibrated",
    "collected_spans",
    "decide",
    "fit_tolerance",
    "has_marks",
    "non_linear",
    "per_word",
    "raw",
    "rule_of",
    "sample_told",
    "score_errors",
    "typology_of",
]
