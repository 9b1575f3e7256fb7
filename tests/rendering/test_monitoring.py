"""A look at a running campaign, in every format and with its pictures."""

import pytest

from tertium.rendering import facts, figures, headline, methods, tables
from tertium.stats.monitoring.monitor import monitor
from tertium.stats.monitoring.result import RULES
from tests.rendering.every_format import tell
from tests.stats.monitoring.campaigns import counted, drawn, preferences, scored, side_by_side


@pytest.fixture(scope="module", params=RULES)
def rule(request):
    """Return each rule in turn."""
    return request.param


@pytest.mark.parametrize(
    "rows",
    [drawn(each=30), drawn(each=60, ratio=3.0), counted((9,), (1,)), [("a", "s", 0.0)], []],
    ids=["open", "stopped", "one annotator", "a tie", "nothing"],
)
def test_every_format_tells_preferences(rule, rows):
    """It parses, fits, and no picture stands without its table."""
    found = monitor(preferences(rows), baseline="base", advanced="adv", rule=rule, planned=400)
    said = tell(found)
    assert said["json"]["decision"] == found.decision
    assert len(said["json"]["looks"]) == len(found.looks)


@pytest.mark.parametrize("difference", [0.0, 15.0])
def test_every_format_tells_scores(rule, difference):
    """Differences are points, around zero."""
    table = scored(side_by_side(difference=difference))
    said = tell(monitor(table, baseline="base", advanced="adv", rule=rule))
    assert "Difference" in said["text"]


def test_the_headline_is_the_sentence_of_the_result():
    """Decision first."""
    found = monitor(preferences(drawn(each=60, ratio=3.0)), baseline="base", advanced="adv")
    assert headline(found) == found.sentence
    assert dict(facts(found))["Decision"] == "stop: advanced better"


def test_the_table_beside_the_picture_holds_its_points(rule):
    """One row per look, with the interval that the picture draws."""
    found = monitor(preferences(drawn(each=30)), baseline="base", advanced="adv", rule=rule)
    grown = figures(found)[-1]
    assert grown.table.title == "Evidence as it grew"
    assert len(grown.table.rows) == len(found.looks)
    (line,) = [one for one in grown.spec["layer"] if one["mark"]["type"] == "line"]
    drawn_values = [row["value"] for row in line["data"]["values"]]
    assert drawn_values == [look.estimate for look in found.looks if look.estimate is not None]


def test_evidence_is_drawn_with_what_it_has_to_reach():
    """The anytime-valid rule has a picture of its e-values and the line at 20."""
    found = monitor(
        preferences(drawn(each=60, ratio=3.0)),
        baseline="base",
        advanced="adv",
        rule="anytime-valid",
    )
    evidence, grown = figures(found)
    assert "reached 20" in evidence.title
    marks = [row for one in evidence.spec["layer"] for row in one["data"]["values"]
             if row.get("text")]  # fmt: skip
    assert [row["value"] for row in marks] == pytest.approx([20, 20])
    assert "side of adv" in grown.title
    assert "at most 5%" in methods(found)


def test_a_look_that_was_not_planned_is_hollow_and_named():
    """Readers see that it decides nothing."""
    found = monitor(preferences(drawn(each=30)), baseline="base", advanced="adv", planned=190)
    (grown,) = figures(found)
    assert "Hollow" in grown.caption
    assert tables(found)[0].rows[-1][-1] == "not a planned look"
    points = next(one for one in grown.spec["layer"] if one["mark"]["type"] == "point")
    counts = [row["counts"] for row in points["data"]["values"]]
    assert counts == [True, True, True, False]


def test_the_interval_never_leaves_the_picture():
    """Open and very wide ends are cut at the edge of the scale, and the scale is finite."""
    found = monitor(preferences(counted((9, 1), (0, 0))), baseline="base", advanced="adv",
                    rule="anytime-valid")  # fmt: skip
    for figure in figures(found):
        for one in figure.spec["layer"]:
            low, high = (one["encoding"].get("y") or {"scale": {"domain": [0, 1]}})["scale"][
                "domain"
            ]
            assert 0 < low < high < 1e9
