"""How alike are judgements of one document?

The intraclass correlation ρ is the part of the variance of decided judgements that documents make.
With m segments per document, judgements are worth 1/(1 + (m − 1)·ρ) of as many independent ones.
"""

import numpy as np

from tertium.stats.codes import filled
from tertium.stats.contrasts.crossed import document_share, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.ratio import log_ratios_of
from tertium.table import Comparisons, JudgementTable

__all__ = ["document_correlation"]


def document_correlation(data: JudgementTable | Comparisons) -> float | None:
    """Return ρ of the preferences between two systems; None where documents do not tell."""
    rows = data.comparisons() if isinstance(data, JudgementTable) else data
    rows = rows.take(np.abs(rows.value) > 0)
    if not len(rows):
        return None
    # Which system of a pair is written first is arbitrary: judge from the side of one of them.
    names = np.array(rows.system.names)[rows.system.codes]
    other = np.array(rows.versus.names)[rows.versus.codes]
    won = np.where(names < other, rows.value, -rows.value) > 0
    if won.all() or not won.any():
        return None
    segment = filled(rows.segment.codes, np.arange(len(rows)))
    layout = Layout.of(np.ones(len(rows)), rows.annotator.codes, segment, rows.document.codes)
    if not layout.documents_known or not layout.document_freedom:
        return None
    return document_share(layout, squares(layout, log_ratios_of(won.astype(float))[:, None]))
