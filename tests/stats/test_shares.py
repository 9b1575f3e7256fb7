"""A share out of so many: the exact test and the exact interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from tertium.stats.shares import clopper_pearson, two_sided_p


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_p_is_that_of_the_exact_binomial_test(counted):
    """SciPy's test against one half says the same."""
    assert two_sided_p(*counted) == pytest.approx(binomtest(*counted).pvalue)


@given(
    st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))),
    st.sampled_from([0.5, 0.8, 0.95, 0.99]),
)
def test_the_interval_is_that_of_clopper_and_pearson(counted, level):
    """SciPy finds the same ends by searching; none and all have an end at 0 and 1."""
    ends = clopper_pearson(*counted, level=level)
    expected = binomtest(*counted).proportion_ci(level, method="exact")
    assert ends == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_none_of_ten_is_known_in_closed_form():
    """Nobody chose it: the upper end p solves (1 − p)¹⁰ = 2.5%."""
    assert clopper_pearson(0, 10) == pytest.approx((0.0, 1 - 0.025**0.1))
    assert two_sided_p(0, 10) == pytest.approx(2 / 2**10)
