"""Strengths: closed forms, other people's programmes, and a plain optimiser."""

import choix
import evalica
import numpy as np
import pytest
from hypothesis import assume, given, settings
from scipy.optimize import minimize

from tertium.stats.ranking.matches import Tally, tally
from tertium.stats.ranking.strengths import bradley_terry, fit, residuals
from tests.stats.ranking.compared import tallies

WINNERS = {1: evalica.Winner.X, 0: evalica.Winner.Draw, -1: evalica.Winner.Y}


def draw(systems, number, seed, tie=0.6):
    """Draw matches from Davidson's model as arrays."""
    rng = np.random.default_rng(seed)
    theta = rng.normal(0, 1, systems)
    first = rng.integers(0, systems, number)
    second = (first + rng.integers(1, systems, number)) % systems
    half = (theta[first] - theta[second]) / 2
    shares = np.stack([np.exp(-half), np.full(number, tie), np.exp(half)])
    steps = np.cumsum(shares / shares.sum(0), axis=0)
    value = (rng.random(number) > steps[:2]).sum(0) - 1.0
    return first, second, value


def centred(scores):
    logs = np.log(np.asarray(scores))
    return logs - logs.mean()


def test_two_systems_have_a_closed_form():
    """The difference is log(wins/losses) and ν is ties/√(wins·losses); ties as halves shrink it."""
    counts = Tally(np.array([[0.0, 40.0], [10.0, 0.0]]), np.array([[0.0, 8.0], [8.0, 0.0]]))
    davidson = fit(counts)
    assert davidson.score == pytest.approx([np.log(4) / 2, -np.log(4) / 2])
    assert davidson.tie == pytest.approx(8 / 20)
    half = fit(counts, ties="half")
    assert half.score[0] - half.score[1] == pytest.approx(np.log(44 / 14))
    assert half.tie is None
    drop = fit(counts, ties="drop")
    assert drop.score[0] - drop.score[1] == pytest.approx(np.log(4))
    # The variance of a log odds is 1/wins + 1/losses.
    variance = drop.inverse[0, 0] + drop.inverse[1, 1] - 2 * drop.inverse[0, 1]
    assert variance == pytest.approx(1 / 40 + 1 / 10)


@pytest.mark.parametrize(("systems", "number", "seed"), [(3, 200, 1), (12, 3000, 2), (50, 9000, 3)])
def test_log_strengths_are_those_of_evalica(systems, number, seed):
    """Ties as halves are evalica's Bradley–Terry, Davidson's its Newman with ν twice as large."""
    first, second, value = draw(systems, number, seed)
    winners = [WINNERS[int(v)] for v in value]
    sharp = {"tolerance": 1e-13, "limit": 100_000}
    theirs = evalica.bradley_terry(first, second, winners, **sharp).scores.sort_index()
    ours = bradley_terry(first, second, value, systems=systems, ties="half")
    assert ours.score == pytest.approx(centred(theirs), abs=1e-6)
    newman = evalica.newman(first, second, winners, **sharp)
    ours = bradley_terry(first, second, value, systems=systems)
    assert ours.score == pytest.approx(centred(newman.scores.sort_index()), abs=1e-6)
    assert ours.tie == pytest.approx(2 * newman.v, abs=1e-6)


def test_log_strengths_without_ties_are_those_of_choix():
    """Spectral ranking finds the same maximum of the likelihood."""
    first, second, value = draw(8, 800, seed=4)
    decided = value != 0
    pairs = np.where(value[:, None] > 0, np.stack([first, second], 1), np.stack([second, first], 1))
    theirs = choix.ilsr_pairwise(8, pairs[decided].tolist(), tol=1e-12)
    ours = bradley_terry(first, second, value, systems=8, ties="drop")
    assert ours.score == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def loss(parameters, counts, precision):
    """Return minus Davidson's log likelihood, written as in the paper."""
    strength, tie = np.exp(parameters[:-1]), np.exp(parameters[-1])
    total = 0.0
    for i in range(len(strength)):
        for j in range(len(strength)):
            if i == j:
                continue
            middle = tie * np.sqrt(strength[i] * strength[j])
            below = strength[i] + strength[j] + middle
            total += counts.wins[i, j] * np.log(strength[i] / below)
            total += counts.ties[i, j] / 2 * np.log(middle / below)
    return -total + precision / 2 * (parameters**2).sum()


