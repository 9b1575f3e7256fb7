"""`tertium rank`: systems ranked, with confidence intervals, rank ranges and clusters."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.common import (
    aspect_option,
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    require_option,
    scale_option,
    seed_option,
    show,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.result import Result

__all__ = ["command"]

# As in tertium.stats.ranking, which is not imported here so that --help stays fast.
_COMPARED = ("bradley-terry", "wins", "expected-wins", "dominance", "trueskill")
_SCORED = ("z", "raw", "wmt-z", "wmt24", "wmt25", "wmt26")
_METHODS = {"preferences": _COMPARED, "scores": _SCORED}
_TIES = ("davidson", "half", "drop")
_MEASURES = ("preferences", "scores", "errors", "chunks", "time", "keys", "hter")
_INTERVALS = ("auto", "crossed", "two-way", "annotator", "segment", "information")


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--measure",
    type=click.Choice(_MEASURES),
    help="Measure to rank by, if FILE holds several.  [default: the first of these in FILE]",
)
@click.option(
    "--method",
    type=click.Choice((*_COMPARED, *_SCORED)),
    help="Scoring method.  [default: bradley-terry for comparisons, z for scores]",
)
@click.option(
    "--ties",
    type=click.Choice(_TIES),
    default="davidson",
    show_default=True,
    help="Ties in Bradley-Terry: an outcome of their own, half a win each, or ignored.",
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
    help="Correction for multiple comparisons (holm; bh for scores); shared tasks use none.",
)
@click.option(
    "--prior",
    type=float,
    help="Standard deviation of a normal prior on log strengths that are not identified.",
)
@click.option("--runs", default=200, show_default=True, help="TrueSkill runs; WMT used 1,000.")
@click.option(
    "--passing",
    type=click.Choice(("all", "passed")),
    default="all",
    show_default=True,
    help="Use the scores of all annotators, or of those who passed quality control.",
)
@aspect_option
@scale_option
@level_option
@seed_option
@click.option("--baseline", help="Report contrasts with this system only.")
@language_pair_option
@campaign_option
@require_option("contrast(new, old).low > 0")
@format_option
@output_option
def command(
    path: Path,
    campaign: str | None,
    language_pair: str | None,
    measure: Any,
    method: Any,
    passing: Literal["all", "passed"],
    aspect: str | None,
    baseline: str | None,
    require: tuple[str, ...],
    scale: str | None,
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Rank systems with confidence intervals, rank ranges and significance clusters.

    FILE holds comparisons (annotator,segment,left,right,answer), WMT rankings, scores
    (annotator,segment,system,score), error annotations, judged chunks or post-edited texts,
    or is a campaign's folder. Every pair of systems has a contrast with confidence interval
    and p-value, paired by annotators and documents; every system of a cluster is
    significantly better than every system of the next.

    \b
    Examples:
      tertium rank rankings.csv.gz
      tertium rank rankings.csv.gz --method expected-wins --format csv
      tertium rank scores.csv --method wmt-z --baseline old
      tertium rank errors.csv --measure errors --require "contrast(new, old).low > 0"
    """
    from tertium.cli.evidence import open_evidence
    from tertium.cli.gate import check_conditions, read_condition
    from tertium.cli.measures import against_baseline, held_measures, rank_by

    conditions = [read_condition(text) for text in require]
    evidence = open_evidence(
        path, campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    held = () if measure or method or aspect else held_measures(evidence)
    by = measure or _measure(method, aspect, held)
    if method is not None and method not in _METHODS.get(by, ()):
        raise click.UsageError(f"--method {method} does not rank by {by}.")
    if aspect is not None and by != "scores":
        raise click.UsageError(f"--aspect is for scores, not for {by}.")

    others = tuple(one for one in held if one != by)

    def analyse(part: "Evidence") -> "Result":
        found = rank_by(part, path, by, method=method, aspect=aspect, passing=passing, **given)
        if others:
            note = f"Systems can also be ranked by {' or '.join(others)}: --measure {others[0]}."
            found = replace(found, warnings=(*found.warnings, note))
        return part.noted(found if baseline is None else against_baseline(found, baseline))

    result = evidence.each_pair(analyse)
    show(result, fmt, output)
    check_conditions(result, conditions)


def _measure(method: str | None, aspect: str | None, held: tuple[str, ...]) -> str:
    """Return what is ranked by: what an option says, or the first that there is."""
    if method in _COMPARED:
        return "preferences"
    if method in _SCORED or aspect is not None:
        return "scores"
    return held[0] if held else "preferences"
