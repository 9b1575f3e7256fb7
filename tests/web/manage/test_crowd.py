"""The managers' page of a crowd: its funnel, more judgements, payment."""

from dataclasses import replace

import pytest

from tertium.design import build_plan
from tertium.model import Crowd, Judgement

HERE = "/manage/campaigns/spring/crowd"


@pytest.fixture
def crowd(store, make_campaign, clock):
    """Put a campaign with a crowd into the store, in which one annotator finished a HIT."""
    made = make_campaign()
    made = replace(
        made,
        crowd=Crowd(public=True, judges=2, items=5, reward=1.0),
        design=replace(made.design, annotators=0),
    )
    store.campaigns.put(made, build_plan(made), at=clock())
    link = next(one for one in store.crowd.links("spring", at=clock()) if not one.trial)
    store.crowd.arrive(link, store.crowd.hash_of("looked"), at=clock())
    store.crowd.enrol(link, "EXTERNALQQ", at=clock())
    who = store.crowd.hash_of("EXTERNALQQ")
    store.claims.go_on("spring", who, at=clock())
    for one in store.assignments.of("spring", who):
        judged = Judgement(one.id, "spring", one.id, who, {"better": "left"}, clock(), 9.0)
        store.judgements.append([judged], received_at=clock())
    store.claims.finish("spring", who, at=clock())
    return who


def test_the_funnel_is_shown(manager, crowd):
    """Steps, places and cost are on the page; no external id is."""
    page = manager.data(HERE)
    assert {one["step"]: one["annotators"] for one in page["funnel"]} == {
        "came": 2, "consented": 1, "qualified": 1, "finished": 1, "paid": 0}  # fmt: skip
    assert page["now"]["places_open"] == 28 * 2 - 5
    shown = manager.get(HERE).text
    assert "finished a HIT" in shown
    assert "EXTERNALQQ" not in shown
    assert manager.data("/manage/campaigns/spring")["head"]["planned"] == 56


def test_more_judgements_by_a_button(manager, crowd, store):
    """The form does what the command does."""
    manager.get(HERE)
    assert manager.send(HERE, {"more": "1", "disputed": "0"}).status_code == 303
    assert store.crowd_counts.open_places("spring") == 28 * 3 - 5
    assert manager.post(HERE, {"more": 1, "disputed": 3}).status_code == 422


def test_paying_and_rejecting(manager, crowd, store):
    """The file names external ids, and downloads are logged."""
    manager.get(HERE)
    sent = {"annotator": [crowd], "what": "rejected"}
    assert manager.post(f"{HERE}/members", sent).status_code == 200
    assert store.crowd.member("spring", crowd).rejected_at is not None
    file = manager.get(f"{HERE}/payment/plain.csv").text
    assert "EXTERNALQQ" in file
    assert "1.00" in file
    assert manager.get(f"{HERE}/payment/paypal.csv").status_code == 404
    assert manager.post(f"{HERE}/members", sent | {"annotator": ["w-x"]}).status_code == 404


def test_a_campaign_without_a_crowd_says_so(manager, store, make_campaign, clock):
    """The page is there for every campaign."""
    made = make_campaign()
    store.campaigns.put(made, build_plan(made), at=clock())
    assert manager.data(HERE)["now"] is None
    assert "not open to a crowd" in manager.get(HERE).text
