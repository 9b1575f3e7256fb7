"""`tertium errors`: marked errors into scores, by kind, with a verdict."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.common import (
    format_option,
    language_pair_option,
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
    help="How points become a score.  [default: raw, or as a campaign says]",
)
@click.option(
    "--typology",
    metavar="NAME|FILE",
    help="What errors cost: a typology that ships, or a YAML file.  "
    "[default: that of the campaign or the scoring, or the points the file brings]",
)
@click.option(
    "--pass-mark",
    type=float,
    help="The score at which a text passes.  [default: 90 for calibrated and non-linear]",
)
@click.option(
    "--tolerance",
    help="Points that a text may cost: in 1,000 words (calibrated, 10), or for two lengths "
    "(non-linear, 250=4,1000=10).",
)
@words_option
@lengths_option
@click.option(
    "--repeated",
    type=click.Choice(("all", "once")),
    default="all",
    show_default=True,
    help="Whether an error that is repeated in a document costs again.",
)
@click.option(
    "--merits",
    type=click.Choice(("apart", "count")),
    default="apart",
    show_default=True,
    help="Whether what is done well pays for errors of the same output (never critical ones).",
)
@click.option(
    "--layer",
    type=click.Choice(("observed", "consolidated", "arbitrated")),
    default="observed",
    show_default=True,
    help="Whose marks: what each annotator saw, what they agreed on, or what stands after "
    "arbitration.",
)
@click.option(
    "--consumer-risk",
    "consumer",
    default=0.05,
    show_default=True,
    help="How often a text at the threshold may pass.",
)
@click.option(
    "--producer-risk",
    "producer",
    default=0.05,
    show_default=True,
    help="How often a text at the threshold may fail.",
)
@click.option(
    "--cautious",
    is_flag=True,
    help="Keep the stated risks also where documents differ strongly: take them to differ by all "
    "of their mean instead of half of it. Asks for more words.",
)
@click.option(
    "--documents",
    type=click.IntRange(1),
    help="Documents of the whole text. If all were read, verdicts and intervals are about them "
    "only.  [default: as a campaign's sample says, else unknown and many]",
)
@click.option(
    "--examples",
    type=click.IntRange(0, 20),
    default=2,
    show_default=True,
    help="Typical errors of each category.",
)
@click.option(
    "--scorecard",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a scorecard to hand out: as HTML that prints, or as XLSX.",
)
@click.option("--job", help="What the scorecard is about.  [default: the campaign, or FILE]")
@click.option("--level", default=0.95, show_default=True, help="Confidence level.")
@language_pair_option
@click.option("--campaign", help="Which campaign, if FILE is a folder with several.")
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
    """Score systems by the errors marked in FILE, contrast them, and tell which pass.

    FILE holds marked errors (annotator,segment,system,side,start,end,category,severity),
    MQM of WMT or Marot, or is a campaign's folder. Errors are told by category, severity,
    annotator and document, with typical examples; a verdict (pass, fail, or not yet
    decided) comes with its risks, and says how much more to read where nothing is decided.

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
