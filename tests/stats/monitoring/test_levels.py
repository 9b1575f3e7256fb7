import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from tertium.exceptions import BadInput
from tertium.stats.monitoring.levels import crossing_probability, look_level, look_sizes

# Jennison and Turnbull (2000), table 2.1: C_P(K, α) of Pocock's tests.
PUBLISHED = {
    0.05: {1: 1.960, 2: 2.178, 3: 2.289, 4: 2.361, 5: 2.413, 6: 2.453, 8: 2.512, 10: 2.555,
           20: 2.672},
    0.01: {2: 2.772, 3: 2.873, 4: 2.939, 5: 2.986},
    0.1: {2: 1.875, 3: 1.992, 4: 2.067, 5: 2.122},
}  # fmt: skip


@pytest.mark.parametrize(
    ("alpha", "looks", "bound"),
    [(alpha, looks, bound) for alpha, row in PUBLISHED.items() for looks, bound in row.items()],
)
def test_bounds_are_the_published_ones(alpha, looks, bound):
    """The level of a look is that of Pocock's constants, to the three digits printed."""
    assert -ndtri(look_level(looks, 1 - alpha) / 2) == pytest.approx(bound, abs=6e-4)


def test_four_looks_use_the_level_of_the_manual():
    """Four looks at .0182 keep 5% together."""
    assert round(look_level(4), 4) == 0.0182


@pytest.mark.parametrize("looks", [2, 3, 4])
def test_crossing_agrees_with_the_multivariate_normal(looks):
    """The chance of crossing is one minus that of staying inside at every look."""
    number = np.arange(1, looks + 1)
    correlation = np.sqrt(np.minimum.outer(number, number) / np.maximum.outer(number, number))
    inside = multivariate_normal(cov=correlation, maxpts=400_000, abseps=1e-7, releps=1e-7).cdf(
        np.full(looks, 2.2), lower_limit=np.full(looks, -2.2)
    )
    assert crossing_probability(2.2, looks) == pytest.approx(1 - inside, abs=2e-5)


def test_random_walks_cross_as_often_as_promised():
    """Walks without a drift leave the bounds of ten looks in 5 of 100 cases."""
    steps = np.random.default_rng(0).standard_normal((40_000, 10)).cumsum(axis=1)
    standardised = np.abs(steps) / np.sqrt(np.arange(1, 11))
    crossed = (standardised > -ndtri(look_level(10) / 2)).any(axis=1).mean()
    assert crossed == pytest.approx(0.05, abs=0.0035)


@settings(max_examples=15)
@given(st.integers(1, 12), st.floats(0.5, 0.999))
def test_a_look_takes_less_than_all_and_more_than_its_share(looks, level):
    """Looks depend on each other, so each may use more than the K-th part."""
    taken = look_level(looks, level)
    assert (1 - level) / looks - 1e-12 <= taken <= 1 - level + 1e-12


@given(st.integers(1, 2000), st.integers(1, 20))
def test_looks_are_due_at_growing_numbers_up_to_the_plan(planned, looks):
    """The last look sees all judgements, and no look comes before the first judgement."""
    sizes = look_sizes(planned, looks)
    assert sizes[-1] == planned
    assert sizes[0] >= 1
    assert list(sizes) == sorted(set(sizes))
    assert len(sizes) == min(planned, looks)


@pytest.mark.parametrize("looks", [0, -1, 101])
def test_impossible_numbers_of_looks_are_refused(looks):
    """The message names the other rule."""
    with pytest.raises(BadInput, match="anytime-valid"):
        look_level(looks)
