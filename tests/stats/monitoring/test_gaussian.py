import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import multivariate_normal, norm

from tertium.stats.monitoring.gaussian import DIFFERENCE_SD, confidence_sequence, log_e_values

Y, S2 = np.array([4.1, 7.0, 2.2, 5.5]), np.array([2.0, 3.5, 1.1, 2.4])


def slow_log_e_value(y, s2, bound):
    """Return the e-value from joint densities: a common difference makes annotators correlate."""
    densities = [
        multivariate_normal(cov=np.diag(s2 + tau**2) + DIFFERENCE_SD**2).pdf(y)
        for tau in np.linspace(0, bound, 7)
    ]

    def null(tau):
        return norm.logpdf(y, scale=np.sqrt(s2 + tau**2)).sum()

    best = minimize_scalar(lambda tau: -null(tau), bounds=(0, bound), method="bounded")
    return np.log(np.mean(densities)) - max(-best.fun, null(0), null(bound))


@pytest.mark.parametrize("bound", [1.0, 5.0])
@pytest.mark.parametrize("times", [0.2, 1.0, 3.0])
def test_the_evidence_is_that_of_joint_densities(times, bound):
    """Averaging over the difference in closed form is integrating it out of a joint normal."""
    expected = slow_log_e_value(times * Y, S2, bound)
    assert log_e_values(times * Y, S2, bound=bound) == pytest.approx(expected, abs=5e-3)


@pytest.mark.parametrize("spread", [0.0, 2.0, 5.0])
def test_without_a_difference_the_mean_evidence_is_at_most_one(spread):
    """Drawn campaigns with known variances average to no more than 1."""
    rng = np.random.default_rng(3)
    drawn = rng.normal(0, np.sqrt(S2 + spread**2), (100_000, len(S2)))
    values = np.exp(log_e_values(drawn, np.broadcast_to(S2, drawn.shape)))
    assert values.mean() <= 1 + 3 * values.std() / len(values) ** 0.5


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(0.1, 30)), min_size=2, max_size=6))
def test_evidence_does_not_know_which_system_is_which(pairs):
    """Differences turned round give the same evidence and the turned interval."""
    y, s2 = np.array(pairs).T
    assert log_e_values(-y, s2) == pytest.approx(float(log_e_values(y, s2)), abs=1e-9)
    there, back = confidence_sequence(y, s2), confidence_sequence(-y, s2)
    np.testing.assert_allclose(there, -back[::-1], atol=1e-6)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(0.1, 30)), min_size=1, max_size=5))
def test_somebody_who_has_not_begun_says_nothing(pairs):
    """An infinite variance changes neither evidence nor interval."""
    y, s2 = np.array([*pairs, (0.0, np.inf)]).T
    assert log_e_values(y, s2) == pytest.approx(float(log_e_values(y[:-1], s2[:-1])))
    both = confidence_sequence(y, s2), confidence_sequence(y[:-1], s2[:-1])
    np.testing.assert_allclose(*both, atol=1e-9)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(0.1, 30)), min_size=2, max_size=6))
def test_the_interval_leaves_out_zero_when_the_evidence_stops(pairs):
    """The interval that holds at every look and the e-value are two sides of one thing."""
    y, s2 = np.array(pairs).T
    low, middle, high = confidence_sequence(y, s2)
    log_e = float(log_e_values(y, s2))
    if abs(log_e - np.log(20)) > 1e-3 and low < middle < high:
        assert (low > 0 or high < 0) == (log_e > np.log(20))
