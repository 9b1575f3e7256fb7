"""Golden vectors of ours, computed by the program of the metrics task, to nine digits."""

import numpy as np
import pytest
from scipy.stats import spearmanr

from tertium.stats.correlation.rows import (
    averaged,
    difference_pearson,
    difference_sums,
    kendall_like,
)
from tertium.stats.correlation.soft import flip_signs, flipped_p, soft_accuracy
from tertium.stats.correlation.swapping import williams
from tertium.stats.correlation.system_level import weighted_spearman
from tertium.stats.correlation.ties import calibrate

NONE = np.nan
HUMAN = np.array([[-1, 0, -5, NONE], [-1, -5, -5, -1], [0, -10, -6, -2]])
METRIC = np.array([[0.80, 0.90, 0.40, 0.70], [0.78, 0.60, 0.41, 0.65], [0.85, 0.30, 0.35, 0.66]])
FULL = np.array([[-1, 0, -5, -1, 0, -2], [-1, -5, -5, -1, -1, -3], [0, -10, -6, -2, -5, 0.0]])
FULL_METRIC = np.array(
    [[0.8, 0.9, 0.4, 0.7, 0.9, 0.5], [0.78, 0.6, 0.41, 0.65, 0.7, 0.45],
     [0.85, 0.3, 0.35, 0.66, 0.4, 0.8]]
)  # fmt: skip


@pytest.mark.parametrize(
    ("measure", "grouping", "value"),
    [
        ("pearson", "none", 0.918635797913518),
        ("pearson", "item", 0.4871495209944461),
        ("pearson", "system", 0.9136939007653136),
        ("kendall-b", "none", 0.8952737857857515),
        ("kendall-b", "item", 0.4082482904638631),
        ("kendall-c", "item", 0.4444444444),
        ("kendall-c", "none", 0.9123966942),
        ("kendall-23", "item", 0.1666666667),
        ("kendall-23", "none", 0.7090909091),
        ("acc-eq", "item", 0.5833333333),
        ("acc-eq", "none", 0.8545454545),
    ],
)
def test_coefficients_of_groups(measure, grouping, value):
    """All outputs, the systems of each segment, the segments of each system."""
    assert averaged(HUMAN, METRIC, measure, grouping) == pytest.approx(value, abs=1e-9)


def test_ties_are_calibrated():
    """The accuracy, and the ε as the difference of two scores is."""
    by_item = calibrate(HUMAN.T, METRIC.T)
    assert by_item.accuracy == pytest.approx(0.75, abs=1e-12)
    assert by_item.epsilon == 0.020000000000000018
    whole = calibrate(HUMAN.reshape(1, -1), METRIC.reshape(1, -1))
    assert whole.accuracy == pytest.approx(0.8909090909, abs=1e-9)


def test_pairs_that_people_put_apart():
    """WMT's τ-like, and Pearson's r of differences."""
    assert kendall_like(HUMAN, METRIC, least=4) == (1.0, 3.0)
    sums = difference_sums(HUMAN.T, METRIC.T).sum(0)
    assert float(difference_pearson(sums)) == pytest.approx(0.9948806792794678, abs=1e-9)


def test_soft_pairwise_accuracy():
    """P of three pairs by the published flips, and the measure."""
    signs = flip_signs(6)
    people = flipped_p(FULL, signs, published=True)
    machine = flipped_p(FULL_METRIC, signs, published=True)
    assert people == pytest.approx([0.137, 0.204, 0.215], abs=1e-12)
    assert machine == pytest.approx([0.034, 0.187, 0.442], abs=1e-12)
    assert soft_accuracy(people, machine) == pytest.approx(0.8843333333, abs=1e-9)


def test_all_flips_give_the_exact_p():
    """With every flip once instead of a thousand at random."""
    signs = np.array(np.meshgrid(*[[1.0, -1.0]] * 6)).reshape(6, -1).T
    people = flipped_p(FULL, signs, published=True)
    assert people == pytest.approx([0.125, 0.1875, 0.203125], abs=1e-12)
    # Of equal sums half count: the same whichever system comes first.
    ours = flipped_p(FULL_METRIC, signs)
    turned = flipped_p(FULL_METRIC[::-1], signs)
    assert ours == pytest.approx(1 - turned[::-1], abs=1e-12)
    assert ours[0] + ours[2] < 0.03125 + 0.4375


def test_williams():
    """Two correlations that share the human scores."""
    assert williams(0.9, 0.8, 0.7, 20) == pytest.approx(0.0938983394, abs=1e-9)
    assert np.isnan(williams(0.9, 0.8, 0.7, 3))


def test_ranks_of_systems_share_ties():
    """Spearman's ρ of system means with ties, as SciPy has it, and of systems drawn twice."""
    human, metric = np.array([[3.0, 1, 1, 2, 5]]), np.array([[0.2, 0.2, 0.1, 0.4, 0.4]])
    once = np.ones((1, 5))
    wanted = spearmanr(human[0], metric[0]).statistic
    assert weighted_spearman(human, metric, once)[0] == pytest.approx(wanted, abs=1e-12)
    times = np.array([[2.0, 0, 1, 1, 1]])
    drawn = [np.repeat(table[0], times[0].astype(int)) for table in (human, metric)]
    wanted = spearmanr(*drawn).statistic
    assert weighted_spearman(human, metric, times)[0] == pytest.approx(wanted, abs=1e-12)
