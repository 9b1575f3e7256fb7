"""An order that follows from scores, and the way back to names."""

import numpy as np
import pytest

from studies._crowds import from_prior
from tertium.stats.annotators.canonical import canonical_order
from tertium.stats.annotators.chains import Variant
from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.gibbs import gibbs


@pytest.mark.parametrize("drawn", [{}, {"pairs": 6}, {"systems": 3}])
def test_an_arranged_problem_has_the_same_posterior(drawn):
    """Fitted in the other order and named again, everything is where it was."""
    problem, *_ = from_prior(2, **drawn)
    order = canonical_order(problem)
    assert sorted(order.items) == list(range(problem.items))
    there, back = (
        expectation_propagation(problem),
        order.back(expectation_propagation(order.problem)),
    )
    assert back.quality.mean == pytest.approx(there.quality.mean, abs=1e-6)
    assert back.offset.sd == pytest.approx(there.offset.sd, abs=1e-6)
    assert back.precision.mean == pytest.approx(there.precision.mean, abs=1e-5)
    assert back.system_cov == pytest.approx(there.system_cov, abs=1e-6)


def test_arranging_twice_changes_nothing():
    """The order depends on scores only."""
    problem, *_ = from_prior(4, pairs=5, systems=2)
    once = canonical_order(problem).problem
    twice = canonical_order(once).problem
    assert np.array_equal(once.item, twice.item)
    assert np.array_equal(once.annotator, twice.annotator)
    assert np.array_equal(once.score, twice.score)
    assert np.array_equal(once.better, twice.better)


def test_draws_are_those_of_the_arranged_problem():
    """The same seed gives the same draws in either order."""
    problem, *_ = from_prior(7, slope=True, systems=3)
    variant = Variant(slope=True, system_effects=True)
    order = canonical_order(problem)
    one, two = gibbs(problem, variant), order.back(gibbs(order.problem, variant))
    assert one.quality.mean == pytest.approx(two.quality.mean)
    assert one.system_cov == pytest.approx(two.system_cov)
