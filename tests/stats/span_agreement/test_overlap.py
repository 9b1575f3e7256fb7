"""F with partial overlap: the published vectors, all matchings tried, and what must always hold."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.span_agreement.overlap import Credit, f_score, match, precision_recall
from tests.stats.span_agreement.marked import mark, marks_in

# Perrella et al. (2026): two outputs, one of them without predicted spans.
PREDICTED = ([mark(0, 5), mark(10, 20, "x", "major")], [])
REFERENCE = ([mark(2, 8), mark(12, 14, "x", "major"), mark(30, 33)], [mark(0, 2)])
GOLDEN = {
    "MPP": (0.4, 0.375, 0.387097),
    "MP": (1.0, 0.5, 0.666667),
    "EM": (0.0, 0.0, 0.0),
    "WMT25": (0.333333, 0.384615, 0.357143),
}
LISTS = marks_in(12).map(lambda drawn: [mark(*one) for one in drawn])


def micro(first, second, **how):
    found = [match(a, b, **how).credit for a, b in zip(first, second, strict=True)]
    sums = np.array([[c.one, c.two, c.of_one, c.of_two] for c in found]).sum(0, keepdims=True)
    p, r = precision_recall(sums)
    return float(p[0]), float(r[0]), float(f_score(sums)[0])


@pytest.mark.parametrize("variant", GOLDEN)
def test_micro_scores_are_the_published_ones(variant):
    """All variants give the golden vectors."""
    assert micro(PREDICTED, REFERENCE, variant=variant) == pytest.approx(GOLDEN[variant], abs=1e-6)


def test_weights_of_severities_are_the_published_ones():
    """Credit counts the smaller weight, totals their own weights."""
    found = micro(PREDICTED, REFERENCE, weights={"minor": 1, "major": 5})
    assert found == pytest.approx((0.266667, 0.6875, 0.384279), abs=1e-6)


def test_macro_scores_are_the_published_ones():
    """Of an output without predicted spans precision is 1."""
    each = [match(a, b).credit.scores() for a, b in zip(PREDICTED, REFERENCE, strict=True)]
    assert np.mean(each, axis=0) == pytest.approx((0.7, 0.25, 0.222222), abs=1e-6)


def best_by_trying(first, second):
    """Try every matching and return the highest F."""
    best = 0.0
    for size in range(min(len(first), len(second)) + 1):
        for left in combinations(range(len(first)), size):
            for right in permutations(range(len(second)), size):
                one = two = 0.0
                for i, j in zip(left, right, strict=True):
                    shared = first[i].overlap(second[j])
                    one += shared / first[i].length
                    two += shared / second[j].length
                f = Credit(one, two, len(first), len(second)).scores()[2]
                best = max(best, f)
    return best


@given(LISTS, LISTS)
def test_no_other_matching_has_a_higher_f(first, second):
    """The matching is the best of all."""
    assert match(first, second).credit.scores()[2] == pytest.approx(
        best_by_trying(first, second) if first and second else float(not first and not second)
    )


@given(LISTS, LISTS, st.sampled_from(list(GOLDEN)), st.booleans())
def test_swapping_people_swaps_precision_and_recall(first, second, variant, same):
    """F is the same whoever is called the first."""
    one = match(first, second, variant, same_label=same)
    two = match(second, first, variant, same_label=same)
    p, r, f = one.credit.scores()
    assert two.credit.scores() == pytest.approx((r, p, f))
    assert sorted((j, i) for i, j in two.pairs) == sorted(one.pairs) or first == second
    assert 0 <= f <= 1 + 1e-12


@given(LISTS, st.sampled_from(list(GOLDEN)))
def test_equal_marks_agree_fully(marks, variant):
    """Marks matched with themselves give 1, points too, in any order."""
    assert match(marks, marks[::-1], variant).credit.scores() == pytest.approx((1, 1, 1))


@given(LISTS, LISTS)
def test_variants_are_ordered(first, second):
    """Exact matches are matches with partial credit, and these are overlaps."""
    exact, partial, any_ = (
        match(first, second, variant).credit.scores()[2] for variant in ("EM", "MPP", "MP")
    )
    assert exact <= partial + 1e-12
    assert partial <= any_ + 1e-12


def test_a_large_tangle_is_solved():
    """Thirty marks of each over each other are matched in a moment."""
    first = [mark(k, k + 40) for k in range(30)]
    second = [mark(k + 3, k + 43) for k in range(30)]
    found = match(first, second)
    assert len(found.pairs) == 30
    assert found.credit.scores()[2] >= 37 / 40 - 1e-9


def test_marks_on_different_sides_never_match():
    """The same offsets of source and target are different passages."""
    assert match([mark(0, 3)], [mark(0, 3, side="source")]).pairs == ()
    assert match([mark(-1, -1)], [mark(-1, -1)]).pairs == ()
