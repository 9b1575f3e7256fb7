"""Scores of wins: a difference with Welch's interval."""

import numpy as np
import pytest
from scipy import stats

from tertium.stats.comparison.scores_of_wins import scores_of_wins


def test_the_difference_is_to_the_average_and_its_interval_welch_s():
    """An independent implementation gives the interval of won and not won."""
    rng = np.random.default_rng(0)
    scores = {(f"s{k}", "new"): float(rng.normal(40 if k < 30 else 50, 8)) for k in range(100)}
    scores |= {(f"s{k}", "old"): 0.0 for k in range(100)}
    won = {f"s{k}" for k in range(30)}
    found = scores_of_wins(scores, won, "new")
    one = np.array([scores[f"s{k}", "new"] for k in range(30)])
    two = np.array([scores[f"s{k}", "new"] for k in range(30, 100)])
    assert found.mean_wins == pytest.approx(one.mean())
    assert found.mean_all == pytest.approx(np.concatenate([one, two]).mean())
    assert found.difference.value == pytest.approx(found.mean_wins - found.mean_all)
    oracle = stats.ttest_ind(one, two, equal_var=False).confidence_interval()
    bounds = (found.difference.low, found.difference.high)
    assert bounds == pytest.approx((0.7 * oracle.low, 0.7 * oracle.high))
    assert found.applies
    assert found.sentence.startswith("new wins mainly where its outputs are poor")


def test_too_few_scores_are_no_evidence():
    """One score on a side has no spread."""
    assert scores_of_wins({("s1", "new"): 1.0, ("s2", "new"): 2.0}, {"s1"}, "new") is None
    assert scores_of_wins({}, set(), "new") is None


def test_constant_scores_do_not_divide_by_zero():
    """Scores without any spread still compare."""
    scores = {(f"s{k}", "new"): 1.0 for k in range(6)}
    found = scores_of_wins(scores, {"s0", "s1"}, "new")
    assert found.difference.value == 0
    assert not found.applies
