"""Who judges what: what is true of every plan."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design import build_plan, extend_plan
from tertium.exceptions import BadInput, NotFound
from tertium.model import Annotator, Segment


def by_annotator(plan):
    """Return every annotator's assignments in their order."""
    work = {person.id: [] for person in plan.annotators}
    for assignment in plan.assignments:
        work[assignment.annotator].append(assignment)
    return {who: sorted(mine, key=lambda a: a.order) for who, mine in work.items()}


designs = st.fixed_dictionaries(
    {
        "segments": st.integers(2, 60),
        "annotators": st.integers(1, 7),
        "pairs": st.sampled_from([("en-de",), ("en-de", "en-fr"), ("en-de", "fr-de")]),
        "domains": st.sampled_from([("",), ("a", "b"), ("a", "a", "a", "b")]),
        "batch": st.integers(1, 40),
        "seed": st.integers(0, 2**40),
    }
)
common_unique = st.tuples(
    designs,
    st.integers(0, 60),
    st.integers(1, 2),
    st.just("all") | st.integers(0, 30),
).filter(
    lambda drawn: 1 != drawn[1] <= drawn[0]["segments"] and (drawn[1] or drawn[3])
)  # 1 is tested below


@settings(max_examples=120, deadline=None)
@given(common_unique)
def test_common_and_unique_sets_keep_their_promises(campaign, drawn):
    """Everyone judges the common set once per pass, everything else is judged once."""
    settings_, common, passes, unique = drawn
    made = campaign(**settings_, common=common, passes=passes, unique=unique)
    plan = build_plan(made)
    for pair in settings_["pairs"]:
        group = [person.id for person in plan.annotators if person.group == pair]
        assert len(group) == settings_["annotators"]
        mine = [a for a in plan.assignments if a.group == pair]
        assert all(a.segment.startswith(pair) and a.annotator in group for a in mine)
        shared = {a.segment for a in mine if a.set == "common"}
        assert len(shared) == common
        for name in ("a", "b") if passes == 2 else ("",):
            given_ = Counter(
                (a.annotator, a.segment) for a in mine if a.pass_ == name and a.set == "common"
            )
            assert given_ == Counter({(who, s): 1 for who in group for s in shared})
        dealt = Counter(a.segment for a in mine if a.set == "unique")
        assert set(dealt.values()) <= {1}
        assert not set(dealt) & shared
        rest = settings_["segments"] - common
        room = rest if unique == "all" else min(rest, unique * len(group))
        assert len(dealt) == room
        loads = Counter(a.annotator for a in mine if a.set == "unique")
        counts = [loads[who] for who in group]
        assert max(counts) - min(counts) <= 1
        assert unique == "all" or max(counts) <= unique


@settings(max_examples=60, deadline=None)
@given(
    designs, st.sampled_from([("by-two", 2), ("by-three", 3)]), st.just("all") | st.integers(1, 30)
)
def test_shared_segments_go_to_different_people(campaign, settings_, kind, unique):
    """Every segment is judged by exactly two (three) people; loads differ by at most one."""
    name, judges = kind
    settings_ = settings_ | {"annotators": max(judges, settings_["annotators"])}
    plan = build_plan(campaign(**settings_, kind=name, unique=unique))
    for pair in settings_["pairs"]:
        mine = [a for a in plan.assignments if a.group == pair]
        people = {}
        for assignment in mine:
            people.setdefault(assignment.segment, []).append(assignment.annotator)
        assert all(len(who) == len(set(who)) == judges for who in people.values())
        group = [person.id for person in plan.annotators if person.group == pair]
        loads = Counter(a.annotator for a in mine)
        counts = [loads[who] for who in group]
        assert max(counts) - min(counts) <= 1
        if unique == "all":
            assert len(people) == settings_["segments"]
        else:
            assert max(counts) <= unique


