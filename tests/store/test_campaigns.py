"""Campaigns and plans: put in, edited, frozen, versioned."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.model import Annotator, Assignment, Example, Plan, Segment, System, Wording
from tertium.store import Store


def test_a_campaign_comes_back_as_it_was_put(store, make, at):
    """Texts, design, wording and the plan's counts survive the database."""
    wording = Wording(
        contact="a@example.org",
        deadline=datetime(2026, 4, 1, 12, tzinfo=UTC),
        tutorial=(Example("Guten Tag", ("Hello", "Good day"), "right", "closer"),),
    )
    made = make(wording=wording)
    assert store.campaigns.put(made.campaign, made.plan, at=at) == 1
    assert store.campaigns.get("news") == made.campaign
    assert store.campaigns.identical("news") == made.plan.identical
    assert store.campaigns.near_identical("news") == ("s-0",)
    state = store.campaigns.state("news")
    assert (state.title, state.protocol, state.state) == ("Which is better?", "ab@1", "open")
    assert state.deadline == wording.deadline
    assert state.created_at == at
    assert store.campaigns.all() == [state]


def test_putting_the_same_again_changes_nothing(store, small, at):
    """An unchanged campaign keeps its version, its links and its state."""
    links = [person.token for person in store.annotators.all("news")]
    store.campaigns.set_state("news", "paused", by="mia", at=at)
    assert store.campaigns.put(small.campaign, small.plan, at=at + timedelta(days=1)) == 1
    assert [person.token for person in store.annotators.all("news")] == links
    assert store.campaigns.state("news").state == "paused"


def test_a_campaign_may_be_edited_before_judging(store, small, make, at):
    """Before the first judgement an edit takes the place of the plan; sent links still work."""
    links = {person.id: person.token for person in store.annotators.all("news")}
    other = make(annotators=2, segments=6, seed=8)
    before = store.campaigns.state("news").hash
    assert store.campaigns.put(other.campaign, other.plan, at=at) == 1
    assert store.campaigns.state("news").hash != before
    assert store.campaigns.get("news") == other.campaign
    assert len(store.assignments.of("news", "ann-1")) == 6
    now = {person.id: person.token for person in store.annotators.all("news")}
    assert now == {name: links[name] for name in ("ann-1", "ann-2")}
    with pytest.raises(NotFound):
        store.annotators.visitor(links["ann-3"], now=at)
    with pytest.raises(NotFound):
        store.judgements.append([small.judge("j-1")], received_at=at)


def test_a_campaign_cannot_be_edited_after_judging_began(store, small, make, at):
    """After the first judgement an edit is refused, and nothing of it is written."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    other = make(segments=6)
    with pytest.raises(Conflict, match="has judgements, so its plan is frozen") as error:
        store.campaigns.put(other.campaign, other.plan, at=at)
    assert error.value.where == "campaign.toml"
    assert store.campaigns.get("news") == small.campaign
    assert len(store.assignments.of("news", "ann-1")) == 4
    assert store.campaigns.put(small.campaign, small.plan, at=at) == 1


def test_options_change_before_judging_and_nothing_else_does(store, small, at):
    """Links, assignments and a deadline that a manager set stay; the hash is that of the whole."""
    store.campaigns.set_deadline("news", at + timedelta(days=9), by="mia", at=at)
    people, work = store.annotators.all("news"), store.assignments.of("news", "ann-1")
    other = replace(small.campaign, options={"variant": "binary"})
    since = store.campaigns.state("news").hash
    store.campaigns.put_options(other, small.plan, since=since, beside=lambda: None)
    assert store.campaigns.get("news") == other
    assert (store.annotators.all("news"), store.assignments.of("news", "ann-1")) == (people, work)
    assert store.campaigns.state("news").deadline == at + timedelta(days=9)
    assert store.campaigns.put(other, small.plan, at=at) == 1
    with pytest.raises(Conflict, match="was changed at the same moment"):
        store.campaigns.put_options(small.campaign, small.plan, since=since, beside=lambda: None)
    assert store.campaigns.get("news") == other


def test_options_change_together_with_what_is_done_beside_them(store, small, at):
    """If that fails nothing is changed; after the first judgement it is not even tried."""
    other = replace(small.campaign, options={"variant": "binary"})

    def fail():
        raise BadInput("the disk is full", fix="Make room.")

    with pytest.raises(BadInput, match="disk is full"):
        store.campaigns.put_options(
            other, small.plan, since=store.campaigns.state("news").hash, beside=fail
        )
    assert store.campaigns.get("news") == small.campaign
    store.judgements.append([small.judge("j-1")], received_at=at)
    with pytest.raises(Conflict, match="has judgements"):
        store.campaigns.put_options(
            other, small.plan, since=store.campaigns.state("news").hash, beside=fail
        )
    assert store.campaigns.get("news") == small.campaign


def test_a_frozen_plan_outlives_other_ways_to_plan(store, small, make, at):
    """The same campaign planned differently, as by a later release, keeps its frozen plan."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    planned = replace(small.plan, assignments=small.plan.assignments[::-1][:3])
    assert store.campaigns.put(small.campaign, planned, at=at) == 1
    assert store.campaigns.put(small.campaign, planned, at=at, new_version=True) == 1
    assert len(store.assignments.of("news", "ann-1")) == 4


