"""Questions that are drawn during a campaign, and where they are kept."""

import threading
from dataclasses import replace
from datetime import timedelta
from functools import partial

import numpy as np
import pytest
from sqlalchemy import event

from tertium.exceptions import NotFound
from tertium.model import Annotator, Assignment, Judgement, System, parts_of
from tertium.store import Store
from tertium.store.assignments import DRAWN
from tertium.store.backup import backup
from tertium.store.wins import Wins

WHO = "ann-01"


def say(assignment):
    """Answer by the names, now and then with a tie, differently in each segment."""
    if len(assignment.slots) == 1:
        return {"adequate": "yes" if assignment.slots[0] < "sys2" else "no"}
    left, right = (hash_of(assignment.segment + slot) for slot in assignment.slots)
    return {"better": "tie" if (left + right) % 5 == 0 else "left" if left < right else "right"}


def hash_of(text):
    return sum(map(ord, text)) * 7919 % 101


def answer_all(store, at, annotator=WHO, say=say):
    """Answer what is open; return how many that were."""
    answered = store.assignments.answered("many", annotator)
    wanted = [a for a in store.assignments.of("many", annotator) if a.id not in answered]
    store.judgements.append(
        [Judgement(f"j-{a.id}", "many", a.id, annotator, say(a), at) for a in wanted],
        received_at=at,
    )
    return len(wanted)


def finish(store, at, annotator=WHO, say=say):
    """Answer and draw until nothing more comes; return the size of every round."""
    rounds = []
    while answer_all(store, at, annotator, say):
        rounds.append(store.questions.draw_more("many", annotator, at=at))
    return rounds


@pytest.fixture
def many(store, make_many, at):
    """Put a tournament with three follow-ups into the store."""
    made = make_many(follow_up=3)
    store.campaigns.put(made.campaign, made.plan, at=at)
    return made


def extra(number, *, batch=0, annotator=WHO):
    """Return assignments that no plan made."""
    return tuple(
        Assignment(
            f"x-{n}",
            annotator,
            "s-0",
            ("sys2", "sys0+sys1"),
            batch=batch + n // 2,
            order=n,
            set="follow-up",
            propensity=0.25,
            condition="tournament",
        )
        for n in range(number)
    )


def test_what_is_drawn_comes_after_the_other_work(store, many, at):
    """Order and batches go on; plan, version and everybody else's work stay as they are."""
    before = store.assignments.of("many", WHO)
    state = store.campaigns.state("many")
    other = store.assignments.of("many", "ann-02")
    assert store.assignments.add("many", WHO, extra(3), at=at) == 3
    after = store.assignments.of("many", WHO)
    assert after[: len(before)] == before
    assert [a.order for a in after] == list(range(len(after)))
    last = before[-1].batch
    assert [a.batch for a in after[-3:]] == [last + 1, last + 1, last + 2]
    assert store.assignments.get("many", WHO, "x-2") == after[-1]
    assert replace(after[-1], order=2, batch=1) == extra(3)[-1]
    assert store.assignments.of("many", "ann-02") == other
    assert store.campaigns.state("many") == state
    assert {p.id: p.assigned for p in store.annotators.all("many")}[WHO] == len(after)


def test_drawing_the_same_again_stores_it_once(store, many, at):
    """Assignments are known by their ids; each round has one line in the log."""
    assert store.assignments.add("many", WHO, extra(2), at=at) == 2
    assert store.assignments.add("many", WHO, extra(3), at=at) == 1
    assert store.assignments.add("many", WHO, extra(3), at=at) == 0
    assert store.assignments.add("many", WHO, (), at=at) == 0
    drawn = [a for a in store.assignments.of("many", WHO) if a.id.startswith("x-")]
    assert [a.id for a in drawn] == ["x-0", "x-1", "x-2"]
    log = [e for e in store.history.events("many") if e.event == DRAWN]
    assert [(e.actor, e.detail, e.at) for e in log] == [
        (WHO, {"follow-up": 2}, at),
        (WHO, {"follow-up": 1}, at),
    ]


def test_a_round_is_stored_only_on_the_work_it_was_drawn_from(store, many, at):
    """Where something was drawn meanwhile, the later round gives way."""
    size = len(store.assignments.of("many", WHO))
    assert store.assignments.add("many", WHO, extra(2), at=at, after=size) == 2
    late = tuple(replace(a, id=f"y-{a.id}") for a in extra(2))
    assert store.assignments.add("many", WHO, late, at=at, after=size) == 0
    assert len(store.assignments.of("many", WHO)) == size + 2


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"annotator": "ann-02"}, "annotator"),
        ({"segment": "s-99"}, "segment"),
        ({"slots": ("sys0+sys9", "sys2")}, "system"),
    ],
)
def test_what_is_not_there_cannot_be_drawn(store, many, at, change, what):
    """Somebody else's work, unknown texts and unknown systems are refused."""
    with pytest.raises(NotFound, match=f"no {what} named"):
        store.assignments.add("many", WHO, [replace(extra(1)[0], **change)], at=at)
    with pytest.raises(NotFound, match="no annotator named"):
        store.assignments.add("many", "nobody", extra(1, annotator="nobody"), at=at)
    assert not [e for e in store.history.events("many") if e.event == DRAWN]


