"""The tournament draw, and which outputs are one."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tertium.design.tournament import merge_equal, tournament
from tertium.stats.tournament.graphs import questions

SEEDS = 40
# The published list, for 2 to 12 alternatives.
PRINTED = dict(zip(range(2, 13), (1, 3, 3, 6, 6, 7, 7, 11, 11, 12, 12), strict=True))


def expected(n):
    """Add up ⌈k/2⌉ over the rounds, as the method says."""
    total = 0
    while n > 1:
        n = (n + 1) // 2
        total += n
    return total


@pytest.mark.parametrize("n", range(2, 61))
def test_every_draw_has_its_number_of_questions_and_connects_everything(n):
    """Whatever the seed: Σ⌈k/2⌉ different pairs, and one connected graph."""
    assert expected(n) == PRINTED.get(n, expected(n)) == questions(n)
    for seed in range(SEEDS):
        pairs = tournament(n, np.random.default_rng(seed))
        assert len(pairs) == len(set(pairs)) == expected(n)
        assert all(0 <= first < second < n for first, second in pairs)
        first, second = np.array(pairs).T
        graph = coo_array((np.ones(len(pairs)), (first, second)), shape=(n, n))
        assert connected_components(graph, directed=False)[0] == 1


@given(st.integers(2, 60), st.integers(0, 2**32))
def test_no_seed_breaks_the_draw(n, seed):
    """The number of questions depends on n alone, and the same seed draws the same pairs."""
    pairs = tournament(n, np.random.default_rng(seed))
    assert len(set(pairs)) == expected(n)
    assert pairs == tournament(n, np.random.default_rng(seed))


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_is_asked_about_a_single_alternative(n):
    """One translation has nothing to be compared with."""
    assert tournament(n, np.random.default_rng(0)) == []


def test_three_alternatives_are_compared_completely():
    """With three, the tournament is the full comparison."""
    pairs = tournament(3, np.random.default_rng(5))
    assert sorted(pairs) == [(0, 1), (0, 2), (1, 2)]


def test_the_first_round_pairs_off_and_the_odd_one_out_joins_a_pair():
    """Every alternative is asked in the first round, the one that joins twice."""
    for seed in range(50):
        asked = np.bincount(np.ravel(tournament(7, np.random.default_rng(seed))[:4]), minlength=7)
        assert sorted(asked) == [1, 1, 1, 1, 1, 1, 2]


def test_every_pair_is_drawn_equally_often():
    """No alternative and no pair is favoured by its number."""
    draws = 3000
    counts = dict.fromkeys(combinations(range(5), 2), 0)
    for seed in range(draws):
        for pair in tournament(5, np.random.default_rng(seed)):
            counts[pair] += 1
    # Each of the ten pairs is asked with probability .6; five sds of the mean around it.
    allowed = 5 * (0.6 * 0.4 / draws) ** 0.5
    assert all(abs(count / draws - 0.6) < allowed for count in counts.values())


def test_outputs_that_differ_in_case_are_one_vertex():
    """Case, blanks around, and how an accent is typed do not make another translation."""
    texts = ["Das Haus", "das haus ", "Café", "Cafe\u0301", "Haus", "CAFÉ"]
    assert merge_equal(texts) == [[0, 1], [2, 3, 5], [4]]


def test_outputs_that_differ_in_spelling_are_not_merged():
    """Case folding would make one of these; a reader sees two words."""
    assert merge_equal(["Maße", "Masse"]) == [[0], [1]]


def test_identical_outputs_everywhere_leave_one_vertex_and_no_question():
    """If all systems say the same there is nothing to ask."""
    groups = merge_equal(["ja"] * 6)
    assert groups == [[0, 1, 2, 3, 4, 5]]
    assert tournament(len(groups), np.random.default_rng(0)) == []


def test_nothing_is_merged_from_nothing():
    """No output, no vertex; empty outputs are outputs."""
    assert merge_equal([]) == []
    assert merge_equal(["", "a", " "]) == [[0, 2], [1]]
