"""Segments with their error sets as a manager sees them: texts in pieces, errors by version."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal
from uuid import uuid4

from msgspec import Struct

from tertium.model import Campaign
from tertium.protocols.sets import Corrections
from tertium.stats.error_sets.analyse import ErrorSet, joined_sets
from tertium.stats.error_sets.found import VersionErrors
from tertium.stats.error_sets.gather import Key, VersionError
from tertium.typology import Typology
from tertium.web.languages import direction, language_tag

Kind = Literal["mt", "postedited", "human"]
Stretch = tuple[int, int, int]  # start, end, number of the set


class Piece(Struct, frozen=True):
    """A piece of a text: the sets it belongs to, and those that end with it.

    A piece without text is a place where something is missing.
    """

    text: str
    sets: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()


class ErrorShown(Struct, frozen=True):
    """An error; `from_mt` tells that it stood in the MT already and nobody touched it.

    `id_for` is for a decision about it.
    """

    id: str
    id_for: str
    set: int
    side: str
    quote: str
    category: str
    severity: str
    from_mt: bool


class VersionShown(Struct, frozen=True):
    """One version of a text with its errors."""

    kind: Kind
    system: str
    pieces: tuple[Piece, ...]
    errors: tuple[ErrorShown, ...]


class SetShown(Struct, frozen=True):
    """A set; `id` is one of its errors, by which it is told from others."""

    number: int
    id: str
    passage: str
    errors: int


class SegmentShown(Struct, frozen=True):
    """A segment with its sets. `own` are the decisions that a new one takes the place of.

    `ids` are for a decision to join two sets, and for one to take the last step back.
    """

    segment: str
    ids: tuple[str, str]
    source_language: str
    source_direction: Literal["ltr", "rtl", "auto"]
    target_language: str
    target_direction: Literal["ltr", "rtl", "auto"]
    source: tuple[Piece, ...]
    sets: tuple[SetShown, ...]
    versions: tuple[VersionShown, ...]
    own: tuple[str, ...]
    back: bool  # whether there is a step to take back
    by: str
    at: datetime | None


def pieces_of(text: str, stretches: Sequence[Stretch]) -> tuple[Piece, ...]:
    """Cut a text wherever a stretch begins or ends; put together, the pieces are the text."""
    borders = sorted({0, len(text), *(at for start, end, _ in stretches for at in (start, end))})
    borders = [at for at in borders if at <= len(text)]
    points: dict[int, set[int]] = {}
    for start, end, number in stretches:
        if start == end:
            points.setdefault(start, set()).add(number)
    found = []
    for first, last in zip(borders, [*borders[1:], None], strict=True):
        if first in points:
            missing = tuple(sorted(points[first]))
            found.append(Piece("", missing, missing))
        if last is None:
            break
        over = [one for one in stretches if one[0] <= first and one[1] >= last and one[0] < one[1]]
        found.append(
            Piece(
                text[first:last],
                tuple(sorted({number for *_, number in over})),
                tuple(sorted({number for _, end, number in over if end == last})),
            )
        )
    return tuple(found)


def key_of(one: ErrorSet, place: int) -> Key:
    """Return what an error of a set is known by."""
    error = one.errors[place]
    side = error.side or "target"
    return one.segment, error.system, side, error.start, error.end, error.category


def shown(
    found: VersionErrors,
    decided: Mapping[Key, str],
    *,
    names: Mapping[Key, str],
    campaign: Campaign,
    corrections: Corrections,
    typology: Typology | None,
) -> tuple[SegmentShown, ...]:
    """Return the segments of some errors, with the sets they are in."""
    by_segment: dict[str, list[ErrorSet]] = {}
    for one in joined_sets(found, decided=decided):
        by_segment.setdefault(one.segment, []).append(one)
    told = _SegmentWriter(found, names, campaign, corrections, typology)
    return tuple(told.segment(name, sets) for name, sets in by_segment.items())


class _SegmentWriter:
    """Writes segments down as pages show them."""

    def __init__(
        self,
        found: VersionErrors,
        names: Mapping[Key, str],
        campaign: Campaign,
        corrections: Corrections,
        typology: Typology | None,
    ) -> None:
        self._found = found
        self._names = names
        self._segments = {one.id: one for one in campaign.segments}
        self._corrections = corrections
        self._typology = typology
        self._marked = {one.key: one for one in found.errors}

    def segment(self, name: str, sets: Sequence[ErrorSet]) -> SegmentShown:
        """Return one segment; its sets are numbered as their names are."""
        about = self._segments[name]
        numbers = {
            key_of(one, place): number
            for number, one in enumerate(sets, 1)
            for place in range(len(one.errors))
        }
        errors = [self._names[key] for key in numbers]
        last = self._corrections.last(errors)
        return SegmentShown(
            segment=name,
            ids=(uuid4().hex, uuid4().hex),
            source_language=language_tag(about.source_language),
            source_direction=direction(about.source_language),
            target_language=language_tag(about.target_language),
            target_direction=direction(about.target_language),
            source=pieces_of(self._found.texts.wholes[name], self._stretches(name, numbers)),
            sets=tuple(
                SetShown(number, self._names[key_of(one, 0)], one.passage, len(one.errors))
                for number, one in enumerate(sets, 1)
            ),
            versions=tuple(self._version(name, kind, numbers) for kind in self._found.versions),
            own=tuple(one.id for one in self._corrections.about(errors)),
            back=last is not None,
            by=last.by if last else "",
            at=last.submitted_at if last else None,
        )

    def _stretches(self, segment: str, numbers: Mapping[Key, int]) -> list[Stretch]:
        """Return the passages of the source that the sets touch, words in a row together."""
        spans = self._found.texts.sources[segment].spans
        touched: dict[int, set[int]] = {}
        for key, number in numbers.items():
            touched.setdefault(number, set()).update(self._marked[key].source)
        found: list[Stretch] = []
        for number, words in touched.items():
            for word in sorted(words):
                start, end = spans[word]
                if found and found[-1][2] == number and word - 1 in words:
                    start = found.pop()[0]
                found.append((start, end, number))
        return found

    def _version(self, segment: str, kind: str, numbers: Mapping[Key, int]) -> VersionShown:
        own = [self._marked[key] for key in numbers if self._marked[key].kind == kind]
        own.sort(key=lambda one: (one.side == "source", one.key[3] or 0, one.key[4] or 0))
        stretches = [
            (one.key[3], one.key[4], numbers[one.key])
            for one in own
            if one.side != "source" and one.key[3] is not None and one.key[4] is not None
        ]
        return VersionShown(
            kind=kind,  # type: ignore[arg-type]
            system=self._found.versions[kind],
            pieces=pieces_of(self._found.texts.outputs[segment, kind], stretches),
            errors=tuple(self._error(one, numbers[one.key]) for one in own),
        )

    def _error(self, one: VersionError, number: int) -> ErrorShown:
        category, severity = one.key[5], one.severity
        if self._typology is not None:
            node = self._typology.node(category) if category else None
            category = node.name if node else category
            known = {each.id: each.name for each in self._typology.severities}
            severity = known.get(severity, severity)
        return ErrorShown(
            id=self._names[one.key],
            id_for=uuid4().hex,
            set=number,
            side=one.side,
            quote=one.text,
            category=category,
            severity=severity,
            from_mt=one.key in self._found.inherited,
        )
