"""TrueSkill: one match beside published code and truncated normals, many runs beside a loop."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, truncnorm

from tertium.stats.ranking.matches import Tally
from tertium.stats.ranking.trueskill import Runs, run_clusters, span, trueskill, update

# Skills after a match of N(.3, .45²) and N(−.2, .5²), by the package trueskill 0.4.5 with
# draw probability .25 and τ = 0: beta, result of the first, then μ, σ of both.
PUBLISHED = [
    (12.5, 2, 0.31134733982, 0.44989879439, -0.21400906151, 0.49986116834),
    (12.5, 1, 0.29968725498, 0.44985924268, -0.19961389504, 0.49980691017),
    (2.5, 0, 0.23776272834, 0.44744742543, -0.12316386215, 0.49649618008),
    (0.1, 2, 0.42656127965, 0.40225138701, -0.35624849339, 0.43356221023),
    (0.1, 1, 0.08602096749, 0.34035046591, 0.06417164507, 0.34338622267),
    (0.1, 0, -0.10121811681, 0.36776057925, 0.29533100840, 0.38405350463),
]


@pytest.mark.parametrize(("beta", "result", "mu1", "sigma1", "mu2", "sigma2"), PUBLISHED)
def test_one_match_moves_skills_as_the_published_code_does(beta, result, mu1, sigma1, mu2, sigma2):
    """The package approximates the normal distribution to seven digits."""
    skills = (np.array([x]) for x in (0.3, 0.45**2, -0.2, 0.5**2))
    one, v_one, two, v_two = (x[0] for x in update(*skills, np.array([result]), beta=beta))
    found = (one, math.sqrt(v_one), two, math.sqrt(v_two))
    assert found == pytest.approx((mu1, sigma1, mu2, sigma2), abs=2e-7)


@given(
    st.floats(-1, 1), st.floats(0.1, 0.6), st.floats(-1, 1), st.floats(0.1, 0.6),
    st.integers(0, 2), st.floats(0.3, 20),
)  # fmt: skip
def test_one_match_is_a_truncated_normal(mu1, sigma1, mu2, sigma2, result, beta):
    """Mean and variance of the part of the performances that the result allows."""
    c = math.sqrt(2 * beta**2 + sigma1**2 + sigma2**2)
    margin = norm.ppf(0.625) * math.sqrt(2) * beta
    low = [-math.inf, -margin, margin][result]
    high = [-margin, margin, math.inf][result]
    part = truncnorm((low - mu1 + mu2) / c, (high - mu1 + mu2) / c)
    skills = (np.array([x]) for x in (mu1, sigma1**2, mu2, sigma2**2))
    one, v_one, two, v_two = (x[0] for x in update(*skills, np.array([result]), beta=beta))
    assert one == pytest.approx(mu1 + sigma1**2 / c * part.mean(), abs=1e-6)
    assert two == pytest.approx(mu2 - sigma2**2 / c * part.mean(), abs=1e-6)
    kept = 1 - part.var()
    assert v_one == pytest.approx(sigma1**2 * (1 - sigma1**2 / c**2 * kept), abs=1e-6)
    assert v_two == pytest.approx(sigma2**2 * (1 - sigma2**2 / c**2 * kept), abs=1e-6)


def plain(counts, runs, seed):
    """Play as the recipe says, match by match, with plain lists."""
    rng = np.random.default_rng(seed)
    size = len(counts.wins)
    listed = []
    for i in range(size):
        for j in range(size):
            listed += [(i, j, 2)] * int(counts.wins[i, j])
            listed += [(i, j, 1)] * int(counts.ties[i, j] if i < j else 0)
    found = []
    for _ in range(runs):
        drawn = [listed[k] for k in rng.integers(len(listed), size=len(listed))]
        plays = len(listed) + 1
        mu, variance = [0.0] * size, [0.25] * size
        for _ in range(plays):
            one = max(range(size), key=lambda k: variance[k])
            others = [k for k in range(size) if any({k, one} == {i, j} for i, j, _ in drawn)]
            weight = np.exp([-abs(mu[one] - mu[k]) for k in others])
            two = others[rng.choice(len(others), p=weight / weight.sum())]
            outcomes = [r if i == one else 2 - r for i, j, r in drawn if {i, j} == {one, two}]
            result = outcomes[rng.integers(len(outcomes))]
            values = (np.array([x]) for x in (mu[one], variance[one], mu[two], variance[two]))
            moved = update(*values, np.array([result]), beta=0.5 * plays / 40)
            mu[one], variance[one], mu[two], variance[two] = (float(x[0]) for x in moved)
        found.append(mu)
    return np.array(found)


def test_runs_side_by_side_are_those_of_a_plain_loop():
    """Means and spreads agree within what chance allows."""
    wins = np.array([[0, 9, 12.0], [5, 0, 8], [3, 6, 0]])
    ties = np.array([[0, 4, 2.0], [4, 0, 3], [2, 3, 0]])
    ours = trueskill(Tally(wins, ties), runs=2000, seed=1).mu
    loop = plain(Tally(wins, ties), 150, seed=2)
    error = np.sqrt(ours.var(0) / len(ours) + loop.var(0) / len(loop))
    assert (np.abs(ours.mean(0) - loop.mean(0)) < 4 * error).all()
    assert ours.std(0) == pytest.approx(loop.std(0), rel=0.25)


def test_systems_that_never_met_do_not_play():
    """Two separate pairs and a system without matches: μ moves inside the pairs only."""
    wins = np.zeros((5, 5))
    wins[0, 1] = wins[2, 3] = 10
    mu = trueskill(Tally(wins, np.zeros((5, 5))), runs=50, seed=0).mu
    assert (mu[:, 4] == 0).all()
    assert (mu[:, 0] >= mu[:, 1]).all()
    assert mu[:, :2].sum(1) == pytest.approx(np.zeros(50), abs=1e-9)


def test_only_ties_leave_ranks_open():
    """Equal skills share the ranks they take up, so nothing is parted."""
    ties = 10 * (np.ones((3, 3)) - np.eye(3))
    low, high = trueskill(Tally(np.zeros((3, 3)), ties), runs=40, seed=0).ranks(0.95)
    assert low.tolist() == [1, 1, 1]
    assert high.tolist() == [3, 3, 3]
    assert run_clusters(low, high).tolist() == [1, 1, 1]


def test_ranges_cut_both_ends_off():
    """Of 1,000 runs the lowest and highest 25 are left out, as published."""
    values = np.arange(1000.0)[:, None]
    assert [float(end[0]) for end in span(values, 0.95)] == [25, 974]
    mu = np.array([[3.0, 2.0, 1.0]] * 95 + [[2.0, 3.0, 1.0]] * 5)
    low, high = Runs(mu).ranks(0.95)
    assert low.tolist() == [1, 1, 3]
    assert high.tolist() == [2, 2, 3]
    assert run_clusters(low, high).tolist() == [1, 1, 2]
