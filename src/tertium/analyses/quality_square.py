"""Four values for every text, each against its threshold."""

from os import PathLike
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    ArrowStream,
    CampaignName,
    GivenPath,
    LanguagePair,
    Source,
)
from tertium.analyses.errors import Lengths

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.result import LanguagePairs
    from tertium.stats.square.square import Square


@analysis
def quality_square(
    file_or_folder: Source,
    /,
    *,
    model: str | PathLike[str] = "full",
    errors: GivenPath | ArrowStream | None = None,
    lengths: Lengths = None,
    risk: float = 0.05,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Square | LanguagePairs":
    """Adequacy, readability, major and technical errors against thresholds.

    FILE_OR_FOLDER holds ratings and counts (annotator,segment,system,score,aspect, with a
    criterion of the model as aspect), or is a campaign's folder. Each of the four values has
    its own threshold and confidence interval; technical errors are assessed only in texts
    that pass.

    Args:
        model (NAME|FILE): Quality model with criteria, thresholds and logic: full, light, or a
            YAML file.
        errors: Error annotations of the same texts (a file, or a campaign's folder), if not in
            FILE_OR_FOLDER.
        risk: Probability that a text at the threshold passes, and that it fails.

    """
    from tertium.analyses.judgements import known_lengths, read
    from tertium.formats.square_model import read_model
    from tertium.stats.errors.collected import collected_spans, has_marks
    from tertium.stats.square.reviews import gather_reviews
    from tertium.stats.square.square import square

    judgements = read(file_or_folder, campaign=campaign, language_pair=language_pair)
    marked = judgements if errors is None else read(errors)
    marks_of = marked.by_pair()
    chosen = read_model(str(model))
    known: dict[str, float] = {}
    if lengths is not None or judgements.campaign is not None:
        known = dict(known_lengths(judgements, lengths))

    def analyse(part: "Judgements") -> "Square":
        marks = marks_of.get(part.language_pair or "", marked)
        spans = collected_spans(marks.table, marks.campaign) if has_marks(marks.table) else None
        reviews = gather_reviews(part.table, chosen, spans=spans, lengths=known)
        return part.noted(square(reviews, model=chosen, risk=risk))

    return judgements.each_pair(analyse)
