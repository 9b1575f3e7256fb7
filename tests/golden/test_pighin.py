"""The worked example of Pighin, Formiga and Màrquez (2012), end to end through the table.

The judgements were not published; these campaigns hold the printed graph, and what the
paper says about it must come out.
"""

import numpy as np
import pytest
from scipy.stats import multinomial

from tertium.stats.agreement.majority import majority_chance
from tertium.stats.published.claim import read_claims
from tertium.stats.reproduce import reproduce
from tertium.stats.tournament.adequacy import adequacy
from tertium.stats.tournament.dominance import dominance
from tertium.table import JudgementTable

ANSWERS = (
    ("LW", "Google", "left"), ("Google", "Systran", "tie"), ("Systran", "Moses", "left"),
    ("Bing", "Google", "right"), ("Reference", "Bing", "left"), ("Moses", "LW", "right"),
)  # fmt: skip
VALUES = {"left": 1, "tie": 0, "right": -1}


def sources(number, said=()):
    """Write the printed graph for several sources, and answers to "adequate?"."""
    for k in range(number):
        about = {"annotator": f"e{k % 3}", "segment": f"s{k}"}
        for left, right, answer in ANSWERS:
            yield about | {
                "judgement": f"{k}-{left}-{right}", "system": left, "versus": right, "slot": 1,
                "aspect": "preference", "label": answer, "value": VALUES[answer],
            }  # fmt: skip
        for system, adequate in said:
            yield about | {"system": system, "aspect": "adequate", "value": adequate}


def test_the_figure_and_its_ranking_come_out_of_a_table():
    """LW 4, three times 1, Moses −3, Bing −4 in each source, so also on average."""
    found = dominance(JudgementTable.from_rows(sources(6)))
    assert [(one.system, one.score) for one in found.systems] == [
        ("LW", 4), ("Google", 1), ("Reference", 1), ("Systran", 1), ("Moses", -3), ("Bing", -4),
    ]  # fmt: skip
    assert all(
        source.ranks == {"LW": 1, "Google": 2, "Reference": 2, "Systran": 2, "Moses": 3, "Bing": 4}
        for source in found.segments
    )
    assert found.consistency.graphs == 1


def test_the_second_stage_takes_one_question_where_the_best_is_inadequate():
    """Six translations, five vertices, one by reference, one asked, three follow."""
    found = adequacy(JudgementTable.from_rows(sources(4, [("LW", 0)])), references=["Reference"])
    effort = found.effort
    assert (effort.translations, effort.collapsed, effort.unique) == (24, 4, 20)
    assert (effort.by_reference, effort.by_propagation, effort.asked) == (4, 12, 4)


def test_moses_inadequate_and_bing_adequate_are_harmonised():
    """§ 4.3: Moses (third) may be inadequate, Bing (fourth) adequate; Bing moves up to Moses."""
    said = [("LW", 1), ("Google", 1), ("Moses", 0), ("Bing", 1)]
    found = adequacy(JudgementTable.from_rows(sources(2, said)), references=["Reference"])
    for source in found.harmonised:
        assert (source.ranks["Moses"], source.ranks["Bing"]) == (3, 4)
        assert (source.harmonised["Moses"], source.harmonised["Bing"]) == (3, 3)
    assert found.harmonisation.changed == 1
    assert {(one.inadequate, one.adequate) for one in found.conflicts} == {("Moses", "Bing")}


@pytest.mark.parametrize(("at_least", "expected"), [(9, 0.150), (11, 0.012)])
def test_majorities_by_chance(at_least, expected):
    """Sixteen people who draw one of three answers; summed over every outcome."""
    found = majority_chance(16, at_least, 3)
    assert found == pytest.approx(expected, abs=5e-4)
    outcomes = [(i, j, 16 - i - j) for i in range(17) for j in range(17 - i)]
    chances = multinomial(16, [1 / 3] * 3).pmf(outcomes)
    assert found == pytest.approx(chances[np.max(outcomes, axis=1) >= at_least].sum())
    assert majority_chance(16, 6, 3) == pytest.approx(1)


def test_the_known_slips_are_the_only_differences():
    """What differs is what is known to be wrong in the paper, and nothing else."""
    found = reproduce(read_claims("pighin"))
    assert found.warnings == ()
    assert {one.quantity for one in found.numbers if one.agrees is False} == {
        "Section 4.5, dominance of LW",
        "Section 4.2, collapsed",
        *(f"Section 3.1, 2⌈n/2⌉ questions, n = {n}" for n in (2, 3, 4, 7, 8, 9, 10)),
    }
