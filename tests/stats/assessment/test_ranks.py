"""Rank tests of many groups at once, beside SciPy one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.assessment.ranks import average_ranks, rank_sum, signed_rank

SIDES = ("less", "greater", "two_sided")
GROUPS = st.lists(
    st.lists(st.integers(-6, 6).map(float), min_size=1, max_size=12), min_size=1, max_size=5
)


def flat(groups):
    values = np.concatenate([np.asarray(group, dtype=float) for group in groups])
    return values, np.repeat(np.arange(len(groups)), [len(group) for group in groups])


@given(GROUPS)
def test_ranks_are_those_of_every_group_alone(groups):
    """Ties share their mean rank, and Σ(t³ − t) counts them."""
    ranks, ties = average_ranks(*flat(groups), len(groups))
    wanted = [stats.rankdata(group) for group in groups]
    assert ranks == pytest.approx(np.concatenate(wanted))
    for group, found in zip(groups, ties, strict=True):
        _, count = np.unique(group, return_counts=True)
        assert found == (count**3 - count).sum()


@settings(max_examples=60, deadline=None)
@given(GROUPS)
def test_signed_ranks_count_every_choice_of_signs(groups):
    """The exact p is the share of all 2ⁿ choices of signs with such a sum, ties or not."""
    found = signed_rank(*flat(groups), len(groups))
    for number, group in enumerate(groups):
        d = np.array([value for value in group if value])
        if not len(d):
            assert found.less[number] == found.greater[number] == found.two_sided[number] == 1
            continue
        ranks = stats.rankdata(np.abs(d))
        seen = ranks[d > 0].sum()
        sums = np.array([0.0])
        for rank in ranks:
            sums = np.concatenate([sums, sums + rank])
        less, greater = (sums <= seen + 1e-9).mean(), (sums >= seen - 1e-9).mean()
        assert found.less[number] == pytest.approx(less)
        assert found.greater[number] == pytest.approx(greater)
        assert found.two_sided[number] == pytest.approx(min(1, 2 * min(less, greater)))


@pytest.mark.parametrize("kind", ["plain", "tied", "zeros"])
@pytest.mark.parametrize("size", [14, 50, 51, 300])
def test_signed_ranks_can_do_as_scipy_does(size, kind):
    """Exact without ties or zeros up to 50 differences, normal otherwise.

    Newer versions of SciPy count out up to 13 tied differences too.
    """
    rng = np.random.default_rng(size)
    d = rng.normal(0.2, 1, size)
    if kind == "tied":
        d = np.round(d * 3) / 3 + 1 / 7
    if kind == "zeros":
        d[0] = 0.0
    found = signed_rank(d, np.zeros(size, dtype=int), 1, exact_ties=False)
    for side in SIDES:
        p = stats.wilcoxon(d, alternative=side.replace("_", "-")).pvalue
        assert getattr(found, side)[0] == pytest.approx(p, rel=1e-9)


@given(GROUPS)
def test_rank_sums_are_those_of_every_group_alone(groups):
    """Corrected for ties and continuity; without a second sample there is no p."""
    values, group = flat(groups)
    first = np.arange(len(values)) % 2 == 0
    found = rank_sum(values, first, group, len(groups))
    for number in range(len(groups)):
        one = values[(group == number) & first]
        two = values[(group == number) & ~first]
        if not len(one) or not len(two):
            assert np.isnan(found.less[number])
            continue
        for side in SIDES:
            p = stats.mannwhitneyu(
                one, two, alternative=side.replace("_", "-"), method="asymptotic"
            ).pvalue
            if len(np.unique([*one, *two])) == 1:
                p = 1.0
            assert getattr(found, side)[number] == pytest.approx(p)


def test_a_group_without_values_has_no_p():
    """NaN, not 1: nothing was seen at all."""
    found = signed_rank(np.array([1.0, 2.0]), np.array([1, 1]), 3)
    assert np.isnan(found.less[[0, 2]]).all()
    assert found.greater[1] == 0.25
