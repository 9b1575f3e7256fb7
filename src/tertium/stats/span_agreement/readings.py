"""Who marked what in which output: the marks of annotators side by side.

A *mark* is an error on one side of an output, a *reading* all marks of one annotator in one
output (none, if nothing was wrong). Outputs read by two people or more are *shared*; only they
say anything about agreement. The *unit* of an output is what varies in intervals: its document,
or its segment with the outputs of all systems.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.choices import MarkedName as Label
from tertium.exceptions import BadInput
from tertium.stats.told import count
from tertium.table_spans import Spans
from tertium.table_views import Texts

_FEWEST_DOCUMENTS = 5  # with fewer the interval over documents says nothing


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """An error: half open code points on one side; a point has start = end, no place is −1."""

    side: str
    start: int
    end: int
    label: str
    severity: str = ""

    @property
    def placed(self) -> bool:
        """Tell whether the mark has a place in the text."""
        return self.start >= 0

    @property
    def length(self) -> int:
        """The code points marked; a point, where something is missing, counts as one."""
        return max(1, self.end - self.start)

    def overlap(self, other: "Mark") -> int:
        """Return how many code points two marks share; a point shares only with the same point."""
        if self.side != other.side or not (self.placed and other.placed):
            return 0
        if self.start == self.end or other.start == other.end:
            return int((self.start, self.end) == (other.start, other.end))
        return max(0, min(self.end, other.end) - max(self.start, other.start))


@dataclass(frozen=True, slots=True)
class Reading:
    """What one annotator (an index of those in `SharedReadings`) marked in one output."""

    annotator: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class SharedOutput:
    """An output read by several people; texts are None where they are not known."""

    segment: str
    system: str
    unit: int
    target: str | None
    source: str | None
    readings: tuple[Reading, ...]
    language: str = ""

    def text(self, side: str) -> str | None:
        """Return the text on one side."""
        return self.source if side == "source" else self.target


@dataclass(frozen=True, slots=True)
class SharedReadings:
    """All shared outputs, who read them, and what varies; `notes` say what was left out."""

    outputs: tuple[SharedOutput, ...]
    annotators: tuple[str, ...]
    units: int
    unit: Literal["segment", "document"]
    label: Label
    notes: tuple[str, ...] = ()

    def labels(self) -> tuple[str, ...]:
        """Return the labels that somebody used, in alphabetical order."""
        return tuple(sorted({m.label for o in self.outputs for r in o.readings for m in r.marks}))


def read_marks(
    spans: Spans,
    *,
    label: Label | None = None,
    unit: Literal["segment", "document"] | None = None,
) -> SharedReadings:
    """Put the marks of different people in the same outputs side by side.

    Only observed marks count: what people agreed on later, or what a program inferred, says
    nothing about their agreement. Of somebody who read an output more than once the first
    reading counts.
    """
    notes: list[str] = []
    own = spans.outputs
    observed = [name in ("observed", "") for name in own.layer.values()]
    if not all(observed):
        spans = spans.take_outputs(np.array(observed))
        own = spans.outputs
        notes.append("Consolidated and inferred marks are left out: they came after reading.")
    nobody = int((own.annotator.codes < 0).sum())
    if nobody:
        spans = spans.take_outputs(own.annotator.codes >= 0)
        own = spans.outputs
        notes.append(f"Readings without the name of an annotator are left out ({nobody:,}).")
    chosen = label or ("category" if (spans.category.codes >= 0).any() else "severity")
    marks = _marks(spans, chosen)
    annotators = own.annotator.names
    where = list(zip(own.campaign.codes, own.segment.codes, own.system.codes, strict=True))
    places: dict[tuple[int, int, int], dict[int, int]] = {}
    again = 0
    for row, (place, who) in enumerate(zip(where, own.annotator.codes.tolist(), strict=True)):
        readers = places.setdefault(place, {})
        again += who in readers
        readers.setdefault(who, row)
    if again:
        notes.append(
            f"{again:,} repeated readings of an output by the same annotator are left out: this is "
            "inter-annotator agreement."
        )
    shared = {place: places[place] for place in sorted(places) if len(places[place]) > 1}
    different = [
        place
        for place, readers in shared.items()
        if any(_differ(texts, readers.values()) for texts in (own.target, own.source))
    ]
    for place in different:
        del shared[place]
    if different:
        notes.append(
            f"{count(len(different), 'output is', 'outputs are')} left out: annotators "
            "read different texts, so positions cannot be compared."
        )
    chosen_unit, unit_of, number = _units(spans, list(shared), shared, unit, notes)
    outputs = []
    for (place, readers), at in zip(shared.items(), unit_of, strict=True):
        rows = [readers[who] for who in sorted(readers)]
        target, source = (_one_text(texts, rows) for texts in (own.target, own.source))
        segment, system = own.segment, own.system
        outputs.append(
            SharedOutput(
                segment.names[place[1]] if place[1] >= 0 else "",
                system.names[place[2]] if place[2] >= 0 else "",
                at,
                target,
                source,
                tuple(Reading(who, tuple(sorted(marks[readers[who]]))) for who in sorted(readers)),
                own.target_language.values()[rows[0]] if target == "" else "",
            )
        )
    return SharedReadings(tuple(outputs), annotators, number, chosen_unit, chosen, tuple(notes))


def _marks(spans: Spans, label: Label) -> list[list[Mark]]:
    """Return the marks of every reading; a label that is empty is the severity, or “error”."""
    found: list[list[Mark]] = [[] for _ in range(len(spans.outputs))]
    category, severity = spans.category.values(), spans.severity.values()
    side = [name or "target" for name in spans.side.values()]
    start = np.where(np.isnan(spans.start + spans.end), -1, spans.start).astype(int)
    end = np.where(np.isnan(spans.start + spans.end), -1, spans.end).astype(int)
    for row, output in enumerate(spans.output.tolist()):
        called = {"category": category[row], "severity": severity[row], "error": "error"}[label]
        called = called or severity[row] or "error"
        if spans.value[row] > 0:  # praise and blame of one category are not the same
            called += " (merit)"
        found[output].append(Mark(side[row], int(start[row]), int(end[row]), called, severity[row]))
    return found


def _one_text(texts: Texts, rows: list[int]) -> str | None:
    """Return the text that all of several people read; spaces at its end may differ."""
    known = {texts[row] for row in rows if texts[row] is not None}
    return max(known, key=len) if known else None


def _differ(texts: Texts, rows: Iterable[int]) -> bool:
    return len({texts[row].rstrip() for row in rows if texts[row] is not None}) > 1


def _units(
    spans: Spans,
    places: list[tuple[int, int, int]],
    shared: Mapping[tuple[int, int, int], Mapping[int, int]],
    unit: Literal["segment", "document"] | None,
    notes: list[str],
) -> tuple[Literal["segment", "document"], list[int], int]:
    """Return what varies, the unit of each shared output, and how many there are."""
    own = spans.outputs
    document = [own.document.codes[next(iter(shared[place].values()))] for place in places]
    known = bool(places) and min(document) >= 0
    documents = len(set(document))
    if unit == "document" and not known:
        raise BadInput(
            "the documents of the segments are not known",
            where="unit",
            fix="Add a column `document`, or let segments vary.",
        )
    by_document = unit == "document" or (unit is None and known and documents >= _FEWEST_DOCUMENTS)
    if unit is None and known and 1 < documents < _FEWEST_DOCUMENTS:
        notes.append(
            f"Intervals let segments vary, because there are {documents} documents only; "
            "sentences of one document are alike, so they are rather too narrow."
        )
    keys = [
        (place[0], at) if by_document else place[:2]
        for place, at in zip(places, document, strict=True)
    ]
    code = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    return ("document" if by_document else "segment", [code[key] for key in keys], len(code))
