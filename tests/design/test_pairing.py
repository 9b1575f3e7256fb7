"""From dealt sources to questions: what is true of every plan of many systems."""

from collections import Counter, defaultdict
from dataclasses import replace
from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design import build_plan, extend_plan, item_for
from tertium.design.pairing import covering
from tertium.model import parts_of
from tertium.stats.tournament.graphs import questions
from tests.design.planned import (
    by_annotator,
    connected,
    designs,
    drawn,
    graphs,
    groups,
    pairs_of,
    sizes,
)


@settings(max_examples=150, deadline=None)
@given(designs, sizes, groups, groups)
def test_tournaments_keep_their_promises(many, design, common, equal, missing):
    """The right number of different pairs, all connected, for one person at a time."""
    _, plan = drawn(many, design, common, equal, missing)
    if plan is None:
        return
    owners = defaultdict(set)
    for (annotator, segment, _, condition), asked in graphs(plan).items():
        assert condition == "tournament"
        number = int(segment.partition(".")[2])
        there = [s for s in design["systems"] if s not in missing.get(number, ())]
        same = [s for s in there if s in equal.get(number, ())]
        vertices = len(there) - max(0, len(same) - 1)
        assert len(asked) == len(pairs_of(asked)) == questions(vertices)
        shown = {name for a in asked for slot in a.slots for name in parts_of(slot)}
        assert shown == set(there)
        assert connected([a.slots for a in asked])
        assert all(a.propensity is None and len(a.slots) == 2 for a in asked)
        assert len({a.set for a in asked}) == 1
        if asked[0].set != "common":
            owners[segment].add(annotator)
    assert all(len(who) == 1 for who in owners.values())


@settings(max_examples=80, deadline=None)
@given(designs, sizes, groups)
def test_the_common_set_asks_everyone_the_same(many, design, common, equal):
    """The same pairs for everyone and in both passes, in orders and on sides of their own."""
    _, plan = drawn(many, design, common, equal)
    if plan is None:
        return
    asked = defaultdict(set)
    for (_, segment, _, _), work in graphs(plan).items():
        if work[0].set == "common":
            asked[segment].add(frozenset(pairs_of(work)))
    assert len(asked) == common * len(design["pairs"])
    assert all(len(found) == 1 for found in asked.values())


@settings(max_examples=80, deadline=None)
@given(designs, sizes, groups, st.sampled_from(["tournament", "crossover"]))
def test_order_batches_sides_and_ids_keep_their_promises(many, design, common, equal, protocol):
    """Sources stay together, in one batch if any can hold them; sides are balanced."""
    made, plan = drawn(many, design, common, equal, protocol=protocol)
    if plan is None:
        return
    ids = [a.id for a in plan.assignments]
    assert len(set(ids)) == len(ids)
    for mine in by_annotator(plan).values():
        assert [a.order for a in mine] == list(range(len(mine)))
        runs = [key for key, _ in groupby((a.segment, a.pass_, a.condition) for a in mine)]
        assert len(set(runs)) == len(runs)  # nothing comes between two questions of a source
        batches = [a.batch for a in mine]
        assert batches == sorted(batches)
        assert set(batches) == set(range(len(set(batches))))
        for number, batch in groupby(mine, key=lambda a: a.batch):
            batch = list(batch)
            assert len(batch) <= design["batch"]
            assert len({a.condition for a in batch}) == 1
            compared = [a for a in batch if a.condition == "tournament"]
            left = sum(a.slots[0] < a.slots[1] for a in compared)
            assert abs(2 * left - len(compared)) <= 1, number
        for _, source in groupby(mine, key=lambda a: (a.segment, a.pass_, a.condition)):
            source = list(source)
            whole = len({a.batch for a in source}) == 1
            assert whole or len(source) > design["batch"]
        compared = [a for a in mine if a.condition == "tournament"]
        left = sum(a.slots[0] < a.slots[1] for a in compared)
        assert abs(2 * left - len(compared)) <= 1
    for a in plan.assignments:
        assert len(set(map(str.lower, item_for(made, a).texts))) == len(a.slots)


