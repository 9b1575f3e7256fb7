"""Post-editing effort: indicators, made comparable across editors, and what systems cost."""

from tertium.stats.effort.analyse import TARGETS, effort, judgement_values
from tertium.stats.effort.collected import collected_edits, has_edits
from tertium.stats.effort.filters import TimeFilter
from tertium.stats.effort.given import Given
from tertium.stats.effort.methods import DEFAULT_METHODS, METHODS
from tertium.stats.effort.result import Effort

__all__ = [
    "DEFAULT_METHODS",
    "METHODS",
    "TARGETS",
    "Effort",
    "Given",
    "TimeFilter",
    "collected_edits",
    "effort",
    "has_edits",
    "judgement_values",
]