def test_another_server_sees_what_was_drawn(database, make_many, at, monkeypatch):
    """At once when it is asked for by name, within a second in the list and the counts."""
    clock = [0.0]
    monkeypatch.setattr("tertium.store.assignment_cache.time.monotonic", lambda: clock[0])
    made = make_many()
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        size = len(two.assignments.of("many", WHO))
        assert sum(p.assigned for p in two.annotators.all("many")) == len(made.plan.assignments)
        one.assignments.add("many", WHO, extra(3), at=at)
        assert two.assignments.get("many", WHO, "x-1").slots == ("sys2", "sys0+sys1")
        assert len(two.assignments.of("many", WHO)) == size
        assert sum(p.assigned for p in two.annotators.all("many")) == len(made.plan.assignments) + 3
        clock[0] = 1.1
        assert two.assignments.of("many", WHO) == one.assignments.of("many", WHO)
        judged = Judgement("j-1", "many", "x-0", WHO, {"better": "tie"}, at)
        two.judgements.append([judged], received_at=at)
        clock[0] = 2.2
        assert (
            one.assignments.answered("many", WHO)
            == two.assignments.answered("many", WHO)
            == {"x-0": judged}
        )


def test_answers_that_another_server_has_count_when_they_are_sent_again(
    database, make_many, at, monkeypatch
):
    """A server whose worklist is a moment old learns by repetition that everything is answered."""
    monkeypatch.setattr("tertium.store.assignment_cache.time.monotonic", lambda: 0.0)
    made = make_many(follow_up=4, segments=6, systems=8)
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        work = two.assignments.of("many", WHO)
        judged = [Judgement(f"j-{a.id}", "many", a.id, WHO, {"better": "left"}, at) for a in work]
        one.judgements.append(judged, received_at=at)
        assert two.assignments.answered("many", WHO) == {}
        again = two.judgements.append(judged, received_at=at + timedelta(seconds=1))
        assert all(receipt.duplicate for receipt in again)
        assert two.questions.draw_more("many", WHO, at=at) > 0


def test_another_server_that_draws_too_late_sees_why(database, make_many, at, monkeypatch):
    """A server whose worklist is a moment old stores nothing and shows the round at once.

    Meanwhile somebody else's answers have changed what it would ask.
    """
    monkeypatch.setattr("tertium.store.assignment_cache.time.monotonic", lambda: 0.0)
    made = make_many(budget=9, common=0, segments=16)
    with Store.open(database) as one, Store.open(database) as two:
        one.campaigns.put(made.campaign, made.plan, at=at)
        answer_all(one, at)
        for who in (WHO, "ann-02"):
            two.assignments.of("many", who)
        assert one.questions.draw_more("many", WHO, at=at) == 8
        finish(two, at, "ann-02")
        assert two.questions.draw_more("many", WHO, at=at) == 0
        assert two.assignments.of("many", WHO) == one.assignments.of("many", WHO)


def test_a_new_version_comes_after_what_was_drawn_before_it(store, many, at):
    """Work comes in the order it was made: plan, drawn, next plan, drawn again."""
    planned = store.assignments.of("many", WHO)
    answer_all(store, at)
    store.assignments.add("many", WHO, extra(2), at=at)
    campaign = replace(many.campaign, systems=(*many.campaign.systems, System("late", "system")))
    new = Assignment("new", WHO, "s-0", ("sys0+sys1", "sys3"), condition="tournament")
    plan = replace(many.plan, assignments=(*many.plan.assignments, new))
    assert store.campaigns.put(campaign, plan, at=at, new_version=True) == 2
    store.assignments.add("many", WHO, (replace(extra(1)[0], id="x-9"),), at=at)
    ids = [a.id for a in store.assignments.of("many", WHO)]
    assert ids == [*(a.id for a in planned), "x-0", "x-1", "new", "x-9"]
    assert {p.id: p.assigned for p in store.annotators.all("many")}[WHO] == len(ids)


