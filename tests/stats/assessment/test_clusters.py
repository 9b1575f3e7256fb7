"""Rank ranges and clusters by three rules, beside slow versions."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tertium.stats.assessment.recipes import cut_ranking


@st.composite
def sure(draw):
    """Return who is surely better than whom, better systems first."""
    size = draw(st.integers(1, 7))
    cells = draw(st.lists(st.booleans(), min_size=size**2, max_size=size**2))
    return np.triu(np.array(cells).reshape(size, size), 1)


@given(sure())
def test_a_cluster_ends_where_all_beat_all(ahead):
    """Every system so far against every later one."""
    size = len(ahead)
    low, high, cluster = cut_ranking(ahead, "all")
    for i in range(size):
        assert low[i] == 1 + ahead[:, i].sum()
        assert high[i] == size - ahead[i].sum()
        ends = sum(ahead[:k, k:].all() for k in range(1, i + 1))
        assert cluster[i] == 1 + ends


@given(sure())
def test_a_cluster_ends_below_who_beats_as_many_as_stand_below(ahead):
    """The rule of the tables up to 2022."""
    _, _, cluster = cut_ranking(ahead, "wins")
    for i in range(len(ahead) - 1):
        line = ahead[i].sum() == len(ahead) - 1 - i
        assert cluster[i + 1] - cluster[i] == line


@given(sure())
def test_ranges_grow_from_neighbour_to_neighbour(ahead):
    """The rule of 2025: up to the first that is surely better, down to the first worse."""
    size = len(ahead)
    low, high, cluster = cut_ranking(ahead, "neighbours")
    for i in range(size):
        start = i + 1
        for j in range(i - 1, -1, -1):
            if ahead[j, i]:
                break
            start -= 1
        end = i + 1
        for j in range(i + 1, size):
            if ahead[i, j]:
                break
            end += 1
        assert (low[i], high[i]) == (start, end)
    for k in range(1, size):
        line = all(high[:k] <= k) and all(low[k:] > k)
        assert cluster[k] - cluster[k - 1] == line
