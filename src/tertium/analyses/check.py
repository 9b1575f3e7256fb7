"""A campaign's design before it starts."""

from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import ArrowStream, GivenPath, Source
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.design.check import Check


@analysis
def check(
    folder: str | PathLike[str] = ".", /, *, pilot: GivenPath | ArrowStream | None = None
) -> "Check":
    """Check the design of the campaign in FOLDER: workload, cost, power, limitations.

    Warns about limitations of the design; only a design that cannot run is an error.
    Nothing is stored or sent.

    Args:
        pilot: Preferences of a pilot study, with documents: the intraclass correlation within
            documents, for the sample size. [default: 0.05]

    """
    from tertium.design import build_plan
    from tertium.design import check as checked
    from tertium.formats.campaign import read_campaign

    campaign = read_campaign(Path(folder))
    rho = None if pilot is None else _alike(pilot)
    return checked(campaign, build_plan(campaign), now=datetime.now(UTC), rho=rho)


def _alike(pilot: Source) -> float:
    """Return the intraclass correlation of judgements of one document in a pilot."""
    from tertium.analyses.judgements import read
    from tertium.stats.comparison.estimates import document_correlation

    judgements = read(pilot)
    found = document_correlation(judgements.table)
    if found is None:
        raise BadInput(
            "the pilot does not show how similar judgements of one document are",
            where=judgements.place,
            fix="Give preferences of at least two documents with several segments each, and the "
            "column document.",
        )
    return found
