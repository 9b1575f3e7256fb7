"""What a student gets back: the text with its marks, by category, and the grade."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tertium.formats.typology import read_typology
from tertium.stats.grading.grade import TYPOLOGY, ExternalAnswer, Grading, StudentGrade
from tertium.stats.grading.points import Marks, weigh_marks
from tertium.table import Spans
from tertium.text.natural import natural
from tertium.typology import Typology

_Told = tuple[float, bool, str, int | None, int | None, str, str, str, int]


@dataclass(frozen=True, slots=True)
class SheetMark:
    """One mark, numbered as in the text. Without a place, `start` and `end` are None.

    `grader` counts from 1 and is 0 where one person graded: students need no names.
    """

    number: int
    points: float
    critical: bool
    side: str
    start: int | None
    end: int | None
    passage: str
    category: str
    note: str
    grader: int

    @property
    def merit(self) -> bool:
        """Whether something is done well."""
        return self.points > 0


@dataclass(frozen=True, slots=True)
class SheetSegment:
    """One segment with its marks; texts are empty where they are not known."""

    segment: str
    source: str
    target: str
    marks: tuple[SheetMark, ...]


@dataclass(frozen=True, slots=True)
class CategoryTally:
    """Marks of one category in one student's text, over all graders."""

    category: str
    external: bool
    merits: int
    plus: float
    faults: int
    minus: float


@dataclass(frozen=True, slots=True)
class FeedbackSheet:
    """The text of one student as it is handed back."""

    grade: StudentGrade
    scale: str
    per: float
    steps: tuple[str, ...]
    segments: tuple[SheetSegment, ...]
    categories: tuple[CategoryTally, ...]
    external: tuple[ExternalAnswer, ...]
    comments: tuple[str, ...]
    signature: str

    @property
    def marks(self) -> tuple[SheetMark, ...]:
        """All marks in their order."""
        return tuple(mark for segment in self.segments for mark in segment.marks)


def feedback_sheets(
    spans: Spans,
    grading: Grading,
    *,
    typology: Typology | None = None,
    comments: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
) -> tuple[FeedbackSheet, ...]:
    """Return a sheet for each text of each student; `comments` by document and student."""
    marks = weigh_marks(spans, typology or read_typology(TYPOLOGY), strict=typology is not None)
    own = spans.outputs
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row, key in enumerate(zip(own.document.values(), own.system.values(), strict=True)):
        places[key].append(row)
    inside: dict[int, list[int]] = defaultdict(list)
    for at, row in enumerate(spans.output):
        inside[int(row)].append(at)
    steps = tuple(one.grade for one in grading.grades)
    return tuple(
        _sheet(spans, marks, one, grading, steps, places[one.document, one.student], inside,
               (comments or {}).get((one.document, one.student), ()))
        for one in grading.students
    )  # fmt: skip


def _sheet(
    spans: Spans,
    marks: Marks,
    grade: StudentGrade,
    grading: Grading,
    steps: tuple[str, ...],
    rows: list[int],
    inside: Mapping[int, list[int]],
    comments: tuple[str, ...],
) -> FeedbackSheet:
    own = spans.outputs
    segment, annotator = own.segment.values(), own.annotator.values()
    people = sorted({annotator[row] for row in rows}, key=natural)
    numbered = {name: at for at, name in enumerate(people, 1)} if len(people) > 1 else {}
    by_segment: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_segment[segment[row]].append(row)
    segments, number = [], 0
    for name in sorted(by_segment, key=natural):
        here = by_segment[name]
        found = [
            _mark(spans, marks, at, numbered.get(annotator[row], 0))
            for row in here
            for at in inside.get(row, [])
        ]
        found.sort(key=_order)
        known = [SheetMark(number + n, *one) for n, one in enumerate(found, 1)]
        number += len(known)
        source, target = (
            next((texts[row] for row in here if texts[row] is not None), "")
            for texts in (own.source, own.target)
        )
        segments.append(SheetSegment(name, source, target, tuple(known)))
    listed = [at for row in rows for at in inside.get(row, [])]
    return FeedbackSheet(
        grade,
        grading.scale,
        grading.per,
        steps,
        tuple(segments),
        tuple(_tallies(marks, listed)),
        tuple(
            one
            for one in grading.external
            if (one.document, one.student) == (grade.document, grade.student)
        ),
        comments,
        grading.signature,
    )


def _mark(spans: Spans, marks: Marks, at: int, grader: int) -> _Told:
    placed = not np.isnan(spans.start[at] + spans.end[at])
    side = spans.side.names[spans.side.codes[at]] if spans.side.codes[at] >= 0 else "target"
    return (
        float(marks.points[at]),
        bool(marks.critical[at]),
        side,
        int(spans.start[at]) if placed else None,
        int(spans.end[at]) if placed else None,
        spans.take(np.array([at])).quotes()[0] or "",
        marks.titles[marks.category[at]],
        spans.note[at] or "",
        grader,
    )


def _order(told: _Told) -> tuple[object, ...]:
    """Sort by side, then from the beginning of the text; what has no place comes last."""
    _, _, side, start, end, *_ = told
    return side == "source", start is None, start or 0, end or 0


def _tallies(marks: Marks, listed: list[int]) -> list[CategoryTally]:
    category, points = marks.category[listed], marks.points[listed]
    found = []
    for at in np.unique(category):
        own = points[category == at]
        found.append(
            CategoryTally(
                marks.titles[at],
                bool(marks.external[at]),
                int((own > 0).sum()),
                float(own[own > 0].sum()),
                int((own <= 0).sum()),
                float(-own[own <= 0].sum()),
            )
        )
    return found
