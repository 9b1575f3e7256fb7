"""`tertium errors`: error analysis, with quality scores and a pass/fail verdict."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    require_option,
    show,
)
from tertium.cli.marked_options import check_ending, lengths_option, words_option

if TYPE_CHECKING:
    from tertium.stats.result import Result

__all__ = ["command"]

# As in tertium.stats.errors, which is not imported here so that --help stays fast.
_SCORINGS = ("raw", "calibrated", "non-linear", "j2450", "lisa", "wmt-mqm")


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--scoring",
    type=click.Choice(_SCORINGS),
    help="Scoring model.  [default: raw, or that of the campaign]",
)
@click.option(
    "--typology",
    metavar="NAME|FILE",
    help="Error typology with weights: a built-in name, or a YAML file.  "
    "[default: that of the campaign or the scoring model, or the points in the file]",
)
@click.option(
    "--pass-mark",
    type=float,
    help="Quality score needed to pass.  [default: 90 for calibrated and non-linear]",
)
@click.option(
    "--tolerance",
    help="Penalty points allowed: per 1,000 words (calibrated, 10), or for two lengths "
    "(non-linear, 250=4,1000=10).",
)
@words_option
@lengths_option
@click.option(
    "--repeated",
    type=click.Choice(("all", "once")),
    default="all",
    show_default=True,
    help="Count every repetition of an error in a document, or only the first.",
)
@click.option(
    "--merits",
    type=click.Choice(("apart", "count")),
    default="apart",
    show_default=True,
    help="Report merits apart, or let them offset errors of the same output (never critical ones).",
)
@click.option(
    "--layer",
    type=click.Choice(("observed", "consolidated", "arbitrated")),
    default="observed",
    show_default=True,
    help="Annotation layer: each annotator's own, after consolidation, or after adjudication.",
)
@click.option(
    "--consumer-risk",
    "consumer",
    default=0.05,
    show_default=True,
    help="Consumer's risk: probability that a text at the threshold passes.",
)
@click.option(
    "--producer-risk",
    "producer",
    default=0.05,
    show_default=True,
    help="Producer's risk: probability that a text at the threshold fails.",
)
@click.option(
    "--cautious",
    is_flag=True,
    help="Keep the risks also if documents differ strongly: assume a standard deviation of their "
    "whole mean instead of half of it. Needs a larger sample.",
)
@click.option(
    "--documents",
    type=click.IntRange(1),
    help="Documents in the whole delivery. If all were annotated, verdicts and confidence "
    "intervals are about them only.  [default: from the campaign's sample, else many]",
)
@click.option(
    "--examples",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="Examples per error category.",
)
@click.option(
    "--scorecard",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a scorecard (HTML or XLSX).",
)
@click.option("--job", help="Title of the scorecard.  [default: the campaign, or FILE]")
@level_option
@language_pair_option
@campaign_option
@require_option("contrast(new, old).low > 0")
@format_option
@output_option
def command(
    path: Path,
    scoring: Any,
    typology: str | None,
    pass_mark: float | None,
    tolerance: str | None,
    cautious: bool,
    documents: int | None,
    lengths: Path | None,
    layer: Literal["observed", "consolidated", "arbitrated"],
    scorecard: Path | None,
    job: str | None,
    campaign: str | None,
    language_pair: str | None,
    require: tuple[str, ...],
    fmt: str,
    output: Path | None,
    **given: Any,
) -> None:
    """Error analysis (MQM, ESA, LQA): quality scores, error rates, contrasts, pass/fail.

    FILE holds error annotations (annotator,segment,system,side,start,end,category,severity),
    WMT MQM or Marot files, or is a campaign's folder. Reports errors by category, severity,
    annotator and document, with examples. The verdict is pass, fail or undecided, with its
    risks; if undecided, it gives the sample size still needed.

    \b
    Examples:
      tertium errors errors.csv --scoring calibrated --pass-mark 95
      tertium errors mqm.tsv --scoring wmt-mqm --format json
      tertium errors errors.csv --typology ours.yaml --tolerance 8
      tertium errors errors.csv --scoring calibrated --scorecard card.html
      tertium errors errors.csv --require "contrast(new, old).low > 0"
    """
    from tertium.cli.evidence import open_evidence
    from tertium.cli.gate import check_conditions, read_condition
    from tertium.cli.marked import score_marked

    check_ending(scorecard, "scorecards", "--scorecard", (".html", ".xlsx"))
    conditions = [read_condition(text) for text in require]
    evidence = open_evidence(path, campaign, language_pair=language_pair)
    rule = dict(
        scoring=scoring,
        typology=typology,
        pass_mark=pass_mark,
        tolerance=tolerance,
        cautious=cautious,
        documents=documents,
        lengths=lengths,
        layer=layer,
        **given,
    )
    if scorecard is None:
        result: Result = evidence.each_pair(lambda part: score_marked(part, path, **rule).result)
    else:
        evidence.refuse_several("--scorecard")
        marked = score_marked(evidence, path, **rule)
        result = marked.result
        from tertium.cli.scorecards import write_cards
        from tertium.stats.errors.card import scorecards
        from tertium.stats.errors.replies import read_replies

        cards = scorecards(
            marked.spans,
            marked.result,
            typology=marked.typology,
            repeated=given["repeated"],
            job=job or (evidence.campaign.title if evidence.campaign else path.name),
            replies=read_replies(evidence.table),
        )
        write_cards(cards, evidence, layer, scorecard)
    show(result, fmt, output)
    check_conditions(result, conditions)
