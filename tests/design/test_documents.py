"""Whole documents: all versions by the same people, a common set, even shares."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.design import build_plan, check, extend_plan
from tertium.design.late import late_assignments
from tertium.model import Annotator
from tests.design.marked import marked


def readers(plan):
    """Return who is given each output."""
    found = {}
    for one in plan.assignments:
        found.setdefault((one.segment, one.slots[0]), set()).add(one.annotator)
    return found


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=8),
    st.integers(1, 3),
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(0, 10),
)
def test_every_output_has_its_readers(sizes, systems, people, judges, common):
    """As many as wanted, everyone in the common set, and a document stays with its people."""
    campaign = marked(sizes, systems, annotators=people, judges=judges, common=common)
    plan = build_plan(campaign)
    who = readers(plan)
    shared = {one.segment for one in plan.assignments if one.set == "common"}
    assert len(shared) >= min(common, len(campaign.segments))
    by_document = {}
    for segment in campaign.segments:
        for system in campaign.systems:
            expected = people if segment.id in shared else min(judges, people)
            assert len(who[segment.id, system.name]) == expected
            home = segment.document or segment.id
            by_document.setdefault(home, set()).add(frozenset(who[segment.id, system.name]))
    assert all(len(groups) == 1 for groups in by_document.values())
    assert len({one.id for one in plan.assignments}) == len(plan.assignments)


def test_versions_follow_each_other_in_reading_order():
    """A version is read from its first sentence to its last, within one batch if it fits."""
    plan = build_plan(marked((3, 2), annotators=1))
    shown = [(one.segment, one.slots[0]) for one in plan.assignments]
    runs = [shown[0:3], shown[3:6], shown[6:8], shown[8:10]]
    if shown[0][0].startswith("s1"):
        runs = [shown[0:2], shown[2:4], shown[4:7], shown[7:10]]
    for run in runs:
        assert len({system for _, system in run}) == 1
        assert [segment for segment, _ in run] == sorted(segment for segment, _ in run)
    for batch in range(max(one.batch for one in plan.assignments) + 1):
        assert 0 < sum(one.batch == batch for one in plan.assignments) <= 6


def test_shares_are_even():
    """Whoever has least to read gets the next document."""
    plan = build_plan(marked([2] * 30, annotators=3))
    load = Counter(one.annotator for one in plan.assignments)
    assert max(load.values()) - min(load.values()) <= 4


def test_a_later_version_keeps_what_was_given():
    """New systems go to the readers of a document, new people get the common set."""
    before = marked((3, 3, 3), systems=1, annotators=2, common=3)
    first = build_plan(before)
    after = marked((3, 3, 3, 2), systems=2, annotators=3, common=3)
    second = extend_plan(first, after)
    assert second.assignments[: len(first.assignments)] == first.assignments
    who = readers(second)
    for segment in before.segments:
        assert who[segment.id, "system0"] == who[segment.id, "system1"]
    new = [one for one in second.assignments if one.annotator == "ann-03"]
    assert {one.segment for one in new if one.set == "common"} == {
        one.segment for one in first.assignments if one.set == "common"
    }
    assert extend_plan(second, after).assignments == second.assignments


def test_a_late_annotator_gets_whole_documents():
    """Open work of somebody else, in steps if the protocol has them."""
    campaign = marked((2, 2), protocol="two_step", annotators=1)
    plan = build_plan(campaign)
    late = late_assignments(campaign, Annotator("late", "en-de"), plan.assignments)
    assert {one.annotator for one in late} == {"late"}
    assert len(late) == len(plan.assignments)
    documents = [one.segment.split(".")[0] for one in late]
    assert len({one.id for one in late} | {one.id for one in plan.assignments}) == 32
    for document in set(documents):
        steps = [one.condition for one in late if one.segment.startswith(document)]
        assert steps == ["acceptability"] * 4 + ["adequacy"] * 4


def test_questions_about_the_text_come_with_its_last_segment():
    """Once for every version."""
    criteria = [{"name": "layout", "question": "?", "labels": ["1", "2"]}]
    plan = build_plan(marked((2,), protocol="grading", options={"external": criteria}))
    mine = [one.condition for one in plan.assignments if one.annotator == "ann-01"]
    assert mine in ([], ["segment", "last"] * 2)
    assert sum(one.condition == "last" for one in plan.assignments) == 2


@pytest.mark.parametrize(
    ("campaign", "said"),
    [
        (marked(), "No segment is marked by two annotators"),
        (marked((0, 0, 0)), "The texts name no documents"),
        (marked((2,)), "There is no work for 2 annotators"),
    ],
)
def test_what_weakens_the_conclusion_is_told(campaign, said):
    """Before anybody begins."""
    found = check(campaign, build_plan(campaign))
    assert any(said in warning for warning in found.warnings)
    assert "mark errors in" in found.sentence


@pytest.mark.parametrize(
    ("documents", "words", "said"),
    [
        (10, 100, "1,000 words cannot show that a text keeps the threshold, even without an error; "
         "1,556 from 10 documents can."),
        (1, 1500, "even without an error; 2,230 from 1 document can."),
        (10, 160, ""),
    ],
)  # fmt: skip
def test_the_smallest_sample_that_can_pass_is_told_before_anybody_reads(documents, words, said):
    """At 10 points in 1,000 words, errors of up to 5 points and a risk of 5%."""
    campaign = marked((1,) * documents, systems=1, protocol="scorecard")
    long = tuple(replace(one, source="word " * words) for one in campaign.segments)
    campaign = replace(campaign, segments=long)
    found = check(campaign, build_plan(campaign))
    if said:
        assert any(said in warning for warning in found.warnings)
        assert not found.clean.enough
    else:
        assert found.sentence.endswith(
            "A text without an error passes if 1,556 words from 10 documents are read; 1,600 are "
            "planned."
        )
    other = marked((1,) * documents)
    assert check(other, build_plan(other)).clean is None


def test_enough_overlap_is_no_reason_to_warn():
    """Two readers of everything."""
    campaign = marked(judges=2)
    found = check(campaign, build_plan(campaign))
    assert not any("No segment is marked by two" in warning for warning in found.warnings)
    assert found.left_out.not_dealt == 0


def test_length_bounds_do_not_cut_documents():
    """A short heading is part of its document."""
    campaign = marked((3,), min_words=4, annotators=1)
    assert len(build_plan(campaign).assignments) == 6
