"""Systems ranked, with confidence intervals, rank ranges and clusters."""

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    Aspect,
    CampaignName,
    LanguagePair,
    Level,
    Scale,
    Seed,
    Source,
)
from tertium.choices import (
    Correction,
    Measure,
    Passing,
    RankingInterval,
    RankingMethod,
    ScoreRecipe,
    Ties,
)
from tertium.exceptions import Misused

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.measures import MeasureRanking
    from tertium.stats.ranking.result import Ranking
    from tertium.stats.result import LanguagePairs

_METHODS = {"preferences": get_args(RankingMethod), "scores": get_args(ScoreRecipe)}


@analysis
def rank(
    file: Source,
    /,
    *,
    measure: Measure | None = None,
    method: RankingMethod | ScoreRecipe | None = None,
    ties: Ties = "davidson",
    interval: RankingInterval = "auto",
    correction: Correction = "none",
    prior: float | None = None,
    runs: int = 200,
    passing: Passing = "all",
    aspect: Aspect = None,
    scale: Scale = None,
    level: Level = 0.95,
    seed: Seed = 0,
    baseline: str | None = None,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Ranking | MeasureRanking | LanguagePairs":
    """Rank systems with confidence intervals, rank ranges and significance clusters.

    FILE holds comparisons (annotator,segment,left,right,answer), WMT rankings, scores
    (annotator,segment,system,score), error annotations, judged chunks or post-edited texts,
    or is a campaign's folder. Every pair of systems has a contrast with confidence interval
    and p-value, paired by annotators and documents; every system of a cluster is
    significantly better than every system of the next.

    Args:
        measure: Measure to rank by, if FILE holds several. [default: the first of these in FILE]
        method: Scoring method. [default: bradley-terry for comparisons, z for scores]
        ties: Ties in Bradley-Terry: an outcome of their own, half a win each, or ignored.
        interval: Confidence-interval method of comparisons; auto is crossed (annotators,
            documents and segments vary) for Bradley-Terry and two-way (annotators and segments)
            for other methods.
        correction: Correction for multiple comparisons (holm; bh for scores); shared tasks use
            none.
        prior: Standard deviation of a normal prior on log strengths that are not identified.
        runs: TrueSkill runs; WMT used 1,000.
        passing: Use the scores of all annotators, or of those who passed quality control.
        baseline: Report contrasts with this system only.

    """
    from tertium.analyses.judgements import read
    from tertium.analyses.measures import against_baseline, held_measures, rank_by, with_metrics

    judgements = read(
        file, campaign=campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    judgements = with_metrics(judgements, aspect)
    held = () if measure or method or aspect else held_measures(judgements)
    by = measure or _measure(method, aspect, held)
    if method is not None and method not in _METHODS.get(by, ()):
        raise Misused(f"--method {method} does not rank by {by}", fix="Leave one of them out.")
    if aspect is not None and by != "scores":
        raise Misused(f"--aspect is for scores, not for {by}", fix="Leave it out.")
    others = tuple(one for one in held if one != by)

    def analyse(part: "Judgements") -> "Ranking | MeasureRanking":
        found = rank_by(
            part,
            by,
            method=method,
            ties=ties,
            interval=interval,
            correction=correction,
            prior=prior,
            runs=runs,
            passing=passing,
            aspect=aspect,
            level=level,
            seed=seed,
        )
        if others:
            note = f"Systems can also be ranked by {' or '.join(others)}: --measure {others[0]}."
            found = replace(found, warnings=(*found.warnings, note))
        return part.noted(found if baseline is None else against_baseline(found, baseline))

    return judgements.each_pair(analyse)


def _measure(method: str | None, aspect: str | None, held: tuple[str, ...]) -> str:
    """Return what is ranked by: what an argument says, or the first that there is."""
    if method in _METHODS["preferences"]:
        return "preferences"
    if method in _METHODS["scores"] or aspect is not None:
        return "scores"
    return held[0] if held else "preferences"
