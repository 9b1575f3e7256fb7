"""What annotators did with marks that stood in outputs before they read them."""

from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName, LanguagePair, Level, Source

if TYPE_CHECKING:
    from tertium.stats.prefilling.analyse import Prefilled
    from tertium.stats.result import LanguagePairs


@analysis
def prefilled(
    file_or_folder: Source,
    /,
    *,
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Prefilled | LanguagePairs":
    """Pre-filled marks: what annotators kept, changed, removed and added; filled against unfilled.

    FILE_OR_FOLDER is the folder of an ESA or MQM campaign whose outputs had marks before they were
    read (prefilled below [options]), or its long table. A share of the outputs is left unfilled by
    chance: the difference of errors and of time is the effect of the marks.
    """
    from tertium.analyses.judgements import read
    from tertium.stats.prefilling.analyse import analyse_prefilled

    judgements = read(file_or_folder, campaign=campaign, language_pair=language_pair)
    return judgements.each_pair(
        lambda part: analyse_prefilled(part.table, level=level, notes=part.notes)
    )
