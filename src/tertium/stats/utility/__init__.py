"""What translations are good for: accuracy, levels of use, and the study behind the levels."""

from tertium.stats.utility.accuracy import (
    Denominator,
    DocumentUtility,
    EditCounts,
    Reach,
    SystemUtility,
    Utility,
    measure,
    measure_edits,
    measure_scored,
    utility,
)
from tertium.stats.utility.levels import (
    LEVELS,
    NONE,
    Level,
    level_of,
    levels_signature,
    read_levels,
)
from tertium.stats.utility.study import USES, StudyDocument, study_documents
from tertium.stats.utility.thresholds import Answer, Answers, Threshold, Thresholds, thresholds

__all__ = [
    "LEVELS",
    "NONE",
    "USES",
    "Answer",
    "Answers",
    "Denominator",
    "DocumentUtility",
    "EditCounts",
    "Level",
    "Reach",
    "StudyDocument",
    "SystemUtility",
    "Threshold",
    "Thresholds",
    "Utility",
    "level_of",
    "levels_signature",
    "measure",
    "measure_edits",
    "measure_scored",
    "read_levels",
    "study_documents",
    "thresholds",
    "utility",
]
