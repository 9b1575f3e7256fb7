from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tertium.design.rebuild import simulate_tournament
from tertium.rendering import figures, headline, tables
from tests.rendering.every_format import tell
from tests.stats.graph_rows import view


def rankings(number, outputs, seed=0):
    """Return full rankings as comparisons of all their pairs."""
    random = np.random.default_rng(seed)
    for at in range(number):
        ranks = random.permutation(outputs)
        for one, two in combinations(range(outputs), 2):
            yield {
                "judgement": f"j{at}", "annotator": "ann", "segment": f"s{at}",
                "system": f"m{one}", "versus": f"m{two}", "aspect": "preference",
                "value": float(np.sign(ranks[two] - ranks[one])),
            }  # fmt: skip


@pytest.fixture(scope="module")
def rebuilt():
    """Return what a tournament makes of strict rankings of five."""
    return simulate_tournament(view(rankings(120, 5)), follow_ups=3)


def test_the_headline_names_questions_and_correlation(rebuilt):
    """Six questions instead of ten, and what follow-ups add."""
    assert headline(rebuilt).startswith("A tournament of 6 questions instead of 10 rebuilds these")
    assert "with three follow-up questions it is" in headline(rebuilt)


def test_published_values_stand_beside_ours(rebuilt):
    """The paper's .93 and 85.4% are lines in the pictures and rows in the tables."""
    said = tell(rebuilt)
    first, second = figures(rebuilt)
    marks = [
        [
            row["value"]
            for layer in figure.spec["layer"]
            if layer["mark"]["type"] == "rule" and "strokeDash" in layer["mark"]
            for row in layer["data"]["values"]
        ]
        for figure in (first, second)
    ]
    assert marks == [[0.93], [0.854]]
    assert tables(rebuilt)[0].rows[-1][0] == "published"
    assert tables(rebuilt)[1].rows[-1][:2] == ("published", 0.854)
    assert len(said["json"]["by_follow_ups"]) == 4


def test_correlation_is_drawn_with_its_interval(rebuilt):
    """Each number of follow-ups has a point and a line around it."""
    first = figures(rebuilt)[0]
    ends = [
        row
        for layer in first.spec["layer"]
        if layer["mark"]["type"] == "rule" and "strokeDash" not in layer["mark"]
        for row in layer["data"]["values"]
    ]
    assert [row["x"] for row in ends] == [0, 1, 2, 3]
    assert all(row["low"] <= row["value"] <= row["high"] for row in ends)


@pytest.mark.parametrize(("outputs", "follow_ups"), [(2, 0), (3, 1), (4, 0), (7, 2)])
def test_other_sizes_are_told_too(outputs, follow_ups):
    """Two or three outputs leave nothing to infer; without follow-ups there is one point."""
    result = simulate_tournament(view(rankings(15, outputs)), follow_ups=follow_ups)
    tell(result)
    assert len(tables(result)[0].rows) == follow_ups + 2


def test_nothing_to_rebuild_is_a_sentence(rebuilt):
    """Without rankings there are no numbers and no pictures."""
    empty = replace(rebuilt, rankings=0, by_follow_ups=())
    assert headline(empty) == "There are no full rankings to rebuild."
    assert figures(empty) == ()
    tell(empty)