def test_what_was_drawn_is_never_lost_once_judged(store, many, at, tmp_path):
    """Served again, versioned and backed up, answers to drawn questions stay in the table."""
    rounds = finish(store, at)
    assert sum(rounds) > 0
    rows = store.table("many").rows()
    drawn = [row for row in rows if row["set"] == "follow-up"]
    assert len(drawn) == sum(rounds)
    assert {row["condition"] for row in rows} == {"tournament"}
    assert store.campaigns.put(many.campaign, many.plan, at=at) == 1
    longer = replace(many.campaign, title="Which one is better?")
    assert store.campaigns.put(longer, many.plan, at=at, new_version=True) == 2
    assert len(store.table("many").rows()) == len(rows)
    backup(store.database.url.render_as_string(hide_password=False), tmp_path / "copy.db")
    with Store.open(tmp_path / "copy.db") as copy:
        assert copy.assignments.of("many", WHO) == store.assignments.of("many", WHO)
        assert copy.table("many") == store.table("many")


def test_an_edit_before_judging_takes_drawn_work_away(store, many, make_many, at):
    """Nobody has answered it, and the plan it belongs to is gone."""
    store.assignments.add("many", WHO, extra(2), at=at)
    other = make_many(segments=4)
    store.campaigns.put(other.campaign, other.plan, at=at)
    mine = tuple(a for a in other.plan.assignments if a.annotator == WHO)
    assert store.assignments.of("many", WHO) == mine
    assert {p.id: p.assigned for p in store.annotators.all("many")}[WHO] == len(mine)


def test_merged_outputs_and_conditions_survive_an_edit(store, many, make_many, at):
    """Added work stays while its merged output is still the same text."""
    work = extra(1, annotator="late")
    store.annotators.add("many", Annotator("late"), assignments=work, at=at)
    retitled = replace(many.campaign, title="Another title")
    store.campaigns.put(retitled, many.plan, at=at)
    assert store.assignments.of("many", "late") == work
    texts = {**retitled.outputs, ("s-0", "sys1"): "no longer the same"}
    store.campaigns.put(replace(retitled, outputs=texts), many.plan, at=at)
    assert store.assignments.of("many", "late") == ()


def test_condition_and_propensity_reach_the_table(store, many, at):
    """How a question was asked and drawn stands beside its answer."""
    store.assignments.add("many", WHO, extra(1), at=at)
    store.judgements.append(
        [Judgement("j", "many", "x-0", WHO, {"better": "right"}, at)], received_at=at
    )
    (row,) = store.table("many").rows()
    assert (row["condition"], row["propensity"], row["set"]) == ("tournament", 0.25, "follow-up")
    assert (row["system"], row["versus"], row["value"]) == ("sys2", "sys0+sys1", -1.0)


def test_nothing_is_drawn_where_nothing_is_to_be_drawn(store, small, many, make_many, at):
    """Another protocol, an open question, an unknown annotator, a design without follow-ups."""
    store.judgements.append([small.judge(f"j-{n}", n) for n in range(4)], received_at=at)
    assert store.questions.draw_more("news", "ann-1", at=at) == 0
    assert store.questions.draw_more("many", WHO, at=at) == 0
    assert store.questions.draw_more("many", "nobody", at=at) == 0
    plain = make_many(follow_up=0)
    store.campaigns.put(plain.campaign, plain.plan, at=at)
    assert finish(store, at) == [0]


def test_looking_for_more_in_vain_costs_nothing(store, small, many, at, monkeypatch):
    """An open question, a finished tournament or another protocol: the disk is left alone."""
    monkeypatch.setattr("tertium.store.assignment_cache.SECONDS", 60.0)
    monkeypatch.setattr(store.campaigns._states, "_seconds", 60.0)
    finish(store, at, "ann-02")
    asked = []
    for name, who in (("news", "ann-1"), ("many", WHO), ("many", "ann-02")):
        store.questions.draw_more(name, who, at=at)

        def note(connection, cursor, statement, *rest):
            asked.append(statement)

        event.listen(store.database.engine, "before_cursor_execute", note)
        assert store.questions.draw_more(name, who, at=at) == 0
        event.remove(store.database.engine, "before_cursor_execute", note)
    assert asked == []


def test_a_correction_may_ask_for_more(store, make_many, at):
    """After the last round an answer that changes is looked at again."""
    made = make_many(follow_up=20, common=0)
    store.campaigns.put(made.campaign, made.plan, at=at)
    finish(store, at, say=lambda a: {"better": "tie"})
    assert store.questions.draw_more("many", WHO, at=at) == 0  # ties relate everything
    answered = store.assignments.answered("many", WHO)
    corrections = [
        Judgement(f"c-{n}", "many", a, WHO, {"better": "left"}, at, replaces=j.id)
        for n, (a, j) in enumerate(answered.items())
    ]
    store.judgements.append(corrections, received_at=at)
    assert store.questions.draw_more("many", WHO, at=at) > 0


