"""Rankings of systems by any number that is attached to their outputs.

Comparisons and scores have methods of their own (`rank`, `rank_scores`); here are the others:
marked errors, judged chunks, and what post-editing took.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from tertium.choices import Measure
from tertium.stats.contrasts.record import Answer, Contrast, Estimand, Standing
from tertium.stats.result import Result, signature

if TYPE_CHECKING:
    from tertium.stats.chunks.accuracy import ChunkAccuracy
    from tertium.stats.errors.analyse import ErrorScores


MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureRanking(Result):
    """Systems by one measure, best first, and all their contrasts."""

    measure: Measure
    higher_is_better: bool
    systems: tuple[Standing, ...]
    contrasts: tuple[Contrast, ...]
    estimand: Estimand
    judgements: int
    annotators: int
    level: float


def rank_errors(found: "ErrorScores") -> MeasureRanking:
    """Rank systems by their marked errors, as scored by any formula."""
    return _ranking(
        "errors",
        found,
        tuple(
            Standing(
                one.system,
                one.score,
                one.low,
                one.high,
                one.rank,
                one.rank_range,
                one.rank_range_simultaneous,
                one.cluster,
                one.component,
                one.readings,
                one.annotators,
                one.documents,
                one.outputs,
            )
            for one in found.systems
        ),
        higher=found.higher_is_better,
    )


def rank_chunks(found: "ChunkAccuracy") -> MeasureRanking:
    """Rank systems by the share of their chunks that is correct."""
    return _ranking(
        "chunks",
        found,
        tuple(
            Standing(
                one.system,
                one.accuracy.value or 0.0,
                one.accuracy.low,
                one.accuracy.high,
                one.rank,
                one.rank_range,
                one.rank_range_simultaneous,
                one.cluster,
                one.component,
                one.correct + one.problematic,
                one.annotators,
                found.estimand.units.documents,
                one.segments,
            )
            for one in found.systems
        ),
        higher=True,
    )


def rank_effort(found: Answer, measure: Measure, *, level: float) -> MeasureRanking:
    """Rank systems by what post-editing took: the least first."""
    return MeasureRanking(
        measure=measure,
        higher_is_better=False,
        systems=found.systems,
        contrasts=found.contrasts,
        estimand=found.estimand,
        judgements=sum(one.judgements for one in found.systems),
        annotators=found.estimand.units.annotators,
        level=level,
        signature=signature(
            "rank",
            measure=measure,
            interval="crossed",
            units=found.estimand.sampled,
            level=f"{level:g}",
        ),
        warnings=found.notes,
    )


def _ranking(
    measure: Measure,
    found: "ErrorScores | ChunkAccuracy",
    systems: tuple[Standing, ...],
    *,
    higher: bool,
) -> MeasureRanking:
    return MeasureRanking(
        measure=measure,
        higher_is_better=higher,
        systems=systems,
        contrasts=found.contrasts,
        estimand=found.estimand,
        judgements=sum(one.judgements for one in systems),
        annotators=found.estimand.units.annotators,
        level=found.level,
        signature=f"rank|measure:{measure}|{found.signature}",
        warnings=found.warnings,
    )
