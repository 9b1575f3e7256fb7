"""`tertium annotators`: annotator bias and reliability, and scores weighted by reliability."""

import click

from tertium.analyses.annotators import annotators
from tertium.cli.options import analysis_command


def _tell(done: int, whole: int) -> None:
    """Say on standard error how far it is: the model is fitted again and again."""
    click.echo(f"\r{done:,} of {whole:,} fits", nl=done == whole, err=True)


command = analysis_command(
    annotators,
    progress=_tell,
    examples=(
        "annotators scores.csv",
        "annotators scores.csv --engine gibbs --format json | jq .converged",
        "annotators scores.csv --figures --format html --output figures.html",
        "annotators this-year.csv --since last-year.csv",
    ),
)
