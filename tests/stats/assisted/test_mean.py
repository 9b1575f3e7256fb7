"""Assisted means: golden vectors, no bias, and what a useless metric does."""

import numpy as np
import pytest

from tertium.stats.assisted.mean import assisted_mean, best_strength, stratified_mean

HUMAN = np.array([0.70, 0.80, 0.90, 0.60, 0.85])
METRIC = np.array([0.7, 0.75, 0.9, 0.5, 0.8])
OTHERS = np.array([0.6, 0.7, 0.8, 0.9, 0.65, 0.75, 0.85, 0.55, 0.95, 0.7])


def test_golden_vectors_come_out():
    """By PPI++ with its own λ, with λ = 1, and its gain."""
    best = assisted_mean(HUMAN, METRIC, OTHERS)
    assert best.strength == pytest.approx(0.538313, abs=5e-7)
    assert (best.value, best.low, best.high) == pytest.approx(
        (0.77807469, 0.7230489, 0.83310048), abs=5e-9
    )
    assert best.gain == pytest.approx(2.943416, abs=5e-7)
    whole = assisted_mean(HUMAN, METRIC, OTHERS, strength=1.0)
    assert (whole.value, whole.low, whole.high) == pytest.approx(
        (0.785, 0.70178804, 0.86821196), abs=5e-9
    )
    value, error = stratified_mean(
        [np.array(one) for one in ((0.9, 0.8, 0.85, 0.95), (0.6, 0.7, 0.5), (0.3, 0.2, 0.5))],
        np.array([0.5, 0.3, 0.2]),
    )
    assert (value, error) == pytest.approx((0.684167, 0.029522), abs=5e-7)


def test_no_metric_biases_the_mean():
    """A good, a useless and an adversarial metric: right on average, and covered."""
    rng = np.random.default_rng(1)
    for kind, strong in (("good", True), ("useless", False), ("adversarial", False)):
        found, covered, used = [], [], []
        for _ in range(600):
            human = rng.normal(70, 10, 400)
            noise = rng.normal(0, 5, 400)
            metric = {"good": human, "useless": 0 * human, "adversarial": -human}[kind] + noise
            one = assisted_mean(human[:100], metric[:100], metric[100:])
            found.append(one.value - 70)
            covered.append(one.low <= 70 <= one.high)
            used.append(one.strength)
        assert abs(np.mean(found)) < 4 * np.std(found) / 600**0.5, kind
        assert 0.91 <= np.mean(covered) <= 0.975, kind
        assert (np.mean(used) > 0.5) == strong, kind


def test_a_metric_that_does_not_vary_is_not_used():
    """The mean of people alone, with a gain of 1."""
    flat = assisted_mean(HUMAN, np.full(5, 0.3), np.full(10, 0.3))
    assert (flat.value, flat.strength) == (pytest.approx(HUMAN.mean()), 0.0)
    assert flat.gain == pytest.approx(1)
    assert best_strength(HUMAN, -METRIC, -OTHERS) == 0.0