def test_a_new_version_adds_and_keeps(store, small, make, at):
    """A late system joins as a new version: former work stays, new work comes after it."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    late = "late"
    campaign = replace(
        small.campaign,
        systems=(*small.campaign.systems, System(late)),
        outputs={
            **small.campaign.outputs,
            **{(s.id, late): f"late {s.id}" for s in small.campaign.segments},
        },
    )
    added = (
        Assignment("new-1", "ann-1", "s-0", ("late", "base"), order=0),
        Assignment("new-2", "ann-4", "s-0", ("base", "late"), order=0),
    )
    plan = Plan((*small.plan.annotators, Annotator("ann-4")), small.plan.assignments[:4] + added)
    assert store.campaigns.put(campaign, plan, at=at, new_version=True) == 2
    assert [a.id for a in store.assignments.of("news", "ann-1")][-1] == "new-1"
    assert len(store.assignments.of("news", "ann-2")) == 4
    assert [a.id for a in store.assignments.of("news", "ann-4")] == ["new-2"]
    assert store.campaigns.get("news") == campaign
    assert store.campaigns.put(campaign, small.plan, at=at) == 2  # served again, planned anew
    assert store.assignments.answered("news", "ann-1").keys() == {small.assignment(0).id}
    assert len(store.table("news")) == 1


@pytest.mark.parametrize(
    "edit",
    [
        lambda c: replace(c, outputs={**c.outputs, ("s-1", "adv"): "another text"}),
        lambda c: replace(c, segments=(Segment("s-0", "Other."), *c.segments[1:])),
        lambda c: replace(c, systems=(c.systems[0], System("else"))),
        lambda c: replace(c, options={"variant": "binary"}),
    ],
    ids=["output", "segment", "system", "protocol"],
)
def test_a_new_version_alters_nothing_that_was_shown(store, small, at, edit):
    """Texts and questions that may have been judged cannot change, only be added to."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    plan = replace(small.plan, assignments=())
    with pytest.raises(Conflict, match="changed in campaign 'news'"):
        store.campaigns.put(edit(small.campaign), plan, at=at, new_version=True)
    assert store.campaigns.state("news").version == 1


def test_an_assignment_keeps_its_meaning_over_versions(store, small, at):
    """A new version cannot turn the sides of an assignment that is stored."""
    store.judgements.append([small.judge("j-1")], received_at=at)
    first, *others = small.plan.assignments
    turned = replace(first, slots=first.slots[::-1])
    with pytest.raises(Conflict, match="another content"):
        store.campaigns.put(
            replace(small.campaign, title="New"),
            replace(small.plan, assignments=(turned, *others)),
            at=at,
            new_version=True,
        )


def test_state_deadline_and_reveal_are_logged(store, small, at):
    """What a manager does to a campaign is seen at once and written into the log."""
    store.campaigns.set_state("news", "closed", by="mia", at=at)
    store.campaigns.set_deadline("news", at + timedelta(days=9), by="mia", at=at)
    store.campaigns.reveal("news", by="mia", at=at)
    store.campaigns.reveal("news", by="mia", at=at + timedelta(days=1))
    state = store.campaigns.state("news")
    assert (state.state, state.deadline) == ("closed", at + timedelta(days=9))
    assert state.revealed_at == at
    events = store.history.events("news")
    assert [event.event for event in events] == [
        "campaign closed",
        "deadline set",
        "systems revealed",
    ]
    assert {event.actor for event in events} == {"mia"}
    with pytest.raises(NotFound, match="Did you mean 'open'"):
        store.campaigns.set_state("news", "opne", by="mia", at=at)


def test_another_server_notices_a_pause(database, make, at, monkeypatch):
    """What one server changes, another sees within a second."""
    monkeypatch.setattr("tertium.store.timed_cache.time.monotonic", lambda: clock[0])
    clock = [0.0]
    made = make()
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        assert two.campaigns.state("news").state == "open"
        one.campaigns.set_state("news", "paused", by="mia", at=at)
        assert one.campaigns.state("news").state == "paused"
        clock[0] = 1.1
        assert two.campaigns.state("news").state == "paused"


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda p: replace(p, annotators=p.annotators[:2]), NotFound),
        (lambda p: replace(p, annotators=p.annotators * 2), BadInput),
        (lambda p: replace(p, assignments=p.assignments * 2), BadInput),
        (
            lambda p: replace(p, assignments=(Assignment("x", "ann-1", "s-9", ("base", "adv")),)),
            NotFound,
        ),
        (lambda p: replace(p, assignments=(Assignment("x", "ann-1", "s-0", ("bse",)),)), NotFound),
    ],
    ids=["annotator", "annotator twice", "assignment twice", "segment", "system"],
)
def test_a_plan_that_does_not_fit_is_refused(store, make, at, change, kind):
    """Nothing of a plan is stored when one assignment names what is not there."""
    made = make()
    with pytest.raises(kind):
        store.campaigns.put(made.campaign, change(made.plan), at=at)
    assert store.campaigns.all() == []


def test_an_unknown_campaign_is_named_with_its_neighbour(store, small):
    """A mistyped name brings the nearest known one."""
    with pytest.raises(NotFound, match="Did you mean 'news'"):
        store.campaigns.state("newz")
