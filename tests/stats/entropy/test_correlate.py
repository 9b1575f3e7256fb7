"""Correlations one by one and binned: by hand, beside libraries, and in simulation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tertium.stats.entropy.correlate import (
    Pair,
    binned,
    correlated,
    mean_over,
    paired,
    pearson,
    spearman,
    threshold_curve,
)

DRAWN = {"level": 0.95, "resamples": 300, "seed": 0}


def sample(seed, number=200, slope=0.5, segments=40):
    """Return two related quantities and the segments of their rows."""
    random = np.random.default_rng(seed)
    x = random.integers(0, 7, number) / 3
    return x, slope * x + random.normal(3, 1, number) ** 2, random.integers(0, segments, number)


@settings(max_examples=20)
@given(st.integers(0, 10_000))
def test_coefficients_are_those_of_a_library(seed):
    """Pearson's r and Spearman's ρ equal SciPy's."""
    x, y, unit = sample(seed)
    assert pearson(x, y, unit, **DRAWN).value == pytest.approx(stats.pearsonr(x, y).statistic)
    assert spearman(x, y, unit, **DRAWN).value == pytest.approx(stats.spearmanr(x, y).statistic)


def test_the_bootstrap_is_the_textbook_one():
    """Drawing sums of segments gives the interval of drawing their rows, segment by segment."""
    x, y, unit = sample(3)
    found = pearson(x, y, unit, level=0.95, resamples=4000, seed=1)
    random = np.random.default_rng(2)
    rows = [np.flatnonzero(unit == one) for one in np.unique(unit)]
    drawn = []
    for _ in range(4000):
        some = np.concatenate([rows[at] for at in random.integers(0, len(rows), len(rows))])
        drawn.append(np.corrcoef(x[some], y[some])[0, 1])
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert (found.low, found.high) == (
        pytest.approx(low, abs=0.015),
        pytest.approx(high, abs=0.015),
    )


def test_intervals_cover_the_truth_when_segments_differ():
    """Nearly 95 of 100 intervals hold the true correlation, though rows of segments go together."""
    random = np.random.default_rng(5)
    inside = 0
    for _ in range(200):
        unit = np.repeat(np.arange(50), 8)
        x = random.normal(size=50)[unit] + random.normal(size=400)
        y = 0.5 * x + random.normal(size=50)[unit] + random.normal(size=400)
        found = pearson(x, y, unit, **DRAWN)
        inside += found.low <= 0.5 * 2 / (2 * (0.25 * 2 + 2)) ** 0.5 <= found.high
    assert inside >= 178


def test_bins_by_hand():
    """Bins are centred on multiples of the width, and every bin counts once."""
    x = np.array([0.0, 0.1, 0.9, 1.0, 1.2, 2.0])
    y = np.array([1.0, 3.0, 4.0, 4.0, 4.0, 9.0])
    found = binned(x, y, np.arange(6), width=1.0, level=0.95)
    assert [(one.at, one.number, one.mean.value) for one in found.bins] == [
        (0.0, 2, 2.0), (1.0, 3, 4.0), (2.0, 1, 9.0),
    ]  # fmt: skip
    expected = stats.linregress([0, 1, 2], [2, 4, 9])
    assert found.r == pytest.approx(expected.rvalue)
    assert found.p == pytest.approx(expected.pvalue)
    assert found.f == pytest.approx((expected.slope / expected.stderr) ** 2)
    assert (found.freedom, found.r_squared) == (1, pytest.approx(expected.rvalue**2))


def test_binning_makes_weak_correlations_look_strong():
    """A word's cost follows its entropy at .1; the means of bins follow it at .9."""
    random = np.random.default_rng(0)
    x = random.integers(0, 10, 20_000) / 3
    y = 0.1 * x + random.normal(0, 1, len(x))
    unit = np.arange(len(x)) // 20
    assert pearson(x, y, unit, **DRAWN).value < 0.15
    assert binned(x, y, unit, width=1 / 3, level=0.95).r > 0.9


def test_too_little_gives_no_number():
    """Two bins, constant values or no observations have no correlation."""
    unit = np.arange(4)
    flat = np.ones(4)
    assert pearson(flat, np.arange(4.0), unit, **DRAWN).value is None
    assert binned(np.arange(4.0), flat, unit, width=1.0, level=0.95).r is None
    assert binned(np.array([0, 0, 1, 1.0]), np.arange(4.0), unit, width=1.0, level=0.95).r is None
    assert pearson(np.arange(4.0), np.arange(4.0), unit, **DRAWN).low is None
    assert mean_over(np.zeros(0), np.zeros(0, dtype=int), level=0.95).value is None
    assert mean_over(flat, np.zeros(4, dtype=int), level=0.95).low is None


def test_means_are_student_s_over_segments():
    """With one value per segment the interval is that of the textbook."""
    values = np.array([3.0, 4.0, 4.5, 7.0])
    found = mean_over(values, np.arange(4), level=0.95)
    low, high = stats.t.interval(0.95, 3, values.mean(), stats.sem(values))
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))
    together = mean_over(np.repeat(values, 5), np.repeat(np.arange(4), 5), level=0.95)
    assert (together.low, together.high) == (pytest.approx(low), pytest.approx(high))


def test_what_is_left_out_is_counted_once_by_reason():
    """Reasons apply in order; what one took away another does not count again."""
    x = np.array([0.0, np.nan, 1.0, 2.0, 3.0])
    y = np.array([np.nan, np.nan, 5.0, 6.0, 7.0])
    (found,) = paired("mh", "seconds", "word", x, y, np.arange(5), {"MH is 0": x == 0})
    assert [(one.reason, one.number) for one in found.left_out] == [("seconds not recorded", 2)]
    assert found.x.tolist() == [1.0, 2.0, 3.0]
    (found,) = paired("mh", "hh", "word", np.array([0.0, 1.0]), np.ones(2), np.arange(2),
                      {"MH is 0": np.array([True, False])})  # fmt: skip
    assert [(one.reason, one.number) for one in found.left_out] == [("MH is 0", 1)]
    assert list(paired("hh", "x", "word", x, np.full(5, np.nan), np.arange(5), {})) == []


def test_thresholds_part_the_observations():
    """Up to a threshold and beyond it lie all of them."""
    x, y, unit = sample(1)
    pair = Pair("hh", "seconds", "word", x, y, unit, ())
    curve = threshold_curve(pair, width=1 / 3, level=0.95)
    assert len(curve.points) == 6
    for point in curve.points:
        below = x < point.at
        assert point.share == pytest.approx(below.mean())
        assert point.up_to.value == pytest.approx(y[below].mean())
        assert point.beyond.value == pytest.approx(y[~below].mean())
    assert [point.share for point in curve.points] == sorted(point.share for point in curve.points)


def test_order_of_rows_does_not_matter():
    """The same observations shuffled give the same correlation, interval included."""
    x, y, unit = sample(4)
    order = np.random.default_rng(0).permutation(len(x))
    one, two = (
        correlated(Pair("hh", "seconds", "word", x[at], y[at], unit[at], ()), width=1 / 3, **DRAWN)
        for at in (slice(None), order)
    )
    assert one.pearson.low == pytest.approx(two.pearson.low)
    assert one.spearman.high == pytest.approx(two.spearman.high)
    assert one.binned.r == pytest.approx(two.binned.r)
