"""Annotator bias and reliability, and scores weighted by reliability."""

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    ArrowStream,
    Aspect,
    CampaignName,
    GivenPath,
    LanguagePair,
    Level,
    Scale,
    Seed,
    Source,
)
from tertium.choices import AnnotatorModel, Engine
from tertium.exceptions import Misused

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.annotators.model import Annotators
    from tertium.stats.calibration.calibrate import Calibration
    from tertium.stats.calibration.known import Earlier
    from tertium.stats.redundancy.redundancy import Redundancy
    from tertium.stats.result import LanguagePairs

_PEOPLE = {"annotator", "worker", "user"}  # columns of files with a row per judgement


@analysis
def annotators(
    file: Source,
    /,
    *,
    engine: Engine = "auto",
    variant: AnnotatorModel = "auto",
    control: bool = True,
    aspect: Aspect = None,
    scale: Scale = None,
    censored: bool = False,
    contamination: bool = False,
    figures: bool = False,
    resamples: int = 20,
    since: GivenPath | ArrowStream | None = None,
    level: Level = 0.95,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
    progress: Callable[[int, int], None] | None = None,
) -> "Annotators | Calibration | Redundancy | LanguagePairs":
    """Model annotator bias and reliability; system scores weighted by reliability.

    FILE holds scores (annotator,segment,system,score[,role,of]), also as WMT and Appraise
    write them, or is a campaign's folder. Prints the quality of outputs and systems with
    confidence intervals, and each annotator's offset, precision and quality control.

    With `figures` it analyses redundant judgements of the same outputs instead; this takes a
    while. With `since` it compares FILE, which has scores with the role anchor, with an
    earlier campaign: its folder, its judgements, or a table segment,system,score.

    Args:
        engine: Inference: expectation propagation, or Gibbs sampling.
        variant: Model with a slope per annotator (sensitivity to quality), or as in the paper.
        control: Include quality-control items (repeats and degraded copies) in the model.
        censored: Treat the ends of the scale as censored.
        contamination: Estimate the share of random scores (diagnosis).
        figures: Analyse redundant judgements: accuracy, sample size, inferred and measured
            precision.
        resamples: Random splits of the judgements, for `figures`.
        since (EARLIER): Calibrate to the scale of an earlier campaign, by anchor items.
        progress: Called with the number of fits done and of all, for `figures`.

    """
    from tertium.analyses.judgements import read

    if since is not None and figures:
        raise Misused("--figures and --since do not go together", fix="Choose one of them.")
    judgements = read(
        file, campaign=campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    aspect = judgements.aspect(aspect)

    def analyse(part: "Judgements") -> "Annotators | Calibration | Redundancy":
        if since is not None:
            from tertium.stats.calibration.calibrate import calibrate

            earlier = _earlier(since, aspect, scale)
            return part.noted(calibrate(part.table, earlier, aspect=aspect, level=level))
        if figures:
            from tertium.stats.redundancy.redundancy import redundancy

            return part.noted(
                redundancy(
                    part.table,
                    draws=resamples,
                    seed=seed,
                    aspect=aspect,
                    level=level,
                    progress=progress,
                )
            )
        from tertium.stats.annotators.model import annotators as modelled

        return part.noted(
            modelled(
                part.table,
                engine=engine,
                variant=variant,
                control=control,
                aspect=aspect,
                censored=censored,
                contamination=contamination,
                level=level,
                seed=seed,
            )
        )

    return judgements.each_pair(analyse)


def _earlier(given: Source, aspect: str, scale: str | None) -> "Earlier":
    """Return the judgements of an earlier campaign, or the plain scores of its outputs."""
    from tertium.analyses.judgements import read, read_scores
    from tertium.formats.files import plain_suffix
    from tertium.formats.given import GivenFile

    path = Path(given) if isinstance(given, str | PathLike) else None
    if path and path.is_file() and plain_suffix(path) in (".csv", ".tsv", ".tab", ".txt"):
        header = set(GivenFile(path).header)
        if {"segment", "system", "score"} <= header and not _PEOPLE & header:
            return read_scores(path)
    earlier = read(given, scale=scale, aspect=aspect)
    earlier.aspect(aspect)
    return earlier.table
