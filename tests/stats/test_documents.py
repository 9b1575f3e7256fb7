"""Sums over documents, resampling, and intervals that hold with few documents."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from tertium.stats.resampling import Resampling, expanded_percentile, resampled, totals
from tertium.stats.shares import wilson


def test_totals_are_sums_by_document():
    """By hand."""
    sums = totals(np.array([0, 2, 0]), np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]]), 3)
    assert sums.tolist() == [[4, 40], [0, 0], [2, 20]]


def test_resampling_agrees_with_drawing_documents_one_by_one():
    """The textbook bootstrap: draw as many documents as there are, with replacement."""
    rng = np.random.default_rng(1)
    sums = rng.gamma(2, 1, (12, 2))
    fast = resampled(sums, Resampling(resamples=4000))
    slow = np.array([sums[rng.integers(0, 12, 12)].sum(0) for _ in range(4000)])
    assert fast.mean(0) == pytest.approx(slow.mean(0), rel=0.02)
    assert np.cov(fast.T) == pytest.approx(np.cov(slow.T), rel=0.12)


def test_the_expanded_interval_of_a_mean_is_as_wide_as_students():
    """Which the plain percentile interval is not (Hesterberg, 2015)."""
    rng = np.random.default_rng(3)
    values = rng.normal(0, 1, 8)
    drawn = resampled(values[:, None], Resampling(resamples=40_000))[:, 0] / 8
    low, high = expanded_percentile(drawn, level=0.95, documents=8)
    student = 2 * 2.3646 * values.std(ddof=1) / 8**0.5
    plain = np.quantile(drawn, [0.025, 0.975])
    assert high - low == pytest.approx(student, rel=0.08)
    assert plain[1] - plain[0] < 0.9 * student


@pytest.mark.parametrize(("successes", "trials"), [(0, 5), (5, 5), (3, 17), (1, 1)])
def test_shares_have_wilsons_interval(successes, trials):
    """As statsmodels has it."""
    found = wilson(successes, trials, level=0.9)
    low, high = proportion_confint(successes, trials, alpha=0.1, method="wilson")
    assert (found.low, found.high) == pytest.approx((low, high))


def test_no_cases_have_no_share():
    """Nothing is invented."""
    assert wilson(0, 0, level=0.95).value is None
