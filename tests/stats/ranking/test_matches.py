"""Comparisons of outputs become matches of systems."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.stats.codes import numbered
from tertium.stats.ranking.matches import read_matches, tally
from tests.stats.ranking.compared import compared


def named(matches):
    """Return matches with the names of their systems."""
    names = matches.systems
    listed = zip(matches.first, matches.second, matches.value, strict=True)
    return Counter((names[i], names[j], int(v)) for i, j, v in listed)


def test_merged_outputs_are_taken_apart():
    """Each system of one output meets each of the other, none meets its twin."""
    found = read_matches(compared([("j", "s", "a+b", "c+d", 1, 1, "x"), ("j", "s", "a+b", "e", 0)]))
    assert found.systems == ("a", "b", "c", "d", "e")
    expected = {("a", "c", 1), ("a", "d", 1), ("b", "c", 1), ("b", "d", 1), ("a", "e", 0)}
    assert named(found) == Counter(expected | {("b", "e", 0)})
    assert found.judgements == 2
    assert found.shared[0, 1] == 2  # shown as one output in both judgements
    assert found.shared[2, 3] == 1


def test_one_judgement_with_a_merged_output_in_many_rows_shows_it_once():
    """A ranking lists an output in several pairs, but it stood on the screen once."""
    rows = [("j", "s", "a+b", other, 1, 1, "x") for other in "cde"]
    assert read_matches(compared(rows)).shared[0, 1] == 1


def test_rows_without_an_answer_are_dropped_but_their_systems_kept():
    """A system that was only skipped is still one of the campaign."""
    found = read_matches(compared([("j", "s", "a", "b", 1), ("j", "t", "a", "c", None)]))
    assert found.systems == ("a", "b", "c")
    assert len(found) == 1


@pytest.mark.parametrize("pair", [("a", "a"), ("a+b", "b"), ("b", "a+b")])
def test_an_output_is_never_compared_with_itself(pair):
    """Such a row is refused, with its place."""
    with pytest.raises(BadInput, match=r"segment 's7'.*which is the same output"):
        read_matches(compared([("j", "s1", "a", "b", 1), ("j", "s7", *pair, 1)]))


def test_units_are_numbered_even_where_nothing_is_named():
    """A row without judgement is one by itself, a judgement without segment has its own."""
    found = read_matches(compared([(None, None, "a", "b", 1), (None, None, "b", "c", 1)]))
    assert (found.annotators, found.segments, found.judgements) == (1, 2, 2)


NAMES = ["a", "b", "c", "d", "a+b", "c+d", "b+c+d"]


@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from([-1, 0, 1])),
        max_size=30,
    )
)
def test_matches_and_tallies_are_those_of_a_plain_loop(listed):
    """The fast reading agrees with the obvious one."""
    listed = [(a, b, v) for a, b, v in listed if not set(a.split("+")) & set(b.split("+"))]
    found = read_matches(compared([("j", f"s{k}", *row) for k, row in enumerate(listed)]))
    expected = Counter()
    for a, b, value in listed:
        expected.update((x, y, value) for x, y in product(a.split("+"), b.split("+")))
    assert named(found) == expected
    size = len(found.systems)
    counts = tally(found.first, found.second, found.value, size)
    for i, j in product(range(size), repeat=2):
        a, b = found.systems[i], found.systems[j]
        assert counts.wins[i, j] == expected[a, b, 1] + expected[b, a, -1]
        assert counts.ties[i, j] == expected[a, b, 0] + expected[b, a, 0]


@given(st.lists(st.integers(-5, 10) | st.just(10**12), max_size=20))
def test_numbers_follow_the_order_of_codes(codes):
    """Numbers are dense and ascending, however wide the codes lie."""
    found = numbered(np.array(codes, dtype=np.int64))
    ordered = sorted(set(codes))
    assert found.tolist() == [ordered.index(code) for code in codes]
