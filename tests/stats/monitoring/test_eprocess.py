"""The pieces of e-processes, each by itself."""

import numpy as np
import pytest

from tertium.stats.monitoring.eprocess import ends, largest, log_mean_exp


@pytest.mark.parametrize("top", [1.0, 1.3, 1.5, 1.74])
def test_the_top_of_a_parabola_is_found_between_its_places(top):
    """Three points of a parabola tell its height exactly, wherever the top lies."""
    places = np.arange(5.0)
    values = 7.0 - 2.5 * (places - top) ** 2
    assert largest(values) == pytest.approx(7.0, abs=1e-12)
    assert largest(values) >= values.max()


@pytest.mark.parametrize(
    "values",
    [
        [0.0, 1.0, 2.0, 3.0],
        [3.0, 2.0, 1.0, 0.0],
        [1.0, 1.0, 1.0, 1.0],
        [0.0, -5.0, -5.0, 0.0],
        [-np.inf, -1.0, -np.inf, -np.inf],
        [-np.inf, -1.0, -2.0, -3.0],
    ],
    ids=["rising", "falling", "flat", "hollow", "alone", "beside nothing"],
)
def test_a_top_at_the_edge_is_taken_as_it_is(values):
    """Nothing is invented beyond the places, and nothing drawn through a likelihood of 0."""
    with np.errstate(invalid="ignore"):
        assert largest(np.array(values)) == max(values)


def test_the_mean_of_very_small_numbers_is_not_lost():
    """Logarithms far below what a number can hold."""
    assert log_mean_exp(np.array([-2000.0, -2000.0])) == pytest.approx(-2000)
    assert log_mean_exp(np.array([-2000.0, -3000.0])) == pytest.approx(-2000 - np.log(2))


def test_ends_are_where_the_likelihood_crosses():
    """A parabola around 1; one side that never falls has no end."""
    low, high = ends(lambda x: -((x - 1) ** 2), np.array([-4.0]), np.array([1.0]), 10.0)
    assert (low[0], high[0]) == pytest.approx((-1, 3), abs=1e-6)
    low, high = ends(lambda x: np.minimum(0.0, -x), np.array([-2.0]), np.array([0.0]), 10.0)
    assert low[0] == -np.inf
    assert high[0] == pytest.approx(2, abs=1e-6)
