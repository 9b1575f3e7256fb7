"""What a planned comparison will be able to say."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.design.power import (
    design_effect,
    expected_ratio,
    power_words,
    sample_size,
    undecided,
)

# Mean width of the log ratio, measured in 150 simulations of the default interval with unique
# sets, τ = .15, a true ratio of 1.8 and 460 decided judgements.
MEASURED = {2: 1.32, 3: 0.89, 5: 0.64, 10: 0.49}


@pytest.mark.parametrize("annotators", MEASURED)
def test_the_expected_width_is_that_of_simulated_campaigns(annotators):
    """The planning figure lies within a tenth of the simulated average."""
    ratio = expected_ratio([460 / annotators] * annotators, ratio=1.8)
    assert math.log(ratio.high / ratio.low) == pytest.approx(MEASURED[annotators], rel=0.1)


def test_more_annotators_help_more_than_more_judgements():
    """Ten times the judgements of three people tell less than the same judgements of ten."""
    three = expected_ratio([1000] * 3)
    ten = expected_ratio([30] * 10)
    assert ten.high / ten.low < three.high / three.low


def test_shared_segments_are_worth_less():
    """Ten opinions about the same segments are alike."""
    apart, together = expected_ratio([50] * 10), expected_ratio([50] * 10, shared=50)
    assert together.high / together.low > apart.high / apart.low


def test_one_annotator_speaks_for_others_with_doubt():
    """However much one person judges, others may differ: the prior of past campaigns is left."""
    ratio = expected_ratio([100_000])
    assert math.log(ratio.high / ratio.low) > 2


def test_sample_sizes_are_those_of_simulated_campaigns():
    """Ten annotators with 300 decided judgements find a ratio of 1.5 in 79 of 100 simulated."""
    assert sample_size(10) == pytest.approx(300, rel=0.15)
    assert sample_size(10) < sample_size(5)
    assert sample_size(3) is None
    assert sample_size(1) is None


@given(st.integers(4, 30), st.floats(1, 40), st.floats(0, 30), st.floats(0, 0.5))
@settings(max_examples=25)
def test_more_segments_per_document_never_lower_the_number_needed(people, few, more, rho):
    """Segments of one document are alike, however alike they are."""
    sizes = [
        sample_size(people, effect=design_effect(per, rho), ratio=2.0) for per in (few, few + more)
    ]
    assert sizes[0] <= sizes[1]
    narrow, wide = (
        expected_ratio([50] * people, effect=design_effect(per, rho)) for per in (few, few + more)
    )
    assert wide.high >= narrow.high - 1e-9


def test_the_design_effect_is_that_of_kish():
    """1 + (m − 1)ρ; without documents it is not known, and 1."""
    assert design_effect(21, 0.1) == 3
    assert design_effect(None, 0.1) == design_effect(1, 0.1) == 1


def test_forced_choice_leaves_nothing_undecided():
    """Ties cost judgements where they are offered."""
    assert undecided("binary") == 0
    assert undecided("five") > 0


def test_power_is_told_only_where_it_was_measured():
    """Two and three annotators have words, others have none."""
    assert power_words(2) == "one in ten or fewer"
    assert power_words(3) == "a third to three fifths"
    assert power_words(4) == ""
