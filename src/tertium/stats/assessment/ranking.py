"""An assessment as a ranking of systems, such as other methods give."""

from dataclasses import dataclass, fields

from tertium.choices import Correction, Passing
from tertium.choices import ScoreRecipe as RecipeName
from tertium.stats.assessment.assess import Assessment, assess
from tertium.stats.assessment.recipes import Test
from tertium.stats.ranking.result import (
    Component,
    PositionBias,
    RankedSystem,
    Ranking,
    Tested,
)
from tertium.table import JudgementTable, Scores


@dataclass(frozen=True, slots=True)
class ScoredSystem(RankedSystem):
    """One system by direct assessment: its means on both scales beside its score."""

    raw: float
    z: float
    segments: int
    annotators: int


def rank_scores(
    data: JudgementTable | Scores,
    *,
    method: RecipeName = "wmt-z",
    passing: Passing = "all",
    test: Test | None = None,
    correction: Correction = "none",
    aspect: str = "overall",
    level: float = 0.95,
    seed: int = 0,
) -> Ranking:
    """Rank systems by the scores of their outputs; `method` is a recipe of `assess`."""
    return as_ranking(
        assess(
            data,
            recipe=method,
            passing=passing,
            test=test,
            correction=correction,
            aspect=aspect,
            segments=False,
            level=level,
            seed=seed,
        )
    )


def as_ranking(found: Assessment) -> Ranking:
    """Return the part of an assessment that other methods of ranking have too."""
    columns = fields(ScoredSystem)
    components = sorted({one.component for one in found.systems})
    return Ranking(
        method=found.recipe,
        systems=tuple(
            ScoredSystem(**{column.name: getattr(one, column.name) for column in columns})
            for one in found.systems
        ),
        contrasts=found.contrasts,
        pairs=(),
        position=PositionBias(0, 0, 0, None, None, None, None),
        components=tuple(
            Component(
                tuple(one.system for one in found.systems if one.component == code),
                "no annotator judged them beside other systems",
            )
            for code in components
        )
        if len(components) > 1
        else (),
        annotators=found.annotators,
        segments=max((one.segments for one in found.systems), default=0),
        judgements=found.judgements,
        comparisons=0,
        level=found.level,
        estimand=found.estimand,
        documents=found.estimand.units.documents,
        scale=found.scale,
        correction=found.correction,
        recipe=Tested(found.test, found.one_sided, found.passing),
        signature=found.signature,
        warnings=found.warnings,
    )
