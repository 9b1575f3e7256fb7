"""`tertium agree`: how far do annotators agree with each other and themselves?"""

from pathlib import Path
from typing import Literal

import click

from tertium.cli.common import format_option, output_option, show

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
@click.option(
    "--variant",
    type=click.Choice(("textbook", "wmt")),
    default="textbook",
    show_default=True,
    help="κ between different people in any order, or as the organisers of WMT compute it.",
)
@click.option(
    "--lengths",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Source words of each segment (CSV: segment,words), for agreement by length.  "
    "[default: as the campaign knows them]",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@format_option
@output_option
def command(
    path: Path,
    aspect: str | None,
    raters: Literal["these", "population"],
    weights: Literal["none", "linear", "quadratic"] | None,
    metric: Literal["nominal", "ordinal", "interval"] | None,
    variant: Literal["textbook", "wmt"],
    lengths: Path | None,
    level: float,
    campaign: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Tell how far the annotators in FILE agree with each other and with themselves.

    FILE holds preferences (annotator,segment,left,right,answer[,pass]), rankings in any
    known format or scores (annotator,segment,system,score), or is a campaign's folder.

    \b
    Examples:
      tertium agree judgements.csv --format json | jq .cohen.mean
      tertium agree rankings.csv --variant wmt
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.errors import BadInput
    from tertium.stats import agree

    evidence = open_evidence(path, campaign)
    if not len(evidence.table):
        raise BadInput(
            "there are no judgements yet",
            where=str(path),
            fix="Come back when somebody has judged.",
        )
    knows = lengths is not None or evidence.campaign is not None
    result = agree(
        evidence.table,
        aspect=aspect,
        raters=raters,
        weights=weights,
        metric=metric,
        variant=variant,
        lengths=known_lengths(evidence, lengths) if knows else None,
        level=level,
    )
    show(evidence.noted(result), fmt, output)
