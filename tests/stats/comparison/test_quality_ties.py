"""Quality ties: the paper's examples, a simulation, and the edges."""

import numpy as np
import pytest

from tertium.exceptions import BadInput
from tertium.stats.comparison.quality_ties import quality_ties


def forced(*choices):
    """Return segment codes and values; each string is the choices on one segment."""
    segment = [k for k, said in enumerate(choices) for _ in said]
    value = [1.0 if letter == "a" else -1.0 for said in choices for letter in said]
    return np.array(segment), np.array(value)


def test_half_of_the_ties_is_taken_from_each_side():
    """The worked case: 60 agreed for, 30 against, 10 split."""
    found = quality_ties(*forced(*["aa"] * 60, *["bb"] * 30, *["ab"] * 10), changed=0.75)
    assert found.share.value == pytest.approx(0.2)
    assert found.adjusted_ratio.value == pytest.approx((0.65 - 0.1) / (0.35 - 0.1))
    assert found.adjusted_impact.value == pytest.approx(0.3 * 0.75)
    assert found.agreed_ratio.value == pytest.approx(2)
    assert found.agreed_impact.value == pytest.approx(0.3 * 0.75)
    assert found.share.low < 0.2 < found.share.high


def test_a_common_subset_tells_about_the_rest():
    """Ties are seen on the common segments and taken from all."""
    found = quality_ties(*forced(*["aa"] * 6, *["bb"] * 3, *["ab"], *["a"] * 70, *["b"] * 30))
    assert found.segments == 10
    assert found.share.value == pytest.approx(0.2)
    won = (6.5 + 70) / 110
    assert found.adjusted_ratio.value == pytest.approx((won - 0.1) / (1 - won - 0.1))
    assert found.common_ratio.value == pytest.approx((0.65 - 0.1) / (0.35 - 0.1))


def test_exchanging_the_sides_inverts_the_ratio():
    """The correction is symmetric."""
    segment, value = forced(*["aa"] * 50, *["bb"] * 30, *["ab"] * 12, *["aab"] * 9)
    one, two = quality_ties(segment, value), quality_ties(segment, -value)
    assert one.share.value == two.share.value
    assert one.adjusted_ratio.value == pytest.approx(1 / two.adjusted_ratio.value)
    assert one.adjusted_impact.value == pytest.approx(-two.adjusted_impact.value)


@pytest.mark.parametrize("people", [2, 3, 5])
def test_the_true_share_of_ties_is_recovered(people):
    """Simulated ties among perfect annotators: the estimate is right on average."""
    rng = np.random.default_rng(people)
    segments = 20_000
    tied = rng.random(segments) < 0.3
    better = rng.random(segments) < 0.7
    coin = rng.random((segments, people)) < 0.5
    choice = np.where(tied[:, None], coin, better[:, None])
    found = quality_ties(
        np.repeat(np.arange(segments), people), np.where(choice, 1.0, -1.0).ravel(), resamples=100
    )
    assert found.share.value == pytest.approx(0.3, abs=0.02)
    assert found.adjusted_ratio.value == pytest.approx(0.7 / 0.3, rel=0.05)


def test_no_disagreement_means_no_ties():
    """Everybody agreed: nothing is taken from either side."""
    found = quality_ties(*forced(*["aaa"] * 20, *["bbb"] * 10))
    assert found.share.value == 0
    assert found.adjusted_ratio.value == pytest.approx(2)


def test_more_disagreement_than_chance_is_not_estimable():
    """QT above 1 has no meaning; the reason is said."""
    found = quality_ties(*forced(*["ab"] * 8, *["aa"] * 2))
    assert found.share.value is None
    assert found.adjusted_ratio.value is None
    assert "not estimable" in found.warnings[0]


def test_a_negative_side_is_not_estimable():
    """More ties than one side has wins leave no ratio."""
    found = quality_ties(*forced(*["aa"] * 60, *["ab"] * 40, *["a"] * 400))
    assert found.share.value == pytest.approx(0.8)
    assert found.adjusted_ratio.value is None
    assert "not estimable" in found.warnings[0]


def test_single_choices_say_nothing():
    """Without a second annotator ties cannot be seen."""
    assert quality_ties(*forced("a", "b")) is None


def test_neutral_answers_are_refused():
    """The formula is for forced choice."""
    with pytest.raises(BadInput, match="prefer neither"):
        quality_ties(np.array([0, 0]), np.array([0.0, 1.0]))
