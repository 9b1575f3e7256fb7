"""`tertium graph`: the translations of each source ranked by dominance."""

from pathlib import Path
from typing import Literal

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    show,
)

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--contradictions",
    type=click.Choice(("collapse", "feedback")),
    default="collapse",
    show_default=True,
    help="Treat the translations of a cycle as equal, or drop the fewest answers.",
)
@level_option
@language_pair_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    contradictions: Literal["collapse", "feedback"],
    level: float,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Rank the translations of each source in FILE by dominance.

    FILE holds comparisons of any number of systems
    (annotator,segment,left,right,answer) or rankings in any known format, or is a
    campaign's folder. All answers of one annotator about one source are one graph;
    a translation dominates another if a path of preferences leads there and none back.

    \b
    Examples:
      tertium graph comparisons.csv
      tertium graph comparisons.csv --format json | jq .consistency
    """
    from tertium.cli.evidence import open_evidence
    from tertium.stats.tournament.dominance import dominance

    result = open_evidence(path, campaign, language_pair=language_pair).each_pair(
        lambda part: part.noted(
            dominance(part.comparisons(), contradictions=contradictions, level=level)
        )
    )
    show(result, fmt, output)
