"""An open crowd: places, claims, leases, late answers, and who is known."""

import threading
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from tertium.design.plan import build_plan
from tertium.exceptions import Conflict, NotFound
from tertium.model import Crowd, Design, Judgement
from tertium.store import Store, schema

JUDGES = 2


@pytest.fixture
def crowded(make):
    """Make a campaign of twelve items that a crowd may claim by fours."""

    def build(segments=12, judges=JUDGES, items=4, seed=7, **more):
        small = make(annotators=0, segments=segments, seed=seed)
        crowd = Crowd(public=True, judges=judges, items=items, lease_minutes=30, **more)
        texts = tuple(
            replace(one, source_language="en", target_language="de")
            for one in small.campaign.segments
        )
        design = Design(annotators=0, min_words=1)
        return replace(small.campaign, segments=texts, crowd=crowd, design=design)

    return build


@pytest.fixture
def open_store(store, crowded, at):
    """Put a campaign with a crowd into the store."""

    def put(**more):
        campaign = crowded(**more)
        store.campaigns.put(campaign, build_plan(campaign), at=at)
        return Hall(store, campaign.name, at)

    return put


class Hall:
    """A crowd at work in a store."""

    def __init__(self, store, name, at):
        self.store, self.name, self.at = store, name, at
        self.public = next(one for one in store.crowd.links(name, at=at) if not one.trial)

    def come(self, who, session=""):
        """Enrol somebody; return their annotator."""
        self.store.crowd.enrol(self.public, who, session=session, at=self.at)
        return self.store.crowd.hash_of(who)

    def work(self, who):
        """Return what is asked of somebody."""
        return self.store.assignments.of(self.name, who)

    def claim(self, who, minutes=0.0):
        """Give somebody work, some minutes after the start."""
        return self.store.claims.go_on(self.name, who, at=self.at + timedelta(minutes=minutes))

    def answer(self, who, assignment, minutes=0.0, answer="left"):
        """Store an answer."""
        moment = self.at + timedelta(minutes=minutes)
        judgement = Judgement(
            f"j-{assignment.id}", self.name, assignment.id, who, {"better": answer}, moment, 3.0
        )
        self.store.judgements.append([judgement], received_at=moment)
        self.store.claims.settle(self.name, who)

    def judge_all(self, who, minutes=0.0):
        """Answer everything and end the visit."""
        done = self.store.assignments.answered(self.name, who)
        for one in self.work(who):
            if one.id not in done:
                self.answer(who, one, minutes)
        return self.store.claims.finish(self.name, who, at=self.at + timedelta(minutes=minutes))

    def places(self):
        """Return how many places are held, which no counter has wrong."""
        pool = schema.pool
        with self.store.database.reading() as connection:
            rows = connection.execute(select(pool).order_by(pool.c.number)).all()
            truth = dict(
                connection.execute(
                    select(schema.place.c.item, func.count())
                    .where(schema.place.c.state == "held")
                    .group_by(schema.place.c.item)
                ).all()
            )
        assert {row.number: row.held for row in rows} == {
            row.number: truth.get(row.number, 0) for row in rows
        }
        assert all(row.held <= row.places for row in rows)
        return [row.held for row in rows]

    def counted(self):
        """Return how many judgements of each segment count."""
        rows = self.store.table(self.name).rows()
        found = {}
        for row in rows:
            found.setdefault(row["segment"], []).append(row["annotator"])
        assert all(len(set(who)) == len(who) for who in found.values())
        return {segment: len(who) for segment, who in found.items()}


def test_every_item_gets_exactly_its_number(open_store):
    """Whoever comes until nothing is open: each item is judged twice, by different people."""
    hall = open_store()
    for number in range(8):
        who = hall.come(f"worker {number}")
        if hall.claim(who):
            assert hall.judge_all(who) == "finished"
    assert hall.places() == [JUDGES] * 12
    assert list(hall.counted().values()) == [JUDGES] * 12


