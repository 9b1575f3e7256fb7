"""α_u: every pair of characters counted, the library where passages are characters, properties."""

from collections import Counter
from itertools import permutations

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.span_agreement.readings import read_marks
from tertium.stats.span_agreement.unitizing import (
    alpha_binary,
    alpha_coding,
    alpha_of_value,
    alpha_u,
    unitise,
)
from tests.stats.span_agreement.marked import campaigns, view


def summed(marks, texts):
    found = unitise(read_marks(view(marks, texts=texts)), side="target")
    return found.features.sum(0, keepdims=True), found.values


@given(
    st.lists(
        st.lists(st.sampled_from(["", "x", "y"]), min_size=6, max_size=6), min_size=2, max_size=4
    )
)
def test_alpha_u_of_single_characters_is_krippendorffs_alpha(ratings):
    """Where every passage is one character long, α_u is the nominal α of characters."""
    marks = {
        (f"p{who}", "s"): [(k, k + 1, label) for k, label in enumerate(own) if label]
        for who, own in enumerate(ratings)
    }
    value = float(alpha_u(summed(marks, {"s": "abcdef"})[0])[0])
    used = sorted({label for own in ratings for label in own})
    if len(used) == 1:
        assert np.isnan(value)
        return
    codes = [[used.index(label) for label in own] for own in ratings]
    expected = krippendorff.alpha(codes, level_of_measurement="nominal")
    assert value == pytest.approx(expected)


def by_counting(texts):
    """Compute uα and |uα by counting pairs of characters, as the definitions say.

    `texts` holds for each text the passages of each annotator: (start, end, value or "").
    """
    observed, held = Counter(), Counter()
    characters = []
    for number, people in enumerate(texts):
        for one, two in permutations(people, 2):
            for s, e, c in one:
                for at in range(s, e):
                    k = next(k for t, f, k in two if t <= at < f)
                    observed[c, k] += 1 / (len(people) - 1)
        for p, one in enumerate(people):
            for g, (s, e, c) in enumerate(one):
                for at in range(s, e):
                    held[c] += 1
                    characters.append((c, (number, p, g, at if not c else None)))
    total = sum(held.values())
    different = same = 0
    by_gap = 0
    for (c, unit), (k, other) in permutations(characters, 2):
        if unit == other and c:
            continue  # a passage is not paired with itself
        same += c == k
        different += c != k
        by_gap += (c == "") != (k == "")
    pairs = same + different
    disagree = sum(n for (c, k), n in observed.items() if c != k)
    gap = sum(n for (c, k), n in observed.items() if (c == "") != (k == ""))
    u = 1 - disagree / (total * different / pairs) if different else np.nan
    binary = 1 - gap / (total * by_gap / pairs) if by_gap else np.nan
    return u, binary


def pieces(length, drawn):
    """Make passages that do not overlap from lengths and values, with the gaps between."""
    found, at = [], 0
    for gap, size, value in drawn:
        if at + gap + size > length:
            break
        if gap:
            found.append((at, at + gap, ""))
        found.append((at + gap, at + gap + size, value))
        at += gap + size
    if at < length:
        found.append((at, length, ""))
    return found


PASSAGES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 4), st.sampled_from(["x", "y"])), max_size=4
)


@given(st.lists(st.lists(PASSAGES, min_size=2, max_size=3), min_size=1, max_size=2))
def test_alphas_are_those_of_counting_pairs(drawn):
    """The sums give what counting all pairs of characters gives."""
    length = 10
    texts = [[pieces(length, own) for own in people] for people in drawn]
    marks = {
        (f"p{who}", f"s{number}"): [one for one in own if one[2]]
        for number, people in enumerate(texts)
        for who, own in enumerate(people)
    }
    sums, _ = summed(marks, {f"s{number}": "z" * length for number in range(len(texts))})
    u, binary = by_counting(texts)
    assert float(alpha_u(sums)[0]) == pytest.approx(u, nan_ok=True)
    assert float(alpha_binary(sums)[0]) == pytest.approx(binary, nan_ok=True)


