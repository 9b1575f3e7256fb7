"""What the annotator model says about items, annotators and systems, and its doubts."""

from dataclasses import dataclass

from tertium.scales import Scale
from tertium.stats.contrasts.record import Contrast, Estimand
from tertium.stats.ranking.result import RankedSystem
from tertium.stats.result import Result

__all__ = [
    "AnnotatorModel",
    "Annotators",
    "ConnectedGroup",
    "ItemQuality",
    "SystemQuality",
]


@dataclass(frozen=True, slots=True)
class ItemQuality:
    """The quality of one output, or of one control text.

    `mean` and `sd` are standardised: an item of mean 0 is as good as the average item, and
    1 is the sd of all scores. `score` with its interval is on the original scale: what
    these annotators would give on average. `n` counts the scores it rests on.
    """

    segment: str
    system: str
    role: str
    mean: float
    sd: float
    score: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class AnnotatorModel:
    """How one annotator judges, on the standardised scale, and what the control items say.

    An offset above 0 is lenient. `precision` is 1 over the variance of scores around
    what the model expects. `slope` tells the reaction to quality: 1 like the average, 0 not
    at all, below 0 the wrong way; None where slopes were not fitted. `contamination` is
    the share of scores that say nothing, None unless asked for. `control_p` and
    `repeat_p` are the p-values of the tests on degraded and repeated items, None without such.
    """

    annotator: str
    offset: float
    precision: float
    sd_offset: float
    sd_precision: float
    slope: float | None
    sd_slope: float | None
    contamination: float | None
    n: int
    control_p: float | None
    repeat_p: float | None
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SystemQuality(RankedSystem):
    """The mean of one system's scores, made comparable and weighed by reliability.

    On the original scale: what annotators like these would give to texts like these on average.
    `judgements` counts scores.
    """

    segments: int
    annotators: int


@dataclass(frozen=True, slots=True)
class ConnectedGroup:
    """Annotators and items that scores connect. Across components only the prior speaks."""

    annotators: tuple[str, ...]
    systems: tuple[str, ...]
    items: int
    scores: int


@dataclass(frozen=True, slots=True)
class Annotators(Result):
    """The model's answer. Systems stand from best to worst, items and annotators by name.

    `average` and `spread` are the mean and sd by which all scores were standardised.
    `reason` says why this variant and this engine. `skipped` counts scores that
    expectation propagation left out of its last sweep. Items and annotators are described by the
    model's posterior; `systems` and `contrasts` are estimates for the annotators and texts that
    `estimand` names, and `sentence` says what follows.
    """

    items: tuple[ItemQuality, ...]
    annotators: tuple[AnnotatorModel, ...]
    systems: tuple[SystemQuality, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    sentence: str
    converged: bool
    sweeps: int
    components: tuple[ConnectedGroup, ...]
    engine: str
    variant: str
    system_effects: bool
    control: bool
    reason: str
    skipped: int
    scores: int
    average: float
    spread: float
    level: float
    scale: Scale
