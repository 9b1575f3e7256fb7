"""`tertium rank`: an order of many systems, and how sure it is."""

from pathlib import Path
from typing import Any, Literal

import click

from tertium.cli.common import format_option, output_option, show

__all__ = ["command"]

# As in tertium.stats.ranking, which is not imported here so that --help stays fast.
_COMPARED = ("bradley-terry", "wins", "expected-wins", "dominance", "trueskill")
_SCORED = ("z", "raw", "wmt-z", "wmt24", "wmt25", "wmt26")
_TIES = ("davidson", "half", "drop")
_INTERVALS = ("auto", "crossed", "two-way", "annotator", "source", "information")


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--method",
    type=click.Choice((*_COMPARED, *_SCORED)),
    help="How judgements become a score of each system.  "
    "[default: bradley-terry for comparisons, z for scores]",
)
@click.option(
    "--ties",
    type=click.Choice(_TIES),
    default="davidson",
    show_default=True,
    help="What a tie means to Bradley-Terry: an outcome of its own, half a win each, nothing.",
)
@click.option(
    "--interval",
    type=click.Choice(_INTERVALS),
    default="auto",
    show_default=True,
    help="Confidence-interval method of comparisons; auto is crossed (annotators, documents and "
    "segments vary) for Bradley-Terry and two-way (annotators and segments) for other methods.",
)
@click.option(
    "--correction",
    type=click.Choice(("none", "holm", "bh")),
    default="none",
    show_default=True,
    help="Guard all pairs together (holm; bh for scores), or each by itself as shared tasks do.",
)
@click.option(
    "--prior",
    type=float,
    help="Sd of a normal prior on log strengths, where the comparisons leave them open.",
)
@click.option(
    "--runs", default=200, show_default=True, help="Runs of TrueSkill; WMT published 1,000."
)
@click.option(
    "--passing",
    type=click.Choice(("all", "passed")),
    default="all",
    show_default=True,
    help="Whose scores count: everybody's, or of those who passed the control items.",
)
@click.option("--aspect", help="The scores to look at.  [default: overall, or the only ones]")
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    method: Any,
    passing: Literal["all", "passed"],
    aspect: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Rank the systems judged in FILE, with intervals, rank ranges and clusters.

    FILE holds comparisons (annotator,segment,left,right,answer), WMT rankings, or scores
    (annotator,segment,system,score), or is a campaign's folder. Systems in one cluster
    are not told apart by these judgements.

    \b
    Examples:
      tertium rank rankings.csv.gz
      tertium rank rankings.csv.gz --method expected-wins --format csv
      tertium rank scores.csv --method wmt-z
    """
    from tertium.cli.evidence import open_evidence
    from tertium.stats.assessment.ranking import rank_scores
    from tertium.stats.ranking.rank import rank

    evidence = open_evidence(path, campaign)
    method = method or ("z" if aspect or evidence.scored else "bradley-terry")
    if method in _SCORED:
        shared = {name: given[name] for name in ("correction", "level", "seed")}
        aspect = evidence.aspect(aspect)
        result = rank_scores(
            evidence.table, method=method, aspect=aspect, passing=passing, **shared
        )
    else:
        if aspect is not None:
            raise click.UsageError(f"--aspect is for scores; --method {method} takes comparisons.")
        result = rank(evidence.comparisons(), method=method, **given)
    show(evidence.noted(result), fmt, output)