@settings(max_examples=60, deadline=None)
@given(common_unique)
def test_order_sides_and_ids_keep_their_promises(campaign, drawn):
    """Orders have no gaps, sides are balanced per person, ids are unique and opaque."""
    settings_, common, passes, unique = drawn
    plan = build_plan(campaign(**settings_, common=common, passes=passes, unique=unique))
    ids = [assignment.id for assignment in plan.assignments]
    assert len(set(ids)) == len(ids)
    assert all(len(name) >= 16 and name.isalnum() and name.isascii() for name in ids)
    for mine in by_annotator(plan).values():
        assert [a.order for a in mine] == list(range(len(mine)))
        assert [a.batch for a in mine] == [a.order // settings_["batch"] for a in mine]
        left = sum(a.slots == ("old", "new") for a in mine)
        assert all(sorted(a.slots) == ["new", "old"] for a in mine)
        assert abs(2 * left - len(mine)) <= 1
        for number in range(len(mine) // settings_["batch"]):  # and in every full batch
            batch = [a for a in mine if a.batch == number]
            one_side = sum(a.slots == ("old", "new") for a in batch)
            assert abs(2 * one_side - len(batch)) <= 1


@settings(max_examples=60, deadline=None)
@given(common_unique)
def test_passes_are_far_apart(campaign, drawn):
    """Between two looks at a segment lies all the unique work and half of the common set."""
    settings_, common, _, unique = drawn
    plan = build_plan(campaign(**settings_, common=common, passes=2, unique=unique))
    for mine in by_annotator(plan).values():
        first = {a.segment: a.order for a in mine if a.pass_ == "a"}
        between = sum(a.set == "unique" for a in mine)
        for again in (a for a in mine if a.pass_ == "b"):
            apart = again.order - first[again.segment]
            assert apart >= between + common // 2 + 1
            assert apart >= 2


@settings(max_examples=30, deadline=None)
@given(common_unique)
def test_a_plan_can_be_rebuilt_from_its_seed(campaign, drawn):
    """The same file gives the same plan; another seed another one."""
    settings_, common, passes, unique = drawn
    made = campaign(**settings_, common=common, passes=passes, unique=unique)
    plan = build_plan(made)
    assert build_plan(made) == plan
    if len(plan.assignments) >= 10:
        assert build_plan(replace(made, seed=made.seed + 1)).assignments != plan.assignments


def test_a_common_set_of_one_is_possible_with_other_work(campaign):
    """One segment twice, other work between; everyone has some."""
    plan = build_plan(campaign(7, common=1, passes=2, annotators=3))
    for mine in by_annotator(plan).values():
        assert [a.pass_ for a in mine] == ["a", "", "", "b"]


def test_the_order_tells_nothing(campaign):
    """Ids sort differently from the order of work, and the order differs from that of the text."""
    plan = build_plan(campaign(60, common=0, annotators=1))
    ids = [a.id for a in plan.assignments]
    segments = [int(a.segment.split(".")[1]) for a in plan.assignments]
    assert ids != sorted(ids)
    assert segments != sorted(segments)


def test_both_passes_have_orders_and_sides_of_their_own(campaign):
    """The second pass is neither a copy nor a mirror of the first."""
    mine = build_plan(campaign(40, common=40, unique=0, passes=2, annotators=1)).assignments
    first, again = ([a for a in mine if a.pass_ == name] for name in "ab")
    assert [a.segment for a in first] != [a.segment for a in again]
    sides = {a.segment: a.slots for a in first}
    kept = sum(sides[a.segment] == a.slots for a in again)
    assert 5 < kept < 35


def test_everyone_sees_the_common_set_in_an_order_of_their_own(campaign):
    """Position and order effects do not coincide across annotators."""
    plan = build_plan(campaign(30, common=30, unique=0, annotators=4))
    orders = {tuple(a.segment for a in mine) for mine in by_annotator(plan).values()}
    assert len(orders) == 4


def test_one_more_annotator_changes_nothing_for_the_others(campaign):
    """With a fixed number of unique segments, the first three keep their work exactly."""
    three = build_plan(campaign(100, common=10, passes=2, unique=20, annotators=3))
    four = build_plan(campaign(100, common=10, passes=2, unique=20, annotators=4))
    assert four.assignments[: len(three.assignments)] == three.assignments


def test_domains_are_in_proportion_in_every_set(campaign):
    """One fifth of the text is law, and so is one fifth of every set of every person."""
    made = campaign(500, domains=("news",) * 4 + ("law",), common=50, annotators=5)
    law = {segment.id for segment in made.segments if segment.domain == "law"}
    for mine in by_annotator(build_plan(made)).values():
        for name, size in (("common", 50), ("unique", 90)):
            part = [a for a in mine if a.set == name]
            assert len(part) == size
            assert abs(sum(a.segment in law for a in part) - size / 5) <= 1


def test_company_changes_in_shared_designs(campaign):
    """Every two annotators meet about equally often."""
    plan = build_plan(campaign(300, kind="by-two", annotators=6))
    people = {}
    for assignment in plan.assignments:
        people.setdefault(assignment.segment, set()).add(assignment.annotator)
    met = Counter(frozenset(who) for who in people.values())
    everyone = [person.id for person in plan.annotators]
    counts = [met[frozenset(two)] for two in combinations(everyone, 2)]
    assert min(counts) >= 10  # 20 if perfectly even
    assert max(counts) <= 30


# People -------------------------------------------------------------------------------


def test_annotators_are_numbered_per_pair(campaign):
    """One pair: ann-01; several: after the target language, or the whole pair where needed."""
    one = build_plan(campaign(4, annotators=2, common=0))
    assert one.annotators == (Annotator("ann-01", "en-de"), Annotator("ann-02", "en-de"))
    two = build_plan(campaign(4, pairs=("en-de", "en-fr"), annotators=1, common=0))
    assert [person.id for person in two.annotators] == ["de-01", "fr-01"]
    same = build_plan(campaign(4, pairs=("en-de", "fr-de"), annotators=1, common=0))
    assert [person.id for person in same.annotators] == ["en-de-01", "fr-de-01"]


def test_annotators_may_have_ids(campaign):
    """Ids go as given; with several pairs they say which one they judge."""
    plan = build_plan(campaign(4, annotators=("x", "y"), common=0))
    assert [person.id for person in plan.annotators] == ["x", "y"]
    pairs = ("en-de", "en-fr")
    plan = build_plan(campaign(4, pairs=pairs, annotators=("en-fr/x", "en-de/y"), common=0))
    assert set(plan.annotators) == {Annotator("x", "en-fr"), Annotator("y", "en-de")}


@pytest.mark.parametrize(
    ("annotators", "kind", "what"),
    [
        (("x", "y"), BadInput, "it is not said which language pair 'x' judges"),
        (("en-de/x",), BadInput, "no annotator judges en-fr"),
        (("en-es/x",), NotFound, "no language pair named 'en-es'"),
    ],
)
def test_annotators_must_fit_the_pairs(campaign, annotators, kind, what):
    """A pair without people, or people without a pair, cannot run."""
    with pytest.raises(kind, match=what):
        build_plan(campaign(4, pairs=("en-de", "en-fr"), annotators=annotators, common=0))


# What cannot run ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings_", "what"),
    [
        ({"segments": 20, "common": 21}, "the common set of en-de needs 21 segments, but only 20"),
        ({"segments": 3, "same": (0, 1, 2), "common": 0}, "no outputs differ within the length"),
        ({"segments": 3, "min_words": 40, "common": 0}, "no segment lies within the length bounds"),
        ({"common": 0, "unique": 0}, "no annotator is given any work"),
        ({"kind": "by-two", "annotators": 1}, "en-de has 1 annotators, but every segment needs 2"),
        (
            {"kind": "by-three", "annotators": 2},
            "en-de has 2 annotators, but every segment needs 3",
        ),
        (
            {"segments": 1, "common": 1, "passes": 2},
            "one segment to judge twice and no work between",
        ),
    ],
)
def test_what_cannot_run_is_refused(campaign, settings_, what):
    """With the setting to change."""
    with pytest.raises(BadInput, match=what) as error:
        build_plan(campaign(**settings_))
    assert error.value.where.startswith("[")
    assert error.value.fix


# Later versions -----------------------------------------------------------------------


def promises(old, new):
    """Assert what is true of every later version: nothing moves, new work comes last."""
    assert new.assignments[: len(old.assignments)] == old.assignments
    assert new.annotators[: len(old.annotators)] == old.annotators
    ids = [a.id for a in new.assignments]
    assert len(set(ids)) == len(ids)
    for mine in by_annotator(new).values():
        assert [a.order for a in mine] == list(range(len(mine)))


@settings(max_examples=40, deadline=None)
@given(common_unique, st.integers(0, 3), st.integers(0, 20))
def test_later_versions_keep_the_earlier_ones(campaign, drawn, more_people, more_text):
    """Added people and texts leave every assignment in place and complete the promises."""
    settings_, common, passes, unique = drawn
    before = build_plan(campaign(**settings_, common=common, passes=passes, unique=unique))
    settings_ = settings_ | {
        "annotators": settings_["annotators"] + more_people,
        "segments": settings_["segments"] + more_text,
    }
    made = campaign(**settings_, common=common, passes=passes, unique=unique)
    after = extend_plan(before, made)
    promises(before, after)
    for pair in settings_["pairs"]:
        mine = [a for a in after.assignments if a.group == pair]
        group = [person.id for person in after.annotators if person.group == pair]
        assert len(group) == settings_["annotators"]
        shared = {a.segment for a in mine if a.set == "common"}
        assert len(shared) == common
        times = Counter(a.annotator for a in mine if a.set == "common")
        assert all(times[who] == common * passes for who in group)
        dealt = Counter(a.segment for a in mine if a.set == "unique")
        assert set(dealt.values()) <= {1}
        if unique == "all":
            assert len(dealt) + common == settings_["segments"]
    for mine in by_annotator(after).values():
        assert abs(2 * sum(a.slots == ("old", "new") for a in mine) - len(mine)) <= 1


def test_nothing_new_adds_nothing(campaign):
    """Extending by the same campaign gives the same plan."""
    for design in ({"common": 10, "passes": 2}, {"kind": "by-two"}, {"kind": "by-three"}):
        made = campaign(30, **design)
        plan = build_plan(made)
        assert extend_plan(plan, made) == plan


def test_new_annotators_join_a_shared_design(campaign):
    """New texts go to those who have least; every segment still has two judges."""
    before = build_plan(campaign(30, kind="by-two", annotators=3))
    after = extend_plan(before, campaign(60, kind="by-two", annotators=5))
    promises(before, after)
    judges = Counter(a.segment for a in after.assignments)
    assert set(judges.values()) == {2}
    assert len(judges) == 60
    loads = {who: len(mine) for who, mine in by_annotator(after).items()}
    assert min(loads["ann-04"], loads["ann-05"]) >= 15


def test_a_late_system_is_compared_on_all_texts(campaign):
    """The old comparison stays, the new one is planned beside it."""
    before = build_plan(campaign(30, common=5, annotators=3))
    late = campaign(30, common=5, annotators=3, systems=("old", "newer"))
    after = extend_plan(before, late)
    promises(before, after)
    added = after.assignments[len(before.assignments) :]
    assert all(set(a.slots) == {"old", "newer"} for a in added)
    assert {a.segment for a in added} == {segment.id for segment in late.segments}


def test_a_second_pair_joins_with_people_of_its_own(campaign):
    """Those who were called ann-01 keep their names."""
    before = build_plan(campaign(10, annotators=2, common=2))
    after = extend_plan(before, campaign(10, pairs=("en-de", "en-fr"), annotators=2, common=2))
    promises(before, after)
    assert [person.id for person in after.annotators] == ["ann-01", "ann-02", "fr-01", "fr-02"]


def test_a_large_campaign_is_planned_whole(campaign):
    """Everyone judges everything: no assignment is lost, whatever the size."""
    made = campaign(2_000, common=2_000, unique=0, annotators=50)
    assert len({assignment.id for assignment in build_plan(made).assignments}) == 100_000


def test_segments_of_other_documents_do_not_matter(campaign):
    """A segment that is not asked about is never assigned."""
    made = campaign(10, same=(3,), common=0)
    odd = Segment("en-de.x", "", source_language="en", target_language="de")
    made = replace(made, segments=(*made.segments, odd))
    assert {a.segment for a in build_plan(made).assignments}.isdisjoint({"en-de.3", "en-de.x"})


def test_an_edited_campaign_shares_no_assignment_that_shows_something_else(campaign):
    """An answer to a page from before an edit is refused, never read with its sides turned."""
    before = campaign(segments=40, annotators=2, common=10)
    edited = replace(before, outputs={k: f"{v} edited" for k, v in before.outputs.items()})
    redealt = replace(before, design=replace(before.design, min_words=1, common=11))
    old = {a.id: a for a in build_plan(before).assignments}
    assert not old.keys() & {a.id for a in build_plan(edited).assignments}
    for assignment in build_plan(redealt).assignments:
        if assignment.id in old:
            assert old[assignment.id].slots == assignment.slots
