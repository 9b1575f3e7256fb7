"""Marks into grades: the whole analysis."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.choices import Sum, WordsOf
from tertium.formats.grade_scale import GradeScale
from tertium.formats.scale_files import read_grades
from tertium.formats.typology import read_typology
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import together
from tertium.stats.errors.warnings import check_places, check_read
from tertium.stats.grading.graders import (
    Grader,
    GraderSpread,
    TextContrasts,
    contrast_students,
    each_grader,
    spread_of,
)
from tertium.stats.grading.points import Marks, weigh_marks
from tertium.stats.grading.sums import GradedText, Gradings, sum_gradings
from tertium.stats.intervals import check_level
from tertium.stats.order import by_value
from tertium.stats.result import Result, signature
from tertium.stats.told import count
from tertium.table import Spans
from tertium.text import WORD_RULE
from tertium.text.natural import natural
from tertium.typology import Typology

TYPOLOGY = "kopte"


@dataclass(frozen=True, slots=True)
class StudentGrade:
    """One text of one student. Points are means over its graders.

    `grade` is that of the mean, `other` the grade by the other kind of sum; `low` and `high` are
    the graders' lowest and highest points as the scale looks at them, `grades` what each gave.
    """

    document: str
    student: str
    grade: str
    other: str
    rated: float
    low: float
    high: float
    sum: float
    strict: float
    plus: float
    minus: float
    critical: float
    internal: float
    external: float
    merits: float
    faults: float
    words: float | None
    graders: int
    grades: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CategoryMarks:
    """One category over the class: marks and points of both kinds, and how many texts have them."""

    category: str
    name: str
    external: bool
    faults: int
    minus: float
    students_faults: int
    merits: int
    plus: float
    students_merits: int


@dataclass(frozen=True, slots=True)
class SegmentMarks:
    """One segment of the source over the class: where many stumble, and where many shine."""

    document: str
    segment: str
    source: str
    faults: int
    minus: float
    students_faults: int
    merits: int
    plus: float
    students_merits: int


@dataclass(frozen=True, slots=True)
class ExternalAnswer:
    """What a grader answered about a whole text, where the campaign asks external criteria."""

    document: str
    student: str
    annotator: str
    criterion: str
    answer: str


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How many texts got a grade."""

    grade: str
    texts: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Grading(Result):
    """Grades of a class, with what they rest on."""

    scale: str
    per: float
    by: Sum
    typology: str
    students: tuple[StudentGrade, ...]
    gradings: tuple[GradedText, ...]
    grades: tuple[GradeCount, ...]
    median: float | None
    mean: float | None
    categories: tuple[CategoryMarks, ...]
    segments: tuple[SegmentMarks, ...]
    graders: tuple[Grader, ...]
    spread: GraderSpread
    texts: tuple[TextContrasts, ...]
    level: float
    external: tuple[ExternalAnswer, ...] = ()


def grade(
    spans: Spans,
    *,
    typology: Typology | None = None,
    scale: GradeScale | None = None,
    by: Sum | None = None,
    words_of: WordsOf = "source",
    lengths: Mapping[str, float] | None = None,
    external: Sequence[ExternalAnswer] = (),
    level: float = 0.95,
) -> Grading:
    """Grade every text of every student by its good solutions and its errors.

    The sum is that of good solutions minus that of errors (Vela, Schumann and Wurm, 2014). With
    `strict`, good solutions pay for ordinary errors only. The scale turns points, by default in
    100 words of the source, into grades. Where several people graded a text, its points are
    their mean, and students are contrasted with each other. A *student* is what the table calls a
    system. Answers to `external` criteria that have no points stand beside.
    """
    check_level(level)
    check_read(spans)
    check_places(spans)
    strict = typology is not None
    typology = typology or read_typology(TYPOLOGY)
    agreed = scale or read_grades()
    scale = agreed if by is None else replace(agreed, sum=by)
    marks = weigh_marks(spans, typology, strict=strict)
    found = sum_gradings(spans, marks, scale=scale, words_of=words_of, lengths=lengths)
    gradings = list(_gradings(spans, found, scale))
    order = sorted(range(len(gradings)), key=lambda at: _place(gradings[at]))
    students = list(_students(found, gradings, scale))
    best = by_value(students, lambda one: one.rated, lambda one: natural(one.student))
    rated = found.rated(scale)
    numbers = scale.numbers
    values = (
        dict(zip((step.grade for step in scale.steps), numbers, strict=True)) if numbers else {}
    )
    given = [values[one.grade] for one in students] if values else []
    person = spans.outputs.annotator.codes[found.first]
    grades = [one.grade for one in gradings]
    return Grading(
        scale=scale.title,
        per=scale.per,
        by=scale.sum,
        typology=f"{typology.name}@{typology.version}",
        students=tuple(sorted(best, key=lambda one: natural(one.document))),
        gradings=tuple(gradings[at] for at in order),
        grades=tuple(_counted(students, scale)),
        median=float(np.median(given)) if given else None,
        mean=float(np.mean(given)) if given else None,
        categories=tuple(_categories(spans, marks, found)),
        segments=tuple(_segments(spans, marks)),
        graders=tuple(
            each_grader(person, [one.annotator for one in gradings], found.text, rated,
                        found.merits, found.faults)
        ),
        spread=spread_of(found.text, rated, grades),
        texts=tuple(contrast_students(gradings, level=level)),
        level=level,
        external=tuple(external),
        signature=signature(
            "grade",
            typology=f"{typology.name}@{typology.version}#{typology.fingerprint}",
            scale=f"{agreed.name}#{agreed.fingerprint}",
            sum=scale.sum,
            per=f"{scale.per:g}-words" if scale.per else "text",
            words="given" if lengths else f"{words_of}/{WORD_RULE}",
        ),
        warnings=tuple(_warnings(spans, marks, found, students, scale, typology)),
    )  # fmt: skip


