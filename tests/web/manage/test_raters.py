"""How annotators use rating scales, on the live page: shares of answers, and drift."""

from collections import Counter

import pytest

from tertium import protocols
from tertium.design import build_plan
from tertium.stats.ratings.analyse import rate
from tests.web.manage.scored import SYSTEMS, score, scored_campaign

HERE = "/manage/campaigns/scores"
ANSWERS = ("none", "little", "much", "most", "all")


@pytest.fixture
def rated(store, clock):
    """20 segments that four annotators rate; ann-01 becomes more lenient all the time."""
    options = {"scales": ["adequacy-ldc"]}
    planning = protocols.get("rating", options).planning
    campaign = scored_campaign(
        protocol="rating@1",
        options=options,
        segments=scored_campaign().segments[:20],
        design=planning.design,
    )
    plan = build_plan(campaign)
    store.campaigns.put(campaign, plan, at=clock())
    done = Counter()

    def given(one):
        done[one.annotator] += 1
        rise = done[one.annotator] // 10 if one.annotator == "ann-01" else 2
        return ANSWERS[min(rise + sum(map(ord, one.segment)) % 2, 4)]

    score(store, campaign, plan, given, at=clock(), question="adequacy-ldc")
    return campaign


def test_shares_and_drift_are_those_of_the_analysis(manager, store, rated):
    """Counts of every answer, from the worst; who became more lenient is marked."""
    (found,) = manager.data(HERE)["figures"]["ratings"]
    (expected,) = rate(store.table("scores")).aspects
    assert found["labels"] == list(expected.labels) == list(ANSWERS)
    assert [one["annotator"] for one in found["raters"]] == [
        one.annotator for one in expected.annotators
    ]
    for one, other in zip(found["raters"], expected.annotators, strict=True):
        assert one["counts"] == [share.count for share in other.shares]
        assert one["drift"]["value"] == pytest.approx(other.drift.value)
    first, *others = found["raters"]
    assert first["drift"]["sure"]
    assert first["drift"]["value"] > 0
    assert not any(one["drift"]["sure"] for one in others)
    page = manager.get(HERE).text
    assert page.count("more lenient</span>") == 1
    assert "from the worst to the best" in page
    assert not any(name in page for name in SYSTEMS)


def test_agreement_is_ordinal_on_named_steps(manager, rated):
    """Krippendorff’s α with the metric of the scale."""
    assert "agreement:alpha-ordinal" in manager.data(HERE)["figures"]["scores"]["signature"]


def test_before_the_first_rating_the_page_says_so(manager, store, clock):
    """And a campaign without rating scales has no such tile."""
    campaign = scored_campaign(protocol="rating@1", options={"scales": ["1..5", "mos"]})
    store.campaigns.put(campaign, build_plan(campaign), at=clock())
    assert manager.data(HERE)["figures"]["ratings"] == []
    assert "No ratings yet." in manager.get(HERE).text


def test_scores_have_no_such_tile(manager, store, clock):
    """A slider is no scale of categories."""
    campaign = scored_campaign()
    store.campaigns.put(campaign, build_plan(campaign), at=clock())
    assert manager.data(HERE)["figures"]["ratings"] == []
    assert "No ratings yet." not in manager.get(HERE).text
