"""Inter- and intra-annotator agreement."""

from typing import TYPE_CHECKING, Any

from tertium.analyses.analysis import analysis
from tertium.analyses.arguments import (
    CampaignName,
    GivenFile,
    LanguagePair,
    Level,
    Scale,
    Seed,
    Source,
)
from tertium.choices import AgreementVariant, MarkedName, Metric, Raters, TokenSide, Weights
from tertium.exceptions import BadInput

if TYPE_CHECKING:
    from tertium.analyses.judgements import Judgements
    from tertium.stats.agreement.agree import Agreement
    from tertium.stats.result import LanguagePairs
    from tertium.stats.span_agreement.agreement import SpanAgreement


@analysis
def agree(
    file: Source,
    /,
    *,
    aspect: str | None = None,
    scale: Scale = None,
    annotators: Raters = "these",
    weights: Weights | None = None,
    metric: Metric | None = None,
    variant: AgreementVariant = "textbook",
    lengths: GivenFile | None = None,
    level: Level = 0.95,
    side: TokenSide = "target",
    names: MarkedName | None = None,
    typology: str | None = None,
    seed: Seed = 0,
    language_pair: LanguagePair = None,
    campaign: CampaignName = None,
) -> "Agreement | SpanAgreement | LanguagePairs":
    """Inter- and intra-annotator agreement: Cohen's and Fleiss' κ, Krippendorff's α, AC1.

    FILE holds preferences (annotator,segment,left,right,answer[,pass]), rankings in any
    known format, scores (annotator,segment,system,score) or labels
    (annotator,segment,system,label), or is a campaign's folder. For error annotation
    (annotator,segment,system,side,start,end,category,severity), agreement is on the error
    spans, unless `aspect` asks for scores. All values have confidence intervals.

    Args:
        aspect: Aspect of the scores. [default: preferences if any, then overall or the only one]
        annotators: Confidence intervals for these annotators, or for a population of such
            annotators.
        weights: Weights of Cohen's κ. [default: none; quadratic for many scores]
        metric: Scale of Krippendorff's α. [default: nominal; interval for scores]
        variant: κ as in textbooks, or as the organisers of WMT compute it.
        lengths: Source words of each segment (CSV: segment,words), for agreement by length.
            [default: from the campaign]
        side: Error annotation: the text whose tokens are compared.
        names: Error annotation: what is compared beside the span. [default: category, if any]
        typology: Error annotation: typology with categories and weights.

    """
    from tertium.analyses.judgements import known_lengths, read
    from tertium.stats.agreement.agree import agree as agreed
    from tertium.stats.errors.collected import has_marks

    judgements = read(
        file, campaign=campaign, scale=scale, aspect=aspect, language_pair=language_pair
    )
    if not len(judgements.table):
        raise BadInput(
            "there are no judgements yet",
            where=judgements.place,
            fix="Run this command again after the first judgements.",
        )
    if aspect in (None, "error") and has_marks(judgements.table):
        return judgements.each_pair(
            lambda part: part.noted(
                _agree_on_errors(
                    part,
                    side=side,
                    names=names,
                    typology=typology,
                    raters=annotators,
                    level=level,
                    seed=seed,
                )
            )
        )
    if aspect is None and judgements.scored:
        aspect = judgements.aspect()
    knows = lengths is not None or judgements.campaign is not None
    return judgements.each_pair(
        lambda part: part.noted(
            agreed(
                part.table,
                aspect=aspect,
                raters=annotators,
                weights=weights,
                metric=metric,
                variant=variant,
                lengths=known_lengths(part, lengths) if knows else None,
                level=level,
            )
        )
    )


def _agree_on_errors(
    judgements: "Judgements", *, names: Any, typology: str | None, **choices: Any
) -> "SpanAgreement":
    """Measure agreement on marks; a campaign knows texts that its judgements do not."""
    from tertium.formats.typology import read_typology
    from tertium.stats.errors.collected import collected_spans, typology_of
    from tertium.stats.span_agreement.agreement import agree_spans

    spans = collected_spans(judgements.table, judgements.campaign)
    tree = read_typology(typology) if typology is not None else typology_of(judgements.campaign)
    return agree_spans(spans, label=names, typology=tree, **choices)