def _place(one: GradedText) -> tuple[object, ...]:
    return natural(one.document), natural(one.student), natural(one.annotator)


def _gradings(spans: Spans, found: Gradings, scale: GradeScale) -> Iterator[GradedText]:
    own, rated = spans.outputs, found.rated(scale)
    document, student = own.document.values(), own.system.values()
    annotator = own.annotator.values()
    for at, row in enumerate(found.first):
        external = float(found.external[at])
        yield GradedText(
            document[row],
            student[row],
            annotator[row],
            scale.grade(float(rated[at])),
            float(found.sum[at]),
            float(found.strict[at]),
            float(rated[at]),
            float(found.plus[at]),
            float(found.minus[at]),
            float(found.critical[at]),
            float(found.sum[at]) - external,
            external,
            int(found.merits[at]),
            int(found.faults[at]),
            None if np.isnan(found.words[at]) else float(found.words[at]),
        )


def _students(
    found: Gradings, gradings: list[GradedText], scale: GradeScale
) -> Iterator[StudentGrade]:
    """Put the gradings of each text together: points are means over its graders."""
    other = replace(scale, sum="paper" if scale.sum == "strict" else "strict")
    rated, beside = found.rated(scale), found.rated(other)
    order = np.argsort(found.text, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(found.text[order])) + 1):
        mine = [gradings[row] for row in rows]
        words = found.words[rows]

        means = {
            name: float(np.mean([getattr(one, name) for one in mine]))
            for name in ("sum", "strict", "plus", "minus", "critical", "internal", "external",
                         "merits", "faults")
        }  # fmt: skip
        yield StudentGrade(
            document=mine[0].document,
            student=mine[0].student,
            grade=scale.grade(float(rated[rows].mean())),
            other=other.grade(float(beside[rows].mean())),
            rated=float(rated[rows].mean()),
            low=float(rated[rows].min()),
            high=float(rated[rows].max()),
            words=None if np.isnan(words).any() else float(words.mean()),
            graders=len({one.annotator for one in mine}),
            grades=tuple(one.grade for one in sorted(mine, key=_place)),
            **means,
        )


def _counted(students: list[StudentGrade], scale: GradeScale) -> Iterator[GradeCount]:
    given = [one.grade for one in students]
    for step in scale.steps:
        number = given.count(step.grade)
        yield GradeCount(step.grade, number, number / len(students))


def _both(
    points: Floats, group: Ints, student: Ints, groups: int
) -> Iterator[tuple[int, float, int, int, float, int]]:
    """Yield for each group number, points and texts of errors, then of good solutions."""
    columns: list[NDArray[Any]] = []
    for kind, sign in ((points <= 0, -1.0), (points > 0, 1.0)):
        of, worth = group[kind], sign * points[kind]
        different = np.unique(np.stack([of, student[kind]]), axis=1)[0]
        columns += [
            np.bincount(of, minlength=groups),
            np.bincount(of, worth, groups) + 0.0,
            np.bincount(different, minlength=groups),
        ]
    for a, b, c, d, e, f in zip(*columns, strict=True):
        yield int(a), float(b), int(c), int(d), float(e), int(f)


def _categories(spans: Spans, marks: Marks, found: Gradings) -> Iterator[CategoryMarks]:
    """Count both kinds of marks of each category that occurs, in the order of the typology."""
    text = found.text[found.of[spans.output]]
    told = _both(marks.points, marks.category, text, len(marks.names))
    about = zip(marks.names, marks.titles, marks.external, told, strict=True)
    for name, title, external, counts in about:
        if counts[0] or counts[3]:
            yield CategoryMarks(name, title, bool(external), *counts)


def _segments(spans: Spans, marks: Marks) -> list[SegmentMarks]:
    """Count both kinds of marks of each segment, the hardest first."""
    own = spans.outputs
    place = together(own.campaign.codes, own.document.codes, own.segment.codes)
    _, first = np.unique(place, return_index=True)
    document, segment = own.document.values(), own.segment.values()
    student = own.system.codes[spans.output]
    told = _both(marks.points, place[spans.output], student, len(first))
    found = [
        SegmentMarks(document[row], segment[row], own.source[row] or "", *counts)
        for row, counts in zip(first, told, strict=True)
    ]
    return by_value(
        found, lambda one: one.minus, lambda one: (natural(one.document), natural(one.segment))
    )


def _warnings(
    spans: Spans,
    marks: Marks,
    found: Gradings,
    students: list[StudentGrade],
    scale: GradeScale,
    typology: Typology,
) -> Iterator[str]:
    """Tell what a teacher must know before handing the grades out."""
    if all(one.graders == 1 for one in students):
        yield "Every text was graded once; another grader may be stricter or milder."
    differ = sum(one.grade != one.other for one in students)
    if differ:
        told = "is" if differ == 1 else "are"
        yield (
            f"{differ:,} of {len(students):,} grades {told} not what the "
            f"{'plain' if scale.sum == 'strict' else 'strict'} sum would give, because of "
            "critical errors."
        )
    if marks.unlisted:
        yield (
            f"{count(marks.unlisted, 'mark has', 'marks have')} a category that {typology.name} "
            "does not have; only the severity counts."
        )
    own = spans.outputs
    documents = together(own.campaign.codes, own.document.codes)[found.first]
    most = np.zeros(int(documents.max()) + 1, dtype=np.int64)
    np.maximum.at(most, documents, found.segments)
    short = int((found.segments < most[documents]).sum())
    if short:
        some = count(short, "grading does", "gradings do")
        yield f"{some} not cover all segments of the text."
