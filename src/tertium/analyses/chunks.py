"""Chunk accuracy: the share of correct chunks of each system."""

from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName, GivenFile, LanguagePair, Level, Source
from tertium.choices import ChunkScheme

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.chunks.accuracy import ChunkAccuracy
    from tertium.stats.result import LanguagePairs


@analysis
def chunks(
    file_or_folder: Source,
    /,
    *,
    scheme: ChunkScheme | None = None,
    chunks: GivenFile | None = None,
    level: Level = 0.95,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "ChunkAccuracy | LanguagePairs":
    """Chunk accuracy C/(C + P) of every system, with confidence intervals.

    FILE_OR_FOLDER holds judged chunks (annotator,segment,system,unit,aspect,label, with the
    aspect chunk and the chunk as unit), or is a campaign's folder. Agreement on the same
    file: tertium agree.

    Args:
        scheme: Labels: correct or problematic; good, bad or ugly; correct, adequacy, fluency or
            other. [default: the first that fits]
        chunks: Chunks and who corrected them (column by), to check that annotators do not judge
            chunks they corrected. [default: those of the campaign]

    """
    from tertium.analyses.judgements import read
    from tertium.formats.campaign_chunks import makers_of
    from tertium.formats.chunk_files import read_chunks
    from tertium.stats.chunks.accuracy import chunk_accuracy
    from tertium.stats.chunks.judged import judged_chunks

    judgements = read(file_or_folder, campaign=campaign, language_pair=language_pair)
    if chunks is not None:
        made = read_chunks(Path(chunks)).by
    else:
        made = makers_of(judgements.campaign) if judgements.campaign else ()

    def analyse(part: "Judgements") -> "ChunkAccuracy":
        judged = judged_chunks(part.table, scheme)
        return part.noted(chunk_accuracy(judged, chunked_by=made, level=level))

    return judgements.each_pair(analyse)
