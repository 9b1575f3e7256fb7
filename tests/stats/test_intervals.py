"""Intervals: the golden numbers, a slow textbook version, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats

from tertium.stats import intervals

ADVANCED = np.array([44, 16, 23, 12, 40])
BASELINE = np.array([30, 11, 11, 7, 20])
counts = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=1, max_size=8)


def textbook(y, s2, scale, mean_sd, level):
    """Integrate τ by quadrature and find quantiles by root finding."""

    def given_tau(tau):
        w = 1 / (s2 + tau**2)
        precision = w.sum() + 1 / mean_sd**2
        mean = (w * y).sum() / precision
        # p(y | τ): y is multivariate normal with the mean integrated out
        covariance = np.diag(s2 + tau**2) + mean_sd**2
        density = stats.multivariate_normal(np.zeros(len(y)), covariance).pdf(y)
        return mean, precision**-0.5, density * np.exp(-0.5 * (tau / scale) ** 2)

    total = integrate.quad(lambda t: given_tau(t)[2], 0, 4 * scale, limit=200)[0]

    def cdf(x):
        def part(t):
            mean, sd, weight = given_tau(t)
            return weight * stats.norm.cdf((x - mean) / sd)

        return integrate.quad(part, 0, 4 * scale, limit=200)[0] / total

    wanted = ((1 - level) / 2, 0.5, (1 + level) / 2)
    return [optimize.brentq(lambda x, p=p: cdf(x) - p, -5, 5) for p in wanted]


def test_five_annotators_give_the_golden_ratio_interval():
    """The interval of the worked example is 1.179–2.381 with median 1.677."""
    y, s2 = intervals.log_ratios(ADVANCED, BASELINE)
    found = np.exp(intervals.hierarchical(y, s2, scale=0.5))
    assert found == pytest.approx([1.179, 1.677, 2.381], abs=0.0006)


def test_a_narrower_prior_gives_the_golden_narrower_interval():
    """With the prior from past campaigns the example becomes 1.220–2.306."""
    y, s2 = intervals.log_ratios(ADVANCED, BASELINE)
    low, _, high = np.exp(intervals.hierarchical(y, s2, scale=0.25))
    assert (low, high) == pytest.approx((1.220, 2.306), abs=0.0006)


def test_t_over_annotators_gives_the_golden_interval():
    """Student's interval of the example is 1.383–2.083."""
    y, _ = intervals.log_ratios(ADVANCED, BASELINE)
    assert np.exp(intervals.t_interval(y)) == pytest.approx([1.383, 2.083], abs=0.0006)


def test_mean_preference_gives_the_golden_interval():
    """The mean preference of the example has the interval .018–.190."""
    y, s2 = intervals.mean_preferences(ADVANCED, BASELINE, np.full(5, 100))
    low, _, high = intervals.hierarchical(y, s2, scale=0.2)
    assert (low, high) == pytest.approx((0.018, 0.190), abs=0.0006)


def test_one_annotator_gives_the_golden_intervals():
    """44 wins and 30 losses: 0.92–2.31 for this annotator, 0.74–2.86 for others."""
    y, s2 = intervals.log_ratios(44, 30)
    own = np.exp(intervals.normal_interval(y, s2))
    wide = np.exp(intervals.normal_interval(y, s2 + intervals.WIDENING**2))
    assert own == pytest.approx([0.92, 2.31], abs=0.006)
    assert wide == pytest.approx([0.74, 2.86], abs=0.006)


def test_two_way_variance_gives_the_golden_numbers():
    """Three annotators by four documents: every part of the worked example comes out."""
    scores = np.array([[3, 1, 6, 2], [5, 0, 7, 6], [-1, -2, 4, 1]], dtype=float)
    people, documents = np.indices(scores.shape)
    influence = (scores - scores.mean()).ravel() / scores.size
    parts = intervals.two_way(influence, people.ravel(), documents.ravel())
    found = (parts.first, parts.second, parts.single, parts.total, parts.freedom)
    assert found == pytest.approx((1.361, 1.519, 0.732, 2.147, 4.07), abs=0.006)
    bounds = intervals.two_way_interval(scores.mean(), parts)
    assert bounds == pytest.approx((-1.37, 6.71), abs=0.006)


