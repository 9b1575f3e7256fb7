"""`tertium compare`: which of two releases is preferred, and how sure is that?"""

from pathlib import Path
from typing import Any

import click

from tertium.cli.common import (
    format_option,
    language_pair_option,
    output_option,
    require_option,
    show,
)

__all__ = ["command"]

# As in tertium.stats.comparison.estimates, which is not imported here so that --help stays fast.
_INTERVALS = (
    "auto",
    "crossed",
    "naive",
    "segment",
    "evaluator",
    "two-way",
    "two-way-t",
    "t",
    "hierarchical",
)


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option("--baseline", help="The old release, by its name in FILE.")
@click.option("--advanced", help="The new release, by its name in FILE.")
@click.option(
    "--identical",
    help="Share of outputs that do not differ: 0.226, or by domain Environment=.226,Health=.262.",
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
    help="Scale of the differences between evaluators, for --interval hierarchical.",
)
@click.option("--level", default=0.95, show_default=True, help="Level of the intervals.")
@click.option("--resamples", default=2000, show_default=True, help="Draws of bootstrap intervals.")
@click.option("--seed", default=0, show_default=True, help="Seed of all random draws.")
@click.option("--price", type=float, help="Price of one task, for the cost.")
@click.option("--currency", help="Currency of the price.  [default: EUR]")
@click.option(
    "--scores",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Sentence-level scores (segment,system,score) for the “terrible → bad” caution.",
)
@click.option("--curves", is_flag=True, help="Add the curves that tell how many would be enough.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Tell which of two releases is preferred in FILE, and how sure that is.

    FILE holds judgements in any known format, gzipped or not
    (annotator,segment,left,right,answer), or is a campaign's folder, which knows the
    systems, the identical outputs and the lengths by itself.

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
