"""`tertium adequacy`: adequate or not, for every translation, with few questions."""

from pathlib import Path

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    show,
)

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--labels",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Adequacy labels (annotator,segment,system,score with 1 or 0), if not in FILE.",
)
@click.option(
    "--reference",
    "references",
    multiple=True,
    help="System whose translations are adequate by definition; may be repeated.",
)
@level_option
@language_pair_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    labels: Path | None,
    references: tuple[str, ...],
    level: float,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Classify the translations in FILE as adequate or not, with few questions.

    FILE holds comparisons and adequacy labels, or is the folder of a tournament with
    `adequacy = true`. A translation dominated by an inadequate one is inadequate too, so
    annotators need not label it; inferred labels are marked and name their path. Labels
    that contradict the comparisons are listed, not averaged.

    \b
    Examples:
      tertium adequacy spring
      tertium adequacy comparisons.csv --labels adequate.csv --reference human
    """
    from tertium.cli.common import open_table
    from tertium.cli.evidence import open_evidence
    from tertium.stats.campaign import references_of
    from tertium.stats.tournament.adequacy import adequacy

    evidence = open_evidence(path, campaign, language_pair=language_pair)
    given = open_table(labels).scores("overall") if labels else None
    known = references_of(evidence.campaign) if evidence.campaign else ()
    result = evidence.each_pair(
        lambda part: part.noted(
            adequacy(part.comparisons(), given, references=(*known, *references), level=level)
        )
    )
    show(result, fmt, output)