@settings(max_examples=40, deadline=None)
@given(designs, sizes, st.sampled_from(["tournament", "ranking", "crossover"]))
def test_a_plan_of_many_systems_can_be_rebuilt_from_its_seed(many, design, common, protocol):
    """The same file gives the same plan, in whatever order it names systems; no more is added."""
    made, plan = drawn(many, design, common, protocol=protocol)
    if plan is None:
        return
    assert build_plan(made) == plan
    assert build_plan(replace(made, systems=made.systems[::-1])) == plan
    assert extend_plan(plan, made) == plan


def test_another_seed_draws_another_plan(many):
    """Pairs, orders and sides all change."""
    one, other = (build_plan(many(seed=seed, common=5)) for seed in (1, 2))
    assert pairs_of(one.assignments) == pairs_of(other.assignments)  # all ten pairs are in use
    assert [a.slots for a in one.assignments] != [a.slots for a in other.assignments]


def test_the_common_pairs_do_not_depend_on_who_is_asked(many):
    """They are drawn from the seed and the source; other people get the same ones."""
    one, other = (
        build_plan(many(8, common=8, annotators=people)) for people in (("x", "y"), ("p",))
    )
    found = defaultdict(set)
    for plan in (one, other):
        for (_, segment, _, _), work in graphs(plan).items():
            found[segment].add(frozenset(pairs_of(work)))
    assert all(len(pairs) == 1 for pairs in found.values())


def test_the_common_set_comes_in_orders_and_on_sides_of_their_own(many):
    """Nobody sees the questions of a source as somebody else does, nor as in the first pass."""
    plan = build_plan(many(12, common=12, unique=0, passes=2, annotators=2))
    seen = defaultdict(list)
    for (_, segment, _, _), work in graphs(plan).items():
        seen[segment].append(tuple(a.slots for a in work))
    for place in (0, 1):  # the order of the questions, then their sides
        alike = [sum(_view(one, place) == _view(two, place) for one, two in combinations(v, 2))
                 for v in seen.values()]  # fmt: skip
        assert sum(alike) < 12  # of 72


def _view(shown, place):
    return tuple(frozenset(slots) for slots in shown) if place == 0 else frozenset(shown)


def test_sources_outside_the_common_set_are_drawn_one_by_one(many):
    """Different sources get different pairs, and so do two who judge the same one."""
    plan = build_plan(many(30, kind="by-two", annotators=2))
    found = graphs(plan)
    draws = {frozenset(pairs_of(work)) for work in found.values()}
    assert len(draws) > 20
    per_source = defaultdict(list)
    for (_, segment, _, _), work in found.items():
        per_source[segment].append(pairs_of(work))
    assert all(len(two) == 2 for two in per_source.values())
    assert sum(one != other for one, other in per_source.values()) > 20


def test_every_system_stands_left_half_of_the_time(many):
    """Balanced by name in every batch, and so about even for each system."""
    plan = build_plan(many(400, common=0, annotators=1))
    counts = defaultdict(Counter)
    for a in plan.assignments:
        for place, name in enumerate(a.slots):
            counts[name][place] += 1
    for name, found in counts.items():
        assert 0.44 < found[0] / found.total() < 0.56, name


def test_sixty_systems_can_be_planned(many):
    """Σ⌈k/2⌉ questions connect them all."""
    names = tuple(f"s{n:02d}" for n in range(60))
    plan = build_plan(many(3, systems=names, common=0, annotators=1))
    for asked in graphs(plan).values():
        assert len(asked) == questions(60)
        assert connected([a.slots for a in asked])


def test_a_large_campaign_is_planned_whole(many):
    """Fifty people, two hundred sources, five systems: no question is lost."""
    made = many(200, common=200, unique=0, annotators=50)
    assert len({assignment.id for assignment in build_plan(made).assignments}) == 60_000


# Budgets ------------------------------------------------------------------------------


def test_with_a_budget_one_question_is_planned(many):
    """Any pair with the same chance, which is recorded; the common set stays a tournament."""
    plan = build_plan(many(600, common=3, budget=4, annotators=2))
    first = [a for a in plan.assignments if a.set == "unique"]
    assert all(len(work) == 1 for key, work in graphs(plan).items() if work[0].set == "unique")
    assert {a.propensity for a in first} == {0.1}
    counts = Counter(frozenset(a.slots) for a in first)
    assert len(counts) == 10
    assert max(counts.values()) < 2 * 597 / 10
    for work in graphs(plan).values():
        if work[0].set == "common":
            assert len(work) == 6
            assert {a.propensity for a in work} == {None}


