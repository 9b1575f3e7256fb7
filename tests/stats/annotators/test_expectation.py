import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.special import digamma, gammaln
from scipy.stats import norm

from studies._crowds import from_prior
from tertium.stats.annotators.expectation import (
    _gamma_shape,
    _tilted,
    expectation_propagation,
)
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.normal import multiply
from tertium.stats.annotators.problem import Problem


@st.composite
def problems(draw, *, pairs=True):
    """Draw a small problem, sometimes with control pairs that share an original."""
    items, people = draw(st.integers(2, 6)), draw(st.integers(1, 4))
    cells = draw(st.lists(st.tuples(st.integers(0, items - 1), st.integers(0, people - 1)),
                          min_size=1, max_size=20))  # fmt: skip
    values = draw(st.lists(st.floats(-4, 4), min_size=len(cells), max_size=len(cells)))
    worse = list(range(2, items))[: draw(st.integers(0, 3))] if pairs else []
    better = [draw(st.integers(0, 1)) for _ in worse]
    item, annotator = np.array(cells).T
    return Problem(item, annotator, np.array(values), items, people,
                   np.array(better, dtype=int), np.array(worse, dtype=int))  # fmt: skip


def dense(problem, p, h, pair, pair_shift):
    """Return mean and covariance of all qualities and offsets by one large inverse."""
    size = problem.items + problem.annotators
    precision, shift = np.eye(size), np.zeros(size)
    for n in range(len(problem)):
        x = np.zeros(size)
        x[problem.item[n]] = x[problem.items + problem.annotator[n]] = 1
        precision += p[n] * np.outer(x, x)
        shift += h[n] * x
    for k in range(len(pair)):
        x = np.zeros(size)
        x[problem.better[k]], x[problem.worse[k]] = 1, -1
        precision += pair[k] * np.outer(x, x)
        shift += pair_shift[k] * x
    cov = np.linalg.inv(precision)
    return cov @ shift, cov


@given(problems(), st.integers(0, 2**32 - 1))
def test_the_joint_normal_is_that_of_one_large_inverse(problem, seed):
    """Eliminating qualities and copies first changes nothing."""
    rng = np.random.default_rng(seed)
    number, pairs = len(problem), len(problem.better)
    p, h = rng.uniform(-0.05, 3, number), rng.normal(size=number)
    pair, pair_shift = rng.uniform(0, 3, pairs), rng.normal(size=pairs)
    found = multiply(problem, p, h, pair, pair_shift)
    mean, cov = dense(problem, p, h, pair, pair_shift)
    items = problem.items
    assert found.quality == pytest.approx(mean[:items])
    assert found.offset == pytest.approx(mean[items:])
    assert found.quality_var == pytest.approx(np.diag(cov)[:items])
    assert found.cov == pytest.approx(cov[items:, items:])
    assert found.cross == pytest.approx(cov[:items, items:])
    better, worse = problem.better, problem.worse
    between = cov[better, better] + cov[worse, worse] - 2 * cov[better, worse]
    assert found.pair_var == pytest.approx(between)
    weights = rng.normal(size=(2, items))
    expected = weights @ cov[:items, :items] @ weights.T
    assert found.covariance(csr_array(weights)) == pytest.approx(expected)


def test_negative_sites_that_leave_an_item_almost_free_are_dropped():
    """A total precision below 0.2 would let one outlier decide, so it stays at the prior's."""
    problem = Problem(np.array([0]), np.array([0]), np.array([0.0]), 1, 1)
    none = np.zeros(0)
    found = multiply(problem, np.array([-0.9]), np.zeros(1), none, none)
    assert found.quality_var == pytest.approx([1.0])


def test_negative_sites_that_outweigh_the_others_together_are_dropped():
    """Where the joint precision would not be positive, negative sites count as none."""
    item, annotator = np.repeat(np.arange(2), 2), np.tile(np.arange(2), 2)
    problem = Problem(item, annotator, np.zeros(4), 2, 2)
    none = np.zeros(0)
    found = multiply(problem, np.full(4, -0.39), np.zeros(4), none, none)
    assert np.all(found.quality_var > 0)
    assert np.all(np.diag(found.cov) > 0)


@settings(max_examples=12, deadline=None)
@given(st.floats(-3, 3), st.floats(0.05, 4), st.floats(1, 40), st.floats(0.3, 8))
def test_one_score_is_integrated_and_not_plugged_in(score, v, a, b):
    """Moments after one score equal those of an adaptive integral over τ."""
    m = 0.2
    mean, var, shape, rate = (x[0] for x in _tilted(*(np.array([x]) for x in (score, m, v, a, b))))

    def integral(function):
        def density(log_tau):
            tau = np.exp(log_tau)
            prior = a * np.log(b) - gammaln(a) + a * log_tau - b * tau
            return np.exp(prior) * norm.pdf(score, m, np.sqrt(v + 1 / tau)) * function(tau)

        middle = np.log(a / b)
        return quad(density, middle - 12 / np.sqrt(a), middle + 8 / np.sqrt(a), limit=200)[0]

    total = integral(lambda tau: 1.0)
    gain = lambda tau: v / (v + 1 / tau)  # noqa: E731
    wanted = integral(lambda tau: m + gain(tau) * (score - m)) / total
    second = integral(lambda tau: v - v * gain(tau) + (m + gain(tau) * (score - m)) ** 2) / total
    assert mean == pytest.approx(wanted, abs=2e-4)
    assert var == pytest.approx(second - wanted**2, rel=2e-3)
    assert shape / rate == pytest.approx(integral(lambda tau: tau) / total, rel=2e-3)
    log_tau = integral(np.log) / total
    assert digamma(shape) - np.log(rate) == pytest.approx(log_tau, abs=3e-3)


