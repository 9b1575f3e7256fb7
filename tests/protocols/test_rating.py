"""Rating scales: which answers may be given, what follows from them, and what comes first."""

from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement
from tertium.protocols.conditions import ALONE, BESIDE


def observed(options, answer, *slots, condition=""):
    protocol = protocols.get("rating", options)
    assignment = Assignment("a", "p", "s", slots, condition=condition)
    kept = protocol.read(answer, assignment)
    judgement = Judgement("j", "c", "a", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    return list(protocol.observations(judgement, assignment))


def scale(**more):
    """Return a scale as a campaign keeps it."""
    answers = [{"value": n, "label": label} for n, label in enumerate("abc", 1)]
    return {"name": "own", "version": 2, "answers": answers} | more


def test_an_answer_is_a_row_with_its_label_number_and_scale():
    (row,) = observed({"scales": ["adequacy"]}, {"adequacy": ["almost-all"]}, "x")
    assert (row.aspect, row.system, row.value) == ("adequacy", "x", 4.0)
    assert (row.label, row.scale) == ("almost-all", "adequacy@1")


def test_what_is_best_at_the_lowest_number_is_turned():
    rows = observed({"scales": ["bands-edits"]}, {"bands-edits": ["perfect"]}, "x")
    assert [(row.label, row.value) for row in rows] == [("perfect", 3.0)]


def test_several_outputs_and_scales_are_one_row_each():
    options = {"scales": ["mos", "xsts"], "outputs": 2}
    given = {"mos": ["good", "bad"], "xsts": ["same", "near"], "comment": "close"}
    rows = observed(options, given, "x", "y+z")
    assert [(row.aspect, row.system, row.slot, row.value, row.comment) for row in rows] == [
        ("mos", "x", 1, 4.0, "close"),
        ("mos", "y", 2, 1.0, None),
        ("mos", "z", 2, 1.0, None),
        ("xsts", "x", 1, 5.0, None),
        ("xsts", "y", 2, 4.0, None),
        ("xsts", "z", 2, 4.0, None),
    ]


def test_not_applicable_is_an_answer_without_a_number_where_the_scale_allows_it():
    (row,) = observed({"scales": [scale(not_applicable=True)]}, {"own": ["not_applicable"]}, "x")
    assert (row.label, row.value) == ("not_applicable", None)
    with pytest.raises(BadInput, match="Allowed: a, b, c"):
        observed({"scales": [scale()]}, {"own": ["not_applicable"]}, "x")


def test_an_answer_may_need_a_reason():
    options = {"scales": [scale(reasons=["a"])], "outputs": 2}
    with pytest.raises(BadInput, match="'a' needs a comment"):
        observed(options, {"own": ["b", "a"]}, "x", "y")
    assert len(observed(options, {"own": ["b", "a"], "comment": "wrong"}, "x", "y")) == 2
    assert len(observed(options, {"own": ["b", "c"]}, "x", "y")) == 2


def test_what_is_read_without_the_source_is_asked_first():
    protocol = protocols.get("rating", {"scales": ["adequacy", "fluency", "turkoise"]})
    assert [(ask.name, ask.when) for ask in protocol.asks] == [
        ("fluency", (ALONE,)), ("adequacy", (BESIDE,)), ("turkoise", (BESIDE,)),
    ]  # fmt: skip
    assert protocol.settings["hidden"] == (ALONE,)
    assert [ask.name for ask in protocol.asks_for(ALONE)] == ["fluency"]


def test_scales_of_one_kind_need_no_steps():
    for scales, against in ((["mos", "xsts"], "source"), (["fluency"], "none")):
        protocol = protocols.get("rating", {"scales": scales})
        assert {ask.when for ask in protocol.asks} == {()}
        assert (protocol.settings["hidden"], protocol.settings["against"]) == ((), against)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"scales": ["fluency", "fluency"]}, "two scales have the name 'fluency'"),
        ({"scales": ["1..5", "1..7"]}, "two scales have the name 'overall'"),
        ({"scales": []}, "no scale to rate on"),
        ({"scales": ["german"]}, "is a scale of grades"),
        ({"scales": ["fluensy"]}, "Did you mean 'fluency'"),
        ({"scales": ["mos", scale(against="reference")]}, "different texts beside"),
        ({"outputs": 6}, "cannot stand side by side"),
        ({"unit": "word"}, "cannot be rated"),
        ({"scale": ["fluency"]}, "scale"),
    ],
)
def test_what_cannot_be_asked_is_said(options, what):
    with pytest.raises((BadInput, NotFound), match=what):
        protocols.get("rating", options)


@pytest.mark.parametrize("given", [["bad", "bad"], [], "bad", ["awful"], [1], [None]])
def test_an_answer_that_is_none_is_refused(given):
    with pytest.raises(BadInput, match="'mos'"):
        observed({"scales": ["mos"]}, {"mos": given}, "x")
