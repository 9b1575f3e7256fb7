"""Penalty points per 1,000 words: golden intervals, and what they must hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2
from statsmodels.stats.rates import confint_poisson

from tertium.stats.errors.rates import Shares, bounds, rate_bounds
from tests.stats.errors.marked import scored

EIGHT = [8, 0, 3, 1, 12, 2, 0, 5]


def texts(points, words, squares):
    """Return documents; only the sum of squares matters."""
    of_each = np.zeros(len(points))
    of_each[0] = squares
    return Shares(np.array(points, float), of_each, np.array(words, float))


READERS = Shares(np.array([20.0, 31, 42]), np.array([70.0, 111, 152]), np.full(3, 4000.0))
GOLDEN = [
    (texts(EIGHT, [500] * 8, 111), 5, None, (3.191152, 7.75, 18.868063)),
    (texts([6, 2], [1000, 1500], 28), 5, None, (0.445864, 3.2, 17.343337)),
    (texts([26, 0, 5, 1, 0, 2, 7, 0, 1, 0], [500] * 10, 682), 125**0.5, None,
     (1.457630, 8.4, 26.433634)),
    (texts(EIGHT, [500] * 8, 111), 5, READERS, (2.849778, 7.75, 25.344475)),
]  # fmt: skip


@pytest.mark.parametrize(("given", "largest", "readers", "expected"), GOLDEN)
def test_intervals_have_their_golden_numbers(given, largest, readers, expected):
    """Points per 1,000 words; the third has a largest cost of 25 beside the usual 5."""
    low, high = rate_bounds(given, readers, next_error=largest)
    rate = given.points.sum() / given.exposure.sum()
    assert (1000 * low, 1000 * rate, 1000 * high) == pytest.approx(expected, abs=5e-7)


def test_one_error_in_ten_documents_has_its_golden_interval():
    """Through the whole analysis."""
    (one,) = scored(10, 2000, {(0, 0): [1]}).systems
    assert (one.per_1000.low, one.per_1000.value, one.per_1000.high) == pytest.approx(
        (0.012659, 0.5, 9.655935), abs=5e-7
    )


@pytest.mark.parametrize("count", [0, 1, 4, 25])
def test_equal_points_give_the_exact_poisson_interval(count):
    """Garwood (1936), as statsmodels has it; the points of an error only change the unit."""
    low, high = confint_poisson(count, 1000, method="exact-c", alpha=0.05)
    for points in (1.0, 5.0):
        found = bounds(points * count, points**2 * count, points, 1000.0, low=0.025, high=0.025)
        assert found == (pytest.approx(points * np.nan_to_num(low)), pytest.approx(points * high))


def test_unequal_points_give_the_interval_of_fay_and_feuer():
    """By the formula of the paper, written with χ² (Fay and Feuer 1997, Statistics in Medicine)."""
    counts, points = np.array([7, 2]), np.array([1.0, 5.0])
    y, v, w = (points * counts).sum(), (points**2 * counts).sum(), points.max()
    low = v / (2 * y) * chi2.ppf(0.025, 2 * y**2 / v)
    high = (v + w**2) / (2 * (y + w)) * chi2.ppf(0.975, 2 * (y + w) ** 2 / (v + w**2))
    found = bounds(y, v, w, 1.0, low=0.025, high=0.025)
    assert found == (pytest.approx(low), pytest.approx(high))


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6), st.integers(50, 3000)), min_size=1,
             max_size=12),
    st.floats(0.2, 2.0),
    st.sampled_from([0.5, 0.8, 0.95, 0.99]),
)  # fmt: skip
def test_the_value_lies_inside_its_interval(documents, spread, level):
    """Whatever the documents, how much they differ, and the level."""
    minor, major, words = np.array(documents, float).T
    given = Shares(minor + 5 * major, minor + 25 * major, words)
    low, high = rate_bounds(given, next_error=5.0, spread=spread, level=level)
    assert 0 <= low <= given.points.sum() / words.sum() <= high


def test_annotators_who_read_different_documents_differ_less_by_themselves():
    """What their documents explain is not strictness."""
    given = texts([20, 2, 18, 3, 22, 1], [500] * 6, 100)
    readers = Shares(np.array([60.0, 6.0]), np.array([90.0, 10.0]), np.full(2, 1500.0))
    apart = np.array([[500, 0, 500, 0, 500, 0], [0, 500, 0, 500, 0, 500]], dtype=float)
    same = rate_bounds(given, readers, next_error=5.0)
    own = rate_bounds(given, readers, apart, next_error=5.0)
    assert same[0] < own[0]
    assert own[1] < same[1]
