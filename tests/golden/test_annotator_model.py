"""The worked example of the annotator model: 4 items and 3 annotators, one of them contrary.

Expectation propagation was computed with another program, and Gibbs sampling by a third
with 148,000 kept draws.
"""

import numpy as np
import pytest

from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.gibbs import gibbs
from tertium.stats.annotators.problem import Problem

SCORES = ((1.2, -0.3, 0.1, -1.0), (0.9, -0.6, 0.4, -1.4), (-1.0, 1.1, 0.5))


@pytest.fixture
def example():
    item = np.concatenate([np.arange(len(scores)) for scores in SCORES])
    annotator = np.repeat(np.arange(3), [len(scores) for scores in SCORES])
    return Problem(item, annotator, np.concatenate(SCORES), items=4, annotators=3)


def test_expectation_propagation_gives_the_worked_example(example):
    """Means, standard deviations, offsets and precisions agree in every printed digit."""
    found = expectation_propagation(example, close=1e-6)
    assert found.converged
    assert found.skipped == 0
    assert found.quality.mean == pytest.approx([0.6025, -0.0990, 0.2855, -0.9305], abs=6e-5)
    assert found.quality.sd == pytest.approx([0.5602, 0.5427, 0.5272, 0.5609], abs=6e-5)
    assert found.offset.mean == pytest.approx([0.0312, -0.1247, -0.0481], abs=6e-5)
    assert found.precision.mean == pytest.approx([2.523, 2.481, 1.163], abs=6e-4)


def test_the_usual_stopping_rule_is_close_to_the_worked_example(example):
    """Stopping at a thousandth of a standard deviation leaves two thousandths at most."""
    found = expectation_propagation(example)
    assert found.quality.mean == pytest.approx([0.6025, -0.0990, 0.2855, -0.9305], abs=2e-3)


def test_gibbs_sampling_gives_the_worked_example(example):
    """Draws agree with those of the other program up to the noise of sampling."""
    found = gibbs(example, draws=6000, seed=1)
    assert found.converged
    assert found.quality.mean == pytest.approx([0.596, -0.089, 0.291, -0.930], abs=0.02)
    assert found.quality.sd == pytest.approx([0.575, 0.547, 0.525, 0.561], abs=0.02)
    assert found.precision.mean == pytest.approx([2.51, 2.47, 1.08], abs=0.08)
