"""`tertium report`: the results as one HTML file for customers."""

from pathlib import Path
from typing import Any

import click

from tertium.analyses.report import report
from tertium.cli.common import write
from tertium.cli.options import argument_options, help_text


@click.command(
    help=help_text(
        report,
        (
            "report spring --output spring.html",
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
    help="Output file; - is standard output.",
)
@argument_options(report)
def command(file: Path, output: Path, **given: Any) -> None:
    """Write the report to a file, or print it."""
    write(report(file, **given).html, None if str(output) == "-" else output)