@given(st.lists(st.lists(PASSAGES, min_size=2, max_size=2), min_size=1, max_size=3))
def test_coding_is_that_of_counting_pairs(drawn):
    """cuα of two people: characters marked by both, never paired within one passage."""
    length = 10
    texts = [[pieces(length, own) for own in people] for people in drawn]
    marks = {
        (f"p{who}", f"s{number}"): [one for one in own if one[2]]
        for number, people in enumerate(texts)
        for who, own in enumerate(people)
    }
    sums, _ = summed(marks, {f"s{number}": "z" * length for number in range(len(texts))})
    held, disagree = [], 0
    for number, people in enumerate(texts):
        for at in range(length):
            both = [
                next((g, c) for g, (s, e, c) in enumerate(own) if s <= at < e) for own in people
            ]
            if all(c for _, c in both):
                held.extend((c, (number, who, g)) for who, (g, c) in enumerate(both))
                disagree += 2 * (both[0][1] != both[1][1])
    pairs = [c != k for (c, unit), (k, other) in permutations(held, 2) if unit != other]
    expected = 1 - disagree / (len(held) * np.mean(pairs)) if any(pairs) else np.nan
    assert float(alpha_coding(sums)[0]) == pytest.approx(expected, nan_ok=True)


def test_coding_is_measured_where_both_marked():
    """By hand: cuα and (k)uα of four passages of length 2, of which one is called otherwise."""
    one = [(0, 2, "x"), (2, 4, "x"), (4, 6, "x"), (6, 8, "y")]
    two = [(0, 2, "x"), (2, 4, "x"), (4, 6, "y"), (6, 8, "y")]
    sums, values = summed({("a", "s"): one, ("b", "s"): two}, {"s": "z" * 9})
    # ℓ = 16, x: 10, y: 6; pairs with itself 8 · 2² = 32, of x 20, of y 12.
    chance = 16 * ((10**2 - 20) + (6**2 - 12)) / (16**2 - 32)
    assert float(alpha_coding(sums)[0]) == pytest.approx(1 - (16 - 12) / (16 - chance))
    e_xy, e_xx = 16 * 60 / 224, 16 * 80 / 224
    expected = 1 - (e_xy + e_xx) / 10 * (10 - 8) / e_xy
    x = values.index(frozenset({"x"}))
    assert float(alpha_of_value(x)(sums)[0]) == pytest.approx(expected)


@given(campaigns(people=3, points=False))
@settings(max_examples=40)
def test_alphas_do_not_exceed_one_and_equal_marks_reach_it(drawn):
    """Whatever is marked, α is at most 1; the same marks by all give 1."""
    marks, texts = drawn
    for statistic in (alpha_u, alpha_binary, alpha_coding):
        assert not float(statistic(summed(marks, texts)[0])[0]) > 1 + 1e-9
    equal = {(who, name): marks["p0", name] for who, name in marks}
    for statistic in (alpha_u, alpha_binary):
        value = float(statistic(summed(equal, texts)[0])[0])
        assert np.isnan(value) or value == pytest.approx(1)  # all of one kind: not defined


def test_overlapping_marks_become_stretches_with_sets_of_labels():
    """A passage inside another has both labels; a cut by the same label is no boundary."""
    marks = {("a", "s"): [(0, 6, "x"), (2, 4, "y"), (6, 8, "x")], ("b", "s"): [(0, 8, "x")]}
    found = unitise(read_marks(view(marks, texts={"s": "z" * 8})), side="target")
    assert set(found.values) == {frozenset(), frozenset({"x"}), frozenset({"x", "y"})}
    own = found.features.reshape(6, -1)[2]
    assert own[found.values.index(frozenset({"x"}))] == 2**2 + 2**2 + 2**2 + 8**2
    nested = {("a", "s"): [(0, 6, "x"), (2, 4, "x")], ("b", "s"): [(0, 6, "x")]}
    assert summed(nested, {"s": "z" * 8})[0].reshape(6, -1)[2].tolist() == [2 + 2, 36 + 36]
