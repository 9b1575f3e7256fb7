"""Questions that follow from answers: they end, repeat nothing, and know what they leave out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.design.more import draws_more, more_questions, opens_at
from tertium.design.plan import build_plan, extend_plan
from tertium.design.steering import campaign_strengths
from tertium.design.tournament import merge_equal
from tertium.model import Campaign, Design, Judgement, Plan, Segment, System, parts_of
from tertium.stats.tournament.propagation import Graph, next_question, propagate

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
ANSWER = {"left": 1.0, "right": -1.0, "tie": 0.0}


def campaign(
    systems=5,
    segments=4,
    *,
    references=0,
    same=(),
    protocol="tournament@1",
    options=None,
    seed=3,
    withdrawn=(),
    **design,
):
    """Make a campaign of many systems; pairs of numbers in `same` have the same outputs."""
    names = [f"s{n}" for n in range(systems)]
    twin = {f"s{b}": f"s{a}" for a, b in same}
    texts = tuple(
        Segment(f"g{n}", f"One two three four five {n}.", "d", n, "news", "en", "de")
        for n in range(segments)
    )
    return Campaign(
        name="spring",
        title="Which is better?",
        protocol=protocol,
        options=options or {},
        seed=seed,
        systems=tuple(
            System(name, "reference" if n < references else "system", name in withdrawn)
            for n, name in enumerate(names)
        ),
        segments=texts,
        outputs={
            (segment.id, name): f"{twin.get(name, name)} in {segment.id}"
            for segment in texts
            for name in names
        },
        design=Design(**{"annotators": 1, "common": 1, "batch": 5, **design}),
    )


class Person:
    """Somebody who answers everything they are asked, round after round."""

    def __init__(self, made, say, plan=None):
        self.campaign = made
        self.plan = plan or build_plan(made)
        self.annotator = self.plan.annotators[0]
        self.work = [a for a in self.plan.assignments if a.annotator == self.annotator.id]
        self.planned = len(self.work)
        self.answered = {}
        self.say = say
        self.rounds = []

    def answer(self):
        """Answer what is open."""
        for assignment in self.work:
            if assignment.id not in self.answered:
                number = len(self.answered)
                self.answered[assignment.id] = Judgement(
                    f"j{number}",
                    self.campaign.name,
                    assignment.id,
                    self.annotator.id,
                    self.say(assignment),
                    START + timedelta(minutes=number),
                )

    def more(self):
        """Return what is drawn now."""
        size = len(self.campaign.systems)
        zeros = np.zeros((size, size))
        return more_questions(
            self.campaign,
            self.annotator,
            self.work,
            self.answered,
            campaign_strengths(zeros, zeros),
        )

    def finish(self, most=100):
        """Answer round after round until nothing more is asked."""
        self.answer()
        while drawn := self.more():
            self.rounds.append(drawn)
            self.work.extend(drawn)
            self.answer()
            assert len(self.rounds) <= most
        return self

    def sources(self):
        """Return everything asked, by segment and pass."""
        found = {}
        for assignment in self.work:
            found.setdefault((assignment.segment, assignment.pass_), []).append(assignment)
        return found

    def graph(self, assignments):
        """Return the comparisons of a source as the analysis sees them."""
        said = [
            (*a.slots, ANSWER.get(self.answered[a.id].answer.get("better"), np.nan))
            for a in assignments
            if len(a.slots) == 2
        ]
        return Graph.of(said, {slot for a in assignments for slot in a.slots})

    def adequate(self, assignments):
        """Return the answers about adequacy in a source."""
        return {
            a.slots[0]: self.answered[a.id].answer["adequate"] == "yes"
            for a in assignments
            if len(a.slots) == 1 and "adequate" in self.answered[a.id].answer
        }


def by_name(assignment):
    """Prefer the earlier name; only the first two are adequate."""
    if len(assignment.slots) == 1:
        return {"adequate": "yes" if assignment.slots[0] < "s2" else "no"}
    left, right = assignment.slots
    return {"better": "left" if left < right else "right"}


@st.composite
def people(draw):
    """Anybody in any small campaign, answering anything."""
    systems = draw(st.integers(2, 7))
    pairs = list(combinations(range(systems), 2))
    made = campaign(
        systems,
        draw(st.integers(1, 4)),
        references=draw(st.integers(0, 1)),
        same=draw(st.lists(st.sampled_from(pairs), max_size=1)),
        options={"adequacy": draw(st.booleans())},
        seed=draw(st.integers(0, 9)),
        follow_up=draw(st.integers(0, 3)),
        budget=draw(st.sampled_from([0, 0, 3, 8])),
        common=draw(st.integers(0, 1)),
        batch=draw(st.integers(1, 5)),
    )
    problems = draw(st.sampled_from([0.0, 0.0, 0.3]))
    labels = draw(st.sampled_from([("left", "right", "tie"), ("left", "right"), ("tie",)]))
    chance = np.random.default_rng(draw(st.integers(0, 99)))

    def say(assignment):
        if chance.random() < problems:
            return {"problem": "source"}
        if len(assignment.slots) == 1:
            return {"adequate": str(chance.choice(["yes", "no"]))}
        return {"better": str(chance.choice(labels))}

    if len(merge_equal([made.outputs["g0", s.name] for s in made.systems])) < 2:
        made = replace(made, outputs={key: "".join(key) for key in made.outputs})
    return Person(made, say)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people())
def test_whatever_is_answered_the_rounds_end_and_keep_the_rules(person):
    """No pair twice, nothing steered in the common set, no more than the design allows."""
    person.finish()
    design = person.campaign.design
    for assignments in person.sources().values():
        pairs = [frozenset(a.slots) for a in assignments if a.condition == "tournament"]
        drawn = [a for a in assignments if a.set in ("follow-up", "budget")]
        assert len(set(pairs)) == len(pairs)
        if any(a.set == "common" for a in assignments):
            assert drawn == []
        elif design.budget:
            assert all(a.set == "budget" and 0 < a.propensity <= 1 for a in drawn)
            assert len(pairs) <= design.budget
        else:
            assert all(a.set == "follow-up" and a.propensity is None for a in drawn)
            assert len(drawn) <= design.follow_up


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people())
def test_the_last_stage_knows_every_label(person):
    """Each output is asked once, references never, and what is left open had a problem."""
    person.finish()
    references = [s.name for s in person.campaign.systems if s.part == "reference"]
    for assignments in person.sources().values():
        asked = [a.slots[0] for a in assignments if a.condition == "adequacy"]
        assert len(set(asked)) == len(asked)
        assert not any(set(references).intersection(parts_of(output)) for output in asked)
        if not person.campaign.options["adequacy"]:
            assert asked == []
            continue
        answers = person.adequate(assignments)
        graph = person.graph(assignments)
        labels = propagate(graph, answers, references).labels
        for group in graph.vertices:
            if labels[group[0]].by == "open":
                assert all(graph.outputs[v] in asked for v in group)
        if len(answers) == len(asked):
            assert all(label.adequate is not None for label in labels)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people())
def test_rounds_follow_all_other_work(person):
    """Order goes on, batches are new and not too long, and each source comes up once."""
    person.finish()
    planned = person.work[: person.planned]
    assert [a.order for a in person.work] == list(range(len(person.work)))
    last = max(a.batch for a in planned)
    for drawn in person.rounds:
        batches = [a.batch for a in drawn]
        assert batches[0] == last + 1
        assert batches == sorted(batches)
        size = person.campaign.design.batch
        assert max(map(batches.count, batches)) <= size
        last = batches[-1]
        sources = [(a.segment, a.pass_) for a in drawn]
        assert len(set(sources)) == len(sources)
        assert len({a.condition for a in drawn}) == 1
    conditions = [drawn[0].condition for drawn in person.rounds]
    assert conditions == sorted(conditions, reverse=True)  # comparisons first


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(people(), st.integers(0, 99))
def test_the_same_answers_give_the_same_questions(person, seed):
    """However answers arrived, and however often it is asked."""
    person.answer()
    shuffled = list(person.answered.items())
    np.random.default_rng(seed).shuffle(shuffled)
    first = person.more()
    person.answered = dict(shuffled)
    assert person.more() == first
    if first:
        person.answered.pop(person.work[seed % len(person.work)].id)
        assert person.more() == ()


def test_follow_ups_relate_the_best():
    """Two winners that never met are asked about next, and then it is enough."""
    made = campaign(4, 1, common=0, follow_up=3)
    plan = build_plan(made)
    a, b, c, d = "s0", "s1", "s2", "s3"
    first = plan.assignments[0]
    asked = [(a, b), (c, d), (d, b)]
    work = tuple(replace(first, id=f"q{n}", slots=slots, order=n) for n, slots in enumerate(asked))
    person = Person(made, by_name, Plan(plan.annotators, work))
    person.answer()
    (drawn,) = person.more()
    assert set(drawn.slots) == {a, c}
    assert (drawn.set, drawn.condition, drawn.propensity) == ("follow-up", "tournament", None)
    person.finish()
    assert [set(r[0].slots) for r in person.rounds] == [{a, c}, {b, c}]


def test_a_budget_goes_where_the_campaign_is_least_certain():
    """Two systems that were compared a thousand times are rarely asked again; sides are drawn."""
    wins = np.zeros((4, 4))
    wins[0, 1] = wins[1, 0] = 500
    known = campaign_strengths(wins, np.zeros((4, 4)))
    drawn = []
    for seed in range(300):
        made = campaign(4, 1, common=0, budget=3, seed=seed)
        plan = build_plan(made)
        start = (replace(plan.assignments[0], id="q", slots=("s2", "s3")),)
        person = Person(made, lambda a: {"problem": "source"}, Plan(plan.annotators, start))
        person.answer()
        drawn += more_questions(made, person.annotator, start, person.answered, known)
    rare = [a for a in drawn if set(a.slots) == {"s0", "s1"}]
    assert len(drawn) == 300
    assert not any(set(a.slots) == {"s2", "s3"} for a in drawn)  # asked already
    assert len(rare) < 20
    for a in drawn:
        assert a.propensity == pytest.approx(0.02 if a in rare else 0.245, abs=1e-3)
    assert 120 < sum(a.slots[0] < a.slots[1] for a in drawn) < 180


def test_a_merged_output_is_as_strong_as_its_systems_together():
    """A budget reads the strengths of `a+b` from both, and never asks a text against itself."""
    made = campaign(4, 1, common=0, budget=6, same=[(0, 1)])
    person = Person(made, lambda a: {"better": "left"}).finish()
    shown = {slot for a in person.work for slot in a.slots}
    assert shown == {"s0+s1", "s2", "s3"}


def test_the_stage_asks_what_the_rule_asks():
    """Without problems every question is the one `next_question` names."""
    made = campaign(6, 3, references=1, options={"adequacy": True}, follow_up=1)
    person = Person(made, by_name).finish()
    for assignments in person.sources().values():
        graph = person.graph(assignments)
        answers = {}
        for assignment in (a for a in assignments if a.condition == "adequacy"):
            assert next_question(graph, answers, ["s0"]) == assignment.slots[0]
            answers[assignment.slots[0]] = assignment.slots[0] < "s2"
        assert next_question(graph, answers, ["s0"]) is None


def test_another_output_speaks_for_one_that_ties_with_it():
    """Where a problem was reported about one of two that tie, the other is asked."""
    made = campaign(2, 1, common=0, options={"adequacy": True})

    def say(assignment):
        if len(assignment.slots) == 2:
            return {"better": "tie"}
        return {"problem": "source"} if assignment.slots[0] == "s0" else {"adequate": "yes"}

    person = Person(made, say).finish()
    assert [a.slots for a in person.work[1:]] == [("s0",), ("s1",)]


def test_a_withdrawn_system_is_not_asked_about_again():
    """What was planned stays; drawn questions leave it out in every stage."""
    for design in ({"follow_up": 9}, {"budget": 15}):
        made = campaign(6, 3, common=0, options={"adequacy": True}, **design)
        plan = build_plan(made)
        gone = replace(
            made, systems=tuple(replace(s, withdrawn=s.name == "s0") for s in made.systems)
        )
        person = Person(gone, lambda a: by_name(a), plan).finish()
        drawn = person.work[person.planned :]
        assert drawn
        assert not any("s0" in a.slots for a in drawn)


def test_a_budget_takes_in_a_system_that_joined():
    """A late system is asked about under its own name, never against the same text."""
    before = campaign(3, 2, common=0, budget=9)
    plan = build_plan(before)
    person = Person(before, by_name, plan).finish()
    late = campaign(4, 2, common=0, budget=9, same=[(0, 3)])
    later = Person(
        late, by_name, extend_plan(replace(plan, assignments=tuple(plan.assignments)), late)
    )
    later.work, later.answered = person.work, person.answered
    later.finish()
    pairs = {frozenset(a.slots) for a in later.work}
    assert any("s3" in pair for pair in pairs)
    assert frozenset(("s0", "s3")) not in pairs


@pytest.mark.parametrize("protocol", ["ab@1", "ranking@1"])
def test_other_protocols_draw_nothing(protocol):
    """Only tournaments go on."""
    made = campaign(5, 2, protocol=protocol, follow_up=3, budget=9)
    assert not draws_more(made)


def test_a_design_without_steering_draws_nothing():
    """Neither follow-ups, nor a budget, nor adequacy: the plan is all."""
    assert not draws_more(campaign(follow_up=0))
    assert draws_more(campaign(follow_up=0, options={"adequacy": True}))
    assert Person(campaign(follow_up=0), by_name).finish().rounds == []


def test_a_crossover_follows_up_its_tournament_only():
    """Rankings are not steered; with follow_up = 0 nothing is."""

    def say(a):
        return by_name(a) if a.condition == "tournament" else {"ranks": [1] * len(a.slots)}

    made = campaign(6, 4, protocol="crossover@1", follow_up=2)
    person = Person(made, say).finish()
    drawn = [a for one in person.rounds for a in one]
    assert drawn
    assert {(a.condition, a.set) for a in drawn} == {("tournament", "follow-up")}
    assert Person(campaign(6, 4, protocol="crossover@1", follow_up=0), say).finish().rounds == []


def test_the_second_half_opens_after_the_pause():
    """Only while the first half is done and the second untouched."""
    made = campaign(5, 3, protocol="crossover@1", pause=1.5, follow_up=0)
    person = Person(made, lambda a: {})
    person.answer()
    answered, person.answered = person.answered, {}
    first = [a for a in person.work if a.condition == person.work[0].condition]
    assert 0 < len(first) < len(person.work)
    for n, assignment in enumerate(person.work):
        last = START + timedelta(minutes=len(first) - 1)
        expected = last + timedelta(days=1.5) if n == len(first) else None
        assert opens_at(made, person.work, person.answered) == expected
        person.answered[assignment.id] = answered[assignment.id]
    assert opens_at(made, person.work, person.answered) is None
    assert opens_at(made, (), {}) is None
    unhurried = replace(made, design=replace(made.design, pause=0.0))
    half = {a.id: answered[a.id] for a in first}
    assert opens_at(unhurried, person.work, half) is None


def test_a_tournament_with_adequacy_does_not_pause():
    """A pause lies between the halves of a crossover, not before the second stage."""
    made = campaign(4, 2, options={"adequacy": True}, pause=3.0)
    person = Person(made, by_name).finish()
    half = {a.id: person.answered[a.id] for a in person.work if a.condition == "tournament"}
    assert len(half) < len(person.work)
    assert opens_at(made, person.work, half) is None