@pytest.mark.parametrize("gap", [1e-5, 0.01, 0.3, 2.0, 20.0])
def test_the_shape_of_a_gamma_is_found(gap):
    """Three Newton steps solve ln a − ψ(a) = gap."""
    wanted = brentq(lambda a: np.log(a) - digamma(a) - gap, 1e-3, 1e7, xtol=1e-12)
    assert _gamma_shape(np.array([gap]))[0] == pytest.approx(wanted, rel=1e-7)


def test_with_no_offsets_and_equal_precisions_it_is_mean_z():
    """On a complete design the maximum-likelihood quality is the mean z-score.

    Sites of equal and very high precision leave the priors no say.
    """
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(6, 9)) + rng.normal(size=(6, 1)) + rng.normal(size=9)
    z = (scores - scores.mean(0)) / scores.std(0, ddof=1)
    item, annotator = (grid.ravel() for grid in np.indices(z.shape))
    problem = Problem(item, annotator, z.ravel(), *z.shape)
    p, none = np.full(z.size, 1e7), np.zeros(0)
    found = multiply(problem, p, p * problem.score, none, none)
    assert found.offset == pytest.approx(np.zeros(9), abs=1e-5)
    assert found.quality == pytest.approx(z.mean(1), abs=1e-5)


@settings(max_examples=40, deadline=None)
@given(problems(pairs=False))
def test_every_problem_ends_with_numbers(problem):
    """Whatever the scores, means are finite and standard deviations positive and below 1."""
    found = expectation_propagation(problem)
    for part in (found.quality, found.offset, found.precision):
        assert np.isfinite(part.mean).all()
        assert np.all(part.sd > 0)
    assert np.all(found.precision.mean > 0)


@pytest.mark.parametrize("damping", [1.0, 0.5, 0.3])
def test_damping_changes_the_way_and_not_the_goal(damping):
    """All dampings come to rest at the same posterior."""
    problem, *_ = from_prior(4, items=40, people=12, scores=240)
    usual = expectation_propagation(problem, close=1e-5)
    other = expectation_propagation(problem, damping=damping, close=1e-5)
    assert other.converged
    assert other.quality.mean == pytest.approx(usual.quality.mean, abs=1e-3)
    assert other.precision.mean == pytest.approx(usual.precision.mean, rel=1e-2)


def test_it_says_when_it_did_not_come_to_rest():
    """With too few sweeps the answer is marked."""
    problem, *_ = from_prior(4, items=40, people=12, scores=240)
    found = expectation_propagation(problem, sweeps=2)
    assert not found.converged
    assert found.sweeps == 8  # the damping was halved three times


def test_expectation_propagation_agrees_with_sampling():
    """Means are within a few hundredths of a standard deviation, deviations within 5%."""
    problem, *_ = from_prior(11, items=150, people=30, scores=1500)
    quick = expectation_propagation(problem)
    slow = gibbs(problem, draws=3000)
    off = np.abs(quick.quality.mean - slow.quality.mean) / slow.quality.sd
    assert np.quantile(off, 0.99) < 0.06
    assert np.median(off) < 0.02
    for one, two in ((quick.quality, slow.quality), (quick.offset, slow.offset)):
        low, middle, high = np.quantile(one.sd / two.sd, [0.05, 0.5, 0.95])
        assert middle == pytest.approx(1, abs=0.01)
        assert 0.95 < low < high < 1.05
    assert quick.precision.mean == pytest.approx(slow.precision.mean, rel=0.1)
    assert quick.expected_score.mean == pytest.approx(slow.expected_score.mean, abs=0.04)


def test_control_pairs_agree_with_sampling():
    """Originals above their degraded copies: sites and truncated draws say the same."""
    plain, quality, _ = from_prior(5, items=60, people=12, scores=360)
    order = np.argsort(-quality)
    problem = Problem(plain.item, plain.annotator, plain.score, 60, 12, order[:20], order[-20:])
    quick, slow = expectation_propagation(problem), gibbs(problem, draws=3000)
    off = np.abs(quick.quality.mean - slow.quality.mean) / slow.quality.sd
    assert np.quantile(off, 0.99) < 0.09
    assert np.median(quick.quality.sd / slow.quality.sd) == pytest.approx(1, abs=0.01)
    free = expectation_propagation(plain)
    gap = quick.quality.mean[order[:20]] - quick.quality.mean[order[-20:]]
    assert np.all(gap > 0)
    assert np.mean(quick.quality.sd) < np.mean(free.quality.sd)


def test_an_outlier_is_believed_less_than_a_usual_score():
    """A score far from its annotator's others moves its item by less than it is far."""
    problem, *_ = from_prior(8, items=20, people=6, scores=120)
    score = problem.score.copy()
    score[0] += 6
    moved = Problem(problem.item, problem.annotator, score, 20, 6)
    before, after = expectation_propagation(problem), expectation_propagation(moved)
    step = after.quality.mean - before.quality.mean
    assert 0 < step[problem.item[0]] < 3
    who = problem.annotator[0]
    assert after.precision.mean[who] < before.precision.mean[who]