def test_two_outputs_leave_no_choice(many):
    """Then the probability is one."""
    plan = build_plan(many(3, systems=("a", "b"), common=0, budget=4))
    assert [a.propensity for a in plan.assignments] == [1.0] * 3


# Rankings -----------------------------------------------------------------------------


@given(st.integers(2, 60), st.integers(2, 10), st.integers(0, 2**32))
def test_rankings_cover_everything_and_overlap(n, shown, seed):
    """As few screens as possible, of about equal size, each sharing one output with the last."""
    vertices = tuple(f"s{k}" for k in range(n))
    found = covering(vertices, shown, np.random.default_rng(seed))
    assert set().union(*found) == set(vertices)
    assert sum(len(set(slots)) for slots in found) == n + len(found) - 1
    assert connected(found)
    lengths = [len(slots) for slots in found]
    assert 2 <= min(lengths) <= max(lengths) <= shown
    assert max(lengths) - min(lengths) <= 1
    assert len(found) == -(-(n - 1) // (shown - 1))


@pytest.mark.parametrize(("outputs", "screens"), [(5, 1), (4, 2), (3, 2), (2, 4)])
def test_one_ranking_shows_as_many_outputs_as_the_campaign_says(many, outputs, screens):
    """All five at once, or in several screens; the same for everyone in the common set."""
    made = many(12, protocol="ranking", options={"outputs": outputs}, common=12, annotators=3)
    plan = build_plan(made)
    for work in graphs(plan).values():
        assert len(work) == screens
        assert {a.condition for a in work} == {"ranking"}
        assert max(len(a.slots) for a in work) <= outputs
    for segment in made.segments:
        mine = [pairs_of(w) for (_, s, _, _), w in graphs(plan).items() if s == segment.id]
        assert mine[0] == mine[1] == mine[2]
    assert len({a.slots for a in plan.assignments}) > 2


def test_every_system_stands_everywhere_in_rankings(many):
    """No place is reserved for anybody."""
    plan = build_plan(many(500, protocol="ranking", common=0, annotators=1))
    for place in range(5):
        counts = Counter(a.slots[place] for a in plan.assignments)
        assert len(counts) == 5
        assert 60 < min(counts.values()) <= max(counts.values()) < 140


# Crossover ----------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 8])
def test_a_crossover_asks_everything_twice_in_turn(many, people):
    """Everyone judges the same sources in both ways; half of them begin with each."""
    plan = build_plan(many(30, protocol="crossover", common=6, annotators=people, follow_up=0))
    begins = Counter()
    for mine in by_annotator(plan).values():
        first, second = [c for c, _ in groupby(a.condition for a in mine)]
        assert {first, second} == {"tournament", "ranking"}
        begins[first] += 1
        halves = {
            condition: list(dict.fromkeys(a.segment for a in mine if a.condition == condition))
            for condition in (first, second)
        }
        assert halves[first] == halves[second]
    assert abs(begins["tournament"] - begins["ranking"]) <= 1


def test_who_begins_with_which_method_follows_from_the_seed(many):
    """Not always the first of two."""
    firsts = {
        build_plan(many(4, protocol="crossover", common=4, annotators=2, seed=seed))
        .assignments[0]
        .condition
        for seed in range(12)
    }
    assert firsts == {"tournament", "ranking"}


def test_a_crossover_of_the_common_set_in_two_passes(many):
    """Both methods see both passes, with the same pairs."""
    plan = build_plan(many(20, protocol="crossover", common=4, passes=2, annotators=2))
    passes = Counter((a.condition, a.pass_) for a in plan.assignments if a.set == "common")
    assert passes["tournament", "a"] == passes["tournament", "b"] == 2 * 4 * 6
    assert passes["ranking", "a"] == passes["ranking", "b"] == 2 * 4


def test_pairs_of_pairs():
    """The slow check of connection knows what is not connected."""
    assert connected([("a", "b"), ("c", "d"), ("b", "c")])
    assert not connected([("a", "b"), ("c", "d")])
    assert all(connected([two]) for two in combinations("abc", 2))
