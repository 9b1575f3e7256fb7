"""Adequate or not, for every translation, with few questions."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    ArrowStream,
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    Source,
    listed,
)

if TYPE_CHECKING:
    from tertium.stats.result import LanguagePairs
    from tertium.stats.tournament.adequacy import Adequacy


@analysis
def adequacy(
    file: Source,
    /,
    *,
    labels: GivenFile | ArrowStream | None = None,
    reference: str | Sequence[str] = (),
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Adequacy | LanguagePairs":
    """Classify the translations in FILE as adequate or not, with few questions.

    FILE holds comparisons and adequacy labels, or is the folder of a tournament with
    `adequacy = true`. A translation dominated by an inadequate one is inadequate too, so
    annotators need not label it; inferred labels are marked and name their path. Labels
    that contradict the comparisons are listed, not averaged.

    Args:
        labels: Adequacy labels (annotator,segment,system,score with 1 or 0), if not in FILE.
        reference: System whose translations are adequate by definition; may be repeated.

    """
    from tertium.analyses.judgements import open_table, read
    from tertium.stats.campaign import references_of
    from tertium.stats.tournament.adequacy import adequacy as classified

    judgements = read(file, campaign=campaign, language_pair=language_pair)
    given = None if labels is None else open_table(labels).scores("overall")
    known = references_of(judgements.campaign) if judgements.campaign else ()
    references = (*known, *listed(reference))
    return judgements.each_pair(
        lambda part: part.noted(
            classified(part.comparisons(), given, references=references, level=level)
        )
    )
