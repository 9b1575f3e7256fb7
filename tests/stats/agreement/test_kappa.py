"""Cohen's κ: golden numbers, an independent implementation, and the jackknife by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import stdtrit
from statsmodels.stats.inter_rater import cohens_kappa

from tertium.stats.agreement.kappa import (
    disagreement_weights,
    kappa_bounds,
    pair_tables,
    table_kappa,
    word,
)

APPENDIX = np.array([[20, 5, 10], [5, 40, 15], [15, 10, 30]])
square = st.integers(2, 5).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 30), min_size=k, max_size=k), min_size=k, max_size=k)
)


def unrolled(table):
    """Return item, rater and category codes of two raters with this table."""
    rows, columns = np.indices(table.shape)
    one = np.repeat(rows.ravel(), table.ravel())
    two = np.repeat(columns.ravel(), table.ravel())
    items = np.arange(len(one))
    return (
        np.concatenate([items, items]),
        np.repeat([0, 1], len(items)),
        np.concatenate([one, two]),
    )


def kappa_of(table, weights="none"):
    tables = pair_tables(*unrolled(table), len(table))
    return table_kappa(tables, disagreement_weights(np.arange(len(table), dtype=float), weights))


def test_the_appendix_example_comes_out():
    """κ .3909 with jackknife error .0609; .258–.500 on the log scale, .271–.511 plainly."""
    kappa, error = kappa_of(APPENDIX)
    assert kappa[0] == pytest.approx(0.3909, abs=5e-5)
    assert error[0] == pytest.approx(0.0609, abs=5e-5)
    low, high = kappa_bounds(kappa, error, np.array([150.0]), np.array([149.0]))
    assert (low[0], high[0]) == pytest.approx((0.258, 0.500), abs=6e-4)
    reach = stdtrit(149, 0.975) * error[0]
    assert (kappa[0] - reach, kappa[0] + reach) == pytest.approx((0.271, 0.511), abs=6e-4)


def test_doubling_the_counts_narrows_the_paper_s_interval():
    """±.12 becomes ±.08, as the paper says."""
    once, twice = kappa_of(APPENDIX)[1][0], kappa_of(APPENDIX * 2)[1][0]
    assert stdtrit(149, 0.975) * once == pytest.approx(0.12, abs=0.005)
    assert stdtrit(299, 0.975) * twice == pytest.approx(0.08, abs=0.005)


@given(square, st.sampled_from(["none", "linear", "quadratic"]))
def test_kappa_equals_statsmodels(cells, weights):
    """An independent implementation gives the same κ, weighted or not."""
    table = np.array(cells)
    if table.sum() == 0:
        return
    kappa, _ = kappa_of(table, weights)
    names = {"none": None, "linear": "linear", "quadratic": "quadratic"}
    with np.errstate(all="ignore"):
        oracle = cohens_kappa(table, wt=names[weights]).kappa
    if np.isnan(kappa[0]):
        assert not np.isfinite(oracle)
    else:
        assert kappa[0] == pytest.approx(oracle, abs=1e-9)


@given(square)
def test_the_fast_jackknife_is_the_slow_one(cells):
    """Leaving items out one by one gives the same error as going through cells."""
    table = np.array(cells)
    n = int(table.sum())
    if n < 2:
        return
    _, error = kappa_of(table, "linear")
    without, number = [], []
    for place in zip(*np.nonzero(table), strict=True):
        less = table.copy()
        less[place] -= 1
        without.append(kappa_of(less, "linear")[0][0])
        number.append(table[place])
    without, number = np.array(without), np.array(number)
    mean = (number * without).sum() / n
    slow = ((n - 1) / n * (number * (without - mean) ** 2).sum()) ** 0.5
    if np.isnan(slow):
        assert np.isnan(error[0])
    else:
        assert error[0] == pytest.approx(slow, abs=1e-7)


def test_all_pairs_at_once_equal_each_pair_alone():
    """Several raters with missing ratings: each pair has its own table."""
    rng = np.random.default_rng(0)
    full = rng.integers(0, 3, (5, 40))
    seen = rng.random((5, 40)) < 0.7
    rater, item = np.nonzero(seen)
    tables = pair_tables(item, rater, full[rater, item], 3)
    assert len(tables.first) == 10
    kappa, error = table_kappa(tables, disagreement_weights(np.zeros(3)))
    for p, (a, b) in enumerate(zip(tables.first, tables.second, strict=True)):
        both = seen[a] & seen[b]
        expected = np.zeros((3, 3), dtype=int)
        np.add.at(expected, (full[a, both], full[b, both]), 1)
        assert (tables.table(p) == expected).all()
        assert tables.equal()[p] == pytest.approx((full[a, both] == full[b, both]).mean())
        alone = kappa_of(expected)
        assert (kappa[p], error[p]) == pytest.approx((alone[0][0], alone[1][0]))


def test_two_raters_with_one_category_have_no_kappa():
    """Chance explains everything, so κ is not a number, and nothing is divided by zero."""
    kappa, error = kappa_of(np.array([[12, 0], [0, 0]]))
    assert np.isnan(kappa[0])
    assert np.isnan(error[0])


def test_perfect_agreement_has_a_finite_interval():
    """Twenty equal items do not prove that the twenty-first is equal."""
    kappa, error = kappa_of(np.array([[10, 0], [0, 10]]))
    low, high = kappa_bounds(kappa, error, np.array([20.0]), np.array([19.0]))
    assert kappa[0] == 1
    assert 0.5 < low[0] < 1
    assert high[0] == 1


@pytest.mark.parametrize(
    ("kappa", "expected"),
    [(-0.1, "poor"), (0.0, "slight"), (0.2, "slight"), (0.21, "fair"), (0.4, "fair"),
     (0.57, "moderate"), (0.69, "substantial"), (0.81, "almost perfect"), (1.0, "almost perfect"),
     (None, "not estimable")],
)  # fmt: skip
def test_words_follow_landis_and_koch(kappa, expected):
    """The words and their limits are those of 1977."""
    assert word(kappa) == expected
