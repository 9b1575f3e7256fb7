"""Ranks by which Spearman's correlation is Pearson's."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from tertium.stats.pearson import mean_ranks


@given(st.lists(st.sampled_from([-2.5, 0.0, 1e-9, 3.0, 7.0]) | st.floats(-5, 5), max_size=30))
def test_ties_share_their_mean_rank(values):
    """SciPy ranks the same, with ties and without."""
    assert np.array_equal(mean_ranks(values), rankdata(values))
