"""Direct assessment: which scores may be given, and what follows from them."""

from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement


def observed(options, answer, *slots, condition=""):
    protocol = protocols.get("slider", options)
    assignment = Assignment("a", "p", "s", slots, condition=condition)
    kept = protocol.read(answer, assignment)
    judgement = Judgement("j", "c", "a", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    return list(protocol.observations(judgement, assignment))


def test_zero_is_an_answer():
    (row,) = observed({}, {"overall": [0]}, "x")
    assert (row.aspect, row.system, row.value, row.label) == ("overall", "x", 0.0, "0")


def test_several_outputs_and_aspects_are_one_row_each():
    options = {"aspects": ["adequacy", "fluency"], "outputs": 2}
    given = {"adequacy": [70, 20], "fluency": [90, 91], "comment": "close"}
    rows = observed(options, given, "x", "y")
    assert [(row.aspect, row.system, row.slot, row.value) for row in rows] == [
        ("adequacy", "x", 1, 70.0),
        ("adequacy", "y", 2, 20.0),
        ("fluency", "x", 1, 90.0),
        ("fluency", "y", 2, 91.0),
    ]
    assert [row.comment for row in rows] == ["close", None, None, None]


def test_a_document_is_asked_for_by_itself():
    options = {"document": True}
    (row,) = observed(options, {"document": [55]}, "x", condition="document")
    assert row.aspect == "document"
    with pytest.raises(BadInput, match="no answer to 'overall'"):
        observed(options, {"document": [55]}, "x", condition="segment")


@pytest.mark.parametrize("scores", [[], [101], [-1], [50.5], [True], ["50"], 50, None])
def test_what_is_no_score_is_refused(scores):
    with pytest.raises(BadInput, match="a score for every translation"):
        protocols.get("slider").read({"overall": scores})


def test_every_translation_is_scored():
    with pytest.raises(BadInput, match="1 scores for 2 translations"):
        observed({"outputs": 2}, {"overall": [50]}, "x", "y")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"outputs": 0}, BadInput),
        ({"outputs": 6}, BadInput),
        ({"aspects": []}, BadInput),
        ({"aspects": ["overall", "overall"]}, BadInput),
        ({"aspects": ["comment"]}, BadInput),
        ({"aspects": ["document"]}, BadInput),
        ({"anchors": "esq"}, NotFound),
        ({"against": "target"}, NotFound),
    ],
)
def test_options_that_cannot_be_asked_are_refused(options, error):
    with pytest.raises(error):
        protocols.get("slider", options)
