"""Fleiss' κ and Krippendorff's α against independent implementations and slow jackknives."""

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

from tertium.stats.agreement.alpha import alpha_of, fleiss_of
from tertium.stats.agreement.counts import count_ratings

# Fleiss' textbook example: 14 psychiatrists, 10 subjects, 5 categories.
TEXTBOOK = np.array(
    [[0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
     [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]]
)  # fmt: skip
ratings = st.integers(2, 5).flatmap(
    lambda raters: st.lists(
        st.lists(st.one_of(st.none(), st.integers(0, 3)), min_size=raters, max_size=raters),
        min_size=2,
        max_size=12,
    )
)


def unrolled(matrix):
    """Return item and category codes of a matrix items × raters with None for missing."""
    cells = [(i, c) for i, row in enumerate(matrix) for c in row if c is not None]
    return np.array([i for i, _ in cells], dtype=int), np.array([c for _, c in cells], dtype=int)


def fleiss(item, category, categories):
    """Return Fleiss' κ, None where there is none, and κ without each item."""
    found = fleiss_of(count_ratings(item, category, categories))
    return found.value if np.isfinite(found.value) else None, found.without


def alpha(item, category, values, metric="nominal"):
    """Return Krippendorff's α, None where there is none, and α without each item."""
    found = alpha_of(count_ratings(item, category, len(values)), values, metric)
    return found.value if np.isfinite(found.value) else None, found.without


def test_the_textbook_table_comes_out():
    """Fleiss' κ of the textbook example is .2099."""
    item = np.repeat(np.arange(10), 14)
    category = np.concatenate([np.repeat(np.arange(5), row) for row in TEXTBOOK])
    value, _ = fleiss(item, category, 5)
    assert value == pytest.approx(0.20993070442195522, abs=1e-15)


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=20))
def test_fleiss_equals_statsmodels(matrix):
    """With complete ratings an independent implementation gives the same κ."""
    value, _ = fleiss(*unrolled(matrix), 4)
    table, _ = aggregate_raters(np.array(matrix), n_cat=4)
    with np.errstate(all="ignore"):
        oracle = fleiss_kappa(table)
    if value is None:
        assert not np.isfinite(oracle)
    else:
        assert value == pytest.approx(oracle, abs=1e-9)


@given(ratings, st.sampled_from(["nominal", "ordinal", "interval"]))
def test_alpha_equals_krippendorff_s_package(matrix, metric):
    """With missing ratings too, for every metric, an independent implementation agrees."""
    item, category = unrolled(matrix)
    used = np.unique(category)
    assume(len(used) > 1)
    reliability = np.array([[np.nan if c is None else float(c) for c in row] for row in matrix]).T
    scale = np.array([0.0, 1.0, 2.0, 3.0])
    value, _ = alpha(item, category, scale, metric)
    pairable = np.isin(item, np.flatnonzero(np.bincount(item) > 1))
    assume(len(np.unique(category[pairable])) > 1)
    oracle = krippendorff.alpha(
        reliability_data=reliability, value_domain=scale, level_of_measurement=metric
    )
    assert value == pytest.approx(oracle, abs=1e-9)


@pytest.mark.parametrize("measure", ["fleiss", "nominal", "ordinal", "interval"])
def test_leaving_items_out_is_what_it_says(measure, monkeypatch):
    """The values without each item equal those of data in which the item is missing."""
    monkeypatch.setattr(
        "tertium.stats.agreement.alpha._CHUNK", 20
    )  # so that several chunks are needed
    rng = np.random.default_rng(1)
    matrix = [
        [
            int(c) if rng.random() < 0.8 else None
            for c in np.clip(base + rng.integers(-1, 2, 4), 0, 4)
        ]
        for base in rng.integers(0, 5, 25)
    ]
    item, category = unrolled(matrix)
    scale = np.array([0.0, 1.0, 2.0, 5.0, 9.0])

    def measured(item, category):
        if measure == "fleiss":
            return fleiss(item, category, 5)
        return alpha(item, category, scale, measure)

    _, without = measured(item, category)
    kept = np.flatnonzero(np.bincount(item) > 1)
    slow = [measured(item[item != i], category[item != i])[0] for i in kept]
    assert without == pytest.approx(slow, abs=1e-10)


def test_equal_ratings_have_no_coefficient():
    """Where everybody always said the same, chance explains it."""
    item, category = np.repeat(np.arange(5), 2), np.zeros(10, dtype=int)
    assert fleiss(item, category, 3)[0] is None
    assert alpha(item, category, np.arange(3.0))[0] is None


def test_single_ratings_say_nothing():
    """Items rated once are left out; if none is left there is no coefficient."""
    item, category = np.arange(6), np.array([0, 1, 0, 1, 2, 2])
    assert fleiss(item, category, 3)[0] is None
    assert alpha(item, category, np.arange(3.0), "ordinal")[0] is None


def test_scores_far_from_zero_keep_their_digits():
    """Interval α does not change when a constant is added."""
    rng = np.random.default_rng(2)
    item, category = np.repeat(np.arange(30), 3), rng.integers(0, 6, 90)
    near, _ = alpha(item, category, np.arange(6.0), "interval")
    far, _ = alpha(item, category, np.arange(6.0) + 1e6, "interval")
    assert far == pytest.approx(near, abs=1e-8)
