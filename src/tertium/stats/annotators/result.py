"""What the annotator model says about items, annotators and systems, and its doubts."""

from dataclasses import dataclass

from tertium.scales import Scale
from tertium.stats.result import Result

__all__ = [
    "AnnotatorModel",
    "Annotators",
    "Connected",
    "ItemQuality",
    "SystemContrast",
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
class SystemQuality:
    """The mean quality of one system's outputs; with system effects, of outputs like these.

    Scales are those of `ItemQuality`; `n` counts scores.
    """

    system: str
    mean: float
    sd: float
    score: float
    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True)
class SystemContrast:
    """By how much `a` is better than `b` on the original scale; `probability` that it is."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    probability: float


@dataclass(frozen=True, slots=True)
class Connected:
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
    expectation propagation left out of its last sweep.
    """

    items: tuple[ItemQuality, ...]
    annotators: tuple[AnnotatorModel, ...]
    systems: tuple[SystemQuality, ...]
    pairs: tuple[SystemContrast, ...]
    converged: bool
    sweeps: int
    components: tuple[Connected, ...]
    engine: str
    variant: str
    system_effects: bool
    reason: str
    skipped: int
    scores: int
    average: float
    spread: float
    level: float
    scale: Scale
