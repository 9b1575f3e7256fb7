"""`tertium effort`: how much time each way of judging takes."""

from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--lengths",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Source words of each segment (segment,words); a campaign knows them.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@format_option
@output_option
def command(
    path: Path,
    lengths: Path | None,
    level: float,
    campaign: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Tell how many seconds a source word costs, and what a tournament saves.

    FILE is the folder of a campaign, best a crossover, in which everybody judged the
    same sources by tournament and by ranking; or a file of its judgements with the
    columns condition and seconds, and the lengths beside it.

    \b
    Examples:
      tertium effort crossover
      tertium effort judgements.csv --lengths words.csv --format json
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.stats.efficiency import efficiency

    evidence = open_evidence(path, campaign)
    result = efficiency(evidence.comparisons(), known_lengths(evidence, lengths), level=level)
    show(evidence.noted(result), fmt, output)
