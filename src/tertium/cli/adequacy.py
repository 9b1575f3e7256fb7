"""`tertium adequacy`: yes or no for every translation, at a part of the questions."""

from pathlib import Path

import click

from tertium.cli.common import format_option, language_pair_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--labels",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Answers to “adequate?” (annotator,segment,system,score with 1 or 0), if not in FILE.",
)
@click.option(
    "--reference",
    "references",
    multiple=True,
    help="A system whose translations are adequate without asking; may be repeated.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Tell which translations in FILE are adequate, and how many had to be asked about.

    FILE holds comparisons and the answers to “adequate?”, or is the folder of a
    tournament with `adequacy = true`. What an inadequate translation dominates is
    inadequate too, and so nobody is asked; what was inferred this way is marked and
    names its path. Answers that contradict the comparisons are listed, not averaged.

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
