"""Error sets: a passage of the source with all errors it caused in the versions of a text."""

from tertium.stats.error_sets.analyse import error_sets, inherited_share, joined_sets, sets_of
from tertium.stats.error_sets.corrected import decided_sets, error_names, with_later
from tertium.stats.error_sets.found import KINDS, VersionErrors, find_errors, versions_in
from tertium.stats.error_sets.gather import Key, VersionError
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
    "Key",
    "KindCategory",
    "SetError",
    "Version",
    "VersionError",
    "VersionErrors",
    "decided_sets",
    "error_names",
    "error_sets",
    "find_errors",
    "inherited_share",
    "joined_sets",
    "sets_of",
    "versions_in",
    "with_later",
]
