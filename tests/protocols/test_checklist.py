"""A checklist beside the scales: what may be ticked or counted, and the errors that follow."""

from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Example, Judgement
from tertium.protocols import Checklist
from tertium.protocols.conditions import ALONE, BESIDE
from tertium.protocols.practice import rehearse
from tertium.testing.contract import check_protocol

TICKED = {"scales": ["mos"], "checklist": "list-20"}
COUNTED = TICKED | {"counted": True}


def asked(options):
    """Return the question of the checklist."""
    (ask,) = (ask for ask in protocols.get("rating", options).asks if isinstance(ask, Checklist))
    return ask


def observed(options, answer, *slots, condition=""):
    protocol = protocols.get("rating", options)
    assignment = Assignment("a", "p", "s", slots, condition=condition)
    kept = protocol.read(answer, assignment)
    judgement = Judgement("j", "c", "a", "p", kept, datetime(2026, 1, 1, tzinfo=UTC))
    return list(protocol.observations(judgement, assignment))


def typology(*severities, **node):
    """Return a typology of one category as a campaign keeps it."""
    levels = [{"id": name, "name": name, "weight": weight} for name, weight in severities]
    nodes = [{"id": "term", "name": "Term"} | node]
    return {"name": "own", "title": "Own", "severities": levels, "nodes": nodes}


@pytest.mark.parametrize("options", [TICKED, COUNTED, COUNTED | {"outputs": 2}])
def test_the_contract_holds_with_a_checklist(options):
    check_protocol(protocols.get("rating", options))


def test_every_error_is_a_row_and_every_output_was_read():
    given = {"mos": ["good", "bad"], "checklist": [{"accuracy/omission": 2, "fluency": 1}, {}]}
    rows = observed(COUNTED | {"outputs": 2}, given, "x", "y+z")
    assert [(row.aspect, row.system, row.slot) for row in rows if row.aspect != "mos"] == [
        ("read", "x", 1), ("error", "x", 1), ("error", "x", 1), ("error", "x", 1),
        ("read", "y", 2), ("read", "z", 2),
    ]  # fmt: skip
    errors = [row for row in rows if row.aspect == "error"]
    assert {(row.severity, row.value, row.start, row.end) for row in errors} == {
        ("minor", -1.0, None, None)
    }
    assert [row.category for row in errors] == ["accuracy/omission"] * 2 + ["fluency"]


def test_an_error_has_the_first_severity_that_costs_points():
    assert asked(TICKED).severity.id == "minor"  # neutral costs nothing
    assert asked(TICKED | {"checklist": "j2450"}).severity.id == "serious"
    assert asked(TICKED | {"checklist": "two-step"}).severity.id == "error"
    assert asked(TICKED | {"checklist": typology(("note", 0.0))}).severity.id == "note"
    own = TICKED | {"checklist": typology(("bad", 2.0), points={"bad": 7.0})}
    *_, error = observed(own, {"mos": ["bad"], "checklist": [{"term": 1}]}, "x")
    assert error.value == -7.0


def test_it_is_asked_beside_the_source_where_something_is():
    for scales, when in (
        (["fluency", "adequacy"], (BESIDE,)), (["fluency"], ()), (["mos"], ()),
    ):  # fmt: skip
        assert asked(TICKED | {"scales": scales}).when == when
    protocol = protocols.get("rating", {"checklist": "four"})
    assert [ask.name for ask in protocol.asks_for(ALONE)] == ["fluency"]
    assert [ask.name for ask in protocol.asks_for(BESIDE)] == ["adequacy", "checklist"]
    (row,) = observed({"checklist": "four"}, {"fluency": ["good"]}, "x", condition=ALONE)
    assert row.aspect == "fluency"


def test_an_answer_is_kept_in_the_order_of_the_typology_without_zeros():
    ask = asked(COUNTED)
    assert ask.read([{"Fluency": 3, "accuracy": 1, "accuracy/omission": 0}], 1) == [
        {"accuracy": 1, "fluency": 3}
    ]
    assert list(ask.read([{"fluency": 3, "accuracy": 1}])[0]) == ["accuracy", "fluency"]


@pytest.mark.parametrize(
    ("options", "given", "what"),
    [
        (TICKED, [{"acuracy": 1}], "Did you mean 'accuracy'"),
        (TICKED, [{"accuracy": 2}], "2 is not a number of errors of 'accuracy'.*0 to 1"),
        (COUNTED, [{"accuracy": 100}], "0 to 99"),
        (COUNTED, [{"accuracy": -1}], "-1 is not a number of errors"),
        (COUNTED, [{"accuracy": 1.5}], "1.5 is not a number of errors"),
        (COUNTED, [{"accuracy": True}], "True is not a number of errors"),
        (COUNTED, [{"accuracy": "2"}], "'2' is not a number of errors"),
        (COUNTED, [{}, {}], "2 answers for 1 translations"),
        (COUNTED, [], "categories for every translation"),
        (COUNTED, {"accuracy": 1}, "categories for every translation"),
        (COUNTED, ["accuracy"], "categories for every translation"),
    ],
)
def test_what_is_no_answer_is_refused(options, given, what):
    with pytest.raises((BadInput, NotFound), match=what):
        asked(options).read(given, 1)


def test_an_answer_without_the_checklist_is_refused():
    with pytest.raises(BadInput, match="no answer to 'checklist'"):
        observed(TICKED, {"mos": ["good"]}, "x")


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"checklist": "list20"}, "Did you mean 'list-20'"),
        ({"checklist": "esa"}, "has no categories to tick"),
        ({"counted": True}, "no checklist to count"),
        ({"checklist": "four", "counted": 3}, "not of the kind bool"),
        ({"checklist": "four", "scales": [{"name": "error", "version": 1, "answers": [
            {"value": 1, "label": "a"}, {"value": 2, "label": "b"}]}]}, "the name 'error'"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_said(options, what):
    with pytest.raises((BadInput, NotFound), match=what):
        protocols.get("rating", options)


def test_practice_asks_for_the_right_main_categories():
    protocol = protocols.get("rating", TICKED)
    example = Example("El faro.", ("The light.",), {"checklist": {"accuracy/omission": 1}}, "")
    (item,) = rehearse(protocol, [example])
    assert item.agrees(protocol, {"checklist": [{"accuracy": 1}], "mos": ["bad"]})
    assert not item.agrees(protocol, {"checklist": [{"fluency": 1}], "mos": ["bad"]})
    assert not item.agrees(protocol, {"checklist": [{}], "mos": ["bad"]})
