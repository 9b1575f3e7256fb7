"""What translations are good for: accuracy against levels of use."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import CampaignName, GivenFile, Level, Source
from tertium.choices import Denominator

if TYPE_CHECKING:
    from tertium.stats.utility.accuracy import EditCounts, Utility
    from tertium.stats.utility.thresholds import Thresholds

_TABLES = (".csv", ".tsv", ".tab")


@analysis
def utility(
    file: Source,
    /,
    *,
    denominator: Denominator | None = None,
    levels: str | Mapping[str, float] | None = None,
    asian: bool = False,
    mt: str | None = None,
    final: str | None = None,
    key: GivenFile | None = None,
    level: Level = 0.95,
    campaign: CampaignName = None,
) -> "Utility | Thresholds":
    """Report translation accuracy, and the levels of use it reaches.

    FILE holds edits (mt and edited), production (XLIFF, TMX, or a table with mt and
    final), scored documents (document,edits,words or document,accuracy), or is a
    campaign's folder. For a study's folder, or a file of answers (document,use,answer), it
    estimates the accuracy from which users accept a translation.

    Args:
        denominator: Divide edits by the words of the corrected text, or of the source.
            [default: edited; for a study, as prepared]
        levels: Other levels, such as triage=0.5,gist=0.65,edit=0.8.
        asian: Count characters of Chinese and Japanese as words.
        mt: Name of the machine translation in an XLIFF or TMX file.
        final: Name of the final text in a TMX file.
        key: Accuracies (document,accuracy) of the documents in a file of answers.

    """
    from tertium.analyses.files import on_disk
    from tertium.stats.utility.accuracy import utility as used
    from tertium.stats.utility.levels import LEVELS, read_levels

    with on_disk(file) as path:
        study = _study(path, None if key is None else Path(key), denominator, level)
        if study is not None:
            return study
        found = _counted(path, asian=asian, mt=mt, final=final)
    notes: tuple[str, ...] = ()
    if found is None:
        found, notes = _edited(file, campaign, asian=asian)
    if isinstance(levels, Mapping):
        levels = ",".join(f"{name}={accuracy}" for name, accuracy in levels.items())
    result = used(
        found,
        denominator=denominator or "edited",
        levels=read_levels(levels) if levels else LEVELS,
        level=level,
    )
    return replace(result, warnings=(*notes, *result.warnings))


def _study(
    path: Path, key: Path | None, denominator: str | None, level: float
) -> "Thresholds | None":
    """Return the thresholds if the path is a study or a file of answers."""
    from tertium.analyses.study import ANSWERS, KEY, answered, is_study
    from tertium.formats.files import plain_suffix
    from tertium.formats.usefulness import is_answers

    if is_study(path):
        return answered(path / ANSWERS, key or path / KEY, denominator, level)
    table = path.is_file() and plain_suffix(path) in _TABLES
    if table and is_answers(path):
        return answered(path, key, denominator, level)
    return None


def _counted(path: Path, *, asian: bool, mt: str | None, final: str | None) -> "EditCounts | None":
    """Count edits and words of production or scored documents, if the file holds them."""
    from tertium.formats.files import plain_suffix
    from tertium.formats.given import GivenFile
    from tertium.formats.production import is_production, read_production
    from tertium.stats.utility.accuracy import measure, measure_scored

    if path.is_file() and is_production(path):
        units = read_production(path, mt=mt, final=final).units
        return measure(
            [unit.mt for unit in units],
            [unit.final for unit in units],
            source=[unit.source for unit in units],
            system=[unit.release for unit in units],
            document=[unit.document for unit in units],
            asian=asian,
        )
    if path.is_file() and plain_suffix(path) in _TABLES:
        header = set(GivenFile(path).header)
        if "document" in header and header & {"accuracy", "edits"} and "annotator" not in header:
            from tertium.formats.usefulness import read_scored

            return measure_scored(read_scored(path))
    return None


def _edited(
    file: Source, campaign: str | None, *, asian: bool
) -> tuple["EditCounts", tuple[str, ...]]:
    """Count edits and words of edited texts; and what must be said about them."""
    from tertium.analyses.judgements import read
    from tertium.stats.utility.accuracy import measure_edits

    judgements = read(file, campaign=campaign)
    return measure_edits(judgements.edits(), asian=asian), judgements.notes
