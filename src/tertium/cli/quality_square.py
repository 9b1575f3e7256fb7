"""`tertium quality-square`: four values for every text, each against its threshold."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    output_option,
    show,
)
from tertium.cli.marked_options import lengths_option

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.result import Result

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE_OR_FOLDER")
@click.option(
    "--model",
    default="full",
    show_default=True,
    metavar="NAME|FILE",
    help="Quality model with criteria, thresholds and logic: full, light, or a YAML file.",
)
@click.option(
    "--errors",
    type=click.Path(exists=True, path_type=Path),
    help="Error annotations of the same texts (a file, or a campaign's folder), if not in "
    "FILE_OR_FOLDER.",
)
@lengths_option
@click.option(
    "--risk",
    default=0.05,
    show_default=True,
    help="Probability that a text at the threshold passes, and that it fails.",
)
@language_pair_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    model: str,
    errors: Path | None,
    lengths: Path | None,
    risk: float,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Adequacy, readability, major and technical errors against thresholds.

    FILE_OR_FOLDER holds ratings and counts (annotator,segment,system,score,aspect, with a
    criterion of the model as aspect), or is a campaign's folder. Each of the four values has
    its own threshold and confidence interval; technical errors are assessed only in texts
    that pass.

    \b
    Examples:
      tertium quality-square reviews.csv --errors marks.csv
      tertium quality-square reviews.csv --model light --lengths words.csv
      tertium quality-square reviews.csv --model ours.yaml --format json
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.stats.errors import collected_spans, has_marks
    from tertium.stats.square import gather_reviews, read_model, square

    evidence = open_evidence(path, campaign, language_pair=language_pair)
    marked = evidence if errors is None else open_evidence(errors)
    marks_of = marked.by_pair()
    chosen = read_model(model)
    known: dict[str, float] = {}
    if lengths is not None or evidence.campaign is not None:
        known = dict(known_lengths(evidence, lengths))

    def analyse(part: "Evidence") -> "Result":
        marks = marks_of.get(part.language_pair or "", marked)
        spans = collected_spans(marks.table, marks.campaign) if has_marks(marks.table) else None
        reviews = gather_reviews(part.table, chosen, spans=spans, lengths=known)
        return part.noted(square(reviews, model=chosen, risk=risk))

    show(evidence.each_pair(analyse), fmt, output)
