"""What an analysis of agreement gives back."""

from dataclasses import dataclass

from tertium.choices import AgreementVariant as Variant
from tertium.scales import Scale
from tertium.stats.agreement.answers import AnswerAgreement
from tertium.stats.agreement.majorities import Majority
from tertium.stats.agreement.parts import LengthAgreement, MethodAgreement
from tertium.stats.agreement.people import (
    AnnotatorAgreement,
    Confusion,
    Disagreement,
    Drift,
    Unanimous,
)
from tertium.stats.agreement.rankings import RankAgreement
from tertium.stats.agreement.ratings import Unit
from tertium.stats.agreement.wmt_kappa import OfficialKappa
from tertium.stats.result import Estimate, Result

__all__ = [
    "Agreement",
    "Exchangeable",
    "Kappas",
    "MostFrequent",
    "PairKappa",
    "Textbook",
    "Variant",
]


@dataclass(frozen=True, slots=True)
class PairKappa:
    """Cohen's κ of two raters; passes are None where there was one only."""

    a: str
    b: str
    pass_a: str | None
    pass_b: str | None
    kappa: float | None
    low: float | None
    high: float | None
    n: int
    percent: float


@dataclass(frozen=True, slots=True)
class Kappas:
    """Pairs of raters and the mean of their κ, with its confidence interval."""

    mean: float | None
    pairs: tuple[PairKappa, ...]
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Textbook:
    """What the textbook gives where another variant takes its place: means over pairs."""

    percent: float | None
    cohen: float | None
    intra: float | None


@dataclass(frozen=True, slots=True)
class Exchangeable:
    """Agreement on comparisons whose two sides are exchangeable: chance does not know their names.

    `value` with its interval has Fleiss' form, from the share of `equal` answers and the share
    that `chance` gives (Σ t² + d²/2 of neutral answers t and decided ones d); `cohen` is the mean
    over pairs of annotators, `krippendorff` the nominal α.
    """

    value: float | None
    low: float | None
    high: float | None
    equal: float | None
    chance: float | None
    cohen: Estimate
    krippendorff: Estimate


@dataclass(frozen=True, slots=True)
class MostFrequent:
    """The most frequent answer with its share of all ratings, and what there is besides it.

    On `others` of `items` somebody gave another answer; on `agreed` of these all gave the same.
    """

    answer: str
    share: float
    items: int
    others: int
    agreed: int


@dataclass(frozen=True, slots=True)
class Agreement(Result):
    """Agreement between and within annotators.

    `sentence` is the headline. `percent` is the share (0 to 1) of equal ratings over pairs of
    different people; `cohen` holds these pairs, `intra` those of one person in two passes; `words`
    is the word of Landis and Koch for the mean of `cohen`, empty where its interval spans more
    than two words. `measurable` is False where fewer than five items had another answer than the
    `most_frequent`, or an interval is wider than 1. `ac1` and `ac2` (on the scale of α) are Gwet's
    coefficients; `answers` tell for each answer how often both gave it, given that one did:
    `negative` is that of the most frequent, `positive` that of the rarest. `exchangeable` is there
    for comparisons. `weighted_*` treat the categories as a scale, `without_ties` keeps decided
    answers only. In the variant `wmt` `percent`, the two means and `words` are those that WMT
    would print, and `textbook` keeps the others. `ranks` correlates rankings of the same source by
    two people, `ranks_intra` by the same person.
    """

    sentence: str
    percent: float | None
    cohen: Kappas
    intra: Kappas
    fleiss: Estimate
    krippendorff: Estimate
    ac1: Estimate
    ac2: Estimate
    words: str
    measurable: bool
    most_frequent: MostFrequent | None
    positive: AnswerAgreement | None
    negative: AnswerAgreement | None
    answers: tuple[AnswerAgreement, ...]
    exchangeable: Exchangeable | None
    weighted_linear: float | None
    weighted_quadratic: float | None
    without_ties: float | None
    by_annotator: tuple[AnnotatorAgreement, ...]
    disagreements: tuple[Disagreement, ...]
    unanimous: tuple[Unanimous, ...]
    drift: tuple[Drift, ...]
    confusions: tuple[Confusion, ...]
    categories: tuple[str, ...]
    items: int
    annotators: int
    majorities: tuple[Majority, ...]
    units: Unit = "item"  # what the jackknife leaves out
    variant: Variant = "textbook"
    textbook: Textbook | None = None
    wmt: OfficialKappa | None = None
    ranks: RankAgreement | None = None
    ranks_intra: RankAgreement | None = None
    by_method: tuple[MethodAgreement, ...] = ()
    by_length: tuple[LengthAgreement, ...] = ()
    scale: Scale | None = None  # of scores
