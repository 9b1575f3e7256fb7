"""The errors of a campaign, scored by the rule that it agreed on beforehand."""

from dataclasses import replace

from tertium.model import Campaign
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.collected import collected_spans, rule_of, sample_told, typology_of
from tertium.stats.errors.formulas import Scoring
from tertium.stats.errors.result import ErrorScores
from tertium.table import JudgementTable, Spans
from tertium.typology import Typology

__all__ = ["score_campaign"]


def score_campaign(
    table: JudgementTable, campaign: Campaign | None, *, level: float
) -> tuple[Spans, Typology | None, ErrorScores]:
    """Return what was marked, with which typology, and its scores.

    Errors count per word where the texts are known, per segment where they are not.
    """
    spans = collected_spans(table, campaign)
    known = all(text is not None for text in spans.outputs.source)
    scoring: Scoring = "raw" if known else "wmt-mqm"
    rule = {"scoring": scoring} | rule_of(campaign)
    typology = typology_of(campaign)
    scores = score_errors(spans, typology=typology, level=level, **rule)
    scores = replace(scores, warnings=(*sample_told(campaign), *scores.warnings))
    return spans, typology, scores
