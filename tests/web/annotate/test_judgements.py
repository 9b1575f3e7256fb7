"""Receiving answers: stored once, refused by itself, explained."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.web.annotate.judgements import RateLimiter


def stored(person):
    return [one.judgement for one in person.store.judgements.all("CAMPQQ")]


def test_an_answer_is_stored_as_it_was_given(person):
    """Answer, time and id arrive unchanged, under the opaque id of the annotator."""
    person.ready()
    (task, *_) = person.tasks()
    judged = person.judged(task["id"], answer={"better": "other", "comment": " why "})
    told = person.send(judged).json()
    assert [one["id"] for one in told["saved"]] == [judged["id"]]
    assert told["refused"] == []
    (kept,) = stored(person)
    assert kept.answer == {"better": "other", "comment": "why"}
    assert (kept.id, kept.assignment, kept.annotator) == (judged["id"], task["id"], person.id)
    assert (kept.seconds, kept.submitted_at) == (12.5, datetime(2026, 11, 2, 10, 41, tzinfo=UTC))


def test_sending_twice_stores_once(person):
    """A double click or a lost acknowledgement changes nothing."""
    person.ready()
    (task, *_) = person.tasks()
    judged = person.judged(task["id"])
    first, second = person.send(judged), person.send(judged, headers={"x": "again"})
    assert first.json() == second.json()
    assert len(stored(person)) == 1


def test_a_stale_tab_is_shown_both_answers(person):
    """A second answer is refused with the one that counts; naming that one, it counts itself."""
    person.ready()
    (task, *_) = person.tasks()
    first = person.judged(task["id"])
    person.send(first)
    late = person.judged(task["id"], answer={"better": "right"})
    (refused,) = person.send(late).json()["refused"]
    assert refused["reason"] == "stale"
    assert refused["current"]["id"] == first["id"]
    assert refused["current"]["answer"] == {"better": "left"}
    again = person.judged(task["id"], answer={"better": "right"}, replaces=first["id"])
    assert person.send(again).json()["saved"]
    assert person.tasks()[0]["answered"]["answer"] == {"better": "right"}
    assert len(stored(person)) == 2


def test_corrections_of_one_request_are_stored_in_order(person):
    """An answer and its change, both made without a connection, arrive together."""
    person.ready()
    (task, *_) = person.tasks()
    first = person.judged(task["id"])
    second = person.judged(task["id"], answer={"problem": "context"}, replaces=first["id"])
    assert len(person.send(first, second).json()["saved"]) == 2
    assert person.tasks()[0]["answered"]["answer"] == {"problem": "context"}


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"better": "best"},
        {"better": "other"},
        {"better": "left", "comment": "x" * 5001},
        {"better": "left", "score": 3},
        {"problem": "boring"},
        {"better": ["left"]},
    ],
)
def test_an_answer_outside_the_allowed_is_refused_alone(person, answer):
    """Its neighbours of the same request are stored."""
    person.ready()
    one, two, *_ = person.tasks()
    bad, good = person.judged(one["id"], answer=answer), person.judged(two["id"])
    told = person.send(bad, good).json()
    assert [refused["id"] for refused in told["refused"]] == [bad["id"]]
    assert told["refused"][0]["reason"] == "invalid"
    assert told["refused"][0]["fix"]
    assert [saved["id"] for saved in told["saved"]] == [good["id"]]


def test_somebody_elses_assignment_is_refused_without_naming_it(people):
    """Whether it exists for another person cannot be learnt."""
    one, two = people()
    one.ready()
    two.ready()
    (theirs, *_) = two.tasks()
    known = one.send(one.judged(theirs["id"])).json()["refused"][0]
    unknown = one.send(one.judged("no-such-assignment")).json()["refused"][0]
    assert known["reason"] == unknown["reason"] == "unknown"
    assert known["what"] == unknown["what"]
    assert stored(one) == []


def test_an_answer_sent_again_is_not_shown_to_others(people):
    """Whoever knows the ids of somebody's item and answer learns nothing with their own link."""
    victim, other = people()
    victim.ready()
    other.ready()
    task, own = victim.tasks()[0], other.tasks()[0]
    secret = {"better": "other", "comment": "told in confidence"}
    given = victim.judged(task["id"], answer=secret)
    assert victim.send(given).json()["saved"]
    new = str(uuid4())
    tries = (
        given,
        given | {"answer": {"better": "left"}},
        given | {"id": new, "answer": {"better": "left"}},
        given | {"id": new, "replaces": given["id"]},
        given | {"assignment": own["id"]},
    )
    for sent in (*([one] for one in tries), tries):
        told = other.send(*sent).json()
        assert told["saved"] == []
        assert {one["reason"] for one in told["refused"]} <= {"unknown", "invalid"}
        assert "confidence" not in str(told)
        assert not any("current" in one for one in told["refused"])
    assert [one.answer for one in stored(victim)] == [secret]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b'{"judgements": [{"answer": {"better": ' + b"[" * 50_000, "not JSON"),
        (b"[]", "expected"),
        (b'{"judgements": []}', "length"),
        (b'{"judgements": [{"id": "short"}]}', "matching regex"),
        (b'{"more": 1, "judgements": []}', "more"),
    ],
)
def test_a_body_that_is_no_list_of_answers_is_explained(person, body, sentence):
    """One clear sentence, nothing stored."""
    person.ready()
    sent = person.http.post(
        f"/a/{person.token}/judgements", content=body, headers={"content-type": "application/json"}
    )
    assert sent.status_code == 422
    assert sentence in sent.json()["what"]
    assert stored(person) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"seconds": -1},
        {"seconds": 10**9},
        {"submitted_at": "2026-11-02T10:41:00"},
        {"submitted_at": "yesterday"},
        {"id": "x"},
        {"id": "x" * 65},
        {"answer": "left"},
        {"aids": ["crystal ball"]},
        {"system": "SYSQQ-one"},
    ],
)
def test_fields_outside_the_allowed_are_refused(person, changes):
    """Types are checked before anything is stored."""
    person.ready()
    (task, *_) = person.tasks()
    assert person.send(person.judged(task["id"], **changes)).status_code == 422
    assert stored(person) == []


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_outside_the_calendar_is_refused_alone(person, at):
    """A clock gone mad costs one answer, which is told, and none of the others."""
    person.ready()
    one, two, *_ = person.tasks()
    told = person.send(person.judged(one["id"], submitted_at=at), person.judged(two["id"])).json()
    assert [refused["reason"] for refused in told["refused"]] == ["invalid"]
    assert [judgement.assignment for judgement in stored(person)] == [two["id"]]