@pytest.mark.parametrize("design", [{"follow_up": 3}, {"budget": 8}])
def test_tabs_that_draw_at_once_draw_one_round(store, make_many, at, design):
    """Eight requests of one annotator at the same moment store one round."""
    made = make_many(common=0, **design)
    store.campaigns.put(made.campaign, made.plan, at=at)
    while answer_all(store, at):
        size = len(store.assignments.of("many", WHO))
        drawn = []
        draw = partial(store.questions.draw_more, "many", WHO, at=at)
        threads = [threading.Thread(target=lambda: drawn.append(draw())) for _ in range(8)]  # noqa: B023
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(drawn) == 8
        assert sum(1 for number in drawn if number) <= 1
        assert len(store.assignments.of("many", WHO)) == size + sum(drawn)
        sources = [(a.segment, a.pass_) for a in store.assignments.of("many", WHO)[size:]]
        assert len(set(sources)) == len(sources)
    assert len(store.assignments.of("many", WHO)) > len(made.plan.assignments) / 2


def test_a_budget_is_spent_and_every_choice_has_its_probability(store, make_many, at):
    """Outside the common set each source gets its questions, every pair once."""
    made = make_many(budget=7)
    store.campaigns.put(made.campaign, made.plan, at=at)
    finish(store, at)
    finish(store, at, "ann-02")
    by_source = {}
    for a in (a for who in (WHO, "ann-02") for a in store.assignments.of("many", who)):
        if a.set != "common":
            assert 0 < a.propensity <= 1
            by_source.setdefault((a.annotator, a.segment), []).append(frozenset(a.slots))
    assert max(map(len, by_source.values())) == 7
    assert all(len(set(pairs)) == len(pairs) <= 7 for pairs in by_source.values())


def test_wins_are_counted_as_the_table_says(store, many, at):
    """Corrections, problems and merged outputs included, read in pieces or at once."""
    names = [system.name for system in many.campaign.systems]
    kept = Wins(store.campaigns.number("many"))

    def count(wins):
        with store.database.reading() as connection:
            return np.stack(wins.counts(connection, many.campaign))

    assert count(kept).sum() == 0
    answer_all(store, at)
    count(kept)
    answers = [{"better": "right"}, {"better": "tie"}, {"problem": "source"}, {"better": "left"}]
    for n, (a, j) in enumerate(list(store.assignments.answered("many", WHO).items())[:12]):
        said = Judgement(f"c-{n}", "many", a, WHO, answers[n % 4], at, replaces=j.id)
        store.judgements.append([said], received_at=at)
        count(kept)
    expected = np.zeros((2, len(names), len(names)))
    for row in store.table("many").rows():
        if row["aspect"] == "preference":
            for one in parts_of(row["system"]):
                for other in parts_of(row["versus"]):
                    i, j = names.index(one), names.index(other)
                    if row["value"] == 0:
                        expected[1, i, j] += 1
                        expected[1, j, i] += 1
                    else:
                        expected[0][(i, j) if row["value"] > 0 else (j, i)] += 1
    assert expected[:, 0].sum() > 0
    assert (count(kept) == expected).all()
    assert (count(Wins(store.campaigns.number("many"))) == expected).all()


def test_a_crossover_waits_between_its_halves(store, make_many, at):
    """The second half opens a pause after the last answer of the first, whatever a clock says."""
    made = make_many(protocol="crossover@1", pause=2.5, follow_up=0)
    store.campaigns.put(made.campaign, made.plan, at=at)
    assert store.questions.opens_at("many", WHO) is None
    mine = store.assignments.of("many", WHO)
    first = [a for a in mine if a.condition == mine[0].condition]
    assert 0 < len(first) < len(mine)
    for n, a in enumerate(first):
        assert store.questions.opens_at("many", WHO) is None
        answer = say(a) if a.condition == "tournament" else {"ranks": [1] * len(a.slots)}
        pressed = at + timedelta(hours=n)
        said = Judgement(f"j-{n}", "many", a.id, WHO, answer, pressed)
        store.judgements.append([said], received_at=pressed + timedelta(minutes=5))
    assert store.questions.opens_at("many", WHO) == pressed + timedelta(days=2.5)
    ahead = replace(said, id="c", replaces=said.id, submitted_at=pressed + timedelta(days=999))
    store.judgements.append([ahead], received_at=pressed + timedelta(minutes=6))
    assert store.questions.opens_at("many", WHO) == pressed + timedelta(days=2.5, minutes=6)


def test_a_person_without_work_draws_nothing(store, many, at):
    """Somebody who was added without assignments is not given any."""
    store.annotators.add("many", Annotator("guest"), at=at)
    assert store.questions.draw_more("many", "guest", at=at) == 0
    assert store.questions.opens_at("many", "guest") is None
    assert store.assignments.add("many", "guest", extra(1, annotator="guest"), at=at) == 1
    assert [(a.order, a.batch) for a in store.assignments.of("many", "guest")] == [(0, 0)]
