"""Annotators drawn without the qualities of outputs that have one score."""

import numpy as np
import pytest

from studies._crowds import from_prior
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.problem import RATE, SHAPE, Problem
from tertium.stats.annotators.single_scores import SingleScores


def on_a_grid(score):
    """Return mean offset and precision of somebody who scored every output alone."""
    b, log_tau = np.linspace(-3, 3, 241)[:, None], np.linspace(-5, 5, 401)
    tau = np.exp(log_tau)
    variance = 1 + 1 / tau
    log = SHAPE * log_tau - RATE * tau - 0.5 * b**2 - 0.5 * len(score) * np.log(variance)
    log = log - 0.5 * sum((one - b) ** 2 for one in score) / variance
    weight = np.exp(log - log.max())
    weight /= weight.sum()
    return float((weight * b).sum()), float((weight * tau).sum())


def test_single_scores_give_the_exact_posterior():
    """Nothing is shared, so each annotator's posterior can be added up on a grid."""
    problem, *_ = from_prior(3, items=120, people=3, scores=120)
    assert SingleScores(problem, np.zeros(120, dtype=bool), centres=False).worthwhile
    found = gibbs(problem, draws=2000)
    for j in range(3):
        offset, precision = on_a_grid(problem.score[problem.annotator == j])
        assert found.offset.mean[j] == pytest.approx(offset, abs=0.02)
        assert found.precision.mean[j] == pytest.approx(precision, rel=0.04)


@pytest.mark.parametrize("variant", [Variant(slope=True), Variant(slope=True, system_effects=True)])
def test_drawing_them_or_not_gives_the_same_posterior(variant, monkeypatch):
    """With outputs of one and of several scores, with slopes and with centres."""
    problem, *_ = from_prior(5, items=90, people=4, scores=150, slope=True, systems=3)
    quick = gibbs(problem, variant, draws=1500)
    monkeypatch.setattr("tertium.stats.annotators.single_scores._MANY", 1.0)
    slow = gibbs(problem, variant, draws=3000, seed=1)
    assert quick.precision.mean == pytest.approx(slow.precision.mean, rel=0.1)
    assert quick.slope.mean == pytest.approx(slow.slope.mean, abs=0.06)
    assert quick.offset.mean == pytest.approx(slow.offset.mean, abs=0.1)
    assert np.abs(quick.quality.mean - slow.quality.mean).max() < 0.15


def test_crowds_of_one_score_per_output_converge_at_once():
    """They needed twelve times the sweeps."""
    rng = np.random.default_rng(0)
    item, person = np.arange(4000), rng.integers(0, 40, 4000)
    score = rng.normal(0, 1, 40)[person] * 0.4 + rng.normal(0, 1.2, 4000)
    found = gibbs(Problem(item, person, score, 4000, 40))
    assert found.converged
    assert found.sweeps == 500


def test_where_outputs_have_several_scores_nothing_changes():
    """There is nothing to gain, so the sums are not even made."""
    problem, *_ = from_prior(1, items=30, people=6, scores=150)
    assert not SingleScores(problem, np.zeros(30, dtype=bool), centres=False).worthwhile
