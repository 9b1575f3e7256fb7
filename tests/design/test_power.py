"""What a planned comparison will be able to say."""

import math

import pytest

from tertium.design.power import expected_ratio, power_words, undecided

# Width of the log ratio at 1,000 judgements, measured in simulations of the default
# interval with unique sets, τ = .15 and about 46% of the judgements decided.
MEASURED = {2: 1.12, 3: 0.82, 5: 0.61, 10: 0.48}


@pytest.mark.parametrize("evaluators", MEASURED)
def test_the_expected_width_is_that_of_simulated_campaigns(evaluators):
    """The planning figure lies within a tenth of the simulated average."""
    ratio = expected_ratio([460 / evaluators] * evaluators, ratio=1.8)
    assert math.log(ratio.high / ratio.low) == pytest.approx(MEASURED[evaluators], rel=0.1)


def test_more_evaluators_help_more_than_more_judgements():
    """Ten times the judgements of three people tell less than the same judgements of ten."""
    three = expected_ratio([1000] * 3)
    ten = expected_ratio([30] * 10)
    assert ten.high / ten.low < three.high / three.low


def test_shared_segments_are_worth_less():
    """Ten opinions about the same segments are alike."""
    apart, together = expected_ratio([50] * 10), expected_ratio([50] * 10, shared=50)
    assert together.high / together.low > apart.high / apart.low


def test_one_evaluator_speaks_for_others_with_doubt():
    """However much one person judges, others may differ by a quarter on the log scale."""
    ratio = expected_ratio([100_000])
    assert math.log(ratio.high / ratio.low) == pytest.approx(2 * 1.96 * 0.25, rel=0.01)


def test_forced_choice_leaves_nothing_undecided():
    """Ties cost judgements where they are offered."""
    assert undecided("binary") == 0
    assert undecided("five") > 0


def test_power_is_told_only_where_it_was_measured():
    """Two and three evaluators have words, others have none."""
    assert power_words(2) == "fewer than one in ten"
    assert power_words(3) == "a third to a half"
    assert power_words(4) == ""
