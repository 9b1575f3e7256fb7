"""Small rounds of the study of false alarms, so that it cannot rot."""

import numpy as np
import pytest

from studies import evidence_tables
from studies import monitoring as study
from tertium.stats.monitoring import binomial


@pytest.fixture(scope="module")
def preferences():
    """Simulate ten annotators; the e-processes look at some of the campaigns."""
    return study.alarms(10, campaigns=600, evidence=150, seed=0)


@pytest.mark.parametrize("rule", study.RECOMMENDED)
def test_recommended_rules_keep_their_promise(preferences, rule):
    """At most 5% at every τ up to the bound, give or take what few campaigns allow."""
    campaigns = 150 if "e-process" in rule else 600
    allowed = 0.05 + 2 * (0.05 * 0.95 / campaigns) ** 0.5
    assert max(preferences[rule][:3]) <= allowed


def test_looking_at_every_judgement_finds_what_is_not_there(preferences):
    """The z test always errs too often, independent judgements as soon as annotators differ."""
    naive = preferences["z test at every look"]
    assert 0.25 < naive[0] < naive[1] < naive[2]
    pooled = preferences["e-process on judgements"]
    assert pooled[0] < 0.05 < pooled[2]


def test_rules_for_scores_keep_their_promise():
    """Also with annotators of unequal noise."""
    for unequal in (False, True):
        found = study.score_alarms(5, campaigns=400, seed=1, unequal=unequal)
        for rule in study.SCORE_RECOMMENDED:
            assert max(found[rule]) <= 0.075


def test_shared_segments_raise_no_false_alarms():
    """Each segment counts once in the e-process; planned looks know their variance."""
    found = study.shared_alarms(5, 40, campaigns=150, seed=0)
    assert max(found["e-process, τ ≤ .3, the first of each segment"]) <= 0.05
    assert max(found[study.RECOMMENDED[1]]) <= 0.08


def test_no_saving_is_claimed_that_is_not_there():
    """Finding a ratio of 1.9 takes the sequential plans at least as much room as a fixed one."""
    found = study.needed(study.Plan(10, 0.15, 1.9), campaigns=150, seed=0)
    fixed = found["fixed"].most
    assert found["4 looks"].most >= fixed
    assert found["e-process"].most >= fixed
    assert all(one.found >= study.POWER for one in found.values())
    assert found["4 looks"].mean <= found["4 looks"].most


def test_the_page_tells_all_of_it():
    """Tables have a cell for each number of annotators, and the verdict counts savings."""
    rates = {name: [0.01] * 4 for name in study.ROWS}
    scores = dict.fromkeys(study.SCORE_RECOMMENDED, [0.02] * 3)
    shared = {"e-process, τ ≤ .3, the first of each segment": [0.0] * 3}
    plans = {
        study.PLANS[0]: {
            "fixed": study.Reached(600, 600.0, 0.8),
            "4 looks": study.Reached(1400, 756.0, 0.8),
            "e-process": study.Reached(None, None, 0.7),
        }
    }
    late = 600, {"4 looks": study.Reached(600, 200.0, 0.99)}
    page = study.page(
        dict.fromkeys(study.PEOPLE, rates),
        dict.fromkeys(study.PEOPLE, shared),
        {unequal: dict.fromkeys(study.PEOPLE, scores) for unequal in (False, True)},
        plans,
        late,
    )
    assert "at most 5% false alarms in every cell" in page
    assert "1,400, mean 756 (1.3×)" in page
    assert "> 3,000 (70% at 3,000)" in page
    assert "saves 5% or more in 0 of 1 comparisons" in page
    assert "200 on average, found in 99%" in page


def test_simulated_wins_grow_and_follow_their_ratio():
    """The generator is what the page says it is."""
    won = study.wins(study.Plan(5, 0.0, 2.0), 30, 20, 500, seed=0)
    assert (np.diff(won, axis=1) >= 0).all()
    assert won[:, -1].mean() / 600 == pytest.approx(2 / 3, abs=0.005)


@pytest.mark.parametrize("bound", [0.3, 0.5])
def test_the_tables_of_the_study_hold_what_the_package_computes(bound):
    """Looking up and computing anew give the same evidence."""
    rng = np.random.default_rng(2)
    won = rng.binomial(12, 0.6, (4, 10, 5)).cumsum(axis=1).astype(float)
    lost = 12 * np.arange(1, 11)[:, None] - won
    looked_up = evidence_tables.log_e_values(won, lost, bound=bound)
    np.testing.assert_allclose(looked_up, binomial.log_e_values(won, lost, bound=bound), atol=1e-3)
