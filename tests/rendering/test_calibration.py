"""Two campaigns on one scale, in every format."""

from dataclasses import replace

import pytest

from tertium.rendering import facts, figures, headline, methods, page
from tertium.rendering.public import without_people
from tertium.stats.calibration.calibrate import calibrate
from tests.rendering.every_format import tell
from tests.stats.calibration.two_lines import SEGMENTS, earlier_table, now_table, quality


@pytest.fixture(scope="module")
def better():
    """Return a comparison in which this campaign's system is better."""
    return calibrate(now_table(wobble=1.0, better=30.0), earlier_table(wobble=1.0))


def test_every_format_has_people_systems_and_differences(better):
    """JSON has the fields by name, estimates with their ends."""
    said = tell(better)["json"]
    assert {"systems", "earlier", "differences", "annotators", "shift", "slope"} <= set(said)
    assert {"value", "low", "high"} <= set(said["differences"][0]["difference"])
    assert [one["annotator"] for one in said["annotators"]] == ["n0", "n1", "n2", "n3"]


def test_headline_says_how_sure_progress_is(better):
    """A difference whose interval holds zero is not called progress."""
    assert headline(better).startswith("On the scale of the earlier campaign elm is better than")
    unsure = tuple(
        replace(one, difference=replace(one.difference, low=-3.0)) for one in better.differences
    )
    assert "No significant difference" in headline(replace(better, differences=unsure))
    worse = calibrate(now_table(wobble=1.0, better=-40.0, shift=25.0), earlier_table(wobble=1.0))
    assert "elm is worse than its best system, oak, by" in headline(worse)
    tell(worse)


def test_pictures_show_systems_people_and_lines(better):
    """Each has its finding as title; facts stand under the headline."""
    assert [figure.name for figure in figures(better)] == ["campaigns", "reliability", "lines"]
    assert dict(facts(better))["Anchors"] == "24"
    assert "Mathur, Baldwin and Cohn" in methods(better)
    stern = calibrate(now_table(shift=-8.0, wobble=1.0, slope=0.9), earlier_table(wobble=1.0))
    assert "points less than the earlier ones did" in figures(stern)[2].title


def test_exact_scores_are_told_in_the_methods():
    """Where the earlier scores are a plain table, nothing is said about their noise."""
    known = {(s, y): quality(s, y) for s in SEGMENTS for y in ("oak", "pine")}
    found = calibrate(now_table(each=3), known)
    tell(found)
    assert "taken as exact" in methods(found)
    assert "few anchors" in page((found,))


def test_a_public_report_names_nobody(better):
    """Annotators become numbers, systems keep their names."""
    (shown,) = without_people((better,))
    assert shown.annotators[0].annotator == "Annotator 1"
    assert shown.differences[0].system == "elm"
