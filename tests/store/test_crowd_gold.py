"""Gold of a crowd: hidden items, exclusion by a declared rule, tests that are valid elsewhere."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tertium.analyses.judgements import Judgements
from tertium.design.plan import build_plan
from tertium.model import Crowd, Design, Gold, Qualification
from tests.store.test_crowd import Hall

GOLD = tuple(Gold(f"s-{n}", ("base", "adv"), {"better": "adv"}, "report") for n in range(4))
TEST = tuple(Gold(f"s-{n}", ("base", "adv"), {"better": "adv"}) for n in range(4, 8))


@pytest.fixture
def hall(store, make, at):
    """Put campaigns with gold items into the store."""

    def build(name="news", *, known=GOLD, **more):
        small = make(annotators=0, segments=12, name=name)
        test = {one: more.pop(one) for one in ("valid_days",) if one in more}
        tested = Qualification("gold.csv", items=2, attempts=2, known=known, **test)
        chosen = {"public": True, "judges": 1, "items": 2, **more}
        crowd = Crowd(qualification=tested, **chosen)
        campaign = replace(small.campaign, crowd=crowd, design=Design(annotators=0, min_words=1))
        store.campaigns.put(campaign, build_plan(campaign), at=at)
        return Hall(store, name, at)

    return build


def answer_all(hall, who, *, right):
    """Answer everything, gold items right or wrong."""
    for one in hall.work(who):
        if one.id not in hall.store.assignments.answered(hall.name, who):
            place = one.slots.index("adv" if right else "base")
            hall.answer(who, one, answer=("left", "right")[place])


def test_gold_is_in_no_place_of_the_pool(hall):
    """What is known is not asked as if it were not."""
    here = hall()
    assert {segment for segment, _ in here.store.claims.items("news")} == {
        f"s-{n}" for n in range(4, 12)
    }


@pytest.mark.parametrize("replaces", [False, True])
def test_who_fails_hidden_gold_is_left_out(hall, replaces):
    """The rule excludes at the end of a visit; with `replace` the places are open again."""
    here = hall(hidden=4, exclude_below=0.5, replace=replaces)
    good, bad = here.come("good"), here.come("bad")
    for who in (good, bad):
        here.store.claims.go_on("news", who, at=here.at)
        answer_all(here, who, right=who == good)
        here.store.claims.finish("news", who, at=here.at)
    counting = here.store.table("news").select(role="real").distinct("annotator")
    assert counting == (good,)
    assert sum(here.places()) == (2 if replaces else 4)
    every = here.store.table("news", rounds="all")
    assert set(every.distinct("annotator")) == {good, bad}
    notes = Judgements(every).rounds(pilot=False).notes
    assert any("excluded by the rule" in note for note in notes)
    assert here.store.claims.go_on("news", bad, at=here.at) == 0


def test_gold_that_everybody_fails_is_named(hall):
    """An error in the gold is the likeliest cause."""
    here = hall(hidden=4, items=1)
    for number in range(4):
        who = here.come(f"w{number}")
        here.claim(who)
        answer_all(here, who, right=False)
    assert here.store.claims.odd_gold("news") == []
    who = here.come("w4")
    here.claim(who)
    answer_all(here, who, right=False)
    assert here.store.claims.odd_gold("news") == [f"s-{n}" for n in range(4)]


def test_a_passed_test_is_valid_in_another_campaign(hall):
    """For some days, with the same gold items."""
    first = hall("first", known=TEST, valid_days=30)
    who = first.come("w")
    first.claim(who)
    answer_all(first, who, right=True)
    assert first.claim(who) == 2
    assert first.store.crowd.member("first", who).qualified_at is not None
    for later, admitted in ((20, True), (40, False)):
        second = hall(f"after-{later}", known=TEST, valid_days=30)
        second.at = first.at + timedelta(days=later)
        assert second.come("w") == who
        known = second.store.crowd.member(f"after-{later}", who).qualified_at
        assert (known is not None) == admitted
