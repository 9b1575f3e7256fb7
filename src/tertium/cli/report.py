"""`tertium report`: the results as one HTML file for customers."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import (
    aspect_option,
    campaign_option,
    language_pair_option,
    level_option,
    scale_option,
    seed_option,
    write,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.rendering import About
    from tertium.stats.result import Result

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default=Path("report.html"),
    show_default=True,
    help="Output file; - is standard output.",
)
@click.option("--public", is_flag=True, help="Number the annotators and omit their comments.")
@click.option(
    "--annex",
    is_flag=True,
    help="Add an annex with single answers: preference graphs, ranks by source.",
)
@click.option("--title", help="Title of the report.  [default: that of the campaign]")
@click.option("--baseline", help="Baseline system, by its name in FILE.")
@click.option("--advanced", help="New system, by its name in FILE.")
@click.option(
    "--identical",
    help="Share of identical outputs: 0.226, or by domain: Environment=.226,Health=.262.",
)
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Segment scores (segment,system,score), to check whether wins are on poor segments.",
)
@aspect_option
@scale_option
@level_option
@seed_option
@click.option("--price", type=float, help="Price per task.")
@click.option("--currency", help="Currency of the price.  [default: EUR]")
@language_pair_option
@campaign_option
def command(
    path: Path,
    output: Path,
    public: bool,
    annex: bool,
    title: str | None,
    campaign: str | None,
    language_pair: str | None,
    identical: str | None,
    scores: Path | None,
    aspect: str | None,
    scale: str | None,
    **given: Any,
) -> None:
    """Write a report on the judgements in FILE, as one HTML file that works offline.

    FILE holds judgements in any known format, or is a campaign's folder. A campaign provides
    the systems, the share of identical outputs and the segment lengths. The report has a
    headline, limitations, figures with their tables, and the data. Two systems are compared;
    more are ranked.

    \b
    Examples:
      tertium report spring --output spring.html
      tertium report judgements.csv --baseline base --advanced adv --identical 0.226 --public
    """
    from tertium.cli.evidence import compare_evidence, open_evidence
    from tertium.rendering import page

    evidence = open_evidence(
        path, campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    if aspect is not None:
        chosen = evidence.table.select(aspect=[evidence.aspect(aspect)])
        evidence = replace(evidence, table=chosen)

    def tell(part: "Evidence") -> "Sequence[Result]":
        if _of_two(part):
            compared = compare_evidence(
                part, identical=identical, scores=scores, curves=True, given=given
            )
            return (compared,)
        from tertium.stats.report_plan import redundancy_results, report_results

        about = part.table, part.campaign
        how = {"level": given["level"], "seed": given["seed"]}
        first, *others = (*report_results(*about, **how), *redundancy_results(*about, **how))
        return (part.noted(first), *others)

    results = evidence.tell_each_pair(tell)
    html = page(results, about=_about(evidence, title), public=public, annex=annex)
    write(html, None if str(output) == "-" else output)


def _of_two(evidence: "Evidence") -> bool:
    """Tell whether two releases are compared, rather than many systems."""
    from tertium.model import parts_of
    from tertium.stats.campaign import compares_releases

    if evidence.campaign is not None:
        return compares_releases(evidence.campaign)
    if {"edited", "error"} & set(evidence.table.distinct("aspect")):
        return False
    compared = evidence.table.comparisons()
    names = {*compared.system.names, *compared.versus.names}
    if not names and evidence.scored:
        return False
    return len({part for name in names for part in parts_of(name)}) <= 2


def _about(evidence: "Evidence", title: str | None) -> "About":
    """Gather title, languages and dates from the campaign and the judgements themselves."""
    from tertium.rendering import About

    table = evidence.table
    pairs = [
        (source, target)
        for source in table.distinct("source_language")
        for target in table.select(source_language=source).distinct("target_language")
    ]
    days = [datetime.fromisoformat(at) for at in table.distinct("submitted_at")]
    own = evidence.campaign.title if evidence.campaign else ""
    return About(
        title or own,
        tuple(pairs),
        days[0] if days else None,
        days[-1] if days else None,
    )
