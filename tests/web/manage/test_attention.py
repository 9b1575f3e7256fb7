"""Who needs attention: idle, late, slow, fast and disagreeing annotators, and what to do."""

from dataclasses import replace
from datetime import timedelta
from html import escape

import pytest

from tertium.store import AnnotatorState, CampaignState
from tertium.web.manage.agreement import AgreementNow, AnnotatorAgreement
from tertium.web.manage.attention import (
    disagreeing,
    is_idle,
    is_late,
    patience_with,
    unusual_speed,
)
from tertium.web.manage.tally import CountedAnswer
from tests.web.manage.conftest import START

HERE = "/manage/campaigns/spring"
DAY = timedelta(days=1)
CAMPAIGN = CampaignState("spring", "Trains", "ab@1", 1, "", "open", START)
PERSON = AnnotatorState(
    id="ann-01",
    group="en-de",
    state="active",
    token="",
    expires_at=None,
    name="",
    mail="",
    consented_at=START,
    profile=None,
    instructed_at=START,
    tutored_at=None,
    preferences={},
    assigned=40,
    done=10,
    first_at=START,
    last_at=START,
    bonus=0.0,
    days=1,
    longest_pause=timedelta(),
    median_seconds=12.0,
)


def needs(manager):
    """Return the needs of the live page, by kind and annotator."""
    found = manager.data(HERE)["figures"]["needs"]
    return {(need["kind"], need["annotator"]): need for need in found}


@pytest.mark.parametrize(
    ("person", "deadline", "days"),
    [
        ({}, None, 3),  # a weekend is no silence
        ({"days": 5, "longest_pause": 2.5 * DAY}, None, 5),  # twice their own longest pause
        ({"days": 5, "longest_pause": 20 * DAY}, None, 7),  # but a week at most
        ({"days": 2, "longest_pause": 20 * DAY}, None, 3),  # two days are no rhythm
        ({}, 8 * DAY, 2),  # a quarter of the time that was left
        ({}, 2 * DAY, 1),  # but a day at least
        ({}, -DAY, 1),
        ({}, 100 * DAY, 3),
    ],
)
def test_patience_follows_rhythm_and_deadline(person, deadline, days):
    """Silence is too long by a rule that anybody can read."""
    state = replace(CAMPAIGN, deadline=START + deadline if deadline is not None else None)
    someone = replace(PERSON, **person)
    assert patience_with(someone, state) == days * DAY
    assert not is_idle(someone, state, START + days * DAY)
    assert is_idle(someone, state, START + days * DAY + timedelta(seconds=1))


@pytest.mark.parametrize(
    ("person", "state"),
    [({"done": 40}, "open"), ({"state": "paused"}, "open"), ({}, "paused"), ({}, "closed")],
)
def test_who_has_nothing_to_do_is_not_idle(person, state):
    """Finished or paused annotators, and those of a campaign that rests, are left in peace."""
    someone = replace(PERSON, **person)
    assert not is_idle(someone, replace(CAMPAIGN, state=state), START + 30 * DAY)


def test_late_is_who_will_not_be_done_in_time():
    """Ten answers in two days leave six days for thirty more."""
    now = START + 2 * DAY
    in_time, too_early = (replace(CAMPAIGN, deadline=START + k * DAY) for k in (8, 7))
    assert not is_late(PERSON, in_time, now)
    assert is_late(PERSON, too_early, now)
    assert not is_late(PERSON, CAMPAIGN, now)
    assert not is_late(replace(PERSON, done=0, first_at=None), too_early, now)


def test_slow_is_three_times_what_others_need():
    """The last twenty answers decide, ten at least."""

    def given(seconds, count=12):
        return [CountedAnswer("", "", "", START, seconds, None, "")] * count

    others = {"a": given(20.0), "b": given(22.0)}
    assert unusual_speed(others | {"c": given(70.0)}) == {"c": (70.0, 21.0)}
    assert unusual_speed(others | {"c": given(60.0)}) == {}
    assert unusual_speed(others | {"c": given(70.0, 9)}) == {}


def test_disagreeing_is_below_the_rest_by_the_whole_interval():
    """Two people alone disagree with each other; of three, one can be the odd one."""

    def agreement(*ends):
        people = tuple(
            AnnotatorAgreement(name, kappa, None, high, 30)
            for name, (kappa, high) in zip("abc", ends, strict=False)
        )
        return AgreementNow(0.4, None, None, "", 30, people, "")

    found = disagreeing(agreement((0.6, 0.8), (0.6, 0.8), (0.1, 0.4)), None)
    assert set(found) == {"c"}
    assert found["c"].usual == 0.6
    assert disagreeing(agreement((0.6, 0.8), (0.6, 0.8), (0.4, 0.7)), None) == {}
    assert disagreeing(agreement((0.6, 0.8), (0.1, 0.2)), None) == {}
    assert set(disagreeing(agreement((0.6, None), (0.6, None), (0.3, None)), None)) == {"c"}
    assert disagreeing(agreement((0.6, None), (0.6, None), (0.5, None)), None) == {}


def test_six_silent_days_are_seen_and_lead_to_an_act(manager, campaign, answer, clock):
    """Who stopped half-way is idle, who never began is named as such, with a way to act."""
    for place in range(5):
        answer(place)
    assert "idle" not in {kind for kind, _ in needs(manager)}
    clock.forward(days=6)  # a session lasts seven
    found = needs(manager)
    idle = found["idle", "ann-01"]
    assert idle["left"] > 0
    assert ("idle_new", "ann-02") in found
    rows = manager.data(HERE)["figures"]["annotators"]
    assert {row["standing"] for row in rows} == {"idle"}
    page = manager.get(HERE).text
    assert "ann-01 has been idle: last answer 6 days ago." in page
    for path in (idle["path"], idle["also"]):
        assert escape(path) in page
        assert manager.get(path).status_code == 200


def test_many_idle_annotators_are_one_need(manager, store, campaign, answer, clock):
    """Four and more are counted, with one way to remind them all."""
    for _ in range(2):
        manager.post(f"{HERE}/annotators", {})
    answer(0)
    clock.forward(days=6)
    kinds = [need["kind"] for need in manager.data(HERE)["figures"]["needs"]]
    assert kinds == ["idle_many"]
    assert "5 annotators are idle." in manager.get(HERE).text
