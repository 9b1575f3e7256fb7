"""A small round of the coverage study, so that it cannot rot."""

import numpy as np
import pytest
from scipy.stats import binom

from studies import contrasts
from studies.coverage import Cell, measure, simulate, true_preference
from tertium.stats import intervals
from tertium.stats.comparison.estimates import Choices, Votes, estimate_impact, estimate_ratio

CAMPAIGNS = 200


@pytest.mark.parametrize(
    ("cell", "naive_fails"),
    [
        (Cell(2, 300, "unique", 0.3), True),
        (Cell(3, 1000, "common", 0.3), True),
        (Cell(5, 1000, "unique", 0.15), False),
        (Cell(10, 1000, "common", 0.5), True),
    ],
    ids=str,
)
def test_the_hierarchical_interval_covers_and_the_naive_one_does_not(cell, naive_fails):
    """It contains the truth in at least 93% of campaigns, as far as 200 can tell."""
    found = measure(cell, CAMPAIGNS, seed=7)
    # So few would happen once in ten thousand rounds if the coverage were 93%.
    fewest = binom.ppf(1e-4, CAMPAIGNS, 0.93)
    assert found["ratio hierarchical"][0] * CAMPAIGNS >= fewest
    assert found["impact by number"][0] * CAMPAIGNS >= binom.ppf(1e-4, CAMPAIGNS, 0.92)
    if naive_fails:
        assert found["ratio naive"][0] * CAMPAIGNS < fewest


def test_no_preference_is_seldom_taken_for_one():
    """Without any preference in the population the hierarchical interval seldom excludes 1."""
    rng = np.random.default_rng(3)
    people, load, campaigns = 3, 100, 400
    won = 1 / (1 + np.exp(-rng.normal(0, 0.3, (campaigns, people))))
    wins = rng.binomial(load, won)
    y, s2 = intervals.log_ratios(wins, load - wins)
    low, _, high = intervals.hierarchical(y, s2, scale=0.5).T
    alarms = ((low > 0) | (high < 0)).sum()
    assert alarms <= binom.ppf(1 - 1e-4, campaigns, 0.05)


@pytest.mark.parametrize("design", ["unique", "common"])
def test_simulated_annotators_have_the_ratio_they_were_given(design):
    """Pooled over many campaigns the ratio is 1.8 and the preference the computed one."""
    drawn = simulate(Cell(5, 500, design, 0.15), 400, seed=1)
    pooled = drawn.wins.sum() / drawn.losses.sum()
    assert pooled == pytest.approx(1.8, rel=0.06)
    mean = (drawn.wins - drawn.losses).sum() / drawn.judgements.sum()
    assert mean == pytest.approx(true_preference(0.15), rel=0.15)


def test_the_study_measures_what_compare_prints():
    """One simulated campaign through the public estimators gives the study's interval."""
    drawn = simulate(Cell(3, 300, "common", 0.3), 1, seed=2)
    value = drawn.value[0]
    segment, person = (codes.ravel() for codes in np.indices(value.shape))
    nowhere, alike = np.full(value.size, -1), np.ones(value.size)
    votes = Votes(person, segment, nowhere, value.ravel().astype(float), alike)
    by_name = Choices(interval="hierarchical")
    found = estimate_ratio(votes, by_name)
    y, s2 = intervals.log_ratios(drawn.wins[0], drawn.losses[0])
    shared = intervals.shared_ratio_variance((value > 0).sum(1), (value < 0).sum(1))
    low, _, high = np.exp(intervals.hierarchical(y, s2, scale=0.5, shared=shared))
    assert (found.estimate.low, found.estimate.high) == pytest.approx((low, high))
    assert found.estimate.value == pytest.approx(drawn.wins.sum() / drawn.losses.sum())
    assert estimate_impact(votes, 1.0, by_name).method == "hierarchical"


@pytest.mark.parametrize("differ", ["none", "moderate", "strong"])
def test_the_crossed_interval_covers_where_documents_differ(differ):
    """A small round of the study of contrasts, for scores and for preferences."""
    fewest = binom.ppf(1e-4, CAMPAIGNS, 0.93)
    assert contrasts.scores(3, 5, "common", differ, CAMPAIGNS, seed=1).covered * CAMPAIGNS >= fewest
    assert contrasts.preferences(3, 5, differ, 60, seed=1).covered * 60 >= binom.ppf(1e-4, 60, 0.93)
