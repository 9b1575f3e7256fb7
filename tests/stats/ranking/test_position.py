"""Where an output stood, and whether that decided."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta, binom

from tertium.stats.ranking.rank import position_bias, shown_first
from tests.stats.ranking.compared import compared


def test_the_share_of_the_left_is_counted_and_tested_exactly():
    """17 of 20 decided for the left: p and bounds of the textbook."""
    rows = [("j", f"s{k}", "a", "b", 1 if k < 12 else -1, 1, f"x{k}") for k in range(15)]
    rows += [("j", f"t{k}", "a", "b", -1, 2, f"y{k}") for k in range(5)]
    rows += [("j", "u", "a", "b", 0, 1, "z"), ("j", "v", "a", "b", None, 1, "w")]
    found = position_bias(compared(rows), level=0.95)
    assert (found.left, found.right, found.ties) == (17, 3, 1)
    assert found.share == pytest.approx(0.85)
    assert found.p == pytest.approx(2 * binom.cdf(3, 20, 0.5))
    assert found.low == pytest.approx(beta.ppf(0.025, 17, 4))
    assert found.high == pytest.approx(beta.ppf(0.975, 18, 3))


def test_without_places_nothing_is_said():
    """No slot, no bias; and an empty table has none either."""
    found = position_bias(compared([("j", "s", "a", "b", 1)]), level=0.95)
    assert (found.left, found.share, found.p) == (0, None, None)
    assert position_bias(compared([]), level=0.95).share is None


@given(st.permutations("abcde"), st.integers(2, 5), st.randoms(use_true_random=False))
def test_every_place_of_a_ranking_is_found(shown, size, random):
    """Pairs in any order and direction tell who stood before whom, if one has no slot of its own.

    Rows tell the place of their first output only, so the last one shown may have none.
    """
    shown = shown[:size]
    rows = []
    for i in range(size):
        for j in range(i + 1, size):
            turned = random.random() < 0.5 and j < size - 1
            one, two = (j, i) if turned else (i, j)
            rows.append(("j", "s", shown[one], shown[two], 1, one + 1, "x"))
    random.shuffle(rows)
    found = shown_first(compared(rows))
    expected = [np.sign(shown.index(row[3]) - shown.index(row[2])) for row in rows]
    assert found.tolist() == expected


def test_a_place_that_cannot_be_known_stays_unknown():
    """Two outputs without a slot of their own leave both places open."""
    rows = [("j", "s", "a", "b", 1, 2, "x"), ("j", "s", "a", "c", 1, 2, "x")]
    assert shown_first(compared(rows)).tolist() == [0, 0]
