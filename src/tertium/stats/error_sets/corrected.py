"""Sets that managers put right in a campaign, for the errors that are there now."""

from collections.abc import Mapping, Sequence

from tertium.protocols.sets import Corrections, error_name
from tertium.stats.error_sets.found import VersionErrors
from tertium.stats.error_sets.gather import Key, VersionError

__all__ = ["decided_sets", "error_names", "with_later"]


def error_names(found: VersionErrors, *, campaign: str, secret: bytes) -> dict[Key, str]:
    """Return the opaque name of every error, by which decisions know it.

    The severity is no part of it: people who differ about that alone found the same error.
    """
    texts = found.texts
    return {
        one.key: error_name(
            secret,
            campaign,
            one.key,
            texts.wholes[one.segment]
            if one.side == "source"
            else texts.outputs[one.segment, one.kind],
        )
        for one in found.errors
    }


def decided_sets(
    found: VersionErrors, names: Mapping[Key, str], corrections: Corrections
) -> dict[Key, str]:
    """Return the set of every error that was decided about; the names of sets tell nothing."""
    sets = {name: group[0] for group in corrections.groups() for name in group}
    return {one.key: sets[names[one.key]] for one in found.errors if names[one.key] in sets}


def with_later(errors: Sequence[VersionError], decided: Mapping[Key, str]) -> dict[Key, str]:
    """Add errors that were marked later: to the decided set with most of their source words.

    What shares no word with a decided set stays with the proposal.
    """
    held: dict[str, dict[str, set[int]]] = {}  # by segment and set, the words of the source
    for one in errors:
        if one.key in decided:
            own = held.setdefault(one.segment, {}).setdefault(decided[one.key], set())
            own |= one.source
    found = dict(decided)
    for one in errors:
        if one.key not in decided and one.segment in held:
            shared = {name: len(one.source & words) for name, words in held[one.segment].items()}
            best = max(sorted(shared), key=shared.__getitem__)
            if shared[best]:
                found[one.key] = best
    return found
