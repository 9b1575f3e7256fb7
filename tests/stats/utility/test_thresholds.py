"""Thresholds of use: against statsmodels, against slow versions, and in simulated studies."""

import re

import numpy as np
import pytest
import statsmodels.api as sm
from scipy.stats import t as student
from sklearn.isotonic import IsotonicRegression

from studies.operations import ACCURACIES, answered, threshold_coverage
from tertium.exceptions import BadInput
from tertium.stats.utility.thresholds import Answer, _crossing, thresholds


def answers(accuracy, yes, person=None, use="gist"):
    """Return answers from arrays."""
    person = np.zeros(len(accuracy), int) if person is None else person
    return [
        Answer(f"u{who}", f"d{at}", use, bool(said), float(each))
        for at, (each, said, who) in enumerate(zip(accuracy, yes, person, strict=True))
    ]


def test_the_curve_and_its_variance_are_those_of_statsmodels():
    """Coefficients, and Fieller's interval from the clustered covariance, solved numerically."""
    given = answered(np.random.default_rng(2), 8, noise=0.05, between=0.08)
    accuracy = np.array([one.accuracy for one in given])
    yes = np.array([one.yes for one in given])
    person = np.array([int(one.annotator[1:]) for one in given])
    fit = sm.GLM(yes.astype(float), sm.add_constant(accuracy), family=sm.families.Binomial()).fit(
        tol=1e-12, cov_type="cluster", cov_kwds={"groups": person, "use_correction": False}
    )
    (found,) = thresholds(given).uses
    b0, b1 = fit.params
    assert found.threshold.value == pytest.approx(-b0 / b1, abs=1e-8)
    assert found.rise == pytest.approx(b1 / 10, abs=1e-6)
    covariance = fit.cov_params() * 8 / 7
    grid = np.linspace(0.4, 1.0, 60_001)
    error = covariance[0, 0] + 2 * grid * covariance[0, 1] + grid**2 * covariance[1, 1]
    inside = grid[np.abs(b0 + b1 * grid) <= student.ppf(0.975, 7) * np.sqrt(error)]
    assert (found.threshold.low, found.threshold.high) == pytest.approx(
        (inside.min(), inside.max()), abs=2e-5
    )


@pytest.mark.parametrize("people", [10, 20])
def test_intervals_cover_the_true_threshold(people):
    """A small round of the study, of users whose own thresholds differ."""
    curve, own = threshold_coverage(people, 150)
    assert curve.covered >= 0.91
    assert own.covered >= 0.89


def test_separated_answers_give_a_range_and_say_why():
    """Every no below every yes: no curve, only the gap."""
    result = thresholds(answers([0.5, 0.6, 0.7, 0.8], [False, False, True, True]))
    (found,) = result.uses
    assert found.separated
    assert (found.threshold.value, found.threshold.low, found.threshold.high) == (None, 0.6, 0.7)
    assert found.isotonic == pytest.approx(0.65)
    assert "between 60.0% and 70.0%" in result.warnings[0]


@pytest.mark.parametrize(
    ("yes", "low", "high", "told"),
    [
        ([True] * 4, None, 0.5, "every answer is yes"),
        ([False] * 4, 0.8, None, "every answer is no"),
        ([True, True, False, False], None, None, "yes does not become more frequent"),
        ([True, False, False, True], None, None, "cannot be estimated|open end"),
    ],
)
def test_answers_without_a_threshold_are_told(yes, low, high, told):
    """Always yes, always no, the wrong way round, no way at all."""
    result = thresholds(answers([0.5, 0.6, 0.7, 0.8], yes))
    (found,) = result.uses
    assert (found.threshold.low, found.threshold.high) == (low, high)
    assert any(re.search(told, one) for one in result.warnings)


def test_rounding_of_the_computer_does_not_part_equal_accuracies():
    """1.0000000000000002 is 1."""
    (found,) = thresholds(answers([0.5, 1.0000000000000002, 1.0], [False, False, True])).uses
    assert found.separated


def test_the_isotonic_crossing_follows_scikit_learn():
    """Pool adjacent violators, then a straight line to one half."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        accuracy = rng.choice(ACCURACIES, 40)
        yes = rng.random(40) < (accuracy - 0.4) / 0.6
        found = _crossing(accuracy, yes)
        fitted = IsotonicRegression().fit(accuracy, yes)
        grid = np.linspace(accuracy.min(), accuracy.max(), 20_001)
        above = grid[fitted.predict(grid) >= 0.5]
        if found is None:
            assert not len(above) or above[0] == grid[0]
        else:
            assert found == pytest.approx(above[0], abs=1e-4)


def test_uses_stand_in_the_order_of_ease_with_the_published_thresholds():
    """Triage, gist, edit, then uses of one's own."""
    accuracy, yes = [0.5, 0.6, 0.7, 0.8], [False, True, False, True]
    every = [
        one for use in ("publish", "edit", "triage") for one in answers(accuracy, yes, use=use)
    ]
    found = thresholds(every)
    assert [(one.use, one.published) for one in found.uses] == [
        ("triage", 0.55), ("edit", 0.85), ("publish", None),
    ]  # fmt: skip
    assert len(found.documents) == 12
    assert found.annotators == 1
    assert any("One annotator" in told for told in found.warnings)
    with pytest.raises(BadInput, match="no answers yet"):
        thresholds([])
