"""An engine followed over its releases, in every format and with its pictures."""

import pytest

from tertium.formats.feedback import Change, Remark
from tertium.rendering import figures, headline, methods, tables
from tertium.rendering.numbers import written
from tertium.stats.releases.follow import follow
from tests.rendering.every_format import tell
from tests.stats.releases.made import production, unit
from tests.stats.releases.test_follow import anchored, many

REMARKS = [Remark("f1", "term", "r0"), Remark("f2", "grammar")]
CHANGES = [Change("glossary", "r2", ("f1",), "names"), Change("server", "r3", ())]


@pytest.fixture(scope="module")
def followed():
    """Return a result that has everything."""
    units = [*many(1, 6, 6), *many(2, 6, 6, anchor=True)]
    return follow(production(*units), remarks=REMARKS, changes=CHANGES, resamples=200)


@pytest.mark.parametrize(
    "made",
    [production(unit("r1")), production(unit("r1"), unit("r2")), production(*many(1, 2, 3)),
     production(unit("r1", "", "a", input="recognised", date="2026"), unit("r1", match=0.8))],
    ids=["one segment", "two releases", "no anchor", "empty"],
)  # fmt: skip
def test_every_format_tells_little(made):
    """One release, one document, nothing to compare with."""
    found = follow(made, resamples=50)
    said = tell(found)
    assert len(said["json"]["releases"]) == len(found.releases)


def test_every_format_tells_everything(followed):
    """Charts, steps, scenarios, feedback, changes and orphans, ids first."""
    said = tell(followed)["json"]
    assert {"value", "low", "high"} == set(said["releases"][0]["distance"])
    for name, key in (("releases", "release"), ("steps", "release"), ("charts", "kind"),
                      ("scenarios", "scenario"), ("changes", "change")):  # fmt: skip
        assert next(iter(said[name][0])) == key


def test_the_control_chart_is_drawn_with_limits_alarms_and_changes(followed):
    """The picture holds the points of the table."""
    drawn = {figure.name: figure for figure in figures(followed)}
    assert set(drawn) == {"control-production", "control-anchor", "releases", "drift"}
    spec = drawn["control-production"].spec
    (area,) = [one for one in spec["layer"] if one["mark"]["type"] == "area"]
    (chart, _) = followed.charts
    assert [row["high"] for row in area["data"]["values"]] == [p.high for p in chart.points]
    notes = [row["note"] for one in spec["layer"] for row in one["data"]["values"] if "note" in row]
    assert set(notes) == {"glossary", "server"}
    assert len(drawn["control-production"].table.rows) == len(chart.points)


def test_the_headline_tells_quality_from_material(followed):
    """Only an anchor set can."""
    assert "anchor set" in headline(followed)
    assert "anchor set" in methods(followed)
    alone = follow(production(*many(1, 6, 6)), resamples=50)
    assert "anchor" not in headline(alone)
    assert headline(follow(production(unit("r1", "a", "b")))).startswith("In release r1, 100.0%")


def test_the_headline_is_the_contrast_of_the_table_and_the_picture():
    """The last release with the first, on the anchor set before production."""
    found = follow(production(*anchored()), resamples=50)
    (last,) = [one for one in found.contrasts if (one.a, one.b) == ("r2", "r0")]
    said = headline(found)
    assert said.startswith("On the anchor set, no significant difference between r2 and r0")
    assert f"difference {written(last.difference, 'points')} points (95% CI " in said
    assert "In production, no significant difference between r2 and r0 in edit distance" in said
    told = {one.title: one for one in tables(found)}
    rows = told["Contrasts of releases: edit distance on the anchor set"].rows
    step = told["What changed from release to release"].rows[0]
    assert step[3] == rows[0][2]
    drawn = {figure.name: figure for figure in figures(found)}["drift"]
    assert "Quality became better in r1 and worse in r2." in drawn.title


def test_an_alarm_is_told_with_its_release():
    """Since when, and in which direction."""
    words = " ".join(f"w{at}" for at in range(40))
    units = [
        unit(f"r{release}", " ".join(["x"] * (4 + document + 12 * (release > 3)) + words.split()[
            4 + document + 12 * (release > 3):]), words, document=f"{release}-{document}")
        for release in range(9) for document in range(6)
    ]  # fmt: skip
    found = follow(production(*units), resamples=50)
    assert "More than usual was edited since r4" in headline(found)
    assert "whether engine or material changed is not known" in headline(found)
    assert any(figure.title == "Production: more than usual was edited since r4."
               for figure in figures(found))  # fmt: skip


def test_orphans_are_a_table_of_their_own(followed):
    """With words instead of codes."""
    (table,) = [one for one in tables(followed) if one.title == "What leads nowhere"]
    assert ("change that no feedback asked for", "server", "r3") in table.rows
    assert ("feedback that no change answers", "f2", "grammar") in table.rows
