"""What redundant judgements say: accuracy, efficiency, and the model against measurement."""

from dataclasses import dataclass
from typing import Literal

from tertium.scales import Scale
from tertium.stats.result import Estimate, Result

__all__ = ["Accuracy", "AccuracyGroup", "CurvePoint", "InferredAnnotator", "Redundancy", "Tested"]

Tested = Literal["passed", "failed", "untested"]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """One annotator's correlation with the consensus of the others, over `shared` outputs."""

    annotator: str
    tested: Tested
    correlation: Estimate
    shared: int


@dataclass(frozen=True, slots=True)
class AccuracyGroup:
    """Annotators who passed, failed, or were not tested: their number and their accuracy.

    `median` has the middle half of them around it; `good` counts those above the threshold.
    """

    tested: Tested
    annotators: int
    median: Estimate
    good: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """How estimates from `scores` scores per output correlate with held-out judgements.

    Means over draws, with the interval in which draws lie. `passing` is None where nobody
    was tested or everybody passed; `gain` is the model less mean z of all, draw by draw.
    """

    scores: int
    model: Estimate
    all: Estimate
    passing: Estimate | None
    gain: Estimate


@dataclass(frozen=True, slots=True)
class InferredAnnotator:
    """Offset and precision of one annotator, inferred by the model and measured apart from it.

    On the standardised scale. Measured: mean and 1 / variance of the distances between the
    annotator's held-out scores and the consensus of the others' held-out scores.
    """

    annotator: str
    offset: Estimate
    measured_offset: Estimate
    precision: Estimate
    measured_precision: Estimate
    n: int


@dataclass(frozen=True, slots=True)
class Redundancy(Result):
    """What several judgements of the same outputs show.

    `depth` is how many scores at least half of the outputs have; `held` of them are held
    out in each of the `draws`. `consensus` tells whose scores the rest is held against:
    those of annotators who passed, or of all. `good_failing` is the share of good annotators
    (a correlation above `good`) who fail the control test. `inferred` rests on `fitted`
    scores per output; `offset_r` and `precision_r` are correlations over annotators, the
    latter on the log scale.
    """

    accuracy: tuple[Accuracy, ...]
    groups: tuple[AccuracyGroup, ...]
    good: float
    good_failing: Estimate
    curve: tuple[CurvePoint, ...]
    inferred: tuple[InferredAnnotator, ...]
    fitted: int
    offset_r: Estimate
    precision_r: Estimate
    consensus: Literal["passed", "all"]
    outputs: int
    depth: int
    held: int
    draws: int
    level: float
    scale: Scale
