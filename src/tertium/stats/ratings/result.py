"""What the analysis of ratings gives back."""

from dataclasses import dataclass

from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.ratings.parts import MajorityAnswers, RatingGroup
from tertium.stats.ratings.people import RatingAnnotator
from tertium.stats.ratings.proportional import ProportionalOdds
from tertium.stats.ratings.shares import CategoryShare
from tertium.stats.result import Estimate, Result


@dataclass(frozen=True, slots=True)
class RatedSystem:
    """One system: the shares of all categories, its mean, and its place on the latent scale.

    `latent` is centred: the systems have mean 0. Ranks, their ranges and `cluster` follow from
    contrasts on the latent scale and count inside `component`, a group of systems that annotators
    connect. `latent` is None where there is no latent scale, `mean` where the categories are not to
    be averaged.
    """

    system: str
    latent: Estimate | None
    mean: Estimate | None
    shares: tuple[CategoryShare, ...]
    rank: int | None
    rank_range: tuple[int, int] | None
    rank_range_simultaneous: tuple[int, int] | None
    cluster: int | None
    component: int
    judgements: int
    annotators: int
    documents: int | None
    segments: int

    @property
    def score(self) -> float | None:
        """What systems are ranked by."""
        return None if self.latent is None else self.latent.value

    @property
    def low(self) -> float | None:
        """The lower end of its interval."""
        return None if self.latent is None else self.latent.low

    @property
    def high(self) -> float | None:
        """The upper end of its interval."""
        return None if self.latent is None else self.latent.high


@dataclass(frozen=True, slots=True)
class Threshold:
    """Where the answers up to `label` end on the latent scale, for the typical annotator."""

    label: str
    above: str
    value: float


@dataclass(frozen=True, slots=True)
class RatingTag:
    """The judgements with one tag, analysed by themselves."""

    tag: str
    judgements: int
    systems: tuple[RatedSystem, ...]
    contrasts: tuple[Contrast, ...]
    agreement: Estimate
    reason: str = ""  # why there are no contrasts


@dataclass(frozen=True, slots=True)
class RatedAspect:
    """Everything about one aspect.

    `labels` are its categories, from the worst to the best; `merged` those that nobody chose, for
    which the latent scale has no threshold. `annotator_sd` is the sd of severity, `agreement`
    Krippendorff's α of the ordered categories.
    """

    aspect: str
    scale: str
    labels: tuple[str, ...]
    merged: tuple[str, ...]
    systems: tuple[RatedSystem, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    thresholds: tuple[Threshold, ...]
    annotators: tuple[RatingAnnotator, ...]
    annotator_sd: float | None
    agreement: Estimate
    proportional_odds: ProportionalOdds | None
    majority: tuple[MajorityAnswers, ...]
    groups: tuple[RatingGroup, ...]
    tags: tuple[RatingTag, ...]
    judgements: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingScales(Result):
    """Ratings on scales of ordered categories, aspect by aspect; `by` names the column of tags."""

    aspects: tuple[RatedAspect, ...]
    link: str
    level: float
    by: str | None = None
