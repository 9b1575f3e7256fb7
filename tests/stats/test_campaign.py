"""What a campaign tells the comparison by itself."""

import pytest

from tertium.model import Campaign, Identical, Prices, Segment, System
from tertium.stats.campaign import campaign_choices, first_aspect
from tertium.stats.comparison.compare import compare


def test_a_campaign_answers_for_systems_lengths_prices_and_identical_outputs(table):
    """Language pairs of a domain are taken together; a domain without change stays in impact."""
    campaign = Campaign(
        name="spring",
        title="Spring",
        protocol="ab@1",
        options={},
        seed=1,
        systems=(System("adv", "advanced"), System("base", "baseline")),
        segments=(
            Segment("s1", "Four words are here", domain="x"),
            Segment("s2", "One", domain="x"),
        ),
        outputs={},
        prices=Prices(per_task=0.5, currency="CAD"),
    )
    counted = (
        Identical("en-de", "x", 10, 40, 0, 0, 0),
        Identical("en-fr", "x", 10, 60, 0, 0, 0),
        Identical("en-de", "y", 50, 50, 0, 0, 0),
        Identical("en-fr", "z", 0, 0, 5, 5, 0),
    )
    choices = campaign_choices(campaign, counted)
    assert choices == {
        "baseline": "base",
        "advanced": "adv",
        "identical": {"x": 0.2, "y": 1.0},
        "sizes": {"x": 100.0, "y": 50.0},
        "lengths": {"s1": 4, "s2": 1},
        "price": 0.5,
        "currency": "CAD",
    }
    rows = [("e1", "s1", "advanced", {"domain": "x"}), ("e2", "s2", "tie", {"domain": "x"})]
    found = compare(table(rows), **choices)
    # half of the 80 differing outputs of x, in a test set of 150
    assert abs(found.impact.value - 0.5 * 80 / 150) < 1e-12
    assert found.cost.total == 1.0


def test_a_domain_without_judgements_is_said(table):
    """What is not judged yet cannot count, and is named."""
    rows = [("e1", "s1", "advanced", {"domain": "x"}), ("e2", "s2", "tie", {"domain": "x"})]
    found = compare(table(rows), identical={"x": 0.2, "y": 0.3}, sizes={"x": 10, "y": 10})
    assert any("“y” is not judged yet" in warning for warning in found.warnings)


@pytest.mark.parametrize(
    ("protocol", "options", "aspect"),
    [
        ("slider@1", {}, "overall"),
        ("slider@1", {"aspects": ["fluency", "overall"]}, "fluency"),
        ("square@1", {}, "readability"),
        ("square@1", {"criteria": ["major_errors", "style"]}, "style"),
        ("esa@1", {}, "overall"),
        ("ab@1", {}, "overall"),
    ],
)
def test_the_aspect_that_is_rated_first_is_looked_at(protocol, options, aspect):
    """Whatever a campaign rates; what it counts is no score."""
    campaign = Campaign("c", "C", protocol, options, 1, (), (), {})
    assert first_aspect(campaign) == aspect
