"""`tertium simulate tournament`: a tournament on rankings that were collected."""

from pathlib import Path

import click

from tertium.cli.common import format_option, output_option, seed_option, show


@click.command("tournament")
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--follow-ups",
    type=click.IntRange(0, 20),
    default=3,
    show_default=True,
    help="Follow-up questions after the tournament, between translations that are not yet ordered.",
)
@seed_option
@format_option
@output_option
def tournament_command(
    path: Path, follow_ups: int, seed: int, fmt: str, output: Path | None
) -> None:
    """How well would a tournament have recovered the full rankings in FILE?

    A simulated annotator who answers as the ranking does is asked only the questions of a
    tournament. Reports the recovered ranks beside the given ones, and the inferred
    preferences beside those of the ranking.

    \b
    Example:
      tertium simulate tournament rankings.csv.gz --follow-ups 2
    """
    from tertium.analyses.judgements import read
    from tertium.design.rebuild import simulate_tournament

    evidence = read(path)
    result = simulate_tournament(evidence.comparisons(), follow_ups=follow_ups, seed=seed)
    show(evidence.noted(result), fmt, output)
