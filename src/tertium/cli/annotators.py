"""`tertium annotators`: how good every output is, and how every annotator judges."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    format_option,
    language_pair_option,
    output_option,
    scale_option,
    show,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.calibration.known import Earlier
    from tertium.stats.redundancy import Redundancy
    from tertium.stats.result import Result
    from tertium.table import JudgementTable

__all__ = ["command"]

_PEOPLE = {"annotator", "worker", "user"}  # columns of files with a row per judgement


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
@click.option("--aspect", help="The scores to look at.  [default: overall, or the only ones]")
@scale_option
@click.option("--censored", is_flag=True, help="Take the ends of the scale for “there or beyond”.")
@click.option("--contamination", is_flag=True, help="Estimate scores that say nothing: diagnosis.")
@click.option(
    "--figures",
    is_flag=True,
    help="Show what redundant judgements tell: accuracy, scores needed, inferred and measured.",
)
@click.option(
    "--draws", default=20, show_default=True, help="How often --figures holds out judgements."
)
@click.option(
    "--since",
    type=click.Path(exists=True, path_type=Path),
    metavar="EARLIER",
    help="Put people and systems on the scale of an earlier campaign, by anchors.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    language_pair: str | None,
    figures: bool,
    draws: int,
    since: Path | None,
    scale: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Weigh every annotator in FILE by inferred precision instead of discarding some.

    FILE holds scores (annotator,segment,system,score[,role,of]), also as WMT and Appraise
    write them, or is a campaign's folder. Prints the quality of every output and system
    with intervals, and each annotator's offset, precision and control tests.

    With --figures it prints what several judgements of the same outputs show instead; this
    takes a while. With --since it compares FILE, which has scores with the role anchor, with
    an earlier campaign: its folder, its judgements, or a table segment,system,score.

    \b
    Examples:
      tertium annotators scores.csv
      tertium annotators scores.csv --engine gibbs --format json | jq .converged
      tertium annotators scores.csv --figures --format html --output figures.html
      tertium annotators this-year.csv --since last-year.csv
    """
    from tertium.cli.evidence import open_evidence
    from tertium.stats.annotators import annotators

    if since is not None and figures:
        raise click.UsageError("Choose one of --figures and --since.")
    evidence = open_evidence(
        path, campaign, scale=scale, aspect=given["aspect"], language_pair=language_pair
    )
    given["aspect"] = evidence.aspect(given["aspect"])
    shared = {name: given[name] for name in ("aspect", "level")}

    def analyse(part: "Evidence") -> "Result":
        result: Result
        if since is not None:
            from tertium.stats.calibration import calibrate

            result = calibrate(part.table, _earlier(since, given["aspect"], scale), **shared)
        elif figures:
            result = _figures(part.table, draws=draws, seed=given["seed"], **shared)
        else:
            result = annotators(part.table, **given)
        return part.noted(result)

    show(evidence.each_pair(analyse), fmt, output)


def _figures(scores: "JudgementTable", **choices: Any) -> "Redundancy":
    """Fit the model again and again, and say on standard error how far it is."""
    from tertium.stats.redundancy import redundancy

    def tell(done: int, whole: int) -> None:
        click.echo(f"\r{done:,} of {whole:,} fits", nl=done == whole, err=True)

    return redundancy(scores, progress=tell, **choices)


def _earlier(path: Path, aspect: str, scale: str | None) -> "Earlier":
    """Return the judgements of an earlier campaign, or the plain scores of its outputs."""
    from tertium.cli.evidence import open_evidence, read_scores
    from tertium.formats.delimited import read_records
    from tertium.formats.files import plain_suffix

    if path.is_file() and plain_suffix(path) in (".csv", ".tsv", ".tab", ".txt"):
        header, _ = read_records(path)
        if {"segment", "system", "score"} <= set(header) and not _PEOPLE & set(header):
            return read_scores(path)
    earlier = open_evidence(path, scale=scale, aspect=aspect)
    earlier.aspect(aspect)
    return earlier.table
