"""Tests of all pairs of systems at once, beside SciPy pair by pair."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.assessment import pairwise
from tertium.stats.assessment.pairwise import (
    adjusted,
    either_t,
    mann_whitney,
    permutation,
    wilcoxon,
    wilcoxon_by_domain,
)


def scores(seed, systems=4, units=70, missing=0.2, step=0.5):
    """Return systems × units with ties and gaps."""
    rng = np.random.default_rng(seed)
    table = rng.normal(np.linspace(0, 0.5, systems)[:, None], 1, (systems, units))
    table = np.round(table / step) * step
    table[rng.random(table.shape) < missing] = np.nan
    return table


def shared(one, two):
    both = ~np.isnan(one) & ~np.isnan(two)
    return one[both], two[both]


def plain(values):
    return values[~np.isnan(values)]


@pytest.mark.parametrize("block", [7, 5_000_000])
@pytest.mark.parametrize("two_sided", [True, False])
def test_rank_sums_of_all_pairs(monkeypatch, two_sided, block):
    """As SciPy says for each pair, however many values are held at once."""
    monkeypatch.setattr(pairwise, "_BLOCK", block)
    table = scores(1)
    found = mann_whitney(table, two_sided=two_sided)
    side = "two-sided" if two_sided else "greater"
    for i, j in permutations(range(4), 2):
        one, two = plain(table[i]), plain(table[j])
        p = stats.mannwhitneyu(one, two, alternative=side, method="asymptotic").pvalue
        assert found[i, j] == pytest.approx(p)
    assert np.isnan(np.diag(found)).all()


@pytest.mark.parametrize(
    ("two_sided", "units", "step"), [(True, 70, 0.5), (False, 70, 0.5), (False, 30, 1e-12)]
)
def test_signed_ranks_of_all_pairs(monkeypatch, two_sided, units, step):
    """As SciPy says of the units that both systems have."""
    monkeypatch.setattr(pairwise, "_BLOCK", 100)
    table = scores(2, units=units, step=step)
    found = wilcoxon(table, two_sided=two_sided)
    for i, j in permutations(range(4), 2):
        one, two = shared(table[i], table[j])
        side = "two-sided" if two_sided else "greater"
        p = stats.wilcoxon(one - two, alternative=side).pvalue
        assert found[i, j] == pytest.approx(p)


def test_domains_are_combined_as_wmt24_did():
    """Stouffer's method on two-sided p; what the domains say does not cancel."""
    table = scores(3, systems=3, units=240, missing=0.1)
    domain = np.arange(240) % 4
    found = wilcoxon_by_domain(table, domain)
    for i, j in permutations(range(3), 2):
        z = []
        for code in range(4):
            one, two = shared(table[i, domain == code], table[j, domain == code])
            z.append(stats.norm.isf(stats.wilcoxon(one - two).pvalue))
        assert found[i, j] == pytest.approx(stats.norm.sf(np.sum(z) / 2))


def test_the_defect_of_wmt24_is_there():
    """Four domains with +5, −5, +5, −5 points come out as a sure difference of nothing."""
    rng = np.random.default_rng(4)
    domain = np.repeat(np.arange(4), 150)
    effect = np.array([5, -5, 5, -5])[domain]
    sure = 0
    for _ in range(30):
        table = rng.normal(0, 15, (2, 600))
        table[0] += effect
        sure += wilcoxon_by_domain(table, domain)[0, 1] < 0.05
    assert sure > 20  # 86.7% in a long simulation


def test_exchanging_systems_at_random():
    """Close to all 2ⁿ exchanges; (b + 1) / (B + 1) is never 0; the seed decides."""
    table = scores(5, systems=3, units=10, missing=0.1, step=0.01)
    found = permutation(table, two_sided=True, seed=1, resamples=20_000)
    for i, j in permutations(range(3), 2):
        one, two = shared(table[i], table[j])
        d = one - two
        sums = np.array([0.0])
        for value in d:
            sums = np.concatenate([sums - value, sums + value])
        exact = (np.abs(sums) >= abs(d.sum()) - 1e-9).mean()
        assert found[i, j] == pytest.approx(exact, abs=0.015)
    far = permutation(np.array([[9.0] * 60, [1.0] * 60]), two_sided=False, seed=0, resamples=999)
    assert far[0, 1] == 0.001
    assert far[1, 0] == 1.0
    again = permutation(table, two_sided=True, seed=1, resamples=50)
    assert (again == permutation(table, two_sided=True, seed=1, resamples=50))[0, 1]


def test_equal_systems_and_systems_without_common_units():
    """No difference gives p = 1; no common unit gives none."""
    equal = np.array([[1.0, 2, 3, np.nan], [1, 2, 3, np.nan], [np.nan, np.nan, np.nan, 4]])
    for test in (wilcoxon, permutation):
        more = {"seed": 0} if test is permutation else {}
        found = test(equal, two_sided=True, **more)
        assert found[0, 1] == 1
        assert np.isnan(found[0, 2])
    constant = mann_whitney(np.full((2, 5), 7.0), two_sided=True)
    assert constant[0, 1] == 1


def test_either_t_test_may_decide():
    """The smaller of the paired and the pooled two-sample p, as two tests of SciPy."""
    table = scores(6, step=1e-9)
    found = either_t(table + 1e4)
    for i, j in permutations(range(4), 2):
        paired = stats.ttest_rel(*shared(table[i], table[j])).pvalue
        apart = stats.ttest_ind(plain(table[i]), plain(table[j])).pvalue
        assert found[i, j] == pytest.approx(min(paired, apart), rel=1e-5)


@settings(max_examples=50)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_corrections_are_those_of_the_textbook(p):
    """Holm step by step, Benjamini–Hochberg as SciPy has it; what is unknown stays unknown."""
    values = np.array([*p, np.nan])
    assert (adjusted(values, "none")[:-1] == p).all()
    holm, running = np.zeros(len(p)), 0.0
    for step, at in enumerate(np.argsort(p, kind="stable")):
        running = max(running, (len(p) - step) * p[at])
        holm[at] = min(running, 1.0)
    for found, wanted in (
        (adjusted(values, "holm"), holm),
        (adjusted(values, "bh"), stats.false_discovery_control(p)),
    ):
        assert found[:-1] == pytest.approx(wanted)
        assert np.isnan(found[-1])
