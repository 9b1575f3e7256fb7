"""Work for somebody who joins a running campaign."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design import build_plan
from tertium.design.late import late_assignments
from tertium.model import Annotator

LATE = Annotator("late", "en-de")


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 30), st.integers(1, 2), st.integers(0, 10))
def test_a_late_annotator_gets_the_same_work_in_an_order_of_their_own(
    campaign, common, passes, unique
):
    """Every segment once per pass, sides balanced, passes far apart, ids of their own."""
    made = campaign(60, common=common, passes=passes, unique=unique, annotators=2)
    plan = build_plan(made)
    work = [a for a in plan.assignments if a.annotator == "ann-01"]
    late = late_assignments(made, LATE, (*work, *work))  # what is named twice is done once
    assert Counter((a.segment, a.pass_, a.set) for a in late) == Counter(
        (a.segment, a.pass_, a.set) for a in work
    )
    assert [a.order for a in late] == list(range(len(work)))
    assert {a.annotator for a in late} == {"late"}
    assert {a.id for a in late}.isdisjoint(a.id for a in plan.assignments)
    assert abs(2 * sum(a.slots == ("old", "new") for a in late) - len(late)) <= 1
    first = {a.segment: a.order for a in late if a.pass_ == "a"}
    for again in (a for a in late if a.pass_ == "b"):
        assert again.order - first[again.segment] >= unique + common // 2 + 1


def test_a_second_pass_without_its_first_is_still_done(campaign):
    """Whoever takes over somebody's open work may find only the end of it."""
    made = campaign(10, common=5, passes=2, annotators=1)
    rest = [a for a in build_plan(made).assignments if a.pass_ != "a"]
    late = late_assignments(made, LATE, rest)
    assert Counter(a.pass_ for a in late) == {"": 5, "b": 5}
    assert [a.pass_ for a in late] == [""] * 5 + ["b"] * 5
