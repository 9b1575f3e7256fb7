"""`tertium check`: a campaign's design before it starts."""

from datetime import UTC, datetime
from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path(), required=False)
@click.option(
    "--pilot",
    type=click.Path(exists=True, path_type=Path),
    help="Preferences of a pilot study, with documents: the intraclass correlation within "
    "documents, for the sample size.  [default: 0.05]",
)
@format_option
@output_option
def command(folder: Path, pilot: Path | None, fmt: str, output: Path | None) -> None:
    """Check the design of the campaign in FOLDER: workload, cost, power, limitations.

    Warns about limitations of the design; only a design that cannot run is an error.
    Nothing is stored or sent.

    \b
    Example:
      tertium check spring --format json | jq .warnings
    """
    from tertium.design import build_plan, check
    from tertium.formats import read_campaign

    campaign = read_campaign(folder)
    rho = None if pilot is None else _alike(pilot)
    found = check(campaign, build_plan(campaign), now=datetime.now(UTC), rho=rho)
    show(found, fmt, output)


def _alike(pilot: Path) -> float:
    """Return the intraclass correlation of judgements of one document in a pilot."""
    from tertium.cli.evidence import open_evidence
    from tertium.exceptions import BadInput
    from tertium.stats.comparison.documents import document_correlation

    found = document_correlation(open_evidence(pilot, None).table)
    if found is None:
        raise BadInput(
            "the pilot does not show how similar judgements of one document are",
            where=str(pilot),
            fix="Give preferences of at least two documents with several segments each, and the "
            "column document.",
        )
    return found
