"""Harmonised ranks: the printed example, the rule's properties, and a linear program."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import spearmanr

from tertium.exceptions import BadInput, NotFound
from tertium.stats.tournament.harmonise import harmonise, measure_harmonisation

sources = st.lists(st.tuples(st.integers(1, 7), st.booleans()), max_size=8).map(
    lambda pairs: ([rank for rank, _ in pairs], [fine for _, fine in pairs])
)


@pytest.mark.parametrize(
    ("ranks", "adequate", "expected"),
    [
        ([1, 2, 3, 3, 4], [0, 1, 1, 0, 0], (2, 1, 2, 3, 4)),  # the paper's example
        ([1, 3, 3], [1, 1, 1], (1, 2, 2)),  # gaps close
        ([1, 4, 3], [1, 1, 0], (1, 2, 2)),
        ([1, 2, 2, 3], [1, 0, 0, 1], (1, 2, 2, 2)),  # ties stay
        ([1, 2, 2], [1, 1, 0], (1, 2, 2)),  # as good as the last adequate one
        ([2, 3], [0, 0], (1, 2)),
        ([1], [0], (1,)),
        ([], [], ()),
    ],
)
def test_known_examples_come_out(ranks, adequate, expected):
    """The printed example and what the rule says in corner cases."""
    assert harmonise(ranks, [bool(fine) for fine in adequate]) == expected


@given(sources)
def test_adequate_translations_never_stand_below_inadequate_ones(source):
    """Ranks begin at 1 and have no gaps; ties and order within a group stay as they were."""
    ranks, adequate = source
    new = harmonise(ranks, adequate)
    assert sorted(set(new)) == list(range(1, len(set(new)) + 1))
    for i, j in np.ndindex(len(ranks), len(ranks)):
        if adequate[i] and not adequate[j]:
            assert new[i] <= new[j]
        if adequate[i] == adequate[j]:
            assert np.sign(ranks[i] - ranks[j]) == np.sign(new[i] - new[j])


@given(sources)
def test_ranks_that_fit_already_do_not_change(source):
    """Where the adequate ones are the better ones, dense ranks stay."""
    ranks, _ = source
    dense = [1 + sorted(set(ranks)).index(rank) for rank in ranks]
    for worst in range(max(dense, default=0) + 1):
        adequate = [rank <= worst for rank in dense]
        assert list(harmonise(dense, adequate)) == dense
        assert list(harmonise(dense, adequate, method="isotonic")) == dense


@given(sources, st.integers(0, 10**6))
def test_isotonic_ranks_change_as_little_as_a_linear_program_says(source, seed):
    """No ranks in this order are nearer to the given ones, whatever the weights."""
    ranks, adequate = source
    if not ranks:
        assert harmonise(ranks, adequate, method="isotonic") == ()
        return
    n = len(ranks)
    weights = np.random.default_rng(seed).integers(1, 4, n)
    new = np.array(harmonise(ranks, adequate, method="isotonic", weights=weights))
    order = sorted(range(n), key=lambda k: (not adequate[k], ranks[k]))
    assert (np.diff(new[order]) >= 0).all()
    # variables: the new ranks, then how far each is from the old one
    limits, bounds = [], []
    for k in range(n):
        for sign in (1, -1):
            row = np.zeros(2 * n)
            row[k], row[n + k] = sign, -1
            limits.append(row)
            bounds.append(sign * ranks[k])
    for one, two in pairwise(order):
        row = np.zeros(2 * n)
        row[one], row[two] = 1, -1
        limits.append(row)
        bounds.append(0)
    cost = np.concatenate([np.zeros(n), weights])
    least = linprog(cost, A_ub=np.array(limits), b_ub=bounds, bounds=(0, None)).fun
    assert (weights * np.abs(new - ranks)).sum() == pytest.approx(least)
    for i, j in np.ndindex(n, n):
        if adequate[i] == adequate[j] and ranks[i] == ranks[j]:
            assert new[i] == new[j]


def test_figures_are_averages_over_sources():
    """Spearman, MAE and RMSE of each source, then their mean and deviation."""
    before = [[1, 2, 3, 3, 4], [1, 2, 3], [1, 1]]
    after = [[2, 1, 2, 3, 4], [1, 2, 3], [1, 1]]
    found = measure_harmonisation(zip(before, after, strict=True))
    one = spearmanr(before[0], after[0]).statistic
    assert found.sources == 3
    assert found.changed == pytest.approx(1 / 3)
    assert found.spearman == pytest.approx((one + 1) / 2)
    assert found.spearman_sd == pytest.approx(np.std([one, 1], ddof=1))
    assert found.correlated == 2
    assert found.mae == pytest.approx(np.mean([3 / 5, 0, 0]))
    assert found.rmse == pytest.approx(np.mean([(3 / 5) ** 0.5, 0, 0]))
    empty = measure_harmonisation([])
    assert (empty.sources, empty.changed, empty.spearman, empty.mae) == (0, None, None, None)


def test_what_cannot_be_harmonised_is_refused():
    """Labels that are missing, too few, or weights that are none; a method not known."""
    with pytest.raises(BadInput, match="2 ranks do not fit 1"):
        harmonise([1, 2], [True])
    with pytest.raises(BadInput, match="neither adequate nor inadequate"):
        harmonise([1, 2], [True, None])
    with pytest.raises(BadInput, match="weight"):
        harmonise([1, 2], [True, False], method="isotonic", weights=[1, 0])
    with pytest.raises(NotFound, match="isotonic, stable"):
        harmonise([1], [True], method="other")
