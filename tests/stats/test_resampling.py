"""Bootstrap replicates: the same distribution as drawing one by one."""

import numpy as np
import pytest

from studies.coverage import naive_log_ratios
from tertium.stats.resampling import percentile, replicates

RNG = np.random.default_rng(0)
EVALUATOR = np.repeat(np.arange(4), 30)
SEGMENT = np.tile(np.arange(30), 4)
VALUE = RNG.choice([1.0, 0.0, -1.0], 120, p=[0.5, 0.2, 0.3]) + (EVALUATOR == 0) * 0.5
FEATURES = np.stack([VALUE, np.ones(120)], axis=1)


def slow(unit, rng):
    """Draw one resample of units with plain indexing and return the total."""
    if unit == "naive":
        return FEATURES[rng.integers(0, 120, 120)].sum(0)
    if unit == "two-way":
        people = np.bincount(rng.integers(0, 4, 4), minlength=4)
        texts = np.bincount(rng.integers(0, 30, 30), minlength=30)
        return (FEATURES * (people[EVALUATOR] * texts[SEGMENT])[:, None]).sum(0)
    codes = EVALUATOR if unit == "annotator" else SEGMENT
    number = codes.max() + 1
    drawn = rng.integers(0, number, number)
    return sum(FEATURES[codes == code].sum(0) for code in drawn)


@pytest.mark.parametrize("unit", ["naive", "segment", "annotator", "two-way"])
def test_replicates_have_the_moments_of_plain_drawing(unit):
    """Mean and spread of the totals are those of a plain loop."""
    rng = np.random.default_rng(5)
    fast = replicates(unit, EVALUATOR, SEGMENT, FEATURES, resamples=4000, seed=1)[:, 0]
    plain = np.array([slow(unit, rng)[0] for _ in range(2000)])
    assert fast.mean() == pytest.approx(plain.mean(), abs=4 * plain.std() / 2000**0.5)
    assert fast.std() == pytest.approx(plain.std(), rel=0.1)


def test_one_seed_gives_one_answer():
    """The seed fixes every draw; another seed gives another answer."""
    first, again, other = (
        replicates("two-way", EVALUATOR, SEGMENT, FEATURES, resamples=50, seed=seed)
        for seed in (3, 3, 4)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_naive_ratios_of_many_campaigns_match_the_single_one():
    """The vectorised naive bootstrap has the quantiles of the single one."""
    many = naive_log_ratios(
        np.array([60.0, 20.0]), np.array([30.0, 25.0]), np.array([100.0, 50.0]),
        resamples=20_000, seed=0,
    )  # fmt: skip
    features = np.repeat([[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]], [60, 30, 10], axis=0)
    codes = np.arange(100)
    single = replicates("naive", codes, codes, features, resamples=20_000, seed=1)
    ratios = np.log((single[:, 0] + 0.5) / (single[:, 1] + 0.5))
    assert percentile(many[0]) == pytest.approx(percentile(ratios), abs=0.03)
