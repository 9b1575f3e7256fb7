"""`tertium annotators`: how good every output is, and how every annotator judges."""

from pathlib import Path
from typing import Any

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--engine",
    type=click.Choice(("auto", "ep", "gibbs")),
    default="auto",
    show_default=True,
    help="Expectation propagation, or Gibbs sampling for many annotators and the variants.",
)
@click.option(
    "--variant",
    type=click.Choice(("auto", "slope", "paper")),
    default="auto",
    show_default=True,
    help="Learn how strongly each annotator reacts to quality (slope), or as in the paper.",
)
@click.option(
    "--control/--no-control",
    default=True,
    show_default=True,
    help="Let repeats and degraded copies take part.",
)
@click.option("--aspect", default="overall", show_default=True, help="The scores to look at.")
@click.option("--censored", is_flag=True, help="Take 0 and 100 for “there or beyond”.")
@click.option("--contamination", is_flag=True, help="Estimate scores that say nothing: diagnosis.")
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@format_option
@output_option
def command(path: Path, campaign: str | None, fmt: str, output: Path | None, **given: Any) -> None:
    """Weigh every annotator in FILE by inferred precision instead of discarding some.

    FILE holds scores (annotator,segment,system,score[,role,of]), also as WMT and Appraise
    write them, or is a campaign's folder. Prints the quality of every output and system
    with intervals, and each annotator's offset, precision and control tests.

    \b
    Examples:
      tertium annotators scores.csv
      tertium annotators scores.csv --engine gibbs --format json | jq .converged
    """
    from tertium.cli.evidence import open_evidence
    from tertium.stats.annotators import annotators

    evidence = open_evidence(path, campaign)
    show(evidence.noted(annotators(evidence.scores(), **given)), fmt, output)
