"""Near misses: in the band, the best first, chance among equals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design.near_misses import select_near_misses
from tertium.exceptions import BadInput

scores = st.dictionaries(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("xyz")), st.integers(0, 100).map(float)
)


@given(scores, st.integers(0, 100), st.integers(0, 100), st.integers(1, 30), st.integers(0, 3))
@settings(max_examples=80)
def test_the_best_of_the_band(given_scores, one, other, most, seed):
    """None better was left out, nothing is outside, and all are counted."""
    low, high = sorted((one, other))
    found = select_near_misses(given_scores, low=low, high=high, most=most, seed=seed)
    values = [given_scores[key] for key in found.outputs]
    inside = sorted((v for v in given_scores.values() if low <= v <= high), reverse=True)
    assert values == inside[:most]
    assert found.in_band + found.above + found.below == len(given_scores)
    assert len(set(found.outputs)) == len(found.outputs)
    backwards = dict(reversed(list(given_scores.items())))
    assert select_near_misses(backwards, low=low, high=high, most=most, seed=seed) == found


def test_among_equals_the_seed_decides():
    """Each of ten is first about as often as the others."""
    tied = {(str(n), "x"): 80.0 for n in range(10)}
    firsts = [
        select_near_misses(tied, low=66, high=90, most=1, seed=seed).outputs[0]
        for seed in range(500)
    ]
    assert len(set(firsts)) == 10
    assert max(firsts.count(key) for key in tied) < 90


@pytest.mark.parametrize(
    ("given_scores", "low", "what"),
    [({("s", "x"): 1.0}, 95, "holds nothing"), ({("s", "x"): float("nan")}, 5, "has no score")],
)
def test_what_cannot_be_chosen_is_told(given_scores, low, what):
    """In words."""
    with pytest.raises(BadInput, match=what):
        select_near_misses(given_scores, low=low, high=90)
