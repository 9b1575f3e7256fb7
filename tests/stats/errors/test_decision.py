"""Pass, fail or undetermined: exact intervals, and risks that hold what they promise."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2, poisson
from statsmodels.stats.rates import confint_poisson

from tertium.errors import TertiumError
from tertium.stats.errors.decision import (
    Sample,
    bounds,
    decide,
    decisions,
    dispersion,
    more_needed,
    risks,
)


@pytest.mark.parametrize("count", [0, 1, 4, 25])
def test_equal_points_give_the_exact_poisson_interval(count):
    """Garwood (1936), as statsmodels has it; the points of an error only change the unit."""
    low, high = confint_poisson(count, 1000, method="exact-c", alpha=0.05)
    for points in (1.0, 5.0):
        sample = Sample(points * count, points**2 * count, points, 1000.0)
        found = bounds(sample, 0.025, 0.025)
        assert found[0] == pytest.approx(points * np.nan_to_num(low), abs=1e-12)
        assert found[1] == pytest.approx(points * high)


def test_unequal_points_give_the_interval_of_fay_and_feuer():
    """By the formula of the paper, written with χ² (Fay and Feuer 1997, Statistics in Medicine)."""
    counts, points = np.array([7, 2]), np.array([1.0, 5.0])
    y, v, w = (points * counts).sum(), (points**2 * counts).sum(), points.max()
    low = v / (2 * y) * chi2.ppf(0.025, 2 * y**2 / v)
    high = (v + w**2) / (2 * (y + w)) * chi2.ppf(0.975, 2 * (y + w) ** 2 / (v + w**2))
    assert bounds(Sample(y, v, w, 1.0), 0.025, 0.025) == (pytest.approx(low), pytest.approx(high))


def test_the_risk_of_passing_is_the_probability_of_so_few_errors():
    """With equal points both risks are Poisson tails at the limit."""
    sample = Sample(3.0, 3.0, 1.0, 1000.0)
    consumer, producer = risks(sample, 0.01)
    assert consumer == pytest.approx(poisson.cdf(3, 10))
    assert producer == pytest.approx(poisson.sf(2, 10))
    assert decide(sample, 0.01, consumer=consumer + 1e-9, producer=0.05) == "pass"
    assert decide(sample, 0.01, consumer=consumer - 1e-9, producer=0.05) == "undetermined"


def test_many_errors_fail_and_few_words_are_undetermined():
    """The same rate, in samples of different sizes."""
    asked = {"consumer": 0.05, "producer": 0.05}
    assert decide(Sample(30, 30, 1, 1000), 0.01, **asked) == "fail"
    assert decide(Sample(3, 3, 1, 100), 0.01, **asked) == "undetermined"
    assert decide(Sample(0, 0, 5, 100), 0.01, **asked) == "undetermined"
    assert decide(Sample(0, 0, 5, 1500), 0.01, **asked) == "pass"
    with pytest.raises(TertiumError, match="consumer's risk"):
        decide(Sample(0, 0, 5, 1500), 0.01, consumer=0.7, producer=0.05)


@given(st.integers(0, 40), st.integers(0, 10), st.floats(0.002, 0.1))
def test_as_many_more_words_decide_and_fewer_do_not(minor, major, limit):
    """The answer to "how much more" is the smallest one, if errors go on as they came."""
    sample = Sample(minor + 5.0 * major, minor + 25.0 * major, 5.0, 1000.0)
    asked = {"consumer": 0.05, "producer": 0.05}
    more = more_needed(sample, lambda _: limit, **asked)
    if decide(sample, limit, **asked) != "undetermined":
        assert more == 0
        return
    if more is None:
        return

    def after(words):
        times = 1 + words / 1000
        larger = Sample(sample.points * times, sample.squares * times, 5.0, 1000 * times)
        return decide(larger, limit, **asked)

    assert after(more + 1e-6) != "undetermined"
    assert after(more - 2) == "undetermined"


def test_errors_in_clumps_are_fewer_pieces_of_evidence():
    """The same errors in one document or spread over ten: the interval of clumps is wider."""
    words = np.full(10, 100.0)
    spread, clumped = np.full(10, 2.0), np.array([20.0] + [0.0] * 9)
    assert dispersion(spread, words, 20.0) == 1.0
    factor = float(dispersion(clumped, words, 20.0))
    # by hand: 10/9 · (18² + 9·2²) / 20 · (t/z)²
    assert factor == pytest.approx(10 / 9 * (18**2 + 9 * 4) / 20 * (1.8331 / 1.6449) ** 2, rel=1e-4)
    plain = bounds(Sample(20, 20, 1, 1000), 0.05, 0.05)
    wide = bounds(Sample(20, 20, 1, 1000, factor), 0.05, 0.05)
    assert wide[0] < plain[0] < plain[1] < wide[1]


@pytest.mark.parametrize("clumps", [0.0, 1.0])
def test_a_text_at_the_limit_seldom_passes_or_fails(clumps):
    """2,000 samples at the limit: neither risk is exceeded by more than a point."""
    rng = np.random.default_rng(1)
    runs, units, words, limit = 2000, 60, 3000.0, 0.02
    mean = limit * words / units / 1.8  # a fifth of the errors cost 5, the others 1
    often = rng.gamma(1, 1, (runs, units)) if clumps else np.ones((runs, units))
    minor, major = rng.poisson(0.8 * mean * often), rng.poisson(0.2 * mean * often)
    points, squares = minor + 5.0 * major, (minor + 25.0 * major).sum(1)
    factor = dispersion(points, np.full((runs, units), words / units), squares)
    sample = Sample(points.sum(1), squares, 5.0, words, factor)
    passed, failed = decisions(sample, limit, consumer=0.05, producer=0.05)
    assert 0.005 < passed.mean() < 0.06
    assert 0.005 < failed.mean() < 0.06