@settings(max_examples=25)
@given(tallies(most=4, counts=6))
def test_the_maximum_is_the_one_a_plain_optimiser_finds(counts):
    """Newton on the table agrees with a general optimiser on the paper's formula."""
    found = fit(counts)
    assume(found.fitted.all() and not found.identified.component.any())
    plain = minimize(loss, np.zeros(len(counts.wins) + 1), (counts, 0.0), tol=1e-10)
    assert found.score == pytest.approx(plain.x[:-1] - plain.x[:-1].mean(), abs=2e-3)
    best = loss(np.append(found.score, np.log(found.tie)), counts, 0.0)
    assert best <= plain.fun + 1e-9


@settings(max_examples=25)
@given(tallies(most=4, counts=6))
def test_a_prior_makes_everything_finite(counts):
    """With a prior any table has one maximum, the one of the penalised likelihood."""
    found = fit(counts, prior=1.0)
    assert np.isfinite(found.score).all()
    assert found.score.sum() == pytest.approx(0, abs=1e-8)
    if not counts.ties.any():
        assert found.tie == 0
        return
    plain = minimize(loss, np.zeros(len(counts.wins) + 1), (counts, 1.0), tol=1e-10)
    assert np.append(found.score, np.log(found.tie)) == pytest.approx(plain.x, abs=1e-3)


@settings(max_examples=40)
@given(tallies(most=5, counts=3))
def test_what_is_not_identified_has_no_number(counts):
    """A component of one has no score; the scores of every other have mean 0."""
    for ties in ("davidson", "half", "drop"):
        found = fit(counts, ties=ties)
        component = found.identified.component
        for code in np.unique(component):
            inside = component == code
            if inside.sum() == 1 or not found.identified.finite:
                assert np.isnan(found.score[inside]).all()
            else:
                assert found.score[inside].mean() == pytest.approx(0, abs=1e-8)


def test_a_system_that_always_wins_leaves_the_others_as_they_are():
    """In the limit its matches say nothing about the rest, also not about ties."""
    first, second, value = draw(4, 400, seed=5)
    alone = bradley_terry(first, second, value, systems=4)
    more = np.concatenate([first, [4, 4, 4]]), np.concatenate([second, [0, 1, 2]])
    found = bradley_terry(*more, np.concatenate([value, [1, 1, 1]]), systems=5)
    assert found.score[:4] == pytest.approx(alone.score, abs=1e-9)
    assert np.isnan(found.score[4])
    assert found.tie == pytest.approx(alone.tie)


def test_residuals_sum_to_nothing_at_the_maximum():
    """The gradient vanishes there, for every system and for ν."""
    first, second, value = draw(6, 500, seed=6)
    for ties in ("davidson", "half", "drop"):
        found = bradley_terry(first, second, value, systems=6, ties=ties)
        row, by_system, by_tie = residuals(first, second, value, found, ties)
        sums = np.bincount(first[row], by_system, 6) - np.bincount(second[row], by_system, 6)
        assert sums == pytest.approx(np.zeros(6), abs=1e-8)
        if ties == "davidson":
            assert by_tie.sum() == pytest.approx(0, abs=1e-8)


def test_the_inverse_information_is_that_of_the_second_derivatives():
    """Central differences of the log likelihood give the same matrix."""
    counts = tally(*draw(4, 300, seed=7), 4)
    found = fit(counts)
    at = np.append(found.score, np.log(found.tie))
    size, step = len(at), 1e-4
    numeric = np.zeros((size, size))
    for i in range(size):
        for j in range(size):
            up_i, up_j = step * np.eye(size)[i], step * np.eye(size)[j]
            numeric[i, j] = (
                loss(at + up_i + up_j, counts, 0)
                - loss(at + up_i - up_j, counts, 0)
                - loss(at - up_i + up_j, counts, 0)
                + loss(at - up_i - up_j, counts, 0)
            ) / (4 * step**2)
    assert found.inverse == pytest.approx(np.linalg.pinv(numeric, rcond=1e-5), abs=1e-6)


def test_lopsided_tables_converge():
    """A million to one, and one system far below all, are no trouble."""
    wins = np.array([[0, 1e6, 1e6], [1.0, 0, 1e6], [1.0, 1.0, 0]])
    found = fit(Tally(wins, np.ones((3, 3)) - np.eye(3)))
    assert np.isfinite(found.score).all()
    assert found.score[0] - found.score[2] > 20
