"""Ranking by post-editing effort: the orders of Table 3, analysed again.

Aziz, Mitkov and Specia (2013), "Ranking Machine Translation Systems via Post-Editing". The edits
were not published; edits whose effort follows a printed order must correlate as printed.
"""

from tertium.stats.effort.analyse import effort
from tertium.stats.effort.reference import ReferenceJudgements
from tertium.stats.published.claim import printed_tables, recomputes
from tertium.table import JudgementTable

TABLE_3 = printed_tables("aziz")["table_3"]


@recomputes(effort)
def rho(column: str) -> float | None:
    """Return Spearman's ρ of the order of Table 3 by an indicator with the human ranking."""
    rows = [
        {"judgement": system, "annotator": f"e{place}", "segment": "1", "system": system,
         "aspect": "edited", "text": "x", "seconds": 10.0 + place}
        for place, system in enumerate(TABLE_3[column])
    ]  # fmt: skip
    human = {system: -float(place) for place, system in enumerate(TABLE_3["human"])}
    found = effort(
        JudgementTable.from_rows(rows),
        indicators=["seconds"],
        methods=["as-is"],
        given=ReferenceJudgements(human),
    )
    (correlation,) = found.correlations
    return correlation.value
