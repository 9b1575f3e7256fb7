"""Campaigns of many systems that grow: people, texts and systems that join or leave."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design import build_plan, extend_plan, item_for
from tertium.design.late import late_assignments
from tertium.design.pairing import joining
from tertium.exceptions import BadInput
from tertium.model import Annotator, parts_of
from tests.design.planned import (
    LETTERS,
    by_annotator,
    connected,
    designs,
    drawn,
    graphs,
    groups,
    pairs_of,
    sizes,
)


def promises(old, new):
    """Assert what is true of every later version: nothing moves, new work comes last."""
    assert new.assignments[: len(old.assignments)] == old.assignments
    ids = [a.id for a in new.assignments]
    assert len(set(ids)) == len(ids)
    for mine in by_annotator(new).values():
        mine = sorted(mine, key=lambda a: a.order)
        assert [a.order for a in mine] == list(range(len(mine)))
        assert [a.batch for a in mine] == sorted(a.batch for a in mine)
        compared = [a for a in mine if a.condition == "tournament"]
        left = sum(a.slots[0] < a.slots[1] for a in compared)
        assert abs(2 * left - len(compared)) <= 1
    return new.assignments[len(old.assignments) :]


@settings(max_examples=40, deadline=None)
@given(designs, sizes, groups, st.integers(0, 3), st.integers(0, 10))
def test_more_people_and_texts_complete_the_promises(many, design, common, equal, people, text):
    """Newcomers are asked the same pairs in the common set; everything else goes to one person."""
    _, before = drawn(many, design, common, equal)
    if before is None:
        return
    grown = design | {
        "annotators": design["annotators"] + people,
        "segments": design["segments"] + text,
    }
    after = extend_plan(before, many(**grown, common=common, equal=equal))
    promises(before, after)
    asked, owners = defaultdict(set), defaultdict(set)
    for (annotator, segment, _, _), work in graphs(after).items():
        assert connected([a.slots for a in work])
        if work[0].set == "common":
            asked[segment].add(frozenset(pairs_of(work)))
        else:
            owners[segment].add(annotator)
    assert all(len(found) == 1 for found in asked.values())
    assert all(len(who) == 1 for who in owners.values())


@settings(max_examples=60, deadline=None)
@given(
    designs,
    sizes,
    groups,
    st.sampled_from(["tournament", "ranking", "crossover"]),
    st.integers(0, 2),
)
def test_a_late_system_is_related_to_the_others(many, design, common, equal, protocol, people):
    """One more question per source and person relates it; no earlier question comes again."""
    settings_ = design | {"protocol": protocol}
    _, before = drawn(many, settings_, common, equal)
    if before is None:
        return
    late = settings_ | {
        "systems": (*design["systems"], "z"),
        "annotators": design["annotators"] + people,
    }
    equal = {number: {*names, "z"} for number, names in equal.items()}
    after = extend_plan(before, many(**late, common=common, equal=equal))
    added = promises(before, after)
    old = graphs(before)
    new = defaultdict(list)
    for a in added:
        new[a.annotator, a.segment, a.pass_, a.condition].append(a)
    for key, work in old.items():
        (joins,) = new[key]
        assert any("z" in parts_of(slot) for slot in joins.slots)
        assert connected([a.slots for a in (*work, joins)])
        texts = item_for(many(**late, common=common, equal=equal), joins).texts
        assert texts[0].lower() != texts[1].lower()
    asked = defaultdict(set)
    for (_, segment, _, condition), work in graphs(after).items():
        if work[0].set == "common":
            asked[segment, condition].add(frozenset(pairs_of(work)))
    assert all(len(found) == 1 for found in asked.values())


def test_a_withdrawn_system_is_not_asked_about_again(many):
    """Nobody is asked twice because of it; newcomers and new texts do without it."""
    before = build_plan(many(30, common=8, annotators=2))
    later = many(40, common=8, annotators=4, withdrawn=("c",))
    added = promises(before, extend_plan(before, later))
    assert added
    assert all("c" not in a.slots for a in added)
    newcomers = [a for a in added if a.annotator in ("ann-03", "ann-04")]
    assert {a.segment for a in added if a.annotator not in ("ann-03", "ann-04")}.isdisjoint(
        a.segment for a in before.assignments
    )
    everyone = defaultdict(set)
    for (who, segment, _, _), work in graphs(replace(before, assignments=newcomers)).items():
        assert connected([a.slots for a in work])
        assert {name for a in work for name in a.slots} == set("abde")
        if work[0].set == "common":
            everyone[segment].add(frozenset(pairs_of(work)))
            earlier = {
                frozenset(a.slots)
                for a in before.assignments
                if a.segment == segment and "c" not in a.slots
            }
            assert earlier <= pairs_of(work), who
    assert all(len(found) == 1 for found in everyone.values())


def test_with_a_budget_a_late_system_waits_for_its_turn(many):
    """Outside the common set the next questions are drawn, not planned."""
    before = build_plan(many(20, common=4, budget=5, annotators=2))
    after = extend_plan(before, many(20, common=4, budget=5, annotators=2, systems="abcdef"))
    added = promises(before, after)
    assert {a.set for a in added} == {"common"}
    assert len(added) == 2 * 4


def steered(plan, **changes):
    """Add a question that was drawn as answers arrived about the first source of everybody."""
    drawn_ = []
    for mine in by_annotator(plan).values():
        own = next(a for a in mine if a.set == "unique")
        asked = pairs_of(a for a in mine if a.segment == own.segment)
        slots = next(two for two in combinations("abcde", 2) if frozenset(two) not in asked)
        last = mine[-1]
        drawn_.append(
            replace(
                own, id=f"drawn-{own.id}", slots=slots, order=last.order + 1, batch=last.batch + 1,
                **changes,
            )
        )  # fmt: skip
    return replace(plan, assignments=(*plan.assignments, *drawn_))


def test_drawn_questions_belong_to_their_sources(many):
    """A later version neither repeats them nor takes them for sources of their own."""
    made = many(20, common=4, annotators=2)
    plan = steered(build_plan(made), set="follow-up")
    assert extend_plan(plan, made) == plan
    adequate = steered(build_plan(made), set="adequacy", condition="adequacy")
    adequate = replace(
        adequate,
        assignments=tuple(
            replace(a, slots=a.slots[:1]) if a.condition == "adequacy" else a
            for a in adequate.assignments
        ),
    )
    assert extend_plan(adequate, made) == adequate
    late = many(20, common=4, annotators=2, systems="abcdef")
    added = extend_plan(plan, late).assignments[len(plan.assignments) :]
    assert len(added) == 2 * 4 + 16  # one per source and person
    assert {a.set for a in added} == {"common", "unique"}
    first = min(a.order for a in added if a.annotator == "ann-01")
    assert first == max(a.order for a in plan.assignments if a.annotator == "ann-01") + 1


@pytest.mark.parametrize(("set_", "again"), [("follow-up", 0), ("budget", 1)])
def test_what_followed_from_answers_is_not_handed_on(many, set_, again):
    """A follow-up belongs to whoever answered before; a source within its budget begins anew."""
    made = many(20, common=4, annotators=2, budget=4 if again else 0)
    work = steered(build_plan(made), set=set_).assignments[-1:]
    late = late_assignments(made, Annotator("late", "en-de"), work)
    assert [(a.set, a.propensity) for a in late] == [("unique", 0.1)] * again


def test_one_system_left_cannot_be_compared(many):
    """All but one withdrawn."""
    with pytest.raises(BadInput, match=r"needs two systems, this campaign has 1 \('a'\)") as error:
        build_plan(many(3, systems=("a", "b"), withdrawn=("b",), common=0))
    assert "at least two systems that are not withdrawn" in error.value.fix


@given(
    st.integers(1, 10),
    st.sets(st.frozensets(st.sampled_from(LETTERS), min_size=2, max_size=3), max_size=8),
    st.integers(0, 2**32),
)
def test_joining_connects_what_can_be_connected(n, asked, seed):
    """With one question less than there are parts; withdrawn outputs are not shown again."""
    vertices = tuple(LETTERS[:n])
    asked = [tuple(sorted(slots)) for slots in sorted(asked, key=sorted)]
    new = joining(vertices, asked, np.random.default_rng(seed))
    assert all(set(pair) <= set(vertices) and len(set(pair)) == 2 for pair in new)
    assert _parts(vertices, (*asked, *new)) == 1
    assert len(new) == _parts(vertices, asked) - 1


def _parts(vertices, asked):
    """Count the sets of vertices that no chain of questions connects."""
    parts = [{slot} for slot in {*vertices, *(slot for slots in asked for slot in slots)}]
    for slots in asked:
        met = [part for part in parts if part & set(slots)]
        parts = [part for part in parts if part not in met] + [set().union(*met)]
    return sum(bool(part & set(vertices)) for part in parts)


def test_equal_outputs_are_never_held_against_each_other():
    """A late output that equals an earlier one is related to the others under its own name."""
    for seed in range(20):
        ((one, other),) = joining(("a+z", "b", "c"), [("a", "b"), ("b", "c")], _draw(seed))
        assert {one, other} in ({"z", "b"}, {"z", "c"})
    assert joining(("a+z",), [("a", "b")], _draw(0)) == []
    assert joining((), [], _draw(0)) == []


def _draw(seed):
    return np.random.default_rng(seed)


# Somebody joins -----------------------------------------------------------------------


@pytest.mark.parametrize("protocol", ["tournament", "ranking", "crossover"])
def test_a_late_annotator_is_asked_what_everyone_is_asked(many, protocol):
    """The common set with the same questions; another's open sources with all of theirs."""
    made = many(20, protocol=protocol, common=6, passes=2, annotators=2, batch=20)
    plan = build_plan(made)
    theirs = by_annotator(plan)["ann-01"]
    shared = [a for a in theirs if a.set == "common"]
    open_work = theirs[len(theirs) // 3 :]
    late = late_assignments(made, Annotator("late", "en-de"), (*shared, *open_work))
    assert [a.order for a in late] == list(range(len(late)))
    assert {a.id for a in late}.isdisjoint(a.id for a in plan.assignments)
    found = graphs(replace(plan, assignments=late))
    for (_, segment, pass_, condition), work in graphs(plan).items():
        mine = found.get(("late", segment, pass_, condition))
        if work[0].set == "common":
            assert pairs_of(mine) == pairs_of(work)
        elif mine:
            assert connected([a.slots for a in mine])
            assert {s for a in mine for s in a.slots} == set("abcde")
    assert {a.segment for a in open_work} <= {a.segment for a in late}
    assert len([c for c, _ in groupby(a.condition for a in late)]) == (
        2 if protocol == "crossover" else 1
    )
