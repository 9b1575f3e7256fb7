"""How direct assessment is put into words: what a recipe averages, and how it tests."""

from tertium.stats.assessment.ranking import ScoredSystem
from tertium.stats.ranking.result import Ranking
from tertium.stats.told import count

_STANDARD = (
    "Scores were standardised by annotator: less the mean of all scores this annotator gave, "
    "divided by their sd"
)
_SEGMENTS = "; the score of a system is the mean over segments, each of which counts once."
_AVERAGED = {
    "z": _STANDARD + _SEGMENTS,
    "raw": "Scores were taken as given" + _SEGMENTS,
    "wmt-z": "The recipe is that of WMT 2017 to 2022 for translation into English. "
    + _STANDARD + _SEGMENTS,
    "wmt24": "The recipe is that of WMT 2024: scores as given, the last one where an annotator "
    "scored an output several times, and the mean over domains, each of which counts once.",
    "wmt25": "The recipe is that of WMT 2025: scores as given, each pass over a segment as a unit "
    "of its own.",
    "wmt26": "The recipe is that of WMT 2026: scores as given" + _SEGMENTS,
    "annotators": "Scores were made comparable by the annotator model and weighed by how precise "
    "their annotators are.",
}  # fmt: skip
_TESTED = {
    "interval": "by the crossed interval, which allows for annotators and texts",
    "wilcoxon": "by Wilcoxon’s signed-rank test over segments",
    "mann-whitney": "by the rank-sum test of Mann and Whitney over segments",
    "permutation": "by a paired permutation test over segments",
    "t": "by either of two t tests over segments, for paired and for independent scores",
}
_CORRECTED = {
    "holm": ", after Holm’s correction for all pairs",
    "bh": ", after the correction of Benjamini and Hochberg for all pairs",
}


def is_scored(result: Ranking) -> bool:
    """Tell whether a ranking comes from scores instead of comparisons."""
    return result.method in _AVERAGED


def standardised(result: Ranking) -> bool:
    """Tell whether systems are ranked by standardised scores."""
    return result.method in ("z", "wmt-z")


def told_recipe(result: Ranking) -> str:
    """Say how scores became a ranking, for readers of the report."""
    assert result.recipe is not None
    segments = max((one.segments for one in _scored(result)), default=0)
    left_out = (
        " Scores of annotators who did not pass their control items were left out."
        if result.recipe.passing != "all"
        else ""
    )
    sides = "one-sided, " if result.recipe.one_sided else ""
    level = f"{100 * result.level:g}%"
    return (
        f"{count(result.judgements, 'score')} by {count(result.annotators, 'annotator')}, on up to "
        f"{count(segments, 'segment')} per system, were averaged.{left_out} "
        f"{_AVERAGED[result.method]} Systems differ significantly {_TESTED[result.recipe.test]} "
        f"({sides}at the {level} level{_CORRECTED.get(result.correction, '')}); "
        "clusters and rank ranges follow from that. The "
        f"{level} confidence intervals allow for differences between annotators and between texts."
    )


def _scored(result: Ranking) -> list[ScoredSystem]:
    return [one for one in result.systems if isinstance(one, ScoredSystem)]
