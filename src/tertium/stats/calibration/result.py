"""What a calibration says: people, systems and campaigns on one scale, and its doubts."""

from dataclasses import dataclass

from tertium.scales import Scale
from tertium.stats.result import Estimate, Result

__all__ = ["AnnotatorLink", "CalibratedSystem", "Calibration", "CampaignDifference"]


@dataclass(frozen=True, slots=True)
class AnnotatorLink:
    """How one annotator's scores lie on the earlier scale, by `anchors` scored.

    A score x means centre + (x − centre − offset) / slope on the earlier scale; `offset` is
    in points, above 0 for who is more lenient than the earlier annotators were.
    `correlation` is that of the scores for anchors with the earlier ones. `weight` is the
    squared correlation that the model infers: the share of somebody's differences that quality
    explains, and what the scores count. Without `enough` anchors somebody is placed mostly
    by what the others do. `scores` counts all scores of outputs.
    """

    annotator: str
    anchors: int
    scores: int
    correlation: Estimate
    offset: Estimate
    slope: Estimate
    weight: float
    enough: bool


@dataclass(frozen=True, slots=True)
class CalibratedSystem:
    """One system on the earlier scale; `raw` is the plain mean of its outputs' scores."""

    system: str
    score: Estimate
    raw: float
    segments: int
    scores: int


@dataclass(frozen=True, slots=True)
class CampaignDifference:
    """By how much a system of this campaign is better than one of the earlier campaign.

    The interval holds the uncertainty of the link. `raw` is the difference of plain means,
    which takes the two groups of annotators for one.
    """

    system: str
    earlier: str
    difference: Estimate
    p: float | None
    raw: float


@dataclass(frozen=True, slots=True)
class Calibration(Result):
    """Two campaigns on one scale, that of the earlier one; systems from best to worst.

    `shift` and `slope` tell how the annotators of this campaign use the scale as a group:
    an output that the earlier annotators gave `centre` points gets `shift` points more,
    and a difference of one point becomes one of `slope` points. `reliability` is the share
    of the differences between the earlier scores of anchors that is not noise; None where
    these were taken as exact. `anchors` counts anchors with an earlier score, `unmatched`
    those without.
    """

    systems: tuple[CalibratedSystem, ...]
    earlier: tuple[CalibratedSystem, ...]
    differences: tuple[CampaignDifference, ...]
    annotators: tuple[AnnotatorLink, ...]
    shift: Estimate
    slope: Estimate
    centre: float
    anchors: int
    unmatched: int
    reliability: float | None
    level: float
    scale: Scale
