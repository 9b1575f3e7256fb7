import numpy as np
import pytest
from scipy.stats import truncnorm

from tertium.stats.annotators.chains import below
from tertium.stats.annotators.gibbs import Batches
from tertium.stats.annotators.problem import Problem
from tertium.stats.annotators.sums import Sums


def filled(draws):
    """Add draws of shape (draws, quantities, chains)."""
    batches = Batches(draws.shape[1:], 10, len(draws))
    for draw in draws:
        batches.add(draw)
    return batches


def test_moments_are_those_of_all_draws():
    """Sums by batch give the plain mean and standard deviation."""
    draws = np.random.default_rng(0).normal(3, 2, (200, 5, 4))
    moments = filled(draws).moments
    assert moments.mean == pytest.approx(draws.mean((0, 2)))
    assert moments.sd == pytest.approx(draws.std((0, 2)))


def test_independent_draws_agree_and_all_count():
    """R̂ is near 1 and the effective number near the number of draws."""
    r_hat, effective = filled(np.random.default_rng(0).normal(size=(2000, 50, 4))).agreement()
    assert np.all(r_hat < 1.005)
    assert 0.8 < np.median(effective) / 8000 <= 1


def test_sticky_draws_count_less():
    """A chain with autocorrelation 0.9 is worth about a nineteenth of its draws."""
    rng = np.random.default_rng(0)
    draws = np.zeros((8000, 40, 4))
    for step in range(1, len(draws)):
        draws[step] = 0.9 * draws[step - 1] + rng.normal(size=(40, 4))
    _, effective = filled(draws).agreement()
    assert np.median(effective) == pytest.approx(32_000 / 19, rel=0.2)


def test_chains_at_different_places_disagree():
    """Chains that sit apart give a large R̂ and few effective draws."""
    draws = np.random.default_rng(0).normal(size=(400, 1, 4)) + np.array([0, 0, 0, 3])
    r_hat, effective = filled(draws).agreement()
    assert r_hat[0] > 1.3
    assert effective[0] < 80


def test_what_never_moves_is_no_trouble():
    """A constant has R̂ 1 and counts in full."""
    r_hat, effective = filled(np.ones((100, 2, 4))).agreement()
    assert list(r_hat) == [1, 1]
    assert list(effective) == [400, 400]


@pytest.mark.parametrize("limit", [2.0, 0.0, -3.0, -30.0])
def test_draws_stay_below_their_limit(limit):
    """Cut-off normals have the right mean and stay finite far in the tail."""
    rng = np.random.default_rng(0)
    shape = (20_000,)
    draws = below(np.full(shape, limit), np.zeros(shape), np.ones(shape), rng)
    assert np.isfinite(draws).all()
    assert draws.max() <= limit
    wanted = truncnorm(-np.inf, limit)
    assert draws.mean() == pytest.approx(wanted.mean(), abs=5 * wanted.std() / np.sqrt(20_000))


@pytest.mark.parametrize("own", [False, True])
def test_sums_are_those_of_a_loop(own):
    """Sums by item and by annotator, with shared or own scores and weights per chain."""
    rng = np.random.default_rng(1)
    item, person = rng.integers(0, 5, 30), rng.integers(0, 4, 30)
    problem = Problem(item, person, rng.normal(size=30), 6, 4)
    sums = Sums(problem)
    score, weight = np.repeat(problem.score[:, None], 3, 1), np.ones((30, 3))
    if own:
        score, weight = rng.normal(size=(30, 3)), rng.integers(0, 2, (30, 3)).astype(float)
        sums.replace(score, weight)
    people, items = rng.normal(size=(4, 3)), rng.normal(size=(6, 3))
    wanted_items, wanted_scored = np.zeros((2, 6, 3))
    wanted_people, number, square = np.zeros((3, 4, 3))
    for n in range(30):
        wanted_items[item[n]] += weight[n] * people[person[n]]
        wanted_scored[item[n]] += weight[n] * score[n] * people[person[n]]
        wanted_people[person[n]] += weight[n] * score[n] * items[item[n]]
        number[person[n]] += weight[n]
        square[person[n]] += weight[n] * score[n] ** 2
    out = np.full((6, 3), np.nan)
    assert sums.over_items(people, out) == pytest.approx(wanted_items)
    assert sums.over_items(people, out, scored=True) == pytest.approx(wanted_scored)
    assert sums.over_people(items, scored=True) == pytest.approx(wanted_people)
    assert np.broadcast_to(sums.number, (4, 3)) == pytest.approx(number)
    assert np.broadcast_to(sums.square, (4, 3)) == pytest.approx(square)


def test_batches_that_go_on_are_those_of_one_longer_run():
    """Two batches become one, and as many are added."""
    rng = np.random.default_rng(3)
    draws = rng.normal(size=(80, 5, 2))
    whole, grown = Batches((5, 2), 10, 80), Batches((5, 2), 10, 40)
    for k, draw in enumerate(draws):
        if k == 40:
            grown.extend()
        whole.add(draw)
        grown.add(draw)
    assert grown.moments.mean == pytest.approx(whole.moments.mean)
    assert grown.moments.sd == pytest.approx(whole.moments.sd)
    for one, two in zip(grown.agreement(), whole.agreement(), strict=True):
        assert one == pytest.approx(two)
