"""What the quality square says about each text, and how far reviewers are apart."""

from dataclasses import dataclass

from tertium.formats.square_model import CornerName, Kind, Scope
from tertium.stats.contrasts.record import Contrast, Estimand, Standing
from tertium.stats.errors.decision import Verdict
from tertium.stats.result import Result

__all__ = [
    "CornerValue",
    "CriterionContrasts",
    "CriterionSpread",
    "ReviewerLean",
    "Square",
    "SquareText",
]


@dataclass(frozen=True, slots=True)
class CornerValue:
    """One corner of one text: the mean over reviewers with the bounds that decide.

    Above `low` and below `high` with the stated risk each; None where nothing tells.
    `smallest` and `largest` are what single reviewers said, `sd` is their spread; `highest` is
    the end of the scale of a rating. `by_value`
    is the verdict without uncertainty. Without a value the corner was not looked at, and
    `reason` says why.
    """

    corner: CornerName
    value: float | None
    low: float | None
    high: float | None
    sd: float | None
    smallest: float | None
    largest: float | None
    reviewers: int
    limit: float
    inclusive: bool
    highest: float
    unit: str
    criterion: str
    by_value: bool | None
    verdict: Verdict | None
    reason: str


@dataclass(frozen=True, slots=True)
class SquareText:
    """One text: its four corners, whether its technical errors were weighed, and the verdict."""

    document: str
    system: str
    words: float | None
    adequacy: CornerValue
    readability: CornerValue
    major: CornerValue
    technical: CornerValue
    gate: Verdict
    verdict: Verdict

    @property
    def corners(self) -> tuple[CornerValue, ...]:
        """The four corners in their order."""
        return self.adequacy, self.readability, self.major, self.technical


@dataclass(frozen=True, slots=True)
class CriterionSpread:
    """One criterion: what it is, and how far reviewers of the same text are apart.

    `sd` is that of one reviewer, pooled within texts; `relative` is its part of the scale, or of
    the mean for counts.
    """

    criterion: str
    ask: str
    corner: CornerName
    scope: Scope
    kind: Kind
    reviews: int
    mean: float | None
    sd: float | None
    relative: float | None


@dataclass(frozen=True, slots=True)
class CriterionContrasts:
    """All systems by one criterion, and their contrasts; criteria are never added up."""

    criterion: str
    ask: str
    corner: CornerName
    higher_is_better: bool
    systems: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand


@dataclass(frozen=True, slots=True)
class ReviewerLean:
    """By how much a reviewer's values lie above those of others on the same texts."""

    annotator: str
    criterion: str
    texts: int
    difference: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Square(Result):
    """Four values for every text."""

    model: str
    title: str
    logic: str
    gate: tuple[CornerName, ...]
    gate_logic: str
    texts: tuple[SquareText, ...]
    criteria: tuple[CriterionSpread, ...]
    reviewers: tuple[ReviewerLean, ...]
    by_criterion: tuple[CriterionContrasts, ...]
    risk: float
    level: float
