"""Conditions of a release gate: read without being run, met or not."""

from dataclasses import dataclass

import pytest

from tertium.cli.gate import check_conditions, read_condition
from tertium.exceptions import BadInput, GateNotMet, NotFound
from tertium.stats.result import Estimate, Result


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a result, named by its first field."""

    domain: str
    impact: Estimate


@dataclass(frozen=True, slots=True)
class Found(Result):
    """A result with numbers at every depth."""

    ratio: Estimate
    counts: dict[str, int]
    parts: tuple[Part, ...]
    clear: bool


FOUND = Found(
    ratio=Estimate(1.8, 1.2, None),
    counts={"advanced": 12},
    parts=(Part("Human health", Estimate(0.1, 0.02, 0.2)),),
    clear=True,
    signature="found",
)


@pytest.mark.parametrize(
    "text",
    [
        "ratio.low > 1",
        "ratio.low>=1.2",
        "ratio.value < 2e0",
        "counts.advanced == 12",
        "counts.advanced != 11",
        "parts.Human health.impact.low >= 2%",
        "  ratio.value   <=   1.8 ",
        "ratio.low > -1",
    ],
)
def test_conditions_that_hold_pass(text):
    """Paths lead through fields, labels and the ids of parts."""
    check_conditions(FOUND, [read_condition(text)])


@pytest.mark.parametrize("text", ["ratio.low > 1.2", "counts.advanced < 12", "ratio.high > 0"])
def test_conditions_that_do_not_hold_are_told(text):
    """A number on the wrong side fails, and so does one that could not be estimated."""
    with pytest.raises(GateNotMet, match="does not hold"):
        check_conditions(FOUND, [read_condition("ratio.low > 1"), read_condition(text)])


@pytest.mark.parametrize(
    "text",
    ["", "ratio.low", "ratio.low > one", "__import__('os') > 1 or 1", "ratio.low = 1", "> 1"],
)
def test_what_is_no_condition_is_refused(text):
    """Nothing is evaluated; only path, sign and number are read."""
    with pytest.raises(BadInput, match="is not a condition"):
        read_condition(text)


def test_unknown_names_get_the_nearest_one():
    """At any depth the error lists what there is."""
    with pytest.raises(NotFound, match="Did you mean 'ratio'"):
        check_conditions(FOUND, [read_condition("raito.low > 1")])
    with pytest.raises(NotFound, match=r"in parts.*Known: Human health"):
        check_conditions(FOUND, [read_condition("parts.Health.impact.low > 1")])


@pytest.mark.parametrize("path", ["ratio", "parts", "clear", "signature"])
def test_only_numbers_can_be_compared(path):
    """A path that stops early says what lies inside."""
    with pytest.raises(BadInput, match="is not a number"):
        check_conditions(FOUND, [read_condition(f"{path} > 1")])
