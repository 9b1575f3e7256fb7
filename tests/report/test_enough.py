from dataclasses import replace

import pytest

from tertium.report import figures, headline, tables
from tertium.stats.comparison.enough import EnoughAt, enough_from_shares


@pytest.fixture(scope="module")
def drawn():
    """Return curves of three evaluators who lean the same way."""
    return enough_from_shares(
        [0.3, 0.28, 0.33], [0.16, 0.15, 0.2], sizes=(50, 100, 200), replicates=200
    )


@pytest.mark.parametrize(
    ("needed", "sentence"),
    [
        ((200, 100), "100 judgements {shown}; one of them alone would have needed 200."),
        ((100, 100), "100 judgements {shown}."),
        (
            (None, 50),
            "50 judgements or fewer {shown}; with one of them alone no number drawn would have "
            "been enough.",
        ),
        ((None, None), "Even 200 judgements would often have missed the direction."),
    ],
)
def test_the_headline_names_a_number_only_if_one_was_enough(drawn, needed, sentence):
    """The sentence follows the smallest sizes that reached 95%."""
    alone, together = needed
    enough = (EnoughAt(1, alone, None), EnoughAt(3, together, None))
    expected = sentence.format(shown="would probably have shown the direction")
    scope = "With these evaluators, " if together else ""
    assert headline(replace(drawn, enough=enough)) == scope + expected


def test_no_improvement_is_not_called_a_missed_one():
    """When the judgements lean the other way, no number of them would have been enough."""
    turned = enough_from_shares([0.1, 0.12], [0.3, 0.3], sizes=(50, 200), replicates=50)
    assert headline(turned).startswith("More judgements would not have shown an improvement")
    assert "unlikely" in figures(turned)[1].title


def test_the_table_beside_a_curve_holds_its_points(drawn):
    """One row per size, one column per number of evaluators."""
    ratio, impact = figures(drawn)
    points = [row["p"] for row in ratio.spec["layer"][0]["data"]["values"]]
    listed = [row[column] for column in (1, 2, 3) for row in ratio.table.rows]
    assert points == listed
    assert [column.title for column in ratio.table.columns[1:]] == [
        "1 evaluator", "2 evaluators", "3 evaluators",
    ]  # fmt: skip
    assert impact.table.title == "P(impact ≤ 4 points)"
    assert tables(drawn)[0].rows[0][0] == "1"


def test_ten_evaluators_speak_for_evaluators_in_general():
    """From ten on the sentence no longer speaks of these evaluators only."""
    many = enough_from_shares([0.3] * 10, [0.15] * 10, sizes=(50, 500), replicates=50)
    assert headline(many).startswith("500 judgements would probably") or "50 judg" in headline(many)
    assert "these" not in headline(many)


def test_more_curves_than_can_be_told_apart_are_thinned():
    """Ten numbers of evaluators give six curves and a table of ten columns."""
    many = enough_from_shares(
        [0.3] * 10, [0.15] * 10, sizes=(50, 500), evaluators=range(1, 11), replicates=20
    )
    ratio = figures(many)[0]
    names = dict.fromkeys(row["name"] for row in ratio.spec["layer"][0]["data"]["values"])
    assert len(names) == 6
    assert list(names)[::5] == ["1 evaluator", "10 evaluators"]
    assert len(ratio.table.columns) == 11
