"""`tertium convert`: judgements from one kind of file to another."""

from pathlib import Path

import click

__all__ = ["command"]


@click.command()
@click.argument("source", metavar="IN", type=click.Path(path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--narrow",
    is_flag=True,
    help="Write annotator,segment,left,right,answer,… instead of the long table.",
)
@click.option("--force", is_flag=True, help="Write over an existing file.")
def command(source: Path, target: Path, narrow: bool, force: bool) -> None:
    """Turn the judgements in IN (a file or a campaign folder) into the file OUT.

    The ending of OUT tells the format: .csv, .tsv, .jsonl (each also with .gz) or .parquet.

    \b
    Example:
      tertium convert judgements.csv judgements.parquet
    """
    from tertium.cli.common import open_table
    from tertium.errors import Conflict
    from tertium.formats import write_judgements

    if target.exists() and not force:
        raise Conflict(
            "the file exists", where=str(target), fix="Name another, or write over it with --force."
        )
    table = open_table(source)
    write_judgements(table, target, shape="comparisons" if narrow else "long")
    click.echo(f"Wrote {len(table):,} rows to {target}.", err=True)
