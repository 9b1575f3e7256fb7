"""Work that changes hands, pilots, letters, pay and deletion, on every database."""

from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from tertium.design.late import late_assignments
from tertium.exceptions import Conflict, NotFound
from tertium.model import PILOT, Annotator
from tertium.store import Store, campaigns, moves, pilots
from tertium.store import letters as letters_module
from tertium.store.letters import Letter


@pytest.fixture
def small(make):
    """Return a small campaign with its plan."""
    return make()


@pytest.fixture
def store(database, small, at):
    """Return a store with the small campaign in it."""
    with Store.open(database) as opened:
        opened.campaigns.put(small.campaign, small.plan, at=at)
        yield opened


def open_of(store, small, annotator):
    """Return what somebody is asked and has not answered."""
    done = store.assignments.answered(small.name, annotator)
    return [one for one in store.assignments.of(small.name, annotator) if one.id not in done]


def join(store, small, at):
    """Add somebody with one item, so that there is a taker who knows little."""
    given = late_assignments(small.campaign, Annotator("late", ""), [small.assignment(0)])
    store.annotators.add(small.name, Annotator("late", ""), assignments=given, at=at)


def give(store, small, at, **more):
    """Hand over what ann-1 has open to the newcomer."""
    known = {one.segment for one in store.assignments.of(small.name, "late")}
    taken = [one for one in open_of(store, small, "ann-1") if one.segment not in known]
    taker = Annotator("late", "")
    made = late_assignments(small.campaign, taker, taken)
    return store.moves.hand_over(small.name, "ann-1", taker, taken, made, by="ada", at=at, **more)


def test_work_goes_over_and_back(store, small, at):
    """Counts, lists and the log agree; undoing gives back what was not answered."""
    join(store, small, at)
    before = store.assignments.of(small.name, "ann-1")
    number = give(store, small, at, stops=True)
    assert number > 0
    people = {one.id: one for one in store.annotators.all(small.name)}
    assert people["ann-1"].state == "paused"
    assert people["ann-1"].assigned == len(before) - number
    assert people["late"].assigned == 1 + number
    (move,) = store.moves.all(small.name)
    assert (move.giver, move.taker, move.judgements, move.answered) == ("ann-1", "late", number, 0)
    assert store.moves.undo(small.name, move.number, by="ada", at=at) == number
    assert store.assignments.of(small.name, "ann-1") == before
    assert {one.id: one.state for one in store.annotators.all(small.name)}["ann-1"] == "active"
    with pytest.raises(Conflict, match="undone already"):
        store.moves.undo(small.name, move.number, by="ada", at=at)
    with pytest.raises(NotFound, match="no hand-over"):
        store.moves.undo(small.name, 999, by="ada", at=at)


def test_what_was_written_about_an_older_state_is_refused(store, small, at):
    """A second click, or the form of another manager."""
    join(store, small, at)
    since = store.campaigns.state(small.name).moves
    give(store, small, at, since=since)
    with pytest.raises(Conflict, match="changed hands since"):
        give(store, small, at, since=since)


def test_a_pilot_steps_aside_for_the_main_round(store, small, at):
    """While it runs only it is asked; its judgements are marked; the plan comes back."""
    who = Annotator("ann-1", small.plan.annotators[0].group)
    before = store.assignments.of(small.name, "ann-1")
    made = [replace(one, id=f"p-{one.id}", set=PILOT) for one in before[:2]]
    store.pilots.begin(small.name, [who], made, by="ada", at=at)
    assert [one.id for one in store.assignments.of(small.name, "ann-1")] == [m.id for m in made]
    assert store.pilots.main_tasks(small.name) == len(small.plan.assignments)
    with pytest.raises(Conflict, match="under way"):
        store.pilots.begin(small.name, [who], made, by="ada", at=at)
    given = replace(small.judge("x"), assignment=made[0].id)
    store.judgements.append([given], received_at=at)
    store.pilots.end(small.name, again=False, by="ada", at=at)
    assert len(store.table(small.name)) == 0
    assert len(store.table(small.name, rounds="pilot")) > 0
    asked = [one.id for one in store.assignments.of(small.name, "ann-1")]
    assert before[0].id not in asked
    assert {one.id for one in before[2:]} <= set(asked)
    with pytest.raises(Conflict, match="no pilot"):
        store.pilots.end(small.name, again=False, by="ada", at=at)


