from dataclasses import replace

import pytest

from tertium.rendering import figures, headline, tables
from tertium.stats.comparison.enough import EnoughAt, enough_from_shares


@pytest.fixture(scope="module")
def drawn():
    """Return curves of three annotators who lean the same way."""
    return enough_from_shares(
        [0.3, 0.28, 0.33], [0.16, 0.15, 0.2], sizes=(50, 100, 200), replicates=200
    )


@pytest.fixture(scope="module")
def shown(drawn):
    """Return the same curves of a study that shows which system is better."""
    points = tuple(replace(point, missed=0.2) for point in drawn.points)
    return replace(drawn, shown=True, judgements=400, again=0.7, points=points)


@pytest.mark.parametrize(
    ("at_80", "sentence"),
    [
        (310, "About 310 judgements by the same annotators would probably have been enough to "
              "show it."),
        (500, "A study of the same size would show it again with a probability of 70%."),
        (None, "A study of the same size would show it again with a probability of 70%."),
    ],
)  # fmt: skip
def test_the_headline_names_a_number_only_if_fewer_were_enough(shown, at_80, sentence):
    """The sentence follows the smallest study that shows it four times in five."""
    enough = (EnoughAt(1, None, None), EnoughAt(3, at_80, None))
    found = replace(shown, enough=enough)
    assert headline(found) == sentence
    assert figures(found)[0].title == sentence
    assert tables(found)[0].rows[-1] == ("3", at_80, None)


def test_a_study_that_does_not_show_it_says_nothing_of_smaller_ones(drawn):
    """No sentence, no picture, no table."""
    silent = replace(drawn, shown=False)
    assert headline(silent) == ""
    assert figures(silent) == ()
    assert tables(silent) == ()


def test_shares_alone_claim_nothing(drawn):
    """The curves of the paper have titles that say what they are."""
    ratio, impact = figures(drawn)
    assert ratio.title == "How often a study of this size finds a ratio of 1 or less."
    assert impact.title == "How often a study of this size finds an impact of 4 points or less."


def test_the_table_beside_a_curve_holds_its_points(drawn):
    """One row per size, one column per number of annotators."""
    ratio, impact = figures(drawn)
    points = [row["p"] for row in ratio.spec["layer"][0]["data"]["values"]]
    listed = [row[column] for column in (1, 2, 3) for row in ratio.table.rows]
    assert points == listed
    assert [column.title for column in ratio.table.columns[1:]] == [
        "1 annotator", "2 annotators", "3 annotators",
    ]  # fmt: skip
    assert impact.table.title == "P(impact ≤ 4 points)"
    assert tables(drawn)[0].rows[0][0] == "50"


def test_more_curves_than_can_be_told_apart_are_thinned():
    """Ten numbers of annotators give six curves and a table of ten columns."""
    many = enough_from_shares(
        [0.3] * 10, [0.15] * 10, sizes=(50, 500), annotators=range(1, 11), replicates=20
    )
    ratio = figures(many)[0]
    names = dict.fromkeys(row["name"] for row in ratio.spec["layer"][0]["data"]["values"])
    assert len(names) == 6
    assert list(names)[::5] == ["1 annotator", "10 annotators"]
    assert len(ratio.table.columns) == 11
