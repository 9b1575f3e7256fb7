"""What is known about graded translations: students, graders, categories, passages, the class."""

from dataclasses import dataclass

from tertium.formats.grade_scale import Sum
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.result import Result

__all__ = [
    "CategoryMarks",
    "ExternalAnswer",
    "GradeCount",
    "GradedText",
    "Grader",
    "GraderSpread",
    "Grading",
    "SegmentMarks",
    "StudentGrade",
    "TextContrasts",
]


@dataclass(frozen=True, slots=True)
class GradedText:
    """One text of one student as one grader saw it.

    `sum` is the paper's: all good solutions minus all errors. In `strict`, what is left over of
    good solutions does not pay for `critical` errors. `rated` is what the scale looks at.
    """

    document: str
    student: str
    annotator: str
    grade: str
    sum: float
    strict: float
    rated: float
    plus: float
    minus: float
    critical: float
    internal: float
    external: float
    merits: int
    faults: int
    words: float | None


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


@dataclass(frozen=True, slots=True)
class Grader:
    """One grader: texts, mean points, and how these differ from others' on the same texts."""

    annotator: str
    texts: int
    mean: float
    merits: int
    faults: int
    shared: int
    difference: float | None


@dataclass(frozen=True, slots=True)
class GraderSpread:
    """How far graders of the same text are apart, in points as the scale looks at them.

    `sd` is that of one grader around the mean of all (pooled within texts), `largest` the widest
    distance, `same` the share of pairs of graders that give the same grade.
    """

    texts: int
    sd: float | None
    largest: float | None
    same: float | None


@dataclass(frozen=True, slots=True)
class TextContrasts:
    """All pairs of students in one text that two people or more graded for both."""

    document: str
    contrasts: tuple[Contrast, ...]
    estimand: Estimand


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
