"""Sums, grades, graders and the class."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.formats.scale_files import read_grades
from tertium.stats.grading.grade import grade
from tertium.stats.grading.sums import strict_sum
from tests.stats.errors.marked import marked
from tests.stats.grading.graded import SMALL, class_of

points = st.lists(st.integers(-8, 8).filter(bool), max_size=8)


def only(*gradings, **more):
    """Return the one student of a class of one."""
    (found,) = grade(class_of(*gradings), typology=SMALL, **more).students
    return found


def test_a_sum_around_zero_is_a_two_and_a_one_needs_a_surplus():
    """What Vela, Schumann and Wurm (2014) print about the sum and the grade."""
    assert only(("t", "ann", [])).grade == "2.0"
    assert only(("t", "ann", [3, -3])).grade == "2.0"
    assert only(("t", "ann", [8, -2, -3])).grade == "1.0"
    assert float(only(("t", "ann", [1, -5])).grade) > 2


def test_the_sum_is_good_solutions_minus_errors():
    """By hand: 3 + 2 − 4 − 1 in 100 words."""
    found = only(("t", "ann", [3, 2, -4, -1]))
    assert (found.sum, found.strict, found.rated) == (0, 0, 0)
    assert (found.plus, found.minus, found.merits, found.faults) == (5, 5, 2, 2)


def test_good_solutions_do_not_make_up_for_a_critical_error():
    """The strict sum stands beside that of the paper, and the scale says which one counts."""
    found = only(("t", "ann", [8, 5, -2, -8]))
    assert (found.sum, found.strict, found.critical) == (3, -8, 8)
    assert (found.grade, found.other) == ("4.3", "1.0")
    paper = only(("t", "ann", [8, 5, -2, -8]), by="paper")
    assert (paper.grade, paper.other, paper.rated) == ("1.0", "4.3", 3)


def slow_strict(points):
    """Pay errors one by one, the ordinary ones first, with what good solutions bring."""
    purse = sum(one for one in points if one > 0)
    debt = -sum(one for one in points if -8 < one < 0)
    fatal = -sum(one for one in points if one == -8)
    while purse and debt:
        purse, debt = purse - 1, debt - 1
    return -fatal - debt if fatal else purse - debt


@given(points)
def test_strict_sum_is_what_paying_one_by_one_leaves(points):
    """Against a slow version, with 8 as the critical weight."""
    plus = sum(one for one in points if one > 0)
    minus = -sum(one for one in points if one < 0)
    fatal = -sum(one for one in points if one == -8)
    assert strict_sum(plus, minus, fatal) == slow_strict(points)


@given(points, st.integers(1, 8))
def test_more_is_never_worse(points, worth):
    """A further good solution lifts no grade number, and the strict sum never exceeds the plain."""
    before, after = only(("t", "ann", points)), only(("t", "ann", [*points, worth]))
    assert float(after.grade) <= float(before.grade)
    assert after.strict <= after.sum
    assert after.strict >= before.strict


@given(points, st.integers(2, 5))
def test_points_count_by_words_unless_the_scale_says_otherwise(points, times):
    """A text as long as several, marked as often, has the same grade; the whole-text sum grows."""
    once = grade(class_of(("t", "ann", points)), typology=SMALL).students[0]
    many = marked(
        [("t", "text", str(n), "ann", 100, [("semantics", _level(p)) for p in points])
         for n in range(times)]
    )  # fmt: skip
    found = grade(many, typology=SMALL).students[0]
    assert found.rated == pytest.approx(once.rated)
    assert found.sum == pytest.approx(times * once.sum)
    assert found.words == 100 * times


def _level(points):
    return f"{'plus' if points > 0 else 'minus'}-{abs(points)}"


def test_external_criteria_stand_beside_internal_ones():
    """What concerns the brief is summed apart, and is part of the whole sum."""
    found = only(("t", "ann", [("external/recipients", -3), ("grammar", -1), 2]))
    assert (found.external, found.internal, found.sum) == (-3, 1, -2)
    categories = grade(class_of(("t", "ann", [("external/recipients", -3)])), typology=SMALL)
    assert [one.external for one in categories.categories] == [True]


def test_a_class_is_told_by_grades_categories_and_segments():
    """Most frequent faults and merits, how many students have them, and the median."""
    found = grade(
        class_of(
            ("t", "ann", [-1, ("grammar", 2)]),
            ("t", "bob", [-2, -2]),
            ("t", "eve", [("grammar", -1)]),
        ),
        typology=SMALL,
    )
    by_name = {one.category: one for one in found.categories}
    semantics, grammar = by_name["semantics"], by_name["grammar"]
    assert (semantics.faults, semantics.minus, semantics.students_faults) == (3, 5, 2)
    assert (grammar.merits, grammar.plus, grammar.faults, grammar.students_faults) == (1, 2, 1, 1)
    assert [one.student for one in found.students] == ["ann", "eve", "bob"]
    assert [one.grade for one in found.students] == ["1.7", "2.0", "3.0"]
    assert (found.median, sum(one.texts for one in found.grades)) == (2.0, 3)
    (segment,) = found.segments
    assert (segment.faults, segment.minus, segment.students_faults) == (4, 6, 3)


def test_medians_of_grades_lie_between_two_steps():
    """As in the tables of the paper, where an even class has 2.15 or 2.85."""
    found = grade(class_of(("t", "a", []), ("t", "b", [-2])), typology=SMALL)
    assert found.median == pytest.approx(2.15)


def test_several_graders_are_averaged_and_their_spread_is_shown():
    """Mean of sums; sd pooled within texts as NumPy has it; who is stricter than the others."""
    view = class_of(
        ("x", "ann", [2]), ("y", "ann", [-2]), ("x", "bob", [-1]), ("y", "bob", [-4]),
        ("x", "eve", [1]),
    )  # fmt: skip
    found = grade(view, typology=SMALL)
    ann = next(one for one in found.students if one.student == "ann")
    assert (ann.rated, ann.low, ann.high, ann.graders) == (0, -2, 2, 2)
    assert (ann.grade, ann.grades) == ("2.0", ("1.3", "2.3"))
    pooled = np.sqrt((np.var([2, -2], ddof=1) + np.var([-1, -4], ddof=1)) / 2)
    assert found.spread.sd == pytest.approx(pooled)
    assert (found.spread.texts, found.spread.largest, found.spread.same) == (2, 4, 0)
    graders = {one.annotator: one for one in found.graders}
    assert graders["x"].difference == pytest.approx((4 + 3) / 2)
    assert graders["y"].difference == -graders["x"].difference
    assert (graders["x"].texts, graders["x"].shared) == (3, 2)


def test_one_grader_has_no_spread_and_says_so():
    """Nothing is estimated from nothing."""
    found = grade(class_of(("t", "ann", [])), typology=SMALL)
    assert (found.spread.sd, found.spread.same) == (None, None)
    assert any("graded once" in one for one in found.warnings)


def test_marks_may_bring_points_instead_of_a_severity():
    """A teacher writes −8 and means the critical error; points nobody knows are refused."""
    view = marked([("t", "d", "1", "ann", 100, [("semantics", "", 0, 2, -8), ("", "", 3, 5, 8)])])
    (found,) = grade(view, typology=SMALL).students
    assert (found.sum, found.strict) == (0, -8)
    odd = marked([("t", "d", "1", "ann", 100, [("semantics", "", 0, 2, -2.5)])])
    with pytest.raises(BadInput, match=r"worth -2.5 points"):
        grade(odd, typology=SMALL)


def test_without_words_only_whole_texts_can_be_graded(tmp_path):
    """The message names the scale that needs none."""
    view = class_of(("t", "ann", [3]))
    view.outputs.source[:] = None
    with pytest.raises(BadInput, match="per: 0"):
        grade(view, typology=SMALL)
    file = tmp_path / "whole.yaml"
    file.write_text('name: whole\nper: 0\ngrades: [{grade: "A", from: 2}, {grade: "B"}]\n')
    found = grade(view, typology=SMALL, scale=read_grades(file))
    assert (found.students[0].grade, found.median) == ("A", None)


def test_an_incomplete_grading_is_told():
    """A grader who read one of two segments."""
    view = marked([("t", "d", "1", "a", 50, []), ("t", "d", "2", "a", 50, []),
                   ("t", "d", "1", "b", 50, [])])  # fmt: skip
    found = grade(view, typology=SMALL)
    assert any("1 grading does not cover" in one for one in found.warnings)