@contextmanager
def killed(monkeypatch, module):
    """Let the process end before the line in the log is written."""
    ended = []

    def ends(*_, **__):
        ended.append(module)
        raise SystemExit

    with monkeypatch.context() as patched, suppress(SystemExit):
        patched.setattr(module, "log_event", ends)
        yield
    assert ended


def test_a_process_that_is_killed_leaves_everything_as_it_was(store, small, at, monkeypatch):
    """Every act of a manager is one transaction."""
    join(store, small, at)
    name = small.name
    who = Annotator("ann-1", small.plan.annotators[0].group)

    def state():
        return (
            store.campaigns.state(name),
            store.assignments.of(name, "ann-1"),
            store.assignments.of(name, "late"),
            store.annotators.all(name),
            dict(store.letters.all(name)),
            store.moves.all(name),
        )

    before = state()
    with killed(monkeypatch, moves):
        give(store, small, at)
    with killed(monkeypatch, pilots):
        store.pilots.begin(name, [who], [], by="ada", at=at)
    with killed(monkeypatch, letters_module):
        letter = Letter("Trains", "{link}")
        store.letters.put(name, "reminder", "en", letter, before=None, by="ada", at=at)
    with killed(monkeypatch, campaigns):
        store.campaigns.delete(name, by="ada", at=at)
    with killed(monkeypatch, campaigns):
        store.campaigns.set_pay(
            name, 2.0, "EUR", {"ann-1": 5.0}, unless=lambda: False, by="ada", at=at
        )
    with killed(monkeypatch, campaigns):
        store.campaigns.set_deadline(name, at, zone="Europe/Berlin", by="ada", at=at)
    store.campaigns.changed()
    assert state() == before


def test_letters_pay_archive_and_deletion_are_kept(database, store, small, at):
    """Another process reads what this one wrote."""
    name = small.name
    letter = Letter("Trains", "{link}")
    store.letters.put(name, "reminder", "en", letter, before=None, by="ada", at=at)
    store.campaigns.set_pay(name, 0.5, "CHF", {"ann-1": 5.0}, unless=lambda: False, by="a", at=at)
    store.campaigns.set_deadline(name, at, zone="Asia/Tokyo", by="ada", at=at)
    store.campaigns.set_state(name, "closed", by="ada", at=at)
    store.campaigns.archive(name, archived=True, by="ada", at=at)
    store.campaigns.delete(name, by="ada", at=at)
    with Store.open(database) as other:
        assert other.campaigns.all() == []
        (state,) = other.campaigns.all(deleted=True)
        assert (state.price, state.currency, state.zone) == (0.5, "CHF", "Asia/Tokyo")
        assert state.deadline == at
        assert state.deadline.utcoffset() == timedelta(hours=9)
        assert state.archived_at == state.deleted_at == at
        assert other.letters.all(name) == {("reminder", "en"): letter}
        assert other.annotators.all(name)[0].bonus == 5.0
        other.campaigns.restore(name, by="bob", at=at)
        assert [one.name for one in other.campaigns.all()] == [name]


def test_thirty_days_after_deletion_names_are_forgotten(store, small, at):
    """What was judged stays, under the opaque id; a campaign that was deleted later keeps its."""
    name = small.name
    store.annotators.set_name(name, "ann-1", name="Grace", mail="grace@example.org")
    store.judgements.append([small.judge("j-1")], received_at=at)
    store.campaigns.delete(name, by="ada", at=at)
    assert store.campaigns.forget_deleted(before=at - timedelta(days=1)) == 0
    assert store.annotators.all(name)[0].name == "Grace"
    assert store.campaigns.forget_deleted(before=at + timedelta(seconds=1)) == 1
    assert store.annotators.all(name)[0].name == ""
    assert len(list(store.judgements.all(name))) == 1
