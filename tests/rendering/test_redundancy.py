"""Figures of redundant judgements, in every format."""

from dataclasses import replace

import numpy as np
import pytest

from studies._crowds import control_hits
from tertium.rendering import facts, figures, headline, methods, tables
from tertium.rendering.pictures.points import Point, draw_points
from tertium.rendering.pictures.spreads import Spread, draw_spreads
from tertium.rendering.public import without_people
from tertium.stats.redundancy.redundancy import redundancy
from tertium.stats.result import Estimate
from tests.rendering.every_format import tell
from tests.stats.redundancy.test_redundancy import crowd


@pytest.fixture(scope="module")
def tested():
    """Return a crowd of which some failed the control test."""
    scores = control_hits(1, items=140, people=20, each=10).scores()
    return redundancy(scores, draws=2)


def test_every_format_has_the_three_figures(tested):
    """Accuracy, the curve, and what is inferred, each with its table."""
    said = tell(tested)["json"]
    assert {"accuracy", "groups", "curve", "inferred", "good_failing"} <= set(said)
    assert {"scores", "model", "all", "passing", "gain"} == set(said["curve"][0])
    names = [figure.name for figure in figures(tested)]
    assert names == ["scores", "accuracy", "inferred-precision", "inferred-offset"]
    assert dict(facts(tested))["Scores per output"] == "10"
    assert "held out at random" in methods(tested)


def test_headline_compares_at_five_scores_as_the_paper_does(tested):
    """The model beside mean z of all and of those who passed, and how many good ones fail."""
    said = headline(tested)
    assert said.startswith("With 5 scores per output the model correlates ")
    assert "mean z of those who passed" in said
    assert "the control test." in said
    nobody = tuple(replace(group, good=0) for group in tested.groups)
    assert "control test" not in headline(replace(tested, groups=nobody))


def test_without_control_items_nothing_is_split():
    """One group, two curves."""
    found = redundancy(crowd(each=4), draws=2)
    tell(found)
    assert any("control items" in told for told in found.warnings)
    curves = {row["name"] for row in figures(found)[0].spec["layer"][0]["data"]["values"]}
    assert curves == {"model", "mean z"}
    assert "The typical annotator" in figures(found)[1].title


def test_a_public_report_names_nobody(tested):
    """Annotators become numbers in all three parts."""
    (shown,) = without_people((tested,))
    people = {one.annotator for one in (*shown.accuracy, *shown.inferred)}
    assert all(name.startswith("Annotator ") for name in people)
    titles = [table.title for table in tables(shown)]
    assert "Accuracy of annotators" in titles


def test_spreads_draw_a_stroke_for_everybody():
    """A group has as many strokes as numbers, one middle, and a line where it is asked for."""
    spec = draw_spreads(
        [Spread("a", (0.1, 0.2), Estimate(0.15, 0.1, 0.2)), Spread("b", (), Estimate(None))],
        across="r",
        mark=0.6,
    )
    sizes = [len(part["data"]["values"]) for part in spec["layer"]]
    assert sizes == [1, 1, 2, 1]


@pytest.mark.parametrize("scale", ["log", "linear"])
def test_like_quantities_share_one_scale(scale):
    """Both axes have the same ends, and a dotted line joins the corners."""
    points = [Point("p", Estimate(x, x / 2, 2 * x), Estimate(y, y / 2, 2 * y))
              for x, y in np.exp(np.random.default_rng(0).normal(size=(6, 2)))]  # fmt: skip
    spec = draw_points(points, across="x", up="y", scale=scale, alike=True)
    line, *_, dots = [
        layer for layer in spec["layer"] if layer["mark"]["type"] in ("line", "point")
    ]
    ends = [tuple(row.values()) for row in line["data"]["values"]]
    domain = dots["encoding"]["x"]["scale"]["domain"]
    assert dots["encoding"]["y"]["scale"]["domain"] == domain
    assert ends == [(domain[0],) * 2, (domain[1],) * 2]
