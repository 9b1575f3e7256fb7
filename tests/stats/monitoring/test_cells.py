import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.stats.monitoring.cells import Cells, stand

# Rows are annotators, columns documents.
GOLDEN = np.array([[3, 1, 6, 2], [5, 0, 7, 6], [-1, -2, 4, 1]], dtype=float)


def paired(values):
    """Return cells of differences, every annotator with every document."""
    annotator, unit = np.indices(values.shape)
    ones = np.ones(values.size, dtype=np.int64)
    return Cells(annotator.ravel(), unit.ravel(), ones, values.ravel(), paired=True)


def test_the_variance_within_annotators_is_pooled_and_widened():
    """The mean of annotators' variances over documents, times ν/(ν − 2)."""
    found = stand(paired(GOLDEN))
    assert found.freedom == 9
    np.testing.assert_allclose(found.means, [3, 4.5, 0.5])
    within = GOLDEN.var(axis=1, ddof=1).mean() * 9 / 7
    np.testing.assert_allclose(found.variances, within / 4)


@settings(max_examples=30)
@given(st.integers(0, 10_000))
def test_unpaired_differences_are_those_of_a_regression(seed):
    """Least squares with a level and a slope for each annotator give the same numbers."""
    rng = np.random.default_rng(seed)
    annotator = np.repeat(np.arange(3), rng.integers(4, 9, 3))
    side = np.concatenate([[0, 1], rng.integers(0, 2, len(annotator))])[: len(annotator)]
    for who in range(3):  # everybody sees both systems
        side[np.flatnonzero(annotator == who)[:2]] = 0, 1
    value = rng.normal(50, 20, len(annotator))
    found = stand(Cells(annotator, np.arange(len(value)), side, value, paired=False))
    levels = (annotator[:, None] == np.arange(3)).astype(float)
    design = np.hstack([levels, levels * side[:, None]])
    inverse = np.linalg.inv(design.T @ design)
    fitted = inverse @ design.T @ value
    freedom = len(value) - 6
    noise = ((value - design @ fitted) ** 2).sum() / freedom
    np.testing.assert_allclose(found.means, fitted[3:])
    if freedom >= 3:
        widened = noise * freedom / (freedom - 2)
        np.testing.assert_allclose(found.variances, widened * np.diag(inverse)[3:])
        assert found.freedom == freedom


@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (3, 1), (1, 3)])
def test_too_little_to_tell_noise_is_told_as_nothing(shape):
    """Without degrees of freedom nobody stands anywhere, and no number is invented."""
    found = stand(paired(np.ones(shape)))
    assert len(found.means) == len(found.variances) == 0


def test_equal_scores_do_not_become_certainty():
    """Scores are rounded, so even identical differences have some variance."""
    found = stand(paired(np.full((3, 5), 2.0)))
    assert (found.variances > 0).all()
