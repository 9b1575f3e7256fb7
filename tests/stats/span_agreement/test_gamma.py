"""γ: the cheapest alignment by trying all, chance, and what must always hold."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.span_agreement.gamma import (
    GammaChoices,
    Layout,
    Units,
    align,
    gamma_features,
    gamma_value,
)


def units(marks, text=0):
    """Return (start, end, label) as marks on the line."""
    found = np.array(marks, dtype=float).reshape(-1, 3)
    label = found[:, 2].astype(np.int64)
    same = np.full(len(found), text)
    return Units(found[:, 0], found[:, 1], label, same, same * 0)


def cheapest_by_trying(one, two, choices):
    """Try all alignments and return the lowest cost."""
    costs = []
    for size in range(min(len(one), len(two)) + 1):
        for left in combinations(range(len(one)), size):
            for right in permutations(range(len(two)), size):
                cost = choices.empty * (len(one) + len(two) - 2 * size)
                for i, j in zip(left, right, strict=True):
                    (s, e, a), (t, f, b) = one[i], two[j]
                    apart = (abs(s - t) + abs(e - f)) / (e - s + f - t)
                    cost += choices.empty * (choices.alpha * apart**2 + choices.beta * (a != b))
                costs.append(cost)
    return min(costs)


MARK = st.tuples(st.integers(0, 30), st.integers(1, 8), st.integers(0, 2)).map(
    lambda drawn: (drawn[0], drawn[0] + drawn[1], drawn[2])
)
LISTS = st.lists(MARK, max_size=4)


@given(LISTS, LISTS, st.sampled_from([GammaChoices(), GammaChoices(alpha=3, empty=0.5)]))
def test_no_alignment_is_cheaper(one, two, choices):
    """The assignment problem is solved exactly."""
    found = align(units(one), units(two), choices)
    assert found.total == pytest.approx(cheapest_by_trying(one, two, choices))


def test_marks_of_different_texts_are_not_aligned():
    """Neighbours on the line that stand in different texts stay alone."""
    one, two = units([(9, 10, 0)], text=0), units([(10, 11, 0)], text=1)
    assert align(one, two).total == 2
    assert align(one, units([(10, 11, 0)], text=0)).total < 2


PLAIN = GammaChoices()


def whole(one, two, choices=PLAIN, seed=(0,), length=200):
    layout = Layout(np.zeros(1), length)
    found = gamma_features(units(one), units(two), layout, 1, choices, seed)
    return float(gamma_value(found)[0]), float(gamma_value(found, of="cat")[0])


@given(LISTS.filter(bool))
def test_equal_marks_have_gamma_one(marks):
    """Nothing is out of order."""
    assert whole(marks, marks[::-1])[0] == pytest.approx(1)


@given(LISTS, LISTS, st.sampled_from(["shuffle", "statistical"]))
@settings(max_examples=40)
def test_gamma_does_not_depend_on_who_is_first(one, two, sampler):
    """Swapping people, or the order of marks, changes nothing, and γ is at most 1."""
    choices = GammaChoices(sampler=sampler, samples=5)
    there = whole(one, two, choices)
    back = whole(two[::-1], one, choices)
    assert there == pytest.approx(back, nan_ok=True)
    assert not there[0] > 1 + 1e-12


def test_random_marks_have_gamma_near_zero():
    """Marks that know nothing of each other agree as much as chance."""
    rng = np.random.default_rng(1)
    found = []
    for seed in range(12):
        drawn = [
            [(s, s + 5, int(k)) for s, k in zip(starts, rng.integers(0, 3, 80), strict=True)]
            for starts in np.sort(rng.integers(0, 4000, (2, 80)), axis=1)
        ]
        found.append(whole(*drawn, seed=(seed,), length=4005)[0])
    assert np.mean(found) == pytest.approx(0, abs=0.03)


def test_names_matter_less_when_places_differ():
    """γ-cat looks at labels of aligned marks: all equal gives 1, all different less than 0."""
    one = [(10 * k, 10 * k + 5, k % 2) for k in range(20)]
    moved = [(s + 1, e + 1, label) for s, e, label in one]
    other = [(s, e, 1 - label) for s, e, label in one]
    assert whole(one, moved)[1] == pytest.approx(1)
    assert whole(one, other)[1] < 0


def test_every_choice_changes_the_signature():
    """What changes γ can be read from the signature."""
    named = {
        str(GammaChoices(**{name: value}))
        for name, value in {
            "alpha": 3.0, "beta": 2.0, "empty": 0.5, "sampler": "statistical", "pivot": "real",
            "pivot_distance": 0.0, "alpha_in_cat": False, "samples": 100,
        }.items()
    }  # fmt: skip
    assert len(named | {str(GammaChoices())}) == 9
