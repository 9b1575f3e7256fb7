"""What agreement on marked errors is made of."""

from dataclasses import dataclass

from tertium.stats.result import Estimate, Result
from tertium.stats.span_agreement.categories import (
    CategoryAgreement,
    CategoryConfusion,
    Relation,
)

__all__ = ["FScores", "Lane", "Level", "MarkedText", "Passage", "SpanAgreement", "SpanPair"]


@dataclass(frozen=True, slots=True)
class FScores:
    """F of two people's marks, mean over pairs, in all variants (see `overlap`).

    `mpp_same` matches only marks with the same label; `mpp_weighted` weighs by severity.
    """

    mpp: Estimate
    mpp_macro: Estimate
    mpp_weighted: Estimate
    mpp_same: Estimate
    exact: Estimate
    overlapping: Estimate
    characters: Estimate


@dataclass(frozen=True, slots=True)
class SpanPair:
    """Two annotators on the outputs both read."""

    a: str
    b: str
    outputs: int
    kappa: float | None
    ac1: float | None
    positive: float | None
    sets: float | None
    f: float | None
    gamma: float | None


@dataclass(frozen=True, slots=True)
class Level:
    """Agreement on names cut at a depth of the hierarchy: token κ, and overlapping marks."""

    level: int
    kappa: Estimate
    same_name: float | None


@dataclass(frozen=True, slots=True)
class Passage:
    """A marked passage of the text in a picture, in code points."""

    start: int
    end: int
    category: str
    severity: str


@dataclass(frozen=True, slots=True)
class Lane:
    """What one annotator marked in the text of a picture."""

    annotator: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """An output with the marks of those who read it, to be drawn."""

    segment: str
    system: str
    text: str
    lanes: tuple[Lane, ...]


@dataclass(frozen=True, slots=True)
class SpanAgreement(Result):
    """Agreement between annotators on marked errors.

    `kappa` is token κ by label, `kappa_marked` of marked or not, `kappa_gaps` with the gaps
    between tokens; `ac1` and `ac1_marked` likewise; `percent` the share of equal tokens,
    `positive` positive agreement on marked tokens, `sets` how alike the category sets of an
    output are; `f` by partial overlap; `gamma` and `gamma_cat`; `alpha_u`, `alpha_binary` (|u)
    and `alpha_coding` (cu). All but the last three are means over pairs of annotators.
    Intervals let `units` vary.
    """

    kappa: Estimate
    kappa_marked: Estimate
    kappa_gaps: Estimate
    ac1: Estimate
    ac1_marked: Estimate
    percent: Estimate
    positive: Estimate
    sets: Estimate
    f: FScores
    gamma: Estimate
    gamma_cat: Estimate
    alpha_u: Estimate
    alpha_binary: Estimate
    alpha_coding: Estimate
    words: str
    pairs: tuple[SpanPair, ...]
    categories: tuple[CategoryAgreement, ...]
    confusions: tuple[CategoryConfusion, ...]
    relations: tuple[Relation, ...]
    levels: tuple[Level, ...]
    annotators: int
    outputs: int
    units: int
    unit: str
    label: str
    errors: int
    example: MarkedText | None = None
