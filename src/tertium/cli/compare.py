"""`tertium compare`: two systems compared from preference judgements."""

from pathlib import Path
from typing import Any

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    require_option,
    resamples_option,
    seed_option,
    show,
)

__all__ = ["command"]

# As in tertium.stats.comparison.estimates, which is not imported here so that --help stays fast.
_INTERVALS = (
    "auto",
    "crossed",
    "naive",
    "segment",
    "annotator",
    "two-way",
    "two-way-t",
    "t",
    "hierarchical",
)


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--baseline", help="Baseline system, by its name in FILE.")
@click.option("--advanced", help="New system, by its name in FILE.")
@click.option(
    "--identical",
    help="Share of identical outputs: 0.226, or by domain: Environment=.226,Health=.262.",
)
@click.option(
    "--interval",
    type=click.Choice(_INTERVALS),
    default="auto",
    show_default=True,
    help="Confidence-interval method; auto is crossed: annotators, documents and segments vary.",
)
@click.option(
    "--prior",
    type=float,
    default=0.5,
    show_default=True,
    help="Prior scale of the differences between annotators, for --interval hierarchical.",
)
@level_option
@resamples_option
@seed_option
@click.option("--price", type=float, help="Price per task.")
@click.option("--currency", help="Currency of the price.  [default: EUR]")
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Segment scores (segment,system,score), to check whether wins are on poor segments.",
)
@click.option(
    "--curves", is_flag=True, help="Add power curves: sample size for a significant difference."
)
@language_pair_option
@campaign_option
@require_option("improvement_ratio.low > 1")
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    language_pair: str | None,
    identical: str | None,
    scores: Path | None,
    curves: bool,
    require: tuple[str, ...],
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Compare two systems from preference judgements: improvement ratio, impact, 95% CI.

    FILE holds judgements in any known format, gzipped or not
    (annotator,segment,left,right,answer), or is a campaign's folder. A campaign provides
    the systems, the share of identical outputs and the segment lengths.

    \b
    Examples:
      tertium compare judgements.csv --baseline base --advanced adv --identical 0.226
      tertium compare spring --require "improvement_ratio.low > 1" --format json
    """
    from tertium.cli.evidence import compare_evidence, open_evidence
    from tertium.cli.gate import check_conditions, read_condition

    conditions = [read_condition(text) for text in require]
    result = open_evidence(path, campaign, language_pair=language_pair).each_pair(
        lambda part: compare_evidence(
            part, identical=identical, scores=scores, curves=curves, given=given
        )
    )
    show(result, fmt, output)
    check_conditions(result, conditions)
