"""What is known about errors: systems, categories, severities, annotators, documents, examples."""

from dataclasses import dataclass

from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.errors.decision import Verdict
from tertium.stats.errors.formulas import Scoring
from tertium.stats.result import Estimate, Result

__all__ = [
    "AnnotatorErrors",
    "CategoryErrors",
    "Decision",
    "DocumentErrors",
    "ErrorScores",
    "Example",
    "SeverityErrors",
    "SystemErrors",
]


@dataclass(frozen=True, slots=True)
class SystemErrors:
    """One system: its score with an interval, the words evaluated, and what was found in them.

    `points` are means over annotators where several read the same output; `per_1000` is what
    1,000 words cost. `clean` is the share of outputs in which nothing was marked. Ranks, their
    ranges and `cluster` follow from contrasts with other systems of the same `component`.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    words: float | None
    outputs: int
    readings: int
    errors: int
    points: float
    per_1000: Estimate
    clean: float
    critical: int
    merits: int
    merit_points: float
    annotators: int
    documents: int | None
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int


@dataclass(frozen=True, slots=True)
class CategoryErrors:
    """One category in one system: errors, their points, and their share of all its points.

    `per_1000` are points in 1,000 words, `errors_per_1000` errors; both are means over
    annotators who read the same output.
    """

    category: str
    name: str
    system: str
    errors: int
    points: float
    share: float | None
    per_1000: float | None
    errors_per_1000: float | None


@dataclass(frozen=True, slots=True)
class SeverityErrors:
    """One severity in one system, with numbers as in `CategoryErrors`."""

    severity: str
    system: str
    errors: int
    points: float
    per_1000: float | None
    errors_per_1000: float | None


@dataclass(frozen=True, slots=True)
class AnnotatorErrors:
    """One annotator: what was read and what was marked in it."""

    annotator: str
    readings: int
    words: float | None
    errors: int
    points: float
    per_reading: float
    per_1000: float | None
    clean: float


@dataclass(frozen=True, slots=True)
class DocumentErrors:
    """One document of one system."""

    document: str
    system: str
    outputs: int
    words: float | None
    errors: int
    points: float
    score: float | None


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether one system passes, by its penalty points per 1,000 words (or per segment).

    `rate` has the interval of the system's points. `consumer_risk` is how often a text at the
    threshold (`limit`) looks as good as this or better, `producer_risk` how often it looks as bad
    as this or worse. `more` words (or segments) would decide if errors went on as they came;
    None if it is decided or never will be. `new_documents` tells that they must come from other
    documents. `clean` is the smallest sample of as many documents that passes without an error,
    `clean_like` the same if the verdict is about others like them. `documents` were read; `worst`
    is the one that carries most of the points, if one does.
    """

    system: str
    verdict: Verdict
    reason: str
    by_score: bool
    rate: Estimate
    limit: float
    consumer_risk: float
    producer_risk: float
    more: float | None
    new_documents: bool
    clean: float | None
    clean_like: float | None
    read: float
    points: float
    documents: int
    worst: str


@dataclass(frozen=True, slots=True)
class Example:
    """A typical error with what stands around it; `before` and `after` are cut to a line."""

    category: str
    severity: str
    system: str
    segment: str
    annotator: str
    side: str
    before: str
    passage: str
    after: str
    note: str


@dataclass(frozen=True, slots=True)
class ErrorScores(Result):
    """Errors by system, category, severity, annotator and document, and who passes.

    `tolerance` is what a text may cost as it was agreed (`10/1000`, or `250=4,1000=10`), `spread`
    by how much of their mean documents are taken to differ, and `critical_rule` whether one
    critical error fails a text; `text_documents` is their number in the whole text, if known.
    """

    scoring: Scoring
    formula: str
    typology: str
    higher_is_better: bool
    per: str
    pass_mark: float | None
    tolerance: str
    systems: tuple[SystemErrors, ...]
    categories: tuple[CategoryErrors, ...]
    severities: tuple[SeverityErrors, ...]
    annotators: tuple[AnnotatorErrors, ...]
    documents: tuple[DocumentErrors, ...]
    decision: tuple[Decision, ...]
    examples: tuple[Example, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    consumer: float
    producer: float
    spread: float
    critical_rule: bool
    text_documents: int | None
    level: float
