"""One-only plans: nobody meets a source twice, and treatments are even for everyone."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design.check import check
from tertium.design.late import late_assignments
from tertium.design.one_only import IDLE, TEST, TRAIN, rectangle
from tertium.design.plan import build_plan, extend_plan
from tertium.model import Annotator, Author, Campaign, Design, Segment, System
from tertium.protocols.conditions import EDITING, QUESTIONNAIRE, SCRATCH


@given(
    sources=st.integers(0, 60),
    people=st.integers(1, 14),
    treatments=st.integers(1, 7),
    judges=st.integers(1, 3),
    seed=st.integers(0, 2**32),
)
def test_a_rectangle_is_even_for_everyone(sources, people, treatments, judges, seed):
    """Rows hold a treatment at most `judges` times; columns hold all equally often, up to one."""
    found = rectangle(sources, people, treatments, judges, np.random.default_rng(seed))
    assert found.shape == (sources, people)
    for row in found:
        counts = Counter(row[row != IDLE].tolist())
        assert all(number <= judges for number in counts.values())
        if people >= judges * treatments:
            assert counts == dict.fromkeys(range(treatments), judges)
        else:
            assert counts.total() == people  # nobody is idle while tasks are left out
    loads = []
    for column in found.T:
        counts = np.bincount(column[column != IDLE], minlength=treatments)
        assert np.ptp(counts) <= 1
        loads.append(counts.sum())
    assert np.ptp(loads) <= 1


@given(
    people=st.integers(1, 12),
    treatments=st.integers(1, 7),
    judges=st.integers(1, 3),
    rounds=st.integers(1, 3),
    seed=st.integers(0, 2**32),
)
def test_whole_rounds_leave_tasks_out_evenly(people, treatments, judges, rounds, seed):
    """With too few people every treatment is left out equally often over whole rounds."""
    places = max(people, judges * treatments)
    draw = np.random.default_rng(seed)
    found = rectangle(rounds * places, people, treatments, judges, draw)
    done = np.bincount(found[found != IDLE], minlength=treatments)
    assert np.ptp(done) == 0


def test_the_published_campaign_is_a_latin_square():
    """Ten editors, ten systems, a hundred sources: every pair of editor and system ten times."""
    found = rectangle(100, 10, 10, 1, np.random.default_rng(0))
    counts = np.zeros((10, 10), dtype=int)
    for row in found:
        assert sorted(row) == list(range(10))
        counts[np.arange(10), row] += 1
    assert (counts == 10).all()


def edited(sources=24, systems=("a", "b", "c"), missing=(), **design):
    """Build a campaign in which outputs are edited; `missing` pairs have no output."""
    segments = tuple(
        Segment(f"s{n}", f"Source number {n}.", source_language="en", target_language="de")
        for n in range(sources)
    )
    return Campaign(
        name="edit",
        title="Editing",
        protocol="slider@1",
        options={},
        seed=3,
        systems=tuple(System(name, "system") for name in systems),
        segments=segments,
        outputs={
            (one.id, name): f"Satz {one.id} von {name}."
            for one in segments
            for name in systems
            if (one.id, name) not in missing
        },
        design=Design(kind="one-only", min_words=1, **design),
    )


def tasks_of(plan):
    """Return what each person does, by source."""
    work = {person.id: [] for person in plan.annotators}
    for one in sorted(plan.assignments, key=lambda one: one.order):
        work[one.annotator].append(one)
    return work


@given(
    sources=st.integers(1, 40),
    systems=st.integers(1, 5),
    people=st.integers(1, 8),
    judges=st.integers(1, 2),
    training=st.integers(0, 6),
    scratch=st.booleans(),
    crossed=st.sampled_from([(), ("glossary",)]),
    blocks=st.booleans(),
)
@settings(max_examples=60)
def test_every_promise_holds(sources, systems, people, judges, training, scratch, crossed, blocks):
    campaign = edited(
        sources, tuple("abcde"[:systems]), annotators=people, judges=judges, training=training,
        scratch=scratch, crossed=crossed, blocks=blocks, batch=7,
    )  # fmt: skip
    plan = build_plan(campaign)
    shown = campaign.with_texts(plan.texts)
    tests, trains = Counter(), []
    for work in tasks_of(plan).values():
        assert [one.order for one in work] == list(range(len(work)))
        assert len({one.segment for one in work}) == len(work)  # one-only
        train = [one for one in work if one.set == TRAIN]
        assert work[: len(train)] == train  # everybody trains first
        trains.append({(one.segment, one.slots, one.condition) for one in train})
        test = [one for one in work if one.set == TEST]
        kinds = Counter((one.slots, one.condition) for one in test)
        every = (systems + scratch) * 2 ** len(crossed)
        least = min(kinds.values()) if len(kinds) == every else 0
        assert max(kinds.values(), default=0) - least <= 1
        if blocks:
            runs = [one.condition for one in test]
            changes = sum(a != b for a, b in pairwise(runs))
            assert changes == max(0, len(set(runs)) - 1)
        for one in work:
            text = shown.text(one.segment, one.slots[0])
            assert (text == "") == one.condition.startswith(SCRATCH)
        tests.update((one.segment, one.slots, one.condition) for one in test)
    assert all(train == trains[0] for train in trains)
    assert len(trains[0]) == min(training, sources)
    assert all(number <= judges for number in tests.values())
    batches = {(one.annotator, one.batch): 0 for one in plan.assignments}
    for one in plan.assignments:
        batches[one.annotator, one.batch] += 1
    assert max(batches.values(), default=0) <= 7


def test_a_missing_output_is_asked_of_nobody():
    campaign = edited(missing={("s0", "a"), ("s1", "b")}, annotators=3)
    shown = {(one.segment, one.slots[0]) for one in build_plan(campaign).assignments}
    assert len(shown) == 24 * 3 - 2
    assert not shown & {("s0", "a"), ("s1", "b")}


def test_people_who_join_get_what_was_left_out():
    """Two editors leave a third of the tasks; the third editor takes exactly those."""
    before = build_plan(edited(annotators=2, training=3))
    after = extend_plan(before, edited(annotators=3, training=3))
    assert after.assignments[: len(before.assignments)] == before.assignments
    test = [(one.segment, one.slots) for one in after.assignments if one.set == TEST]
    assert len(set(test)) == len(test) == 21 * 3
    work = tasks_of(after)
    assert all(len({one.segment for one in mine}) == len(mine) == 24 for mine in work.values())


def test_sources_that_join_are_dealt_to_everyone():
    before = build_plan(edited(12, annotators=3))
    after = extend_plan(before, edited(24, annotators=3))
    new = after.assignments[len(before.assignments) :]
    assert {one.segment for one in new} == {f"s{n}" for n in range(12, 24)}
    assert min(one.order for one in new) == 12


def test_conditions_in_blocks_begin_differently():
    plan = build_plan(edited(60, ("a",), annotators=2, scratch=True, blocks=True))
    firsts = [work[0].condition for work in tasks_of(plan).values()]
    assert sorted(firsts) == [EDITING, SCRATCH]


def test_somebody_late_takes_over_the_open_work():
    campaign = edited(annotators=3, training=4, scratch=True)
    plan = build_plan(campaign)
    campaign = campaign.with_texts(plan.texts)
    work = tasks_of(plan)["ann-01"]
    late = late_assignments(campaign, Annotator("late", "en-de"), work)
    assert {(one.segment, one.slots, one.condition, one.set) for one in late} == {
        (one.segment, one.slots, one.condition, one.set) for one in work
    }
    assert [one.set for one in late[:4]] == [TRAIN] * 4


def test_every_batch_ends_with_the_questionnaire():
    questions = [{"name": "tiring", "question": "Was it tiring?", "labels": ["no", "yes"]}]
    campaign = replace(
        edited(annotators=3, training=4, batch=5),
        protocol="postedit@1",
        options={"questionnaire": questions},
    )
    for work in tasks_of(build_plan(campaign)).values():
        ends = [one for one in work if one.condition == QUESTIONNAIRE]
        assert [one.batch for one in ends] == sorted({one.batch for one in work})
        assert all(
            one.order == max(other.order for other in work if other.batch == one.batch)
            for one in ends
        )
        assert sum(one.condition == EDITING for one in work) == 24


def test_check_tells_what_is_left_out_and_how_even_it_is():
    campaign = replace(edited(annotators=2, training=3), protocol="postedit@1")
    found = check(campaign, build_plan(campaign))
    assert found.edits.wanted == 63
    assert found.edits.left_out == 21
    assert {(one.training, one.test, one.fewest, one.most) for one in found.edits.editors} == {
        (3, 21, 7, 7)
    }
    assert any("21 of 63 tasks are left out" in sentence for sentence in found.warnings)
    assert any("training set of 3" in sentence for sentence in found.warnings)
    assert found.sentence.startswith("2 annotators will edit 48 translations of 24 segments")


@given(people=st.integers(2, 6), sources=st.integers(1, 30), seed=st.integers(0, 2**16))
@settings(max_examples=40)
def test_nobody_revises_their_own_text(people, sources, seed):
    """All who edited revise each other: every text once, nobody their own, loads even."""
    systems = tuple("abcdef"[:people])
    first = replace(edited(sources, systems, annotators=people), seed=seed)
    plan = build_plan(first)
    authors = tuple(Author(one.segment, one.slots[0], one.annotator) for one in plan.assignments)
    revising = build_plan(replace(first, name="revise", authors=authors))
    own = {(one.segment, one.system, one.annotator) for one in authors}
    given_ = [(one.segment, one.slots[0], one.annotator) for one in revising.assignments]
    assert not own & set(given_)
    assert len(set(given_)) == len(given_) == len(authors)
    assert all(
        len({one.segment for one in work}) == len(work) for work in tasks_of(revising).values()
    )
    met = Counter((annotator, system) for _, system, annotator in given_)
    counts = [met[person.id, system] for person in plan.annotators for system in systems]
    assert max(counts) - min(counts) <= 2


def test_training_with_texts_of_others_only():
    authors = tuple(Author(f"s{n}", name, "ann-01") for n in range(24) for name in "ab")
    campaign = replace(edited(annotators=2, training=5), authors=authors)
    train = {one.slots for one in build_plan(campaign).assignments if one.set == TRAIN}
    assert train == {("c",)}
