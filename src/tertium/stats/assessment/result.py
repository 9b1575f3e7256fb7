"""What an assessment says: scores of segments, systems and people, and its doubts."""

from dataclasses import dataclass

from tertium.scales import Scale
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.result import Result

__all__ = ["AnnotatorScale", "Assessment", "SegmentScore", "SystemScore"]


@dataclass(frozen=True, slots=True)
class SegmentScore:
    """One output: the mean of its scores, raw and standardised, over `n` scores."""

    segment: str
    system: str
    raw: float
    z: float
    n: int


@dataclass(frozen=True, slots=True)
class SystemScore:
    """One system: its score by the recipe with an interval, and both kinds of means.

    `score` is `z` or `raw`, whichever the recipe ranks by. `rank`, its range and `cluster`
    count inside `component`, a group of systems that segments or annotators connect;
    usually all systems form one. `segments` counts the units that are averaged.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    raw: float
    z: float
    rank: int
    rank_low: int
    rank_high: int
    cluster: int
    segments: int
    judgements: int
    annotators: int
    component: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]


@dataclass(frozen=True, slots=True)
class AnnotatorScale:
    """How one annotator used the scale: mean and sd over items of every role.

    `sd` is None for a single score. `used` tells whether the scores count in this assessment.
    """

    annotator: str
    campaign: str
    mean: float
    sd: float | None
    n: int
    used: bool


@dataclass(frozen=True, slots=True)
class Assessment(Result):
    """Direct assessment of systems, from best to worst.

    `contrasts` lists pairs of systems, better system first; `p` is that of the recipe's test.
    `segments` is empty if it was not asked for.
    """

    recipe: str
    test: str
    one_sided: bool
    passing: str
    correction: str
    systems: tuple[SystemScore, ...]
    contrasts: tuple[Contrast, ...]
    segments: tuple[SegmentScore, ...]
    scales: tuple[AnnotatorScale, ...]
    annotators: int
    judgements: int
    level: float
    estimand: Estimand
    scale: Scale
