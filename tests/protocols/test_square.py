"""The quality square as a way of asking."""

from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput
from tertium.formats.square_model import read_model
from tertium.model import Assignment, Judgement
from tertium.protocols.square import COUNTS, RATINGS


def test_the_page_asks_what_the_light_model_has():
    """Every criterion once, and nothing else."""
    assert {*RATINGS, *COUNTS} == set(read_model("light").criteria)
    asked = [ask.name for ask in protocols.get("square").asks]
    assert asked == [*RATINGS, *COUNTS]


def test_the_full_model_and_ones_own_ask_their_criteria():
    """Errors of the full model are marked elsewhere."""
    full = protocols.get("square", {"model": "full"})
    assert [ask.name for ask in full.asks] == list(RATINGS)
    own = protocols.get("square", {"criteria": ["adequacy", "style"]})
    assert [ask.name for ask in own.asks] == ["adequacy", "style"]


def test_numbers_become_rows_by_criterion():
    """A rating or a count is the value of its aspect."""
    square = protocols.get("square", {"model": "full"})
    answer = square.read({"adequacy": [70], "readability": [0]})
    judgement = Judgement("j", "c", "a", "p", answer, datetime(2026, 5, 1, tzinfo=UTC))
    rows = list(square.observations(judgement, Assignment("a", "p", "s", ("acme",))))
    assert [(row.aspect, row.value, row.system) for row in rows] == [
        ("adequacy", 70.0, "acme"),
        ("readability", 0.0, "acme"),
    ]


@pytest.mark.parametrize("criteria", [["a", "a"], ["comment"], ["two words"], [1]])
def test_criteria_that_cannot_be_asked_are_refused(criteria):
    """With an example."""
    with pytest.raises(BadInput, match="cannot be asked"):
        protocols.get("square", {"criteria": criteria})
