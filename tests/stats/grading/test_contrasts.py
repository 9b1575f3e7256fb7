"""Students contrasted in the texts that several people graded."""

from dataclasses import replace

import pytest
from scipy import stats

from tertium.stats.grading.graders import contrast_students
from tertium.stats.grading.sums import GradedText


def graded(document, student, annotator, rated):
    """Return a grading with these points."""
    return GradedText(document, student, annotator, "", 0, 0, rated, 0, 0, 0, 0, 0, 0, 0, None)


POINTS = {"ann": (4.0, 5.5, 3.0), "bob": (-2.0, 1.0, -3.5), "cat": (3.5, 4.0, 4.5)}
CLASS = [
    graded("island", student, f"g{at}", points)
    for student, given in POINTS.items()
    for at, points in enumerate(given)
]


def test_students_are_contrasted_over_graders_like_these():
    """Against SciPy's paired t test, in one text; the milder grader cancels."""
    (text,) = contrast_students(CLASS, level=0.95)
    assert [(one.a, one.b) for one in text.contrasts] == [
        ("ann", "cat"), ("ann", "bob"), ("cat", "bob")
    ]  # fmt: skip
    assert (text.estimand.annotators, text.estimand.texts) == ("like these", "this document")
    for pair in text.contrasts:
        test = stats.ttest_rel(POINTS[pair.a], POINTS[pair.b])
        low, high = test.confidence_interval(0.95)
        assert [pair.low, pair.high, pair.p] == pytest.approx([low, high, test.pvalue])
        assert pair.p_adjusted >= pair.p
    milder = [replace(one, rated=one.rated + 9 * (one.annotator == "g1")) for one in CLASS]
    (other,) = contrast_students(milder, level=0.95)
    assert [one.p for one in other.contrasts] == pytest.approx([one.p for one in text.contrasts])


def test_one_grader_or_different_texts_give_no_contrast():
    """Nothing is claimed about other graders, or across texts."""
    assert not list(contrast_students([one for one in CLASS if one.annotator == "g0"], level=0.95))
    apart = [graded(f"{one.student}-text", one.student, one.annotator, one.rated) for one in CLASS]
    assert not list(contrast_students(apart, level=0.95))