def test_nested_units_leave_the_larger_variance():
    """When every segment belongs to one annotator, V is the larger of V₁ and V₀."""
    rng = np.random.default_rng(1)
    influence = rng.normal(size=60)
    influence -= influence.mean()
    parts = intervals.two_way(influence, np.repeat(np.arange(3), 20), np.arange(60))
    assert parts.second == pytest.approx(parts.single)
    assert parts.total == pytest.approx(max(parts.first, parts.single))


@pytest.mark.parametrize("level", [0.8, 0.95, 0.9818])
def test_the_grid_agrees_with_quadrature(level):
    """The fast interval is the one a slow textbook version gives."""
    y, s2 = intervals.log_ratios([30, 4, 11], [12, 9, 2])
    fast = intervals.hierarchical(y, s2, scale=0.5, level=level)
    assert fast == pytest.approx(textbook(y, s2, 0.5, intervals.MEAN_SD, level), abs=0.002)


def test_many_campaigns_at_once_equal_one_by_one():
    """Broadcasting changes nothing."""
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 40, (2, 7, 3))
    shared = rng.random(7) / 50
    y, s2 = intervals.log_ratios(a, b)
    together = intervals.hierarchical(y, s2, scale=0.5, shared=shared)
    alone = [
        intervals.hierarchical(y[i], s2[i], scale=0.5, shared=shared[i]) for i in range(len(y))
    ]
    assert together == pytest.approx(np.array(alone))


@given(counts)
def test_exchanging_the_systems_turns_the_interval_round(pairs):
    """The interval of b : a is the reciprocal of the one of a : b."""
    a, b = np.array(pairs).T
    forth = intervals.hierarchical(*intervals.log_ratios(a, b), scale=0.5)
    back = intervals.hierarchical(*intervals.log_ratios(b, a), scale=0.5)
    assert forth == pytest.approx(-back[::-1], abs=1e-6)


@given(counts, st.floats(0.001, 1))
def test_intervals_are_finite_ordered_and_grow_with_shared_variance(pairs, shared):
    """Whatever the counts, low < median < high, and common segments only widen."""
    a, b = np.array(pairs).T
    y, s2 = intervals.log_ratios(a, b)
    low, median, high = intervals.hierarchical(y, s2, scale=0.5)
    assert np.isfinite([low, median, high]).all()
    assert low < median < high
    wider = intervals.hierarchical(y, s2, scale=0.5, shared=shared)
    assert wider[2] - wider[0] > high - low


def test_segments_judged_alike_add_the_variance_they_share():
    """Annotators who always agree give the variance of one judgement per segment."""
    rng = np.random.default_rng(3)
    value = rng.choice([1, 0, -1], 400, p=[0.4, 0.4, 0.2])
    once_a, once_b = (value > 0).astype(float), (value < 0).astype(float)
    alone = 1 / (once_a.sum() + 0.5) + 1 / (once_b.sum() + 0.5)
    shared = intervals.shared_ratio_variance(once_a * 4, once_b * 4)
    four = 1 / (4 * once_a.sum() + 0.5) + 1 / (4 * once_b.sum() + 0.5)
    assert shared + four == pytest.approx(alone, rel=0.02)


def test_independent_judgements_share_next_to_nothing():
    """Where judgements of a segment have nothing in common, the shared variance is near 0."""
    rng = np.random.default_rng(4)
    value = rng.choice([1, 0, -1], (50, 300, 4), p=[0.4, 0.4, 0.2])
    shared = intervals.shared_ratio_variance((value > 0).sum(-1), (value < 0).sum(-1))
    independent = 1 / (value > 0).sum((1, 2)) + 1 / (value < 0).sum((1, 2))
    assert shared.mean() < 0.1 * independent.mean()


def test_one_segment_shares_no_variance():
    """A single segment cannot show how segments differ."""
    assert intervals.shared_ratio_variance([2.0], [1.0]) == 0
