"""`tertium releases`: an MT engine tracked over its releases, from production files."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    format_option,
    level_option,
    output_option,
    require_option,
    resamples_option,
    seed_option,
    show,
)

if TYPE_CHECKING:
    from tertium.formats.production import Production

__all__ = ["command"]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--anchor",
    type=click.Path(exists=True, path_type=Path),
    help="Fixed test set translated by every release, as file or folder; or a column set.",
)
@click.option("--feedback", type=_FILE, help="Translators' feedback (feedback,category).")
@click.option("--changes", type=_FILE, help="Changes of the engine (change,release,feedback).")
@click.option(
    "--memory",
    type=_FILE,
    help="Translation memory (TMX, XLIFF) for fuzzy matching of the sources.",
)
@click.option(
    "--distance",
    type=click.Choice(("ter", "words", "characters")),
    default="ter",
    show_default=True,
    help="Edit distance: TER (with shifts, per final word), or Levenshtein over the longer text.",
)
@click.option(
    "--threshold", default=0.75, show_default=True, help="Fuzzy-match threshold for pricing."
)
@click.option(
    "--unit",
    type=click.Choice(("characters", "words")),
    default="characters",
    show_default=True,
    help="Unit of fuzzy matches.",
)
@click.option(
    "--every",
    type=click.Choice(("year", "month", "day")),
    default="month",
    show_default=True,
    help="Release period, if only dates are given.",
)
@click.option(
    "--baseline",
    type=int,
    help="Number of first releases that set the baseline of the control chart.  [default: a third, "
    "up to 4]",
)
@click.option(
    "--weight",
    default=0.2,
    show_default=True,
    help="Weight of the newest release in the control chart (EWMA).",
)
@click.option("--mt", help="Name of the machine translation in XLIFF or TMX files.")
@click.option("--final", help="Name of the final text in TMX files.")
@level_option
@resamples_option
@seed_option
@require_option("steps.r7.quality.high < 0")
@format_option
@output_option
def command(
    path: Path,
    anchor: Path | None,
    feedback: Path | None,
    changes: Path | None,
    memory: Path | None,
    mt: str | None,
    final: str | None,
    require: tuple[str, ...],
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Track an MT engine over its releases: edit rates, trends and change points.

    FILE is a table (mt,final and release or date), or a folder with an XLIFF, TMX or
    table file per release (or a subfolder: release/file, release/scenario/file). No
    annotation is needed; a fixed anchor set separates changes of the engine from changes of
    the material.

    \b
    Examples:
      tertium releases production.tsv --feedback feedback.csv --changes changes.csv
      tertium releases 2026/ --anchor anchor/ --mt acme-mt --format html -o 2026.html
    """
    from tertium.cli.gate import check_conditions, read_condition
    from tertium.formats.feedback import read_changes, read_feedback
    from tertium.formats.production import read_production
    from tertium.stats.releases import follow

    conditions = [read_condition(text) for text in require]
    production = read_production(path, mt=mt, final=final)
    if anchor is not None:
        fixed = read_production(anchor, mt=mt, final=final, anchor=True)
        production = replace(production, units=(*production.units, *fixed.units))
    if memory is not None:
        production = _matched(production, memory, given["unit"])
    result = follow(
        production,
        remarks=read_feedback(feedback) if feedback else (),
        changes=read_changes(changes) if changes else (),
        **given,
    )
    show(result, fmt, output)
    check_conditions(result, conditions)


_LEAST = 0.5  # matches below this are no help to anybody and count as none


def _matched(production: "Production", memory: Path, unit: Any) -> "Production":
    """Return production with the best match of each source in a memory."""
    from tertium.exceptions import BadInput
    from tertium.formats import read_texts
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
