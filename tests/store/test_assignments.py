"""Assignments, answers and progress as pages ask for them."""

import time
from datetime import timedelta

import pytest

from tertium.exceptions import NotFound
from tertium.store import Store


def test_assignments_come_in_their_order(store, small):
    """Each annotator gets their own assignments, in the order of the plan."""
    mine = store.assignments.of("news", "ann-2")
    assert mine == tuple(a for a in small.plan.assignments if a.annotator == "ann-2")
    assert store.assignments.of("news", "nobody") == ()


def test_an_assignment_is_only_its_annotators(store, small):
    """An id from somebody else's page opens nothing."""
    for _ in range(2):  # once from the database, once from the worklist in memory
        assert store.assignments.get("news", "ann-1", small.assignment(2).id) == small.assignment(2)
        with pytest.raises(NotFound, match="not one of"):
            store.assignments.get("news", "ann-2", small.assignment(2).id)
        with pytest.raises(NotFound, match="not one of"):
            store.assignments.get("news", "ann-1", "no-such")
        store.assignments.of("news", "ann-1")
        store.assignments.of("news", "ann-2")


def test_what_was_just_submitted_is_answered(store, small, at):
    """The page after a submission already counts it."""
    assert store.assignments.answered("news", "ann-1") == {}
    store.judgements.append([small.judge("j-1", 1)], received_at=at)
    assert store.assignments.answered("news", "ann-1") == {
        small.assignment(1).id: small.judge("j-1", 1)
    }
    corrected = small.judge("j-2", 1, "right", replaces="j-1")
    store.judgements.append([corrected], received_at=at)
    assert store.assignments.answered("news", "ann-1") == {small.assignment(1).id: corrected}


def test_another_server_sees_the_work_within_a_second(database, make, at, monkeypatch):
    """An annotator who changes servers finds their answers, corrections included."""
    clock = [0.0]
    monkeypatch.setattr("tertium.store.assignment_cache.time.monotonic", lambda: clock[0])
    made = make()
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        assert two.assignments.answered("news", "ann-1") == {}
        one.judgements.append([made.judge("j-1")], received_at=at)
        one.judgements.append([made.judge("j-2", 0, "right", replaces="j-1")], received_at=at)
        clock[0] = 1.1
        assert two.assignments.answered("news", "ann-1")[made.assignment(0).id].id == "j-2"
        two.judgements.append([made.judge("j-3", 0, "both_bad", replaces="j-2")], received_at=at)
        clock[0] = 2.2
        assert one.assignments.answered("news", "ann-1")[made.assignment(0).id].id == "j-3"
        assert len(one.assignments.answered("news", "ann-1")) == 1


def test_a_correction_that_arrives_before_its_forerunner_waits(database, make, at, monkeypatch):
    """A worklist that missed another server's answer takes both in order when it catches up."""
    clock = [0.0]
    monkeypatch.setattr("tertium.store.assignment_cache.time.monotonic", lambda: clock[0])
    made = make()
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        one.assignments.of("news", "ann-1")
        two.judgements.append([made.judge("j-1")], received_at=at)
        one.judgements.append([made.judge("j-2", 0, "right", replaces="j-1")], received_at=at)
        clock[0] = 1.1
        assert one.assignments.answered("news", "ann-1")[made.assignment(0).id].id == "j-2"


def test_worklists_leave_memory_when_there_are_too_many(store, make, at, monkeypatch):
    """The least recently used work is loaded again when it is needed."""
    monkeypatch.setattr("tertium.store.assignment_cache._MOST", 10)
    made = make(annotators=6, segments=4)
    store.campaigns.put(made.campaign, made.plan, at=at)
    for person in made.plan.annotators * 2:
        assert len(store.assignments.of("news", person.id)) == 4
        store.judgements.append(
            [
                made.judge(
                    f"j-{person.id}-{len(store.assignments.cache._worklists)}",
                    0,
                    annotator=person.id,
                )
            ]
            if not store.assignments.answered("news", person.id)
            else [],
            received_at=at,
        )
        assert len(store.assignments.answered("news", person.id)) == 1
    assert len(store.assignments.cache._worklists) <= 3


def test_managers_see_progress_and_pace(store, small, at):
    """Assigned, done, last seen and the usual time per task, corrections not counted twice."""
    for place, seconds in enumerate((2.0, 10.0, 3.0)):
        store.judgements.append(
            [small.judge(f"j-{place}", place, seconds=seconds)],
            received_at=at + timedelta(minutes=place),
        )
    before, *_ = store.annotators.all("news")
    assert (before.assigned, before.done, before.median_seconds) == (4, 3, 3.0)
    store.judgements.append(
        [small.judge("j-9", 0, "right", replaces="j-0", seconds=99.0)],
        received_at=at + timedelta(minutes=9),
    )
    after, other, _ = store.annotators.all("news")
    assert (after.done, after.median_seconds) == (3, 3.0)
    assert after.last_at == at + timedelta(minutes=9)
    assert (other.assigned, other.done, other.last_at, other.median_seconds) == (4, 0, None, None)


def test_a_large_plan_is_put_and_read_quickly(store, make, at):
    """Fifty thousand assignments go in within seconds, and one is found without reading all."""
    made = make(annotators=50, segments=1_000, name="large")
    started = time.process_time()
    store.campaigns.put(made.campaign, made.plan, at=at)
    put = time.process_time()
    assert len(store.assignments.of("large", "ann-7")) == 1_000
    read = time.process_time()
    assert put - started < 5
    assert read - put < 1
    assert sum(person.assigned for person in store.annotators.all("large")) == 50_000
