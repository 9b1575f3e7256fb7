"""`tertium agree`: how far do annotators agree with each other and themselves?"""

from pathlib import Path
from typing import Literal

import click

from tertium.cli.common import format_option, open_table, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--aspect", help="The scores to look at; without it preferences, then overall.")
@click.option(
    "--raters",
    type=click.Choice(("these", "population")),
    default="these",
    show_default=True,
    help="Whether intervals speak of these raters or of raters like these.",
)
@click.option(
    "--weights",
    type=click.Choice(("none", "linear", "quadratic")),
    help="Weights of Cohen's κ.  [default: none; quadratic for many scores]",
)
@click.option(
    "--metric",
    type=click.Choice(("nominal", "ordinal", "interval")),
    help="Scale of Krippendorff's α.  [default: nominal; interval for scores]",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@format_option
@output_option
def command(
    path: Path,
    aspect: str | None,
    raters: Literal["these", "population"],
    weights: Literal["none", "linear", "quadratic"] | None,
    metric: Literal["nominal", "ordinal", "interval"] | None,
    level: float,
    fmt: str,
    output: Path | None,
) -> None:
    """Tell how far the annotators in FILE agree with each other and with themselves.

    FILE holds preferences (annotator,segment,left,right,answer[,pass]) or scores
    (annotator,segment,system,score), or is a campaign's folder.

    \b
    Example:
      tertium agree judgements.csv --format json | jq .cohen.mean
    """
    from tertium.errors import BadInput
    from tertium.stats import agree

    table = open_table(path)
    if not len(table):
        raise BadInput(
            "there are no judgements yet",
            where=str(path),
            fix="Come back when somebody has judged.",
        )
    result = agree(table, aspect=aspect, raters=raters, weights=weights, metric=metric, level=level)
    show(result, fmt, output)
