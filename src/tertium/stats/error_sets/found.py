"""The errors of several versions of the same segments, with the words of the source they touch.

Alignment is what takes long; everything else follows from what is found here.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput, NotFound
from tertium.protocols.sets import Corrections, error_name
from tertium.stats.error_sets.gather import Key, Texts, VersionError, from_mt, gather, texts_of
from tertium.table_spans import Spans
from tertium.text.align import Aligner

KINDS = ("mt", "postedited", "human")


@dataclass(frozen=True, slots=True)
class VersionErrors:
    """Errors of several versions; `versions` is the system of each kind.

    `inherited` tells of errors of the post-edited version which ones of the MT they were.
    """

    versions: Mapping[str, str]
    aligner: Aligner
    segments: tuple[str, ...]
    texts: Texts
    errors: tuple[VersionError, ...]
    inherited: Mapping[Key, Key]

    @property
    def edited(self) -> bool:
        """Whether both the MT and what became of it are here."""
        return {"mt", "postedited"} <= set(self.versions)

    def within(self, segments: Collection[str]) -> "VersionErrors":
        """Keep the errors of some segments."""
        wanted = set(segments)
        return replace(
            self,
            segments=tuple(name for name in self.segments if name in wanted),
            errors=tuple(one for one in self.errors if one.segment in wanted),
            inherited={one: of for one, of in self.inherited.items() if one[0] in wanted},
        )


def versions_in(systems: Sequence[str]) -> dict[str, str]:
    """Return the kinds that systems declare by being called mt, postedited or human."""
    return {name.lower(): name for name in systems if name.lower() in KINDS}


def find_errors(
    spans: Spans, *, versions: Mapping[str, str] | None = None, aligner: Aligner = "builtin"
) -> VersionErrors:
    """Return the distinct errors of the versions, in segments of which all versions were read."""
    known = list(spans.outputs.system.names)
    chosen = dict(versions or versions_in(known))
    kinds = _checked(chosen, known)
    spans, segments = _common(spans, kinds)
    texts = texts_of(spans, kinds)
    found = VersionErrors(
        versions={kind: chosen[kind] for kind in KINDS if kind in chosen},
        aligner=aligner,
        segments=tuple(segments),
        texts=texts,
        errors=tuple(gather(spans, kinds, texts, aligner=aligner)),
        inherited={},
    )
    return replace(found, inherited=from_mt(found.errors, texts)) if found.edited else found


def _checked(versions: Mapping[str, str], known: Sequence[str]) -> dict[str, str]:
    """Return the kind of each system; at least two versions are needed."""
    for kind, system in versions.items():
        if kind not in KINDS:
            raise NotFound.among("kind of version", kind, KINDS)
        if system not in known:
            raise NotFound.among("system", system, known, where=kind)
    if len(versions) < 2 or len(set(versions.values())) < len(versions):
        raise BadInput(
            "two or more versions of the same text are needed",
            where="versions",
            fix="Name the system of each kind: mt=A,postedited=B,human=C.",
        )
    return {system: kind for kind, system in versions.items()}


def _common(spans: Spans, kinds: Mapping[str, str]) -> tuple[Spans, list[str]]:
    """Keep the segments of which every version was read, in the order of the file."""
    outputs = spans.outputs
    read: dict[str, set[str]] = {}
    names = list(zip(outputs.segment.values(), outputs.system.values(), strict=True))
    for segment, system in names:
        if system in kinds:
            read.setdefault(segment, set()).add(system)
    segments = [name for name, systems in read.items() if len(systems) == len(kinds)]
    if not segments:
        raise BadInput(
            "no segment was read in all these versions",
            where="versions",
            fix="Name versions of the same texts.",
        )
    wanted = set(segments)
    kept = np.array([segment in wanted and system in kinds for segment, system in names])
    return spans.take_outputs(kept), segments


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
