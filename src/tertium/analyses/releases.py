"""An MT engine tracked over its releases, from production files."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    ArrowStream,
    GivenFile,
    GivenPath,
    Level,
    Resamples,
    Seed,
    Source,
)
from tertium.choices import Distance, Every, FuzzyUnit
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.formats.production import Production
    from tertium.stats.releases.follow import Releases

_LEAST = 0.5  # matches below this are no help to anybody and count as none


@analysis
def releases(
    file: Source,
    /,
    *,
    anchor: GivenPath | ArrowStream | None = None,
    feedback: GivenFile | None = None,
    changes: GivenFile | None = None,
    memory: GivenFile | None = None,
    distance: Distance = "ter",
    threshold: float = 0.75,
    unit: FuzzyUnit = "characters",
    every: Every = "month",
    baseline: int | None = None,
    weight: float = 0.2,
    mt: str | None = None,
    final: str | None = None,
    level: Level = 0.95,
    resamples: Resamples = 2000,
    seed: Seed = 0,
) -> "Releases":
    """Track an MT engine over its releases: edit rates, trends and change points.

    FILE is a table (mt,final and release or date), or a folder with an XLIFF, TMX or
    table file per release (or a subfolder: release/file, release/scenario/file). No
    annotation is needed; a fixed anchor set separates changes of the engine from changes of
    the material.

    Args:
        anchor: Fixed test set translated by every release, as file or folder; or a column set.
        feedback: Translators' feedback (feedback,category).
        changes: Changes of the engine (change,release,feedback).
        memory: Translation memory (TMX, XLIFF) for fuzzy matching of the sources.
        distance: Edit distance: TER (with shifts, per final word), or Levenshtein over the longer
            text.
        threshold: Fuzzy-match threshold for pricing.
        unit: Unit of fuzzy matches.
        every: Release period, if only dates are given.
        baseline: Number of first releases that set the baseline of the control chart. [default: a
            third, up to 4]
        weight: Weight of the newest release in the control chart (EWMA).
        mt: Name of the machine translation in XLIFF or TMX files.
        final: Name of the final text in TMX files.

    """
    from tertium.analyses.files import on_disk
    from tertium.formats.feedback import read_changes, read_feedback
    from tertium.formats.production import read_production
    from tertium.stats.releases.follow import follow

    with on_disk(file) as path:
        production = read_production(path, mt=mt, final=final)
    if anchor is not None:
        with on_disk(anchor) as path:
            fixed = read_production(path, mt=mt, final=final, anchor=True)
        production = replace(production, units=(*production.units, *fixed.units))
    if memory is not None:
        production = _matched(production, Path(memory), unit)
    return follow(
        production,
        remarks=read_feedback(Path(feedback)) if feedback else (),
        changes=read_changes(Path(changes)) if changes else (),
        distance=distance,
        threshold=threshold,
        unit=unit,
        every=every,
        baseline=baseline,
        weight=weight,
        level=level,
        resamples=resamples,
        seed=seed,
    )


def _matched(production: "Production", memory: Path, unit: FuzzyUnit) -> "Production":
    """Return production with the best match of each source in a memory."""
    from tertium.formats.recognise import read_texts
    from tertium.text.fuzzy import Memory

    for one in production.units:
        if one.source is None:
            raise BadInput(
                "the source is not known, so the memory cannot be searched",
                where=one.place,
                fix="Add a column source, or leave out --memory.",
            )
    kept = Memory([entry.source for entry in read_texts(memory).entries], unit=unit)
    found = kept.best([one.source or "" for one in production.units], at_least=_LEAST)
    units = tuple(
        replace(one, match=0.0 if match is None else match.score)
        for one, match in zip(production.units, found, strict=True)
    )
    return replace(production, units=units)
