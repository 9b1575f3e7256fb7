"""Ratings on a scale of a few ordered categories."""

from typing import TYPE_CHECKING, Annotated

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    Between,
    CampaignName,
    Help,
    LanguagePair,
    Level,
    Scale,
    Source,
)
from tertium.choices import Link

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.ratings.result import RatingScales
    from tertium.stats.result import LanguagePairs

_Aspect = Annotated[str | None, Help("Aspect that was rated. [default: each of them]")]


@analysis
def ratings(
    file_or_folder: Source,
    /,
    *,
    aspect: _Aspect = None,
    scale: Scale = None,
    steps: Annotated[int | None, Between(least=2)] = None,
    link: Link = "logit",
    by: str | None = None,
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "RatingScales | LanguagePairs":
    """Analyse ratings on ordered categories: shares, latent scale, contrasts, severity.

    FILE_OR_FOLDER holds ratings (annotator,segment,system,score[,document,aspect,group]), or is a
    campaign's folder. Prints the share of every category with confidence intervals, systems on a
    latent scale that allows for severe and lenient annotators (cumulative link model), contrasts,
    rank ranges and clusters, means and majority answers beside, and how annotators and groups of
    them answer. Agreement on the same file: tertium agree.

    Args:
        steps: Cut a fine scale, such as 0..100, into so many categories of equal width.
        link: Distribution of the noise of one judgement: logistic or normal.
        by (COLUMN): Also analyse the judgements with each value of a column by themselves: any
            column of the file, such as difficulty, or a tag of the campaign's segments.

    """
    from tertium.analyses.judgements import read
    from tertium.stats.ratings.analyse import rate

    judgements = read(
        file_or_folder,
        campaign=campaign,
        scale=scale,
        aspect=aspect,
        language_pair=language_pair,
        tag=by,
    )
    aspects = None if aspect is None else (judgements.aspect(aspect),)

    def analyse(part: "Judgements") -> "RatingScales":
        tags = None if by is None else part.by_value(by)
        found = rate(
            part.table, aspects=aspects, link=link, steps=steps, by=by, tags=tags, level=level
        )
        return part.noted(found)

    return judgements.each_pair(analyse)
