"""Annotators, their links, their steps."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from tertium.exceptions import Conflict, Forbidden, NotFound
from tertium.model import Annotator, Assignment, Judgement
from tertium.store import Store


def person(store, name="ann-1"):
    return next(each for each in store.annotators.all("news") if each.id == name)


def test_everyone_gets_a_link_nobody_can_guess(store, small, at):
    """Each annotator has a long random link of their own."""
    tokens = [each.token for each in store.annotators.all("news")]
    assert len(set(tokens)) == 3
    assert all(len(token) >= 22 for token in tokens)
    visitor = store.annotators.visitor(tokens[1], now=at)
    assert (visitor.campaign, visitor.annotator, visitor.group) == ("news", "ann-2", "en-de")
    assert visitor.consented_at is None


def test_an_unknown_link_says_so(store, small, at):
    """A link with a missing letter is told apart from a withdrawn one."""
    with pytest.raises(NotFound, match="not known"):
        store.annotators.visitor(person(store).token[:-1], now=at)


def test_a_revoked_link_stops_at_once(store, small, at):
    """A withdrawn link is refused from the next request on."""
    token = person(store).token
    store.annotators.visitor(token, now=at)
    store.annotators.revoke_link("news", "ann-1", at=at)
    with pytest.raises(Forbidden, match="revoked"):
        store.annotators.visitor(token, now=at)
    assert person(store).state == "revoked"


def test_a_new_link_takes_the_place_of_the_old(store, small, at):
    """A fresh link works, the one before does not, and work goes on where it was."""
    old = person(store).token
    new = store.annotators.new_link("news", "ann-1", at=at)
    assert store.annotators.visitor(new, now=at).annotator == "ann-1"
    with pytest.raises(Forbidden):
        store.annotators.visitor(old, now=at)
    assert (person(store).token, person(store).state) == (new, "active")


def test_a_link_expires_on_time(store, small, at):
    """An expiry counts to the moment, and can be taken back."""
    token = person(store).token
    store.annotators.set_expiry("news", "ann-1", at)
    store.annotators.visitor(token, now=at - timedelta(seconds=1))
    with pytest.raises(Forbidden, match="expired on 01 March 2026"):
        store.annotators.visitor(token, now=at)
    store.annotators.set_expiry("news", "ann-1", None)
    store.annotators.visitor(token, now=at + timedelta(days=999))


def test_another_server_notices_a_withdrawn_link(database, make, at, monkeypatch):
    """A link withdrawn on one server stops on another within a second."""
    clock = [0.0]
    monkeypatch.setattr("tertium.store.timed_cache.time.monotonic", lambda: clock[0])
    made = make()
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        token = person(one).token
        two.annotators.visitor(token, now=at)
        one.annotators.revoke_link("news", "ann-1", at=at)
        clock[0] = 1.1
        with pytest.raises(Forbidden):
            two.annotators.visitor(token, now=at)


def test_steps_are_dated_once(store, small, at):
    """Consent, profile, instructions and tutorial are each kept with their first time."""
    token = person(store).token
    later = at + timedelta(minutes=3)
    store.annotators.record_step("news", "ann-1", "consented", None, at=at)
    store.annotators.record_step("news", "ann-1", "consented", None, at=later)
    store.annotators.record_step("news", "ann-1", "profile", {"native": "de"}, at=later)
    store.annotators.record_step("news", "ann-1", "profile", {"native": "fr"}, at=later)
    store.annotators.record_step("news", "ann-1", "instructed", None, at=later)
    store.annotators.record_step("news", "ann-1", "tutored", None, at=later)
    visitor = store.annotators.visitor(token, now=at)
    assert visitor.consented_at == at
    assert visitor.profiled_at == visitor.instructed_at == visitor.tutored_at == later
    assert person(store).profile == {"native": "fr"}
    with pytest.raises(NotFound, match="no step named 'slept'"):
        store.annotators.record_step("news", "ann-1", "slept", None, at=at)


def test_preferences_follow_the_annotator(store, small, at):
    """What one device sets, the next device gets."""
    token = person(store).token
    store.annotators.set_preferences("news", "ann-1", {"theme": "dark", "keys": {"1": "KeyA"}})
    assert store.annotators.visitor(token, now=at).preferences == {
        "theme": "dark",
        "keys": {"1": "KeyA"},
    }


def test_a_paused_annotator_is_seen_as_paused(store, small, at):
    """Pausing shows on the annotator's own page and on the manager's, and ends."""
    token = person(store).token
    store.annotators.pause("news", "ann-1")
    assert store.annotators.visitor(token, now=at).state == person(store).state == "paused"
    store.annotators.pause("news", "ann-1", paused=False)
    assert store.annotators.visitor(token, now=at).state == person(store).state == "active"


def test_someone_can_be_added_and_named(store, small, at):
    """A manager adds a person; the name lives apart from what is judged."""
    token = store.annotators.add("news", Annotator("ann-9", "en-fr"), name="Zoë", at=at)
    assert store.annotators.visitor(token, now=at).annotator == "ann-9"
    store.annotators.set_name("news", "ann-1", name="Ada", mail="ada@example.org")
    assert (person(store).name, person(store).mail) == ("Ada", "ada@example.org")
    assert person(store, "ann-9").name == "Zoë"
    with pytest.raises(Conflict, match="already in campaign"):
        store.annotators.add("news", Annotator("ann-1"), at=at)
    with pytest.raises(NotFound, match="Did you mean 'ann-1'"):
        store.annotators.set_name("news", "anm-1", name="Ada")


def test_someone_added_later_has_work_of_their_own(store, small, make, at):
    """Added work is judged like any, and outlives an edit that keeps its texts."""
    assert store.assignments.of("news", "ann-9") == ()
    work = (
        Assignment("late-1", "ann-9", "s-1", ("base", "adv"), order=0),
        Assignment("late-2", "ann-9", "s-3", ("adv", "base"), order=1),
    )
    store.annotators.add("news", Annotator("ann-9"), assignments=work, at=at)
    assert store.assignments.of("news", "ann-9") == work
    assert person(store, "ann-9").assigned == 2
    shorter = make(segments=2)
    store.campaigns.put(shorter.campaign, shorter.plan, at=at)
    assert store.assignments.of("news", "ann-9") == work[:1]
    store.judgements.append(
        [Judgement("j", "news", "late-1", "ann-9", {"better": "left"}, at)], received_at=at
    )
    assert len(store.table("news")) == 1
    with pytest.raises(NotFound, match="no segment named 's-7'"):
        store.annotators.add(
            "news",
            Annotator("ann-8"),
            assignments=[Assignment("late-3", "ann-8", "s-7", ("base", "adv"))],
            at=at,
        )


def test_forgetting_who_someone_is_keeps_their_judgements(store, small, at):
    """Names and profiles live in one table and can be deleted without touching the log."""
    store.annotators.set_name("news", "ann-1", name="Ada Lovelace", mail="ada@example.org")
    store.annotators.record_step("news", "ann-1", "profile", {"years": "36"}, at=at)
    store.judgements.append([small.judge("j-1")], received_at=at)
    store.annotators.forget_identity("news", "ann-1")
    assert (person(store).name, person(store).profile) == ("", None)
    assert len(store.table("news")) == 1
    with store.database.reading() as connection:
        for table in ("annotator", "link", "judgement", "event", "identity"):
            assert "Ada" not in str(connection.execute(text(f"SELECT * FROM {table}")).all())
