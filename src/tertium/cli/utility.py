"""`tertium utility`: what translations are good for, and the study behind the levels."""

from pathlib import Path

import click

from tertium.analyses.utility import utility
from tertium.cli.common import seed_option
from tertium.cli.groups import ShownGroup
from tertium.cli.options import analysis_command


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


command.add_command(
    analysis_command(
        utility,
        name="show",
        examples=(
            "utility edits.csv --denominator source",
            "utility release-7.xlf --mt acme --format json",
            "utility answers.csv --key study/key.csv",
        ),
    )
)


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
    from tertium.analyses.study import parallel_lines, write_study
    from tertium.stats.utility.study import study_documents

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
