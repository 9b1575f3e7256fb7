"""Formulas of scores: golden vectors, what they share, and what cannot be agreed."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tertium.exceptions import TertiumError
from tertium.stats.errors.formulas import calibrated, fit_tolerance, non_linear, per_word, raw
from tertium.stats.errors.scale import make_scale

CURVE = fit_tolerance((250, 4), (1000, 10))


def test_the_curve_of_tolerance_goes_through_its_points():
    """4 points in 250 words and 10 in 1,000 (Gladkoff, Han and Gasova 2025)."""
    assert pytest.approx(0.0028802312, abs=1e-10) == CURVE.b
    assert pytest.approx(7.3752037448, abs=1e-9) == CURVE.a
    assert CURVE.points(100) == pytest.approx(1.8667273, abs=1e-7)
    assert CURVE.points(5000) == pytest.approx(20.1670711, abs=1e-7)


@pytest.mark.parametrize(
    ("words", "points", "plain", "linear", "curved"),
    [(100, 2, 98, 80, 89.286063), (5000, 30, 99.4, 94, 85.124265)],
)
def test_short_and_long_texts_are_scored_as_published(words, points, plain, linear, curved):
    """A long text may pass by a straight line and fail by the curve."""
    assert raw(points, words) == pytest.approx(plain)
    assert calibrated(points, words) == pytest.approx(linear)
    assert non_linear(points, words, curve=CURVE) == pytest.approx(curved, abs=1e-6)


def test_points_per_word_are_points_over_words():
    """Per word, per hundred, per thousand."""
    assert [per_word(12, 400, per) for per in (1, 100, 1000)] == [0.03, 3.0, 30.0]


AMOUNT = st.floats(0.01, 1e4)


@given(AMOUNT, AMOUNT, st.floats(1, 99), AMOUNT)
def test_the_tolerance_is_the_pass_mark(words, tolerance, mark, points):
    """A text that costs just what it may gets just the pass mark, and passes."""
    scale = make_scale("calibrated", pass_mark=mark, tolerance=tolerance)
    rate = scale.limit(words)
    assert scale.score(rate, words) == pytest.approx(mark, abs=1e-6)
    curved = make_scale("non-linear", pass_mark=mark)
    assert curved.score(curved.limit(words), words) == pytest.approx(mark, abs=1e-6)
    assert make_scale("raw", pass_mark=mark).score(
        make_scale("raw", pass_mark=mark).limit(words), words
    ) == pytest.approx(mark, abs=1e-9)
    assert scale.score(rate * 1.5, words) < mark


@given(st.floats(1, 1e4), st.floats(1.01, 100), st.floats(0.1, 100), st.floats(0.02, 0.98))
def test_a_curve_is_found_wherever_there_is_one(x, times, e, where):
    """The curve goes through both points, whichever is named first."""
    grows = times**where
    assume(1.001 < grows < times * 0.999)
    one, two = (x, e), (x * times, e * grows)
    curve = fit_tolerance(two, one)
    assert curve.points(one[0]) == pytest.approx(one[1], rel=1e-6)
    assert curve.points(two[0]) == pytest.approx(two[1], rel=1e-6)


@pytest.mark.parametrize("second", [(1000, 4), (1000, 16), (1000, 3), (250, 5), (1000, 20)])
def test_what_cannot_be_agreed_is_told(second):
    """A longer text may cost more points but fewer per word."""
    with pytest.raises(TertiumError, match="no curve goes through"):
        fit_tolerance((250, 4), second)


@pytest.mark.parametrize(
    "given", [{"pass_mark": 0}, {"pass_mark": 101}, {"tolerance": 0}, {"tolerance": -1}]
)
def test_impossible_marks_are_told(given):
    """Pass marks and tolerances have their limits."""
    with pytest.raises(TertiumError, match="is not possible"):
        make_scale("calibrated", **given)
