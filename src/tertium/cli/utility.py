"""`tertium utility`: what translations are good for, and the study behind the levels."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    level_option,
    output_option,
    seed_option,
    show,
)
from tertium.cli.groups import ShownGroup

if TYPE_CHECKING:
    from tertium.stats.utility import EditCounts, Thresholds

__all__ = ["command"]

_TABLES = (".csv", ".tsv", ".tab")


@click.group("utility", cls=ShownGroup)
def command() -> None:
    """Report translation accuracy against levels of use: triage, gist, editing.

    `tertium utility FILE` is short for `tertium utility show FILE`.

    \b
    Examples:
      tertium utility edits.csv
      tertium utility prepare mt.txt edited.txt study --human human.txt
      tertium utility study
    """


@command.command("show")
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--denominator",
    type=click.Choice(("edited", "source")),
    default=None,
    help="Divide edits by the words of the corrected text, or of the source.  "
    "[default: edited; for a study, as prepared]",
)
@click.option("--levels", help="Other levels, such as triage=0.5,gist=0.65,edit=0.8.")
@click.option("--asian", is_flag=True, help="Count characters of Chinese and Japanese as words.")
@click.option("--mt", help="Name of the machine translation in an XLIFF or TMX file.")
@click.option("--final", help="Name of the final text in a TMX file.")
@click.option(
    "--key",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Accuracies (document,accuracy) of the documents in a file of answers.",
)
@level_option
@campaign_option
@format_option
@output_option
def show_command(
    path: Path,
    denominator: Literal["edited", "source"] | None,
    levels: str | None,
    key: Path | None,
    level: float,
    fmt: str,
    output: Path | None,
    **reading: Any,
) -> None:
    """Report translation accuracy, and the levels of use it reaches.

    FILE holds edits (mt and edited), production (XLIFF, TMX, or a table with mt and
    final), scored documents (document,edits,words or document,accuracy), or is a
    campaign's folder. For a study's folder, or a file of answers (document,use,answer), it
    estimates the accuracy from which users accept a translation.

    \b
    Examples:
      tertium utility edits.csv --denominator source
      tertium utility release-7.xlf --mt acme --format json
      tertium utility answers.csv --key study/key.csv
    """
    from tertium.stats.utility import LEVELS, read_levels, utility

    study = _study(path, key, denominator, level)
    if study is not None:
        show(study, fmt, output)
        return
    measured, notes = _measured(path, **reading)
    result = utility(
        measured,
        denominator=denominator or "edited",
        levels=read_levels(levels) if levels else LEVELS,
        level=level,
    )
    show(replace(result, warnings=(*notes, *result.warnings)), fmt, output)


def _study(
    path: Path, key: Path | None, denominator: str | None, level: float
) -> "Thresholds | None":
    """Return the thresholds if the path is a study or a file of answers."""
    from tertium.cli.study import ANSWERS, KEY, answered, is_study
    from tertium.formats.files import plain_suffix
    from tertium.formats.usefulness import is_answers

    if is_study(path):
        return answered(path / ANSWERS, key or path / KEY, denominator, level)
    table = path.is_file() and plain_suffix(path) in _TABLES
    if table and is_answers(path):
        return answered(path, key, denominator, level)
    return None


def _measured(
    path: Path, *, asian: bool, mt: str | None, final: str | None, campaign: str | None
) -> tuple["EditCounts", tuple[str, ...]]:
    """Count edits and words, whatever kind of file it is; and what must be said about them."""
    from tertium.cli.evidence import open_evidence
    from tertium.formats.files import plain_suffix
    from tertium.formats.production import is_production, read_production
    from tertium.formats.sheets import Sheet
    from tertium.stats.utility import measure, measure_edits, measure_scored

    if path.is_file() and is_production(path):
        units = read_production(path, mt=mt, final=final).units
        measured = measure(
            [unit.mt for unit in units],
            [unit.final for unit in units],
            source=[unit.source for unit in units],
            system=[unit.release for unit in units],
            document=[unit.document for unit in units],
            asian=asian,
        )
        return measured, ()
    if path.is_file() and plain_suffix(path) in _TABLES:
        header = set(Sheet(path).header)
        if "document" in header and header & {"accuracy", "edits"} and "annotator" not in header:
            from tertium.formats.usefulness import read_scored

            return measure_scored(read_scored(path)), ()
    evidence = open_evidence(path, campaign)
    edits = evidence.table.edits()
    if evidence.campaign is not None:
        sources = {one.id: one.source for one in evidence.campaign.segments}
        edits = edits.with_texts(sources, evidence.campaign.outputs)
    return measure_edits(edits, asian=asian), evidence.notes


@command.command("prepare")
@click.argument("mt", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("edited", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--human",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Human translation.  [default: the corrected text]",
)
@click.option(
    "--source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Source text: edits are then divided by its words, as in the study of 2014.",
)
@click.option(
    "--step", default=0.05, show_default=True, help="Difference in accuracy between documents."
)
@click.option(
    "--documents",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Maximum number of corrected documents, beside the two translations.",
)
@seed_option
def prepare_command(
    mt: Path,
    edited: Path,
    folder: Path,
    human: Path | None,
    source: Path | None,
    step: float,
    documents: int,
    seed: int,
) -> None:
    """Prepare a user study: from which accuracy is MT useful?

    MT and EDITED are texts of one document, one segment per line: the machine translation,
    and its minimal correction to the meaning of the human translation. FOLDER receives the
    numbered documents, an answer sheet, and the key, which users must not see.

    \b
    Example:
      tertium utility prepare mt.txt edited.txt study --human human.txt --source source.txt
    """
    from tertium.cli.study import parallel_lines, write_study
    from tertium.stats.utility import study_documents

    lines = parallel_lines(mt, edited, human, source)
    made = study_documents(
        lines[0],
        lines[1],
        human=lines[2],
        source=lines[3],
        step=step,
        documents=documents,
        seed=seed,
    )
    write_study(folder, made, source=source is not None)
    if len(made) < documents + 2:
        click.echo(
            "The machine translation is too accurate for more steps: "
            f"{len(made) - 2} of {documents} corrected documents could be made.",
            err=True,
        )
    click.echo(
        f"Wrote {len(made)} documents, answers.csv and key.csv to {folder}. Hand out the "
        "documents, collect answers.csv from every user, and do not hand out key.csv.",
        err=True,
    )
