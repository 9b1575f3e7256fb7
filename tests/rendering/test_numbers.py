import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.rendering.numbers import interval, listed, spelled, written
from tertium.stats.result import Estimate
from tertium.stats.told import count


@pytest.mark.parametrize(
    ("cell", "kind", "text"),
    [
        (1200, "count", "1,200"),
        (1.871, "ratio", "1.87"),
        (412.3, "ratio", "412"),
        (0.244, "share", "24.4%"),
        (0.098, "points", "+9.8"),
        (-0.031, "points", "−3.1"),
        (0.5712, "coefficient", ".57"),
        (-0.031, "coefficient", "−.03"),
        (1.0, "coefficient", "1.00"),
        (0.999, "coefficient", "1.00"),
        (31.42, "seconds", "31.4"),
        (0.000123, "number", "0.000123"),
        (12.0, "auto", "12"),
        (True, "auto", "yes"),
        (None, "ratio", ""),
        (-0.0001, "points", "0.0"),
        (Estimate(None), "ratio", "not estimable"),
        (float("inf"), "ratio", "not estimable"),
        (Estimate(1.87, 1.45, 2.46), "ratio", "1.87 (1.45–2.46)"),
        (Estimate(1.87), "ratio", "1.87"),
        (Estimate(None, 2.5), "ratio", "2.50 or more"),
    ],
)
def test_a_cell_is_written_by_its_kind(cell, kind, text):
    """Each kind of quantity has one way of writing it."""
    assert written(cell, kind) == text


def test_an_interval_below_zero_is_told_in_words():
    """A dash beside a minus sign would be misread."""
    assert interval(Estimate(0.1, -0.2, 0.4), "coefficient") == "−.20 to .40"
    assert interval(Estimate(0.05, 0.01, 0.09), "points") == "+1.0 to +9.0"


def test_an_open_interval_is_told_in_words():
    """When one side never wins, the ratio has a lower end only."""
    assert interval(Estimate(None, 2.5, None), "ratio") == "2.50 or more"
    assert interval(Estimate(None, 2.5, float("inf")), "ratio") == "2.50 or more"
    assert interval(Estimate(0.0, None, 0.4), "ratio") == "up to 0.40"


def test_numbers_in_sentences_read_like_prose():
    """Small numbers are words, nouns follow them, lists end with "and"."""
    assert (count(1, "annotator"), count(1200, "judgement")) == ("1 annotator", "1,200 judgements")
    assert (spelled(5), spelled(40)) == ("five", "40")
    assert listed(["A", "B", "C"]) == "A, B and C"


@given(st.floats(), st.sampled_from(["ratio", "share", "points", "coefficient", "number", "auto"]))
def test_every_number_can_be_written(number, kind):
    """Whatever an analysis returns, a reader meets no code for a missing number."""
    text = written(number, kind)
    assert text
    assert not {"nan", "inf", "None"} & {text.lower(), text}
    assert "-" not in text
