"""Agreement on marked errors: tokens, overlapping spans, alignments, unitising, categories."""

from tertium.stats.span_agreement.agreement import SEVERITY_WEIGHTS, Side, agree_spans
from tertium.stats.span_agreement.gamma import GammaChoices
from tertium.stats.span_agreement.quick import TokenAgreement, TokenPair, agree_tokens
from tertium.stats.span_agreement.readings import Label
from tertium.stats.span_agreement.result import MarkedText, SpanAgreement

__all__ = [
    "SEVERITY_WEIGHTS",
    "GammaChoices",
    "Label",
    "MarkedText",
    "Side",
    "SpanAgreement",
    "TokenAgreement",
    "TokenPair",
    "agree_spans",
    "agree_tokens",
]
