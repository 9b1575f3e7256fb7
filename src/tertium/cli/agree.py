"""`tertium agree`: inter- and intra-annotator agreement."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from tertium.cli.common import (
    campaign_option,
    format_option,
    language_pair_option,
    level_option,
    output_option,
    scale_option,
    seed_option,
    show,
)

if TYPE_CHECKING:
    from tertium.cli.evidence import Evidence
    from tertium.stats.span_agreement import SpanAgreement

__all__ = ["command"]


@click.command()
@click.argument("path", type=click.Path(exists=True, path_type=Path), metavar="FILE")
@click.option(
    "--aspect",
    help="Aspect of the scores.  [default: preferences if any, then overall or the only one]",
)
@scale_option
@click.option(
    "--annotators",
    "raters",
    type=click.Choice(("these", "population")),
    default="these",
    show_default=True,
    help="Confidence intervals for these annotators, or for a population of such annotators.",
)
@click.option(
    "--weights",
    type=click.Choice(("none", "linear", "quadratic")),
    help="Weights of Cohen's κ.  [default: none; quadratic for many scores]",
)
@click.option(
    "--metric",
    type=click.Choice(("nominal", "ordinal", "interval")),
    help="Scale of Krippendorff's α.  [default: nominal; interval for scores]",
)
@click.option(
    "--variant",
    type=click.Choice(("textbook", "wmt")),
    default="textbook",
    show_default=True,
    help="κ as in textbooks, or as the organisers of WMT compute it.",
)
@click.option(
    "--lengths",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Source words of each segment (CSV: segment,words), for agreement by length.  "
    "[default: from the campaign]",
)
@level_option
@click.option(
    "--side",
    type=click.Choice(("target", "source", "both")),
    default="target",
    show_default=True,
    help="Error annotation: the text whose tokens are compared.",
)
@click.option(
    "--names",
    type=click.Choice(("category", "severity", "error")),
    help="Error annotation: what is compared beside the span.  [default: category, if any]",
)
@click.option("--typology", help="Error annotation: typology with categories and weights.")
@seed_option
@language_pair_option
@campaign_option
@format_option
@output_option
def command(
    path: Path,
    aspect: str | None,
    scale: str | None,
    raters: Literal["these", "population"],
    weights: Literal["none", "linear", "quadratic"] | None,
    metric: Literal["nominal", "ordinal", "interval"] | None,
    variant: Literal["textbook", "wmt"],
    lengths: Path | None,
    level: float,
    side: Literal["target", "source", "both"],
    names: Literal["category", "severity", "error"] | None,
    typology: str | None,
    seed: int,
    campaign: str | None,
    language_pair: str | None,
    fmt: str,
    output: Path | None,
) -> None:
    """Inter- and intra-annotator agreement: Cohen's and Fleiss' κ, Krippendorff's α, AC1.

    FILE holds preferences (annotator,segment,left,right,answer[,pass]), rankings in any
    known format, scores (annotator,segment,system,score) or labels
    (annotator,segment,system,label), or is a campaign's folder. For error annotation
    (annotator,segment,system,side,start,end,category,severity), agreement is on the error
    spans, unless --aspect asks for scores. All values have confidence intervals.

    \b
    Examples:
      tertium agree judgements.csv --format json | jq .cohen.mean
      tertium agree rankings.csv --variant wmt
      tertium agree errors.csv --format html -o agreement.html
    """
    from tertium.cli.evidence import known_lengths, open_evidence
    from tertium.exceptions import BadInput
    from tertium.stats.agreement.agree import agree
    from tertium.stats.errors import has_marks

    evidence = open_evidence(
        path, campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    if not len(evidence.table):
        raise BadInput(
            "there are no judgements yet",
            where=str(path),
            fix="Run this command again after the first judgements.",
        )
    if aspect in (None, "error") and has_marks(evidence.table):
        marked = evidence.each_pair(
            lambda part: part.noted(
                _agree_on_errors(
                    part, side=side, names=names, typology=typology, raters=raters, level=level,
                    seed=seed,
                )
            )
        )  # fmt: skip
        show(marked, fmt, output)
        return
    if aspect is None and evidence.scored:
        aspect = evidence.aspect()
    knows = lengths is not None or evidence.campaign is not None
    result = evidence.each_pair(
        lambda part: part.noted(
            agree(
                part.table,
                aspect=aspect,
                raters=raters,
                weights=weights,
                metric=metric,
                variant=variant,
                lengths=known_lengths(part, lengths) if knows else None,
                level=level,
            )
        )
    )
    show(result, fmt, output)


def _agree_on_errors(
    evidence: "Evidence", *, names: Any, typology: str | None, **choices: Any
) -> "SpanAgreement":
    """Measure agreement on marks; a campaign knows texts that its judgements do not."""
    from tertium.formats.typology import read_typology
    from tertium.stats.errors import collected_spans, typology_of
    from tertium.stats.span_agreement import agree_spans

    spans = collected_spans(evidence.table, evidence.campaign)
    tree = read_typology(typology) if typology is not None else typology_of(evidence.campaign)
    return agree_spans(spans, label=names, typology=tree, **choices)
