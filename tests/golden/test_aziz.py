"""Aziz, Mitkov and Specia (2013): the coefficients of its tables come out again."""

import pytest

from tertium.stats.effort.analyse import effort
from tertium.stats.effort.reference import ReferenceJudgements
from tertium.stats.published import aziz
from tertium.stats.published.claim import read_claims
from tertium.stats.reproduce import reproduce
from tertium.table import JudgementTable


def test_the_orders_of_table_3_give_the_printed_coefficients():
    """Spearman's ρ of time, HTER and keystrokes with the human ranking."""
    found = {one.quantity: one.obtained for one in reproduce(read_claims("aziz")).numbers}
    for column, printed in (("time", 0.7333), ("HTER", 0.5636), ("keystrokes", 0.6121)):
        name = f"Table 3, Spearman’s ρ of {column} with the human ranking"
        assert found[name] == pytest.approx(printed, abs=5e-5)


def test_only_known_slips_differ():
    """The HTER row of Table 1 contradicts the text; the human scores miss a system."""
    assert {
        one.quantity for one in reproduce(read_claims("aziz")).numbers if one.agrees is False
    } == {
        "Table 3, mean score of the human ranking",
        "Section 3.2, as is is the worst way: Table 1, HTER",
    }


def test_the_whole_analysis_gives_the_coefficient_of_time():
    """Edits whose times follow Table 3's order correlate .7333 with the human ranking."""
    rows = []
    for place, system in enumerate(aziz.TABLE_3["time"]):
        about = {"judgement": system, "annotator": f"e{place}", "segment": "1", "system": system}
        rows.append(about | {"aspect": "edited", "text": "x", "seconds": 10.0 + place})
    human = {system: 10.0 - place for place, system in enumerate(aziz.TABLE_3["human"])}
    found = effort(
        JudgementTable.from_rows(rows),
        indicators=["seconds"],
        methods=["as-is"],
        given=ReferenceJudgements(human),
    )
    (rho,) = found.correlations
    assert rho.value == pytest.approx(0.7333, abs=5e-5)
    assert rho.low < rho.value < rho.high