def test_a_claim_follows_from_seed_and_claims(open_store, crowded, tmp_path, at):
    """The same people in the same order get the same items in another database."""
    hall = open_store()
    drawn = [_claimed(hall, n) for n in range(4)]
    other = crowded()
    with Store.open(tmp_path / "again.db") as store:
        store.campaigns.put(other, build_plan(other), at=at)
        again = Hall(store, other.name, at)
        assert [_claimed(again, n) for n in range(4)] == drawn
    events = [one for one in hall.store.history.events(hall.name) if one.event == "work claimed"]
    assert [len(one.detail["items"]) for one in events] == [4] * 4


def _claimed(hall, number):
    who = hall.come(f"worker {number}")
    hall.claim(who)
    return sorted(one.segment for one in hall.work(who))


def test_items_grow_together(open_store):
    """Nobody gets an item a second judgement while another has none."""
    hall = open_store()
    for number in range(3):
        hall.claim(hall.come(f"worker {number}"))
    assert hall.places() == [1] * 12


def test_a_lease_ends_and_others_go_on(open_store):
    """Half-done work is kept, the rest goes to others."""
    hall = open_store(judges=1, segments=4)
    slow, fast = hall.come("slow"), hall.come("fast")
    assert hall.claim(slow) == 4
    for one in hall.work(slow)[:2]:
        hall.answer(slow, one, 1)
    assert hall.claim(fast, minutes=20) == 0
    assert hall.claim(fast, minutes=32) == 2
    assert len(hall.work(slow)) == 2
    hall.judge_all(fast, 33)
    assert hall.places() == [1] * 4
    assert set(hall.counted().values()) == {1}


def test_an_answer_renews_the_lease(open_store):
    """Somebody who works slowly is not robbed of their work."""
    hall = open_store(judges=1, segments=4)
    slow, fast = hall.come("slow"), hall.come("fast")
    hall.claim(slow)
    for place, one in enumerate(hall.work(slow)):
        hall.answer(slow, one, 25 * (place + 1))
        assert hall.claim(fast, minutes=25 * (place + 1) + 1) == 0
    assert hall.store.claims.finish(hall.name, slow, at=hall.at) == "finished"


def test_a_late_answer_is_surplus_or_takes_an_open_place(open_store):
    """It is stored either way; only what has a place counts."""
    hall = open_store(judges=1, segments=4, items=2)
    late, other = hall.come("late"), hall.come("other")
    hall.claim(late)
    first, second = hall.work(late)
    assert hall.store.claims.tidy(hall.name, at=hall.at + timedelta(minutes=31)) == 1
    assert hall.places() == [0] * 4
    hall.answer(late, first, 32)
    assert sum(hall.places()) == 1
    hall.claim(other, 33)
    taken = {one.segment for one in hall.work(other)}
    if second.segment not in taken:
        hall.judge_all(other, 34)
        hall.store.claims.another(hall.name, other, at=hall.at)
        hall.claim(other, 35)
    hall.judge_all(other, 36)
    hall.answer(late, second, 40)
    rows = {row["segment"]: row for row in hall.store.table(hall.name, rounds="all").rows()
            if row["annotator"] == late}  # fmt: skip
    assert (rows[first.segment]["surplus"], rows[second.segment]["surplus"]) == (0, 1)
    assert hall.counted() == dict.fromkeys(hall.counted(), 1)
    assert len(hall.store.assignments.answered(hall.name, late)) == 2


def test_who_comes_back_goes_on_where_they_were(open_store):
    """After the lease they get what is still open of their work, and never an item twice."""
    hall = open_store(judges=1, segments=4)
    who = hall.come("w")
    hall.claim(who)
    before = {one.id for one in hall.work(who)}
    hall.answer(who, hall.work(who)[0], 1)
    hall.store.claims.tidy(hall.name, at=hall.at + timedelta(minutes=60))
    assert len(hall.work(who)) == 1
    hall.come("W ")
    assert hall.claim(who, 61) == 3
    assert {one.id for one in hall.work(who)} == before
    assert hall.judge_all(who, 62) == "finished"
    assert hall.places() == [1] * 4


