"""Work that changes hands: to anybody, half done, in shares, while others answer, and back."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tertium.exceptions import Conflict
from tertium.model import Judgement
from tertium.store import Store, timed_cache
from tertium.store import moves as module
from tertium.web.manage.handing import Hands

HERE = "/manage/campaigns/spring"


def of(store, annotator, *, answered=None):
    """Return somebody's assignments, or only those that are answered or open."""
    done = store.assignments.answered("spring", annotator)
    return [
        one for one in store.assignments.of("spring", annotator)
        if answered is None or (one.id in done) is answered
    ]  # fmt: skip


def judge(store, assignment, clock, name="late"):
    """Answer an assignment in the name of whoever has it."""
    made = Judgement(
        id=f"{name}-{assignment.id}",
        campaign="spring",
        assignment=assignment.id,
        annotator=assignment.annotator,
        answer={"better": "left"},
        submitted_at=clock(),
        seconds=9.0,
    )
    return store.judgements.append([made], received_at=clock())


@pytest.fixture
def half(campaign, plan, answer):
    """Let ann-01 answer the first four of their assignments."""
    own = [n for n, a in enumerate(plan.assignments) if a.annotator == "ann-01"]
    for place in own[:4]:
        answer(place)
    return own


def asked_once(store):
    """Check that nobody has an item twice, and return everybody's segments."""
    found = {}
    for person in store.annotators.all("spring"):
        segments = [one.segment for one in of(store, person.id)]
        assert len(segments) == len(set(segments)), person.id
        assert person.assigned == len(segments)
        found[person.id] = set(segments)
    return found


def test_open_work_goes_to_a_colleague_and_answers_stay(manager, store, half):
    """What was answered stays, what both have stays, the rest goes over; nothing is lost."""
    before = asked_once(store)
    done = {one.segment for one in of(store, "ann-01", answered=True)}
    sent = {"giver": "ann-01", "taker": "ann-02"}
    assert manager.post(f"{HERE}/hand-over", sent).status_code == 200
    after = asked_once(store)
    went = before["ann-01"] - after["ann-01"]
    assert went
    assert went.isdisjoint(done | before["ann-02"])
    assert after["ann-02"] == before["ann-02"] | went
    assert done <= after["ann-01"]
    assert set().union(*after.values()) == set().union(*before.values())
    orders = [one.order for one in of(store, "ann-02")]
    assert orders == sorted(set(orders))
    live = manager.data(HERE)["figures"]["progress"]
    assert live["planned"] == sum(len(of(store, name)) for name in after)
    events = {event["event"]: event for event in manager.data(HERE)["events"]}
    assert events["work handed over"]["detail"]["to"] == "ann-02"


def test_a_hand_over_can_be_undone_except_what_was_answered(manager, store, half, clock):
    """The taker keeps what they answered; the rest goes back to where it was."""
    before = asked_once(store)
    manager.post(f"{HERE}/hand-over", {"giver": "ann-01", "taker": "ann-02"})
    moved = [one for one in of(store, "ann-02") if one.segment not in before["ann-02"]]
    judge(store, moved[0], clock)
    (move,) = manager.data(f"{HERE}/shares")["hand_overs"]
    assert (move["judgements"], move["answered"]) == (len(moved), 1)
    undo = f"{HERE}/hand-overs/{move['number']}/undo"
    assert manager.post(undo).status_code == 200
    after = asked_once(store)
    assert after["ann-01"] == before["ann-01"] - {moved[0].segment}
    assert after["ann-02"] == before["ann-02"] | {moved[0].segment}
    assert manager.post(undo).status_code == 409
    manager.post(f"{HERE}/hand-over", {"giver": "ann-01", "taker": "ann-02"})
    again = asked_once(store)
    assert again["ann-02"] == before["ann-02"] | {one.segment for one in moved}


def test_who_stops_is_paused_and_resumes_when_it_is_undone(manager, store, half):
    """The same step pauses; undoing it lets them go on."""
    manager.post(f"{HERE}/hand-over", {"giver": "ann-01", "taker": "ann-02", "stops": "yes"})
    states = {person.id: person.state for person in store.annotators.all("spring")}
    assert states == {"ann-01": "paused", "ann-02": "active", "ann-03": "active"}
    (move,) = manager.data(f"{HERE}/shares")["hand_overs"]
    manager.post(f"{HERE}/hand-overs/{move['number']}/undo")
    assert {person.state for person in store.annotators.all("spring")} == {"active"}


def test_a_new_annotator_needs_no_code_name(manager, store, half):
    """The next one of the kind is made, with a link, the common set and the open work."""
    sent = {"giver": "ann-01", "name": "Grace", "number": 3}
    location = manager.post(f"{HERE}/hand-over", sent).json()["location"]
    assert location == f"{HERE}/annotators/ann-04"
    common = {one.segment for one in of(store, "ann-02") if one.set == "common"}
    assert len(asked_once(store)["ann-04"] - common) == 3
    assert manager.post(f"{HERE}/annotators", {}).json()["location"].endswith("/ann-05")


