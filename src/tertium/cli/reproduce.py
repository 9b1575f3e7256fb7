"""`tertium reproduce`: the published numbers of the methods, recomputed."""

from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]


@click.command()
@click.option(
    "--data",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=None,
    help="Folder of published data sets: wmt16-rr, wmt21-da, hume-da-ende, mqm-ted-ende.",
)
@format_option
@output_option
def command(data: Path | None, fmt: str, output: Path | None) -> None:
    """Recompute the published numbers of the methods.

    Numbers are counted by kind: recomputed by Tertium (from the papers' tables, or from
    published judgements in the folder --data), checked for consistency within a paper, golden
    vectors of Tertium, and numbers that cannot be recomputed, with the reason. Where two
    numbers differ, a note explains why.

    \b
    Example:
      tertium reproduce --format json | jq '.numbers[] | select(.agrees == false)'
    """
    from tertium.stats.reproduce import reproduce

    show(reproduce(data=data), fmt, output)