def test_two_people_who_click_at_once(open_store):
    """Forty people in threads for ten places: nobody gets one that is not there."""
    hall = open_store(segments=5, judges=2, items=1)
    people = [hall.come(f"p{n}") for n in range(40)]
    threads = [threading.Thread(target=hall.claim, args=(who,)) for who in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert hall.places() == [2] * 5
    assert sum(len(hall.work(who)) for who in people) == 10


def test_one_person_in_two_browsers(open_store):
    """The same id in another letter case is the same annotator, with one HIT."""
    hall = open_store()
    who = hall.come("A1B2C3")
    assert hall.come(" a1b2c3 ") == who
    assert hall.claim(who) == 4
    assert hall.claim(who) == 0


def test_a_visit_of_a_platform_is_one_hit(open_store):
    """A new visit brings new work, the same visit does not; the cap ends it."""
    hall = open_store(cap=2, id_parameters=("workerId", "assignmentId"))
    who = hall.come("w", "a1")
    hall.claim(who)
    hall.judge_all(who)
    hall.come("w", "a1")
    assert hall.claim(who) == 0
    hall.come("w", "a2")
    assert hall.claim(who) == 4
    hall.judge_all(who)
    hall.come("w", "a3")
    assert hall.claim(who) == 0
    assert len({one.segment for one in hall.work(who)}) == 8


def test_open_work_goes_on_in_a_new_visit(open_store):
    """The visit that a platform counts is the last one; it has the work, and is paid."""
    hall = open_store(id_parameters=("workerId", "assignmentId"))
    who = hall.come("w", "a1")
    hall.claim(who)
    before = hall.work(who)
    hall.answer(who, before[0])
    given = {"assignmentId": "a2"}
    hall.store.crowd.enrol(hall.public, "w", session="a2", parameters=given, at=hall.at)
    assert hall.claim(who) == 0
    assert hall.work(who) == before
    hall.judge_all(who)
    (visit,) = hall.store.crowd_counts.visits(hall.name)
    assert (visit.parameters, visit.answered, visit.ending) == (given, 4, "finished")


def test_a_clock_that_jumps_back_gives_nothing_away(open_store):
    """Leases then last longer; nothing is lost or doubled."""
    hall = open_store(judges=1, segments=4)
    who, other = hall.come("w"), hall.come("o")
    hall.claim(who, minutes=600)
    assert hall.claim(other, minutes=0) == 0
    assert hall.claim(other, minutes=640) == 4
    hall.judge_all(who, 641)
    hall.judge_all(other, 642)
    hall.places()
    assert set(hall.counted().values()) == {1}


def test_an_answer_in_no_time_is_flagged(open_store):
    """It counts and is paid; the visit says how many there were."""
    hall = open_store(minimum_seconds=3.5)
    who = hall.come("w")
    hall.claim(who)
    hall.judge_all(who)
    (visit,) = hall.store.crowd_counts.visits(hall.name)
    assert (visit.answered, visit.fast) == (4, 4)
    assert sum(hall.counted().values()) == 4


def test_topping_up_opens_places(open_store):
    """More judgements of all items, or of chosen ones."""
    hall = open_store(segments=4, judges=1)
    who = hall.come("w")
    hall.claim(who)
    hall.judge_all(who)
    chosen = [("s-1", ("adv", "base"))]
    assert hall.store.claims.top_up(hall.name, 1, chosen, by="m", at=hall.at) == 1
    other = hall.come("o")
    assert hall.claim(other) == 1
    assert hall.work(other)[0].segment == "s-1"


def test_withdrawn_consent(open_store):
    """The id goes, the rows are left out, the places are open again, the log is whole."""
    hall = open_store(segments=4, judges=1)
    who = hall.come("w")
    hall.claim(who)
    hall.judge_all(who)
    hall.store.crowd.withdraw(hall.name, who, by="m", at=hall.at)
    assert len(hall.store.table(hall.name, rounds="all")) == 0
    assert len(list(hall.store.judgements.all(hall.name))) == 4
    assert hall.places() == [0] * 4
    with hall.store.database.reading() as connection:
        assert connection.execute(select(schema.worker)).all() == []
    with pytest.raises(Conflict, match="withdrew"):
        hall.come("w")
    with pytest.raises(NotFound):
        hall.store.crowd.withdraw(hall.name, "w-nobody", by="m", at=hall.at)


def test_lists_of_earlier_studies(open_store):
    """A list keeps people out, or lets in only those on it."""
    hall = open_store()
    crowd = hall.store.crowd
    assert crowd.may_come(hall.name, crowd.hash_of("a"))
    assert crowd.set_guests(hall.name, ["a", "A", ""], let_in=False, by="m", at=hall.at) == 1
    assert not crowd.may_come(hall.name, crowd.hash_of("a"))
    assert crowd.may_come(hall.name, crowd.hash_of("b"))
    crowd.set_guests(hall.name, ["c"], let_in=True, by="m", at=hall.at)
    assert crowd.may_come(hall.name, crowd.hash_of("c"))
    assert not crowd.may_come(hall.name, crowd.hash_of("b"))


def test_ids_stand_in_one_table_only(open_store):
    """The external id is nowhere in the log, the work or the history."""
    hall = open_store()
    who = hall.come("SECRETQQ", "VISITQQ")
    hall.claim(who)
    hall.judge_all(who)
    with hall.store.database.reading() as connection:
        for name, table in schema.metadata.tables.items():
            text = str(connection.execute(select(table)).all())
            assert ("SECRETQQ" in text) == (name == "worker"), name
            assert "VISITQQ" not in text


def test_in_house_and_crowd_judge_the_same_items(store, crowded, at):
    """Annotators of the plan are beside the crowd and take none of its places."""
    campaign = replace(crowded(segments=4, judges=1), design=Design(
        annotators=2, common=4, unique=0, min_words=1))  # fmt: skip
    store.campaigns.put(campaign, build_plan(campaign), at=at)
    hall = Hall(store, campaign.name, at)
    for who in ("ann-01", "ann-02"):
        for one in hall.work(who):
            hall.answer(who, one)
    who = hall.come("w")
    assert hall.claim(who) == 4
    hall.judge_all(who)
    assert set(hall.counted().values()) == {3}
    groups = {row["annotator"]: row["group"] for row in store.table(hall.name).rows()}
    assert groups == {"ann-01": "en-de", "ann-02": "en-de", who: "crowd"}


def test_an_edit_before_the_first_judgement_begins_anew(store, crowded, at):
    """Who came gets work of the new texts."""
    campaign = crowded(segments=4)
    store.campaigns.put(campaign, build_plan(campaign), at=at)
    hall = Hall(store, campaign.name, at)
    who = hall.come("w")
    hall.claim(who)
    changed = crowded(segments=6)
    store.campaigns.put(changed, build_plan(changed), at=at)
    assert hall.work(who) == ()
    assert hall.claim(who) == 4
    assert len(hall.places()) == 6


@given(steps=st.lists(st.tuples(st.integers(0, 5), st.sampled_from("aaarcc"), st.integers(1, 40))))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_item_ever_gets_more_than_its_number(steps, crowded, tmp_path_factory, at):
    """Whatever people do in whatever order: claim, answer, return, come back late."""
    campaign = crowded(segments=5, items=3)
    with Store.open(tmp_path_factory.mktemp("crowd") / "tertium.db") as store:
        store.campaigns.put(campaign, build_plan(campaign), at=at)
        hall = Hall(store, campaign.name, at)
        people = [hall.come(f"p{n}") for n in range(6)]
        minutes = 0
        known = {who: {} for who in people}
        for number, what, passing in steps:
            minutes += passing
            who = people[number]
            if what == "c":
                store.claims.another(hall.name, who, at=at)
                hall.claim(who, minutes)
            known[who] |= {one.id: one for one in hall.work(who)}
            done = store.assignments.answered(hall.name, who)
            if what == "a":
                for one in [one for id_, one in known[who].items() if id_ not in done][:2]:
                    hall.answer(who, one, minutes)
            if what == "r":
                moment = at + timedelta(minutes=minutes)
                store.claims.finish(hall.name, who, stops=True, at=moment)
            hall.places()
            assert all(count <= JUDGES for count in hall.counted().values())