def test_shares_are_what_was_asked(manager, store, half):
    """Everybody has as many open judgements as their share says."""
    shares = manager.data(f"{HERE}/shares")["shares"]
    had = {one["annotator"]: one["open"] for one in shares}
    wanted = had | {"ann-01": had["ann-01"] - 3, "ann-02": had["ann-02"] + 1,
                    "ann-03": had["ann-03"] + 2}  # fmt: skip
    sent = {"annotator": list(had), "open": list(had.values()), "share": list(wanted.values())}
    assert manager.post(f"{HERE}/shares", sent).status_code == 200
    asked_once(store)
    now = {one["annotator"]: one["open"] for one in manager.data(f"{HERE}/shares")["shares"]}
    assert now == wanted


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"annotator": ["ann-01"], "open": [5], "share": [6]}, "add up to 6, but 5"),
        ({"annotator": ["ann-01"], "open": [5], "share": []}, "one share for each"),
        ({"annotator": ["nobody"], "open": [5], "share": [5]}, "no annotator named"),
    ],
)
def test_shares_that_cannot_be_are_refused(manager, campaign, sent, said):
    """One sentence, and nothing is changed."""
    answer = manager.post(f"{HERE}/shares", sent)
    assert answer.status_code in (404, 422)
    assert said in answer.json()["what"]
    assert manager.data(f"{HERE}/shares")["hand_overs"] == []


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"giver": "ann-01", "taker": "ann-01"}, "has this work already"),
        ({"giver": "nobody", "taker": "ann-01"}, "no annotator named"),
        ({"giver": "ann-01", "taker": "ann-02", "number": 0}, ">= 1"),
        ({"giver": "ann-01", "taker": "ann-02", "since": 7}, "changed hands since"),
    ],
)
def test_a_hand_over_that_cannot_be_is_refused(manager, campaign, sent, said):
    """One sentence, and nothing is changed."""
    answer = manager.post(f"{HERE}/hand-over", sent)
    assert answer.status_code >= 400
    assert said in answer.json()["what"]


def test_a_second_click_hands_over_once(manager, store, half):
    """The form says what it was written about, so the same form works once."""
    since = manager.data(f"{HERE}/shares")["since"]
    sent = {"giver": "ann-01", "taker": "ann-02", "number": 2, "since": since}
    with ThreadPoolExecutor(4) as pool:
        codes = list(
            pool.map(lambda _: manager.post(f"{HERE}/hand-over", sent).status_code, "1234")
        )
    assert sorted(codes) == [200, 409, 409, 409]
    assert len(manager.data(f"{HERE}/shares")["hand_overs"]) == 1
    asked_once(store)


def test_an_answer_that_comes_late_is_kept_and_its_item_goes_back(
    manager, store, campaign, half, clock, stranger
):
    """A page that was open during the hand-over loses nothing, and nobody is asked in vain."""
    open_ = [one for one in of(store, "ann-01", answered=False) if one.set != "common"]
    token = next(p.token for p in store.annotators.all("spring") if p.id == "ann-01")
    store.annotators.record_step("spring", "ann-01", "consented", None, at=clock())
    manager.post(f"{HERE}/hand-over", {"giver": "ann-01", "taker": "ann-02"})
    late = next(one for one in open_ if one.id not in {a.id for a in of(store, "ann-01")})
    assert late.segment in asked_once(store)["ann-02"]
    sent = {
        "judgements": [
            {"id": "0190-late", "assignment": late.id, "answer": {"better": "left"},
             "submitted_at": clock().isoformat(), "seconds": 4.0}
        ]
    }  # fmt: skip
    answer = stranger.client.post(f"/a/{token}/judgements", json=sent)
    assert [saved["id"] for saved in answer.json()["saved"]] == ["0190-late"]
    after = asked_once(store)
    assert late.segment in after["ann-01"]
    assert late.segment not in after["ann-02"]
    assert len(store.table("spring").rows()) == len(half[:4]) + 1


def test_answers_and_hand_overs_at_the_same_time_lose_nothing(manager, store, half, clock):
    """While ann-01 answers everything, work goes back and forth; every answer counts once."""
    work = of(store, "ann-01", answered=False)

    def answer(one):
        return judge(store, one, clock, "busy")[0].id

    def move(turn):
        giver, taker = ("ann-01", "ann-02") if turn % 2 else ("ann-02", "ann-03")
        return manager.post(
            f"{HERE}/hand-over", {"giver": giver, "taker": taker, "number": 2}
        ).status_code

    with ThreadPoolExecutor(8) as pool:
        answers, moves = pool.map(answer, work), pool.map(move, range(8))
        acknowledged, codes = list(answers), list(moves)
    assert set(codes) <= {200, 409, 422}
    stored = {one.judgement.id for one in store.judgements.all("spring")}
    assert set(acknowledged) <= stored
    store.moves.return_answered("spring", [one.id for one in work])
    asked_once(store)
    assert len(store.table("spring").rows()) == len(work) + 4


def test_a_server_killed_between_leaves_the_work_as_it_was(store, half, clock, monkeypatch):
    """Everything of a hand-over is in one transaction."""
    before = asked_once(store)

    def killed(*_, **__):
        raise SystemExit

    monkeypatch.setattr(module, "log_event", killed)
    hands = Hands(store, "spring", by="ada", at=clock())
    with pytest.raises(SystemExit):
        hands.give("ann-01", "ann-02", None)
    monkeypatch.undo()
    assert asked_once(store) == before
    assert store.moves.all("spring") == []


def test_another_server_sees_the_hand_over(store, campaign, half, clock, tmp_path, monkeypatch):
    """What one process moved, another asks a moment later; a stale form is refused there too."""
    monkeypatch.setattr(timed_cache, "SECONDS", 0.0)
    with Store.open(tmp_path / "tertium.db") as other:
        assert asked_once(other) == asked_once(store)
        Hands(store, "spring", by="ada", at=clock()).give("ann-01", "ann-02", 3, since=0)
        other.campaigns.changed()
        assert asked_once(other) == asked_once(store)
        with pytest.raises(Conflict, match="changed hands since"):
            Hands(other, "spring", by="bob", at=clock()).give("ann-01", "ann-02", 3, since=0)
