"""Intervals of scores and differences: the golden example, a slow version, and coverage."""

import numpy as np
import pytest
from scipy import stats

from tertium.stats.assessment.spread import DIFFERENCE_SCALE, Weighted, widths

# Rows are annotators, columns documents: the difference of two systems.
GOLDEN = np.array([[3.0, 1, 6, 2], [5, 0, 7, 6], [-1, -2, 4, 1]])


def weighted(differences):
    """Return scores of two systems that differ so much, by every annotator on every document."""
    person, text = (code.ravel() for code in np.indices(differences.shape))
    value = np.concatenate([differences.ravel(), np.zeros(differences.size)])
    mean = np.repeat([differences.mean(), 0.0], differences.size)
    return Weighted(
        np.repeat([0, 1], differences.size),
        2,
        np.tile(person, 2),
        np.tile(text, 2),
        value,
        np.full(value.size, 1 / differences.size),
        mean,
    )


PAIR = (np.array([0]), np.array([1]))


def test_the_two_way_interval_of_the_golden_example(monkeypatch):
    """δ̂ 2.667, V 2.147, ν 4.07, interval −1.37 to 6.71."""
    monkeypatch.setattr("tertium.stats.assessment.spread.FEW", 2)
    found = widths(weighted(GOLDEN), 0.95, PAIR)
    assert found.spread.total[0] == pytest.approx(2.147, abs=5e-4)
    assert found.spread.freedom[0] == pytest.approx(4.07, abs=5e-3)
    assert (found.low[0], found.high[0]) == pytest.approx((-1.37, 6.71), abs=5e-3)
    t = GOLDEN.mean() / found.spread.total[0] ** 0.5
    assert found.p[0] == pytest.approx(2 * stats.t.sf(t, found.spread.freedom[0]))
    assert not found.few[0]


def test_few_annotators_get_help_from_past_campaigns():
    """The posterior of the mean difference, integrated slowly: the same interval and p."""
    found = widths(weighted(GOLDEN), 0.95, PAIR)
    y = GOLDEN.mean(1)
    variance = ((GOLDEN - y[:, None]) ** 2).sum() / 9 / 4
    between, within = 1.519, 0.732  # V_d and V_0 of the golden example
    shared = between - within

    tau = (np.arange(400)[:, None] + 0.5) / 400 * 20
    theta = np.linspace(-60, 65, 2501)
    seen = stats.norm.pdf(y[:, None, None], theta, np.sqrt(variance + tau**2)).prod(0)
    weight = seen.sum(1) * stats.halfnorm.pdf(tau[:, 0], scale=DIFFERENCE_SCALE)
    sd = np.sqrt((variance + tau**2) / 3 + shared)
    posterior = weight @ stats.norm.cdf(theta, y.mean(), sd) / weight.sum()
    assert found.few[0]
    assert found.low[0] == pytest.approx(np.interp(0.025, posterior, theta), abs=0.05)
    assert found.high[0] == pytest.approx(np.interp(0.975, posterior, theta), abs=0.05)
    assert found.p[0] == pytest.approx(2 * np.interp(0, theta, posterior), abs=0.003)


def test_one_annotator_speaks_alone():
    """Student's t over documents; no prior is asked."""
    found = widths(weighted(GOLDEN[:1]), 0.95, PAIR)
    low, high = stats.t.interval(0.95, 3, GOLDEN[0].mean(), stats.sem(GOLDEN[0]))
    assert (found.low[0], found.high[0]) == pytest.approx((low, high))
    assert not found.few[0]


def test_nothing_that_varies_gives_no_interval():
    """One document, or no differences at all: nothing tells how much would vary."""
    for differences in (GOLDEN[:, :1], np.full((7, 5), 3.0), GOLDEN[:1, :1]):
        found = widths(weighted(differences), 0.95, PAIR)
        assert np.isnan(found.low[0])
        assert np.isnan(found.p[0])


def test_on_another_scale_the_prior_goes_along():
    """A scale of 1: every number is a hundredth, and so is the prior."""
    points = widths(weighted(GOLDEN), 0.95, PAIR)
    small = weighted(GOLDEN / 100)
    hundredth = Weighted(
        small.system, 2, small.person, small.text, small.value, small.weight, small.centre, 0.01
    )
    found = widths(hundredth, 0.95, PAIR)
    assert found.low * 100 == pytest.approx(points.low)
    assert found.p == pytest.approx(points.p)


@pytest.mark.parametrize("annotators", [3, 8])
def test_intervals_cover_the_truth(annotators):
    """People who differ by 5 points: 93–95% are covered, where segments alone cover 61–76%.

    The sds of the difference are those of real campaigns: segment 13, residual 20, document 4.
    """
    rng = np.random.default_rng(annotators)
    documents, segments, runs = 24, 5, 400
    size = documents * segments
    document = np.repeat(np.arange(documents), segments)
    person = document % annotators
    covered = naive = 0
    for _ in range(runs):
        taste, common = rng.normal(0, 5, annotators), rng.normal(0, 4, documents)
        d = 6 + taste[person] + common[document] + rng.normal(0, np.hypot(13, 20), size)
        value = np.concatenate([d, np.zeros(size)])
        rows = Weighted(
            np.repeat([0, 1], size),
            2,
            np.tile(person, 2),
            np.tile(document, 2),
            value,
            np.full(2 * size, 1 / size),
            np.repeat([d.mean(), 0.0], size),
        )
        found = widths(rows, 0.95, PAIR)
        covered += found.low[0] <= 6 <= found.high[0]
        naive += abs(d.mean() - 6) <= 1.98 * stats.sem(d)
    assert 0.91 <= covered / runs <= 0.98
    assert naive / runs < 0.9
