"""Error sets: a passage of the source with all errors it caused in the versions of a text."""

from tertium.stats.error_sets.analyse import KINDS, error_sets, versions_in
from tertium.stats.error_sets.result import (
    Combination,
    ErrorSet,
    ErrorSets,
    KindCategory,
    SetError,
    Version,
)

__all__ = [
    "KINDS",
    "Combination",
    "ErrorSet",
    "ErrorSets",
    "KindCategory",
    "SetError",
    "Version",
    "error_sets",
    "versions_in",
]
