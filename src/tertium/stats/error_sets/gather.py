"""Errors of several versions by segment, joined into sets.

An error that several people marked alike counts once. Errors belong to one set when they touch
the same words of the source, or, in MT and its post-edited version, the same unchanged words.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.error_sets.places import Words, align_versions, caused_by, touched, unchanged
from tertium.table_spans import Spans
from tertium.text.align import Aligner

# Segment, system, side, start, end, category: what makes two marks the same error.
Key = tuple[str, str, str, int | None, int | None, str]
_NOWHERE = 1 << 60  # behind every word


@dataclass(frozen=True, slots=True)
class VersionError:
    """One error of one version: what it touches in its own text and in the source."""

    key: Key
    kind: str
    severity: str
    text: str
    own: frozenset[int]
    source: frozenset[int]

    @property
    def segment(self) -> str:
        """The segment it stands in."""
        return self.key[0]

    @property
    def side(self) -> str:
        """The text it stands in."""
        return self.key[2]


@dataclass(frozen=True, slots=True)
class Texts:
    """Sources by segment and versions by segment and kind, whole and in words."""

    wholes: Mapping[str, str]
    outputs: Mapping[tuple[str, str], str]
    sources: Mapping[str, Words]
    targets: Mapping[tuple[str, str], Words]


def texts_of(spans: Spans, kinds: Mapping[str, str]) -> Texts:
    """Return the texts of all versions; every one must be known."""
    outputs = spans.outputs
    wholes: dict[str, str] = {}
    whole: dict[tuple[str, str], str] = {}
    targets: dict[tuple[str, str], Words] = {}
    for segment, system, language, source, target in zip(
        outputs.segment.values(),
        outputs.system.values(),
        outputs.target_language.values(),
        outputs.source,
        outputs.target,
        strict=True,
    ):
        kind = kinds.get(system)
        if kind is None or (segment, kind) in targets:
            continue
        if source is None or target is None:
            raise BadInput(
                f"the texts of segment {segment!r} are not known",
                where=system,
                fix="Errors are joined by aligning words: add the columns source and target.",
            )
        wholes[segment] = source
        whole[segment, kind] = target
        targets[segment, kind] = Words.of(target, language or "")
    sources = {name: Words.of(text) for name, text in wholes.items()}
    return Texts(wholes, whole, sources, targets)


def gather(
    spans: Spans, kinds: Mapping[str, str], texts: Texts, *, aligner: Aligner
) -> list[VersionError]:
    """Return the distinct errors of all versions, with the words they touch; merits are none.

    Readers may differ on the severity of an error: it has the one that most of them gave, the
    first by name of several.
    """
    links = align_versions(texts.sources, texts.targets, aligner=aligner)
    outputs = spans.outputs
    segments, systems = outputs.segment.values(), outputs.system.values()
    found: dict[Key, VersionError] = {}
    severities: dict[Key, Counter[str]] = {}
    for at, side, category, severity, start, end, value, quote in zip(
        spans.output,
        spans.side.values(),
        spans.category.values(),
        spans.severity.values(),
        spans.start,
        spans.end,
        spans.value,
        spans.quotes(),
        strict=True,
    ):
        segment, system = segments[at], systems[at]
        if system not in kinds or value > 0:
            continue
        placed = not np.isnan(start + end)
        first, last = (int(start), int(end)) if placed else (None, None)
        key = (segment, system, side or "target", first, last, category or "")
        severities.setdefault(key, Counter())[severity or ""] += 1
        if key in found:
            continue
        kind = kinds[system]
        own: frozenset[int] = frozenset()
        source: frozenset[int] = frozenset()
        if first is not None and last is not None:
            if side == "source":
                own = source = touched(texts.sources[segment].spans, first, last)
            else:
                version = texts.targets[segment, kind]
                own = touched(version.spans, first, last)
                sizes = len(texts.sources[segment].words), len(version.words)
                source = caused_by(own, links[segment, kind], sizes)
        found[key] = VersionError(key, kind, "", quote or "", own, source)
    ordered = sorted(found.values(), key=lambda one: (one.segment, begin(one)))
    return [replace(one, severity=_most_given(severities[one.key])) for one in ordered]


def _most_given(severities: Counter[str]) -> str:
    return min(severities, key=lambda name: (-severities[name], name))


def from_mt(errors: Sequence[VersionError], texts: Texts) -> dict[Key, Key]:
    """Return for every error of the post-edited version that comes from the MT which one it was.

    The category is the same, the place is the same, and nobody touched the words in between;
    in the source, where nothing is edited, the place alone must be the same.
    """
    machine: dict[str, list[VersionError]] = {}
    for one in errors:
        if one.kind == "mt":
            machine.setdefault(one.segment, []).append(one)
    found: dict[Key, Key] = {}
    same: dict[str, dict[int, int]] = {}
    for one in errors:
        if one.kind != "postedited" or one.segment not in machine:
            continue
        if one.segment not in same:
            same[one.segment] = unchanged(
                texts.targets[one.segment, "mt"], texts.targets[one.segment, "postedited"]
            )
        place = _before(one, same[one.segment])
        for other in machine[one.segment]:
            alike = other.key[5] == one.key[5] and other.side == one.side
            if alike and place & other.own:
                found[one.key] = other.key
                break
    return found


def _before(error: VersionError, same: Mapping[int, int]) -> frozenset[int]:
    """Return the words of the MT at the place of an error; none if one of them was changed."""
    if error.side == "source":
        return error.own
    if not error.own or any(word not in same for word in error.own):
        return frozenset()
    return frozenset(same[word] for word in error.own)


def joined(
    errors: Sequence[VersionError],
    inherited: Mapping[Key, Key],
    given: Mapping[Key, str],
    decided: Mapping[Key, str] | None = None,
) -> dict[Key, str]:
    """Return the set of every error: as a file or a manager says, else by shared source words.

    A file names its sets. All others are numbered in each segment by the first word of the
    source that they touch.
    """
    parent = {one.key: one.key for one in errors}
    by_hand = {key: ("decided", name) for key, name in (decided or {}).items()}
    by_hand |= {key: ("given", name) for key, name in given.items()}

    def root(key: Key) -> Key:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    holders: dict[tuple[Any, ...], Key] = {}
    for one in errors:
        if one.key in by_hand:
            places: list[tuple[Any, ...]] = [(one.segment, *by_hand[one.key])]
        else:
            places = [(one.segment, "word", word) for word in one.source]
        for place in places:
            parent[root(one.key)] = root(holders.setdefault(place, one.key))
    for after, before in inherited.items():
        if after not in by_hand and before not in by_hand:
            parent[root(after)] = root(before)
    return _named(errors, [root(one.key) for one in errors], given)


def _named(
    errors: Sequence[VersionError], tops: Sequence[Key], given: Mapping[Key, str]
) -> dict[Key, str]:
    """Name the sets, known by the error at the top of each."""
    first: dict[Key, tuple[Any, ...]] = {}  # where in the source a set begins
    named: dict[Key, str] = {}
    for one, top in zip(errors, tops, strict=True):
        first[top] = min(first.get(top, begin(one)), begin(one))
        if one.key in given:
            named[top] = given[one.key]
    numbers: dict[str, int] = {}
    for top in sorted(first, key=first.__getitem__):
        if top not in named:
            numbers[top[0]] = numbers.get(top[0], 0) + 1
            named[top] = f"{top[0]}.{numbers[top[0]]}"
    return {one.key: named[top] for one, top in zip(errors, tops, strict=True)}


def begin(error: VersionError) -> tuple[Any, ...]:
    """Return what errors of a segment are ordered by: where they begin to touch the source."""
    _, _, side, start, end, category = error.key
    place = (-1 if start is None else start, -1 if end is None else end)
    return min(error.source, default=_NOWHERE), error.kind, side, *place, category