def test_only_json_from_our_own_pages_is_taken(person):
    """A form elsewhere cannot judge in somebody's name."""
    person.ready()
    (task, *_) = person.tasks()
    form = person.http.post(f"/a/{person.token}/judgements", data={"judgements": "1"})
    assert form.status_code == 415
    across = person.send(person.judged(task["id"]), headers={"sec-fetch-site": "cross-site"})
    assert across.status_code == 403
    near = person.send(person.judged(task["id"]), headers={"sec-fetch-site": "same-origin"})
    assert near.status_code == 200


def test_a_huge_body_is_refused(person):
    """Fifty megabytes are not read into memory."""
    person.ready()
    sent = person.http.post(
        f"/a/{person.token}/judgements",
        content=b" " * 2_000_000,
        headers={"content-type": "application/json"},
    )
    assert sent.status_code == 413


def test_the_use_of_an_aid_is_logged_with_the_judgement(person):
    """Once, also when the answer is sent twice; other answers leave no line."""
    person.ready()
    one, two, *_ = person.tasks()
    judged = person.judged(one["id"], aids=["differences"])
    person.send(judged, person.judged(two["id"]))
    person.send(judged)
    (event,) = [e for e in person.store.history.events("CAMPQQ") if e.event == "aid used"]
    assert event.actor == person.id
    assert event.detail == {
        "judgement": judged["id"],
        "assignment": one["id"],
        "aids": ["differences"],
    }


def test_running_in_circles_is_stopped_and_work_is_not(person, monkeypatch):
    """Refused and repeated answers are counted; fresh ones never are."""
    monkeypatch.setattr("tertium.web.annotate.judgements._limiter", RateLimiter(allowed=3))
    person.ready()
    tasks = person.tasks()
    for task in tasks:
        assert person.send(person.judged(task["id"])).status_code == 200
    for _ in range(3):
        assert person.send(person.judged("nothing")).status_code == 200
    stopped = person.send(person.judged("nothing"))
    assert stopped.status_code == 429
    assert stopped.headers["retry-after"] == "30"
    assert stopped.json()["reason"] == "busy"


@given(st.lists(st.floats(0, 600), max_size=60).map(sorted), st.integers(1, 10))
def test_the_rate_limiter_counts_the_last_minute_only(moments, allowed):
    """Somebody waits exactly when the allowed number fell into the last minute."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    patience = RateLimiter(allowed=allowed)
    for k, moment in enumerate(moments):
        now = start + timedelta(seconds=moment)
        recent = [m for m in moments[:k] if moment - m <= 60]
        assert patience.spent("t", now) == (len(recent) >= allowed)
        patience.note("t", now, 1)


def test_preferences_are_kept_with_the_link(person):
    """They come back on every page, before any script runs; what is unknown is refused."""
    person.ready()
    wanted = {"size": "xl", "face": "sans", "theme": "dark", "language": "es", "at_once": True}
    address = f"/a/{person.token}/preferences"
    assert person.http.post(address, json=wanted).status_code == 200
    page = person.at("/tasks").text
    assert '<html lang="es" dir="ltr" data-theme="dark" data-size="xl" data-face="sans">' in page
    assert person.at("/preferences.json").json() == wanted
    assert person.http.post(address, json={"size": "huge"}).status_code == 422
    assert person.http.post(address, json={"shoe": 42}).status_code == 422
    assert person.at("/preferences.json").json() == wanted


def test_preferences_of_an_older_version_are_no_obstacle(person):
    """A kept value that is no longer known falls back to the default."""
    person.ready()
    person.store.annotators.set_preferences(
        "CAMPQQ", person.id, {"size": "gigantic", "theme": "dark"}
    )
    assert person.at("/tasks").status_code == 200
