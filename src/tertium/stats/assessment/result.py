"""What an assessment says: scores of segments, systems and people, and its doubts."""

from dataclasses import dataclass

from tertium.stats.result import Result

__all__ = ["AnnotatorScale", "Assessment", "Difference", "SegmentScore", "SystemScore"]


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


@dataclass(frozen=True, slots=True)
class Difference:
    """The score of `a` less that of `b`, with an interval, and the p of the recipe's test.

    `p` is corrected for all pairs if that was asked; it is one-sided ("a is better") where
    the recipe says so. `shared` counts the units on which both were scored.
    """

    a: str
    b: str
    difference: float
    low: float | None
    high: float | None
    p: float | None
    shared: int


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

    `differences` lists the pairs of one component, better system first. `segments` is empty
    if it was not asked for.
    """

    recipe: str
    test: str
    systems: tuple[SystemScore, ...]
    differences: tuple[Difference, ...]
    segments: tuple[SegmentScore, ...]
    scales: tuple[AnnotatorScale, ...]
    annotators: int
    judgements: int
    level: float
