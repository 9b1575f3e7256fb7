"""Who is told apart: corrections, ranges, clusters, and how many judgements are missing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from tertium.stats.contrasts.crossed import CrossedEstimates
from tertium.stats.contrasts.separate import clusters, corrected, further, places
from tertium.stats.ranking.rank import rank
from tests.stats.ranking.compared import compared, drawn


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.001, 0.2))
def test_holm_rejects_what_the_textbook_rejects(p, alpha):
    """From the smallest on, each is compared with α over those left; the first to fail ends it."""
    rejected = [False] * len(p)
    for left, at in enumerate(sorted(range(len(p)), key=lambda k: p[k])):
        if p[at] * (len(p) - left) > alpha:
            break
        rejected[at] = True
    found = corrected(np.array([*p, np.nan]), "holm")
    assert (found[:-1] <= alpha).tolist() == rejected
    assert np.isnan(found[-1])
    assert corrected(np.array([0.01, 0.04, 0.03]), "holm") == pytest.approx([0.03, 0.06, 0.06])


def test_ranges_and_clusters_by_hand():
    """1 | 2 3 4 | 5: the middle three hang together, the outer two stand alone."""
    ahead = np.zeros((5, 5), dtype=bool)
    for one, two in ["12", "13", "14", "15", "25", "35", "45", "24"]:
        ahead[int(one) - 1, int(two) - 1] = True
    low, high = places(ahead)
    assert low.tolist() == [1, 2, 2, 3, 5]
    assert high.tolist() == [1, 3, 4, 4, 5]
    assert clusters(ahead).tolist() == [1, 2, 2, 2, 3]


@given(st.integers(0, 8), st.randoms(use_true_random=False))
def test_no_cluster_parts_what_is_not_told_apart(size, random):
    """Systems of two clusters are surely apart; each range holds the own place."""
    ahead = np.zeros((size, size), dtype=bool)
    for i in range(size):
        for j in range(i + 1, size):
            ahead[i, j] = random.random() < 0.8
    found, (low, high) = clusters(ahead), places(ahead)
    for i in range(size):
        assert low[i] <= i + 1 <= high[i]
        for j in range(i + 1, size):
            assert found[i] <= found[j]
            assert found[i] == found[j] or ahead[i, j]


def believed(estimate, rest, *, people=0.0, texts=0.0):
    """Return an estimate whose variance is known: one point of the grid."""
    one = np.ones(1)
    return CrossedEstimates(
        estimate * one,
        np.ones((1, 1)),
        np.full((1, 1), rest + people + texts),
        people * one,
        texts * one,
        rest * one,
        one < 0,
        one < 0,
    )


def test_independent_comparisons_need_the_square_of_the_ratio():
    """If all variance falls as 1/n, n grows by (z·se/d)²."""
    found = further(believed(0.1, 0.01), 500, level=0.95)
    wanted = 500 * (norm.ppf(0.975) * 0.1 / 0.1) ** 2 - 500
    assert found.judgements[0] == pytest.approx(np.ceil(wanted), abs=1)


def test_annotators_or_documents_who_differ_set_a_limit():
    """What they disagree about does not fall with the number of judgements."""
    found = further(believed(0.2, 0.008, people=0.012), 500, level=0.95)
    assert np.isnan(found.judgements[0])
    assert found.limit == ("annotators",)
    assert further(believed(0.2, 0.008, texts=0.012), 500, level=0.95).limit == ("documents",)
    less = further(believed(0.2, 0.019, people=0.001), 500, level=0.95)
    assert less.judgements[0] > 0
    assert less.limit == (None,)


def test_nothing_is_missing_where_all_is_told_or_equal():
    """Separated systems need no more; equal ones and those without an interval get no number."""
    for one in (believed(1.0, 0.01), believed(0.0, 0.01), CrossedEstimates.nothing(0.1)):
        found = further(one, 500, level=0.95)
        assert np.isnan(found.judgements[0])
        assert found.limit == (None,)


def test_so_many_further_judgements_do_separate_about_every_other_time():
    """Drawing the campaign again, larger by the number printed, gives power near a half."""
    strengths = {"a": 0.1, "b": -0.1}
    options = {"annotators": 40, "tie": 0.5}
    # A campaign whose difference happens to be the true one: 0.2 in log strength.
    first, found = next(
        (rows, contrast)
        for seed in range(200)
        for rows in [drawn(strengths, 200, segments=200, seed=seed, **options)]
        for contrast in rank(compared(rows)).contrasts
        if contrast.a == "a" and abs(contrast.difference - 0.2) < 0.01
    )
    number = len(first) + found.further
    apart = 0
    for seed in range(60):
        rows = drawn(strengths, number, segments=number, seed=1000 + seed, **options)
        again = rank(compared(rows)).contrasts[0]
        apart += again.a == "a" and again.p < 0.05
    assert 15 <= apart <= 45
