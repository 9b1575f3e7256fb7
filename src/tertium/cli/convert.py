"""`tertium convert`: judgements from one kind of file to another."""

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from tertium.choices import ErrorFile

if TYPE_CHECKING:
    from tertium.formats.write import ShapeOut
    from tertium.table import JudgementTable

_RANKINGS: "dict[str, ShapeOut]" = {
    "narrow": "rankings",
    "wmt": "wmt",
    "wmt-pairwise": "wmt-pairwise",
}
_SCORES: "dict[str, ShapeOut]" = {"narrow": "scores", "appraise": "appraise"}


def _list_formats(context: click.Context, _: click.Parameter, asked: bool) -> None:
    """Print the table of formats, and end."""
    if not asked:
        return
    from tertium.formats.catalogue import HEADER, catalogue

    rows = [HEADER, *catalogue()]
    widths = [max(len(row[at]) for row in rows) for at in range(len(HEADER))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
    context.exit()


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--narrow",
    is_flag=True,
    help="Write one row per judgement (annotator,segment,left,right,answer,…), not the long table.",
)
@click.option(
    "--rankings",
    type=click.Choice(tuple(_RANKINGS)),
    help="Write rankings: annotator,segment,system,rank,… or a WMT file.",
)
@click.option(
    "--scores",
    type=click.Choice(tuple(_SCORES)),
    help="Write scores: annotator,segment,system,score,… or an Appraise export.",
)
@click.option(
    "--errors",
    type=click.Choice(get_args(ErrorFile)),
    help="Write error annotations: annotator,segment,system,side,start,end,… or another format.",
)
@click.option(
    "--texts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Read texts that are missing in IN from this file, such as Appraise batches.",
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option(
    "--list",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_list_formats,
    help="Print all formats: versions, whether they are written, and what the tests read.",
)
def command(
    source: Path,
    target: Path,
    narrow: bool,
    rankings: str | None,
    scores: str | None,
    errors: ErrorFile | None,
    texts: Path | None,
    force: bool,
) -> None:
    """Convert the judgements in IN (a file or a campaign folder) to the file OUT.

    The extension of OUT sets the format: .csv, .tsv, .jsonl (each also with .gz) or
    .parquet. Edits can be written as PET results, OUT.per: one file per post-editor.

    \b
    Examples:
      tertium convert judgements.csv judgements.parquet
      tertium convert rankings.csv pairs.csv --rankings wmt-pairwise
      tertium convert errors.csv errors.tsv --errors mqm
      tertium convert appraise.csv errors.csv --errors narrow --texts batches.json
      tertium convert --list
    """
    from tertium.analyses.judgements import open_table
    from tertium.cli.marks_out import write_marks
    from tertium.exceptions import Conflict
    from tertium.formats.write import write_judgements

    asked = [
        name
        for name, given in (
            ("narrow", narrow),
            ("rankings", rankings),
            ("scores", scores),
            ("errors", errors),
        )
        if given
    ]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} and --{asked[1]} ask for two different files.")
    if target.exists() and not force:
        raise Conflict(
            "the file exists",
            where=str(target),
            fix="Choose another name, or overwrite it with --force.",
        )
    table = open_table(source) if errors is None else _marks(source)
    for note in table.notes:
        click.echo(note, err=True)
    if texts is not None:
        table = _with_texts(table, texts)
    if errors is not None:
        click.echo(f"Wrote {write_marks(table, target, errors)} to {target}.", err=True)
        return
    if target.suffix == ".per":
        _write_pet(table, target, force=force)
        return
    shape: ShapeOut = "comparisons" if narrow else "long"
    if rankings is not None:
        shape = _RANKINGS[rankings]
    elif scores is not None:
        shape = _SCORES[scores]
    rows = write_judgements(table, target, shape=shape)
    click.echo(f"Wrote {rows:,} rows to {target}.", err=True)


def _marks(source: Path) -> "JudgementTable":
    """Return the marks of a file, or of a folder's campaigns with their texts."""
    from tertium.analyses.campaigns import open_store, stored_names
    from tertium.analyses.judgements import open_table
    from tertium.cli.marks_out import stored_marks

    if not source.is_dir():
        return open_table(source)
    with open_store(source, create=False) as store:
        return stored_marks(store, stored_names(store, source))


def _with_texts(table: "JudgementTable", texts: Path) -> "JudgementTable":
    from tertium.analyses.judgements import open_table
    from tertium.formats.fill_texts import fill_texts

    filled, unknown = fill_texts(table, open_table(texts), where=str(texts))
    if unknown:
        click.echo(f"The texts of {unknown:,} outputs are not in {texts}.", err=True)
    return filled


def _write_pet(table: "JudgementTable", target: Path, *, force: bool) -> None:
    from tertium.exceptions import BadInput, Conflict
    from tertium.formats.pet import pet_results, write_pet

    edits = table.edits()
    if not len(edits):
        raise BadInput("there are no edited outputs", fix="PET holds post-editing only.")
    results = pet_results(edits)
    for editor, job in results.items():
        plain = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in editor)
        path = target if len(results) == 1 else target.with_stem(f"{target.stem}-{plain}")
        if path.exists() and not force:
            raise Conflict(
                "the file exists",
                where=str(path),
                fix="Choose another name, or overwrite it with --force.",
            )
        write_pet(job, path)
        click.echo(f"Wrote {len(job):,} units to {path}.", err=True)
