"""A small round of the study of consensus labels, so that it cannot rot."""

from dataclasses import replace

import numpy as np
from scipy.stats import binom

from studies.consensus import SITUATIONS, answer_tables, drawn, look

RUNS = 8


def test_models_beat_the_majority_and_intervals_hold():
    """60 items by eight annotators, two of them careless."""
    found = look(replace(SITUATIONS[0], items=60), RUNS)
    majority, _ = found["majority"]
    for method, (accuracy, coverage) in found.items():
        assert accuracy >= majority - 0.02 or method == "majority"
        assert coverage * RUNS >= binom.ppf(1e-4, RUNS, 0.93)


def test_answers_of_the_study_are_probabilities():
    """Every situation has tables whose columns add up to one, and the votes it says."""
    for situation in SITUATIONS:
        rng = np.random.default_rng(1)
        tables = answer_tables(situation, rng)
        assert np.allclose(tables.sum(axis=1), 1)
        votes, truth = drawn(situation, tables, 50, rng)
        number = np.bincount(votes.item, minlength=50)
        low, high = situation.votes or (situation.team, situation.team)
        assert low <= number.min() <= number.max() <= high
        assert len(truth) == 50
