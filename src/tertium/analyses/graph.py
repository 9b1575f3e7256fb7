"""The translations of each source ranked by dominance."""

from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName, LanguagePair, Level, Source
from tertium.choices import Contradictions

if TYPE_CHECKING:
    from tertium.stats.result import LanguagePairs
    from tertium.stats.tournament.dominance import Dominance


@analysis
def graph(
    file: Source,
    /,
    *,
    contradictions: Contradictions = "collapse",
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Dominance | LanguagePairs":
    """Rank the translations of each source in FILE by dominance.

    FILE holds comparisons of any number of systems
    (annotator,segment,left,right,answer) or rankings in any known format, or is a
    campaign's folder. All answers of one annotator about one source are one graph;
    a translation dominates another if a path of preferences leads there and none back.

    Args:
        contradictions: Treat the translations of a cycle as equal, or drop the fewest answers.

    """
    from tertium.analyses.judgements import read
    from tertium.stats.tournament.dominance import dominance

    return read(file, campaign=campaign, language_pair=language_pair).each_pair(
        lambda part: part.noted(
            dominance(part.comparisons(), contradictions=contradictions, level=level)
        )
    )
