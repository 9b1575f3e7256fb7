"""`tertium annotators`: annotator bias and reliability, and scores weighted by reliability."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    aspect_option,
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    scale_option,
    seed_option,
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
    help="Inference: expectation propagation, or Gibbs sampling.",
)
@click.option(
    "--variant",
    type=click.Choice(("auto", "slope", "paper")),
    default="auto",
    show_default=True,
    help="Model with a slope per annotator (sensitivity to quality), or as in the paper.",
)
@click.option(
    "--control/--no-control",
    default=True,
    show_default=True,
    help="Include quality-control items (repeats and degraded copies) in the model.",
)
@aspect_option
@scale_option
@click.option("--censored", is_flag=True, help="Treat the ends of the scale as censored.")
@click.option(
    "--contamination", is_flag=True, help="Estimate the share of random scores (diagnosis)."
)
@click.option(
    "--figures",
    is_flag=True,
    help="Analyse redundant judgements: accuracy, sample size, inferred and measured precision.",
)
@click.option(
    "--resamples",
    "draws",
    default=20,
    show_default=True,
    help="Random splits of the judgements, for --figures.",
)
@click.option(
    "--since",
    type=click.Path(exists=True, path_type=Path),
    metavar="EARLIER",
    help="Calibrate to the scale of an earlier campaign, by anchor items.",
)
@level_option
@seed_option
@language_pair_option
@campaign_option
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
    """Model annotator bias and reliability; system scores weighted by reliability.

    FILE holds scores (annotator,segment,system,score[,role,of]), also as WMT and Appraise
    write them, or is a campaign's folder. Prints the quality of outputs and systems with
    confidence intervals, and each annotator's offset, precision and quality control.

    With --figures it analyses redundant judgements of the same outputs instead; this takes a
    while. With --since it compares FILE, which has scores with the role anchor, with an
    earlier campaign: its folder, its judgements, or a table segment,system,score.

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
