"""`tertium report`: the results as one HTML file for customers."""

from pathlib import Path
from typing import Any

import click

from tertium.analyses.report import report
from tertium.cli.options import argument_options, help_text, pilot_option, with_pilot


@click.command(
    help=help_text(
        report,
        (
            "report spring --output spring.html",
            "report spring --output spring.xlsx",
            "report judgements.csv --baseline base --advanced adv --identical 0.226 --public",
        ),
    )
)
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default=Path("report.html"),
    show_default=True,
    help="Output file (.html, .xlsx, .zip, .json); - is standard output.",
)
@pilot_option
@argument_options(report)
def command(file: Path, output: Path, pilot: bool, **given: Any) -> None:
    """Write the report to a file, or print it."""
    made = report(with_pilot(file, given["campaign"]) if pilot else file, **given)
    if str(output) == "-":
        click.echo(made.html)
    else:
        made.save(output)
        click.echo(f"Wrote {output}.", err=True)
