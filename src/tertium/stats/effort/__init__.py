"""Post-editing effort: indicators, made comparable across editors, and what systems cost."""

from tertium.stats.effort.analyse import (
    MEASURES,
    TARGETS,
    effort,
    effort_answer,
    judgement_values,
)
from tertium.stats.effort.collected import collected_answers, collected_edits, has_edits
from tertium.stats.effort.filters import TimeFilter
from tertium.stats.effort.methods import DEFAULT_METHODS, METHODS
from tertium.stats.effort.reference import ReferenceJudgements
from tertium.stats.effort.result import Effort

__all__ = [
    "DEFAULT_METHODS",
    "MEASURES",
    "METHODS",
    "TARGETS",
    "Effort",
    "ReferenceJudgements",
    "TimeFilter",
    "collected_answers",
    "collected_edits",
    "effort",
    "effort_answer",
    "has_edits",
    "judgement_values",
]
