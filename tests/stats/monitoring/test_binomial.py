from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.special import expit
from scipy.stats import norm

from tertium.stats.intervals import RATIO_SCALE, hierarchical, log_ratios
from tertium.stats.monitoring.binomial import confidence_sequence, log_e_values, log_marginal

WON, LOST = (44, 16, 23, 12, 40), (30, 11, 11, 7, 20)  # the golden example of the intervals


def slow_marginal(won, lost, theta, tau):
    """Return the probability of one annotator's judgements by adding up a fine grid."""
    z = np.linspace(-9, 9, 4001)
    p = expit(theta + tau * z)
    return float(np.sum(p**won * (1 - p) ** lost * norm.pdf(z)) * (z[1] - z[0]))


def slow_e_value(won, lost, bound):
    """Return the e-value as the definition says, loop by loop."""

    def likelihood(theta, tau):
        each = zip(won, lost, strict=True)
        return np.prod([slow_marginal(wins, losses, theta, tau) for wins, losses in each])

    thetas = np.linspace(-2.5, 2.5, 101)
    prior = norm.pdf(thetas, scale=0.5)
    taus = np.linspace(0, bound, 7)
    averaged = [prior @ [likelihood(theta, tau) for theta in thetas] / prior.sum() for tau in taus]
    best = minimize_scalar(
        lambda tau: -np.log(likelihood(0, tau)), bounds=(0, bound), method="bounded"
    )
    ends = [likelihood(0, tau) for tau in (0, bound)]
    return np.mean(averaged) / max(np.exp(-best.fun), *ends)


@pytest.mark.parametrize(
    ("won", "lost", "theta", "tau"),
    [
        (0, 5, 0.0, 0.5), (5, 0, 1.0, 0.3), (60, 0, -1.0, 0.5), (300, 200, 0.0, 0.3),
        (3, 2, 2.5, 0.5), (900, 1000, 0.1, 0.5), (1, 0, 0.0, 0.05), (0, 40, 2.0, 1.0),
    ],
)  # fmt: skip
def test_the_marginal_is_the_integral(won, lost, theta, tau):
    """Seven nodes around the top give what a fine grid over everything gives."""
    if won + lost > 600:  # beyond the range of plain numbers
        z = np.linspace(-9, 9, 60_001)
        logs = won * (theta + tau * z) - (won + lost) * np.logaddexp(0, theta + tau * z)
        logs += norm.logpdf(z)
        expected = logs.max() + np.log(np.exp(logs - logs.max()).sum() * (z[1] - z[0]))
    else:
        expected = np.log(slow_marginal(won, lost, theta, tau))
    assert log_marginal(won, lost, theta, tau) == pytest.approx(expected, abs=1e-4)


@given(st.integers(1, 40), st.floats(-2, 2), st.floats(0, 1))
def test_probabilities_of_all_outcomes_sum_to_one(judgements, theta, tau):
    """Whatever the annotator prefers, some number of wins happens."""
    won = np.arange(judgements + 1)
    ways = np.array([comb(judgements, int(w)) for w in won], dtype=float)
    total = ways @ np.exp(log_marginal(won, judgements - won, theta, tau))
    assert total == pytest.approx(1, abs=1e-4)


def test_the_evidence_is_that_of_the_definition():
    """A slow version in plain loops gives the same e-value on the golden example."""
    expected = slow_e_value(WON, LOST, 0.3)
    assert np.exp(log_e_values(WON, LOST)) == pytest.approx(expected, rel=1e-3)
    assert expected == pytest.approx(16.98, abs=0.02)


@pytest.mark.parametrize("tau", [0.0, 0.1, 0.2, 0.3])
@pytest.mark.parametrize("loads", [(3, 3), (6, 2), (5, 4, 1)])
def test_without_a_difference_the_mean_evidence_is_at_most_one(tau, loads):
    """Summed over every possible outcome: this is what makes it an e-value."""
    outcomes = np.array(list(product(*(range(n + 1) for n in loads))), dtype=float)
    ways = np.array([np.prod([comb(n, int(w)) for n, w in zip(loads, won, strict=True)])
                     for won in outcomes])  # fmt: skip
    lost = np.array(loads) - outcomes
    likely = ways * np.exp(log_marginal(outcomes, lost, 0.0, tau).sum(-1))
    assert likely.sum() == pytest.approx(1, abs=1e-5)
    assert likely @ np.exp(log_e_values(outcomes, lost)) <= 1 + 1e-4


few = settings(max_examples=20)
counts = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), min_size=1, max_size=6)


@few
@given(counts)
def test_evidence_does_not_know_which_system_is_which(pairs):
    """Wins and losses exchanged give the same evidence; so do annotators in another order."""
    won, lost = np.array(pairs, dtype=float).T
    there = log_e_values(won, lost)
    assert log_e_values(lost, won) == pytest.approx(there, abs=1e-8)
    assert log_e_values(won[::-1], lost[::-1]) == pytest.approx(there, abs=1e-8)


@few
@given(counts)
def test_somebody_who_decided_nothing_says_nothing(pairs):
    """An annotator without decided judgements changes neither evidence nor interval."""
    won, lost = np.array([*pairs, (0, 0)], dtype=float).T
    assert log_e_values(won, lost) == pytest.approx(float(log_e_values(won[:-1], lost[:-1])))
    both = confidence_sequence(won, lost), confidence_sequence(won[:-1], lost[:-1])
    np.testing.assert_allclose(*both, atol=1e-9)


@few
@given(counts)
def test_a_wider_null_is_harder_to_reject(pairs):
    """Annotators who may differ more explain more without a difference."""
    won, lost = 10 * np.array(pairs, dtype=float).T
    assert log_e_values(won, lost, bound=0.5) <= log_e_values(won, lost, bound=0.3) + 1.2


@few
@given(counts)
def test_the_interval_leaves_out_equality_when_the_evidence_stops(pairs):
    """The interval that holds at every look and the e-value are two sides of one thing."""
    won, lost = 8 * np.array(pairs, dtype=float).T
    low, middle, high = confidence_sequence(won, lost)
    log_e = float(log_e_values(won, lost))
    if abs(log_e - np.log(20)) > 1e-3 and low < middle < high:
        assert (low > 0 or high < 0) == (log_e > np.log(20))


def test_looks_are_computed_together_as_alone():
    """Many looks and campaigns at once give what each gives by itself."""
    rng = np.random.default_rng(1)
    won = rng.binomial(20, 0.6, (3, 4, 5)).cumsum(axis=1)
    lost = 20 * np.arange(1, 5)[None, :, None] - won
    together = log_e_values(won, lost)
    alone = [[float(log_e_values(won[c, k], lost[c, k])) for k in range(4)] for c in range(3)]
    np.testing.assert_allclose(together, alone, atol=1e-9)


def test_the_estimate_is_the_hierarchical_median():
    """It is the one printed beside the ratio of few annotators."""
    y, s2 = log_ratios(WON, LOST)
    low, middle, high = confidence_sequence(WON, LOST)
    assert np.exp(middle) == pytest.approx(1.677, abs=5e-4)
    assert middle == pytest.approx(hierarchical(y, s2, scale=RATIO_SCALE)[1])
    assert low < 0 < middle < high


def test_nothing_judged_is_no_evidence():
    """Before the first judgement the e-value is 1 and the interval has no ends."""
    assert log_e_values([0, 0], [0, 0]) == pytest.approx(0, abs=1e-7)
    low, middle, high = confidence_sequence([0, 0], [0, 0])
    assert (low, middle, high) == (-np.inf, 0, np.inf)
