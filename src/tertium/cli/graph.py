"""`tertium graph`: what a few comparisons of each source say about all its translations."""

from pathlib import Path
from typing import Literal

import click

from tertium.cli.common import format_option, language_pair_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--contradictions",
    type=click.Choice(("collapse", "feedback")),
    default="collapse",
    show_default=True,
    help="Take translations in a contradiction as equal, or drop the fewest answers.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Rank the translations of every source in FILE by who dominates whom.

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
