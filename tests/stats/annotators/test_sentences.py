"""What is said about systems, case by case."""

from dataclasses import replace

import pytest

from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.reading import read_scores
from tertium.stats.annotators.systems import compare_systems, system_sentence
from tertium.stats.assessment.rows import read_rows
from tests.stats.annotators.scored import crowd, scored

ANYWHERE = (float("-inf"), float("inf"))


def compared(systems=("a", "b")):
    rows = crowd(1, systems=systems, segments=30)
    reading = read_scores(read_rows(scored(rows)), control=True)
    found = expectation_propagation(reading.problem)
    return compare_systems(reading, found, 0.95, ANYWHERE)


@pytest.fixture(scope="module")
def two():
    return compared()


def test_two_systems_are_told_by_their_difference(two):
    """The contrast with its interval, and for whom it holds."""
    (one,) = two.found.contrasts
    said = system_sentence(two, 0.95)
    assert said == (
        f"a is better than b by {one.difference:.2f} points (95% CI {one.low:.2f}–{one.high:.2f}), "
        "for annotators like these 6 and segments like these."
    )


def test_what_is_not_significant_is_called_so(two):
    """Without any winner; an interval below 0 is written with “to”."""
    one = replace(two.found.contrasts[0], difference=1.0, low=-2.0, high=4.0, p=0.5)
    equal = replace(two, found=replace(two.found, contrasts=(one,)))
    assert system_sentence(equal, 0.95) == (
        "No significant difference between a and b: 1.00 points (95% CI −2.00 to 4.00), for "
        "annotators like these 6 and segments like these."
    )


def test_one_system_has_a_level():
    """Its score, for annotators and segments like these."""
    said = system_sentence(compared(("a",)), 0.95)
    assert said.startswith("a scores ")
    assert said.endswith("on average, for annotators like these 6 and segments like these.")


def test_the_lead_comes_from_all_pairs_together():
    """Simultaneous rank ranges decide who is best, or who shares the lead."""
    many = compared(("a", "b", "c", "d"))

    def ranges(*firsts):
        systems = tuple(
            replace(one, rank_range_simultaneous=(first, 4))
            for one, first in zip(many.systems, firsts, strict=True)
        )
        return system_sentence(replace(many, systems=systems), 0.95)

    names = [one.system for one in many.systems]
    assert ranges(1, 2, 2, 2).startswith(f"{names[0]} is the best of 4 systems: ")
    assert ranges(1, 1, 3, 3).startswith(f"{names[0]} and {names[1]} of 4 systems share the lead")
    assert ranges(1, 1, 1, 1).startswith(f"{names[0]} ranks first of 4 systems, but no lead")
