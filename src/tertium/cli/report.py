"""`tertium report`: what was found, as one HTML file that a customer understands."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tertium.cli.common import language_pair_option, scale_option, write

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.report import About
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
    help="Where to write it; - is standard output.",
)
@click.option("--public", is_flag=True, help="Number the evaluators and leave out their comments.")
@click.option(
    "--annex", is_flag=True, help="Add single answers: graphs of contradictions, ranks by source."
)
@click.option("--title", help="What the report is about; a campaign has a title of its own.")
@click.option("--baseline", help="The old release, by its name in FILE.")
@click.option("--advanced", help="The new release, by its name in FILE.")
@click.option(
    "--identical",
    help="Share of outputs that do not differ: 0.226, or by domain Environment=.226,Health=.262.",
)
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sentence-level scores (segment,system,score) for the “terrible → bad” caution.",
)
@click.option("--aspect", help="The scores to tell about.  [default: overall, or the only ones]")
@scale_option
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@click.option("--price", type=float, help="Price of one task, for the cost.")
@click.option("--currency", help="Currency of the price.  [default: EUR]")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Write a report on the judgements in FILE, as one file that works offline.

    FILE holds judgements in any known format, or is a campaign's folder, which knows
    the systems, the identical outputs and the lengths by itself. The report has the
    sentence for customers, what weakens it, pictures with their tables, and the data.
    Two systems are compared; more of them are ranked.

    \b
    Examples:
      tertium report spring --output spring.html
      tertium report judgements.csv --baseline base --advanced adv --identical 0.226 --public
    """
    from tertium.cli.evidence import compare_evidence, open_evidence
    from tertium.report import page

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
        from tertium.stats.story import redundancy_story, story_of

        about = part.table, part.campaign
        how = {"level": given["level"], "seed": given["seed"]}
        first, *others = (*story_of(*about, **how), *redundancy_story(*about, **how))
        return (part.noted(first), *others)

    story = evidence.tell_each_pair(tell)
    html = page(story, about=_about(evidence, title), public=public, annex=annex)
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
    from tertium.report import About

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
