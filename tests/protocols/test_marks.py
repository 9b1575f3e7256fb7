"""Protocols that mark passages: what they read, what they refuse, which rows they make."""

from datetime import UTC, datetime

import msgspec
import pytest

from tertium import protocols
from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.formats.typology import read_typology, typology_names
from tertium.model import Assignment, Judgement
from tertium.protocols.spans import MAX_MARKS, MAX_NOTE, check_marks
from tertium.testing import check_protocol
from tertium.text.spans import text_hash

NOW = datetime(2026, 11, 2, tzinfo=UTC)
MARKING = ("mqm", "esa", "two_step", "grading", "scorecard")
CRITERIA = [{"name": "layout", "question": "Does the layout fit?", "labels": ["yes", "no"]}]


def configured(name, typology=None, **options):
    """Return a protocol as a campaign configures it."""
    typology = typology or protocols.get(name).settings["typology"]
    kept = msgspec.to_builtins(read_typology(typology))
    return protocols.get(name, {"typology": kept} | options)


def mark(**changes):
    """Return an error in the word at the beginning."""
    given = {"slot": 1, "side": "target", "start": 0, "end": 3, "quote": "Das"}
    return given | {"category": "accuracy", "severity": "major"} | changes


def marks(*given, source="", targets=("0" * 64,)):
    return {"marks": list(given), "source": source, "targets": list(targets)}


def observed(protocol, answer, condition="", slots=("alpha",)):
    """Return the rows that an answer becomes."""
    assignment = Assignment("a", "p", "s", slots, condition=condition)
    kept = protocol.read(answer, assignment)
    return list(protocol.observations(Judgement("j", "c", "a", "p", kept, NOW), assignment))


@pytest.mark.parametrize("name", MARKING)
@pytest.mark.parametrize("typology", typology_names())
def test_every_protocol_works_with_every_typology(name, typology):
    """Typologies are data: any of them goes with any way of marking."""
    check_protocol(configured(name, typology))


@pytest.mark.parametrize("name", MARKING)
def test_a_protocol_knows_its_typology_by_default(name):
    """A campaign that says nothing gets the one that belongs to the method."""
    default = {"mqm": "mqm-core", "esa": "esa", "two_step": "two-step", "grading": "kopte"}
    assert protocols.get(name).settings["typology"] == default.get(name, "mqm-core")
    assert protocols.get(name).marks
    assert not protocols.get("ab").marks


def test_mqm_makes_a_row_per_mark_and_their_sum():
    """Errors cost; the sum is what is left, so that more is better."""
    answer = {"errors": marks(mark(), mark(severity="minor", note=" why "))}
    overall, first, second = observed(configured("mqm"), answer)
    assert (overall.aspect, overall.value, overall.system) == ("overall", -6.0, "alpha")
    assert (first.aspect, first.value, first.category) == ("error", -5.0, "accuracy")
    assert (first.side, first.start, first.end, first.text) == ("target", 0, 3, "Das")
    assert (second.severity, second.comment) == ("minor", "why")


def test_a_text_without_errors_has_a_sum_of_nothing():
    """Read, and nothing is wrong: one row. Not read: none."""
    (row,) = observed(configured("mqm"), {"errors": marks()})
    assert (row.aspect, row.value) == ("overall", 0.0)


def test_names_of_categories_and_severities_are_kept_as_ids():
    """However somebody writes them, the ids of the typology are stored."""
    answer = {"errors": marks(mark(category="Accuracy/Mistranslation", severity="MAJOR"))}
    kept = configured("mqm").read(answer)
    assert kept["errors"]["marks"][0]["category"] == "accuracy/mistranslation"
    assert kept["errors"]["marks"][0]["severity"] == "major"


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (None, BadInput, "must be marks and the hashes"),
        ({"marks": []}, BadInput, "must be marks and the hashes"),
        (marks(targets=[1]), BadInput, "must be marks and the hashes"),
        (marks("x"), BadInput, "is not a mark"),
        (marks(mark(slot=0)), BadInput, "no translation 0"),
        (marks(mark(slot=True)), BadInput, "no translation True"),
        (marks(mark(side="both")), NotFound, "no side"),
        (marks(mark(start="0")), BadInput, "needs start, end"),
        (marks(mark(note="x" * (MAX_NOTE + 1))), BadInput, "a note must be text"),
        (marks(mark(category="nonsense")), NotFound, "no category named"),
        (marks(mark(category=3)), BadInput, "must be text"),
        (marks(mark(severity="")), BadInput, "mark 1: a mark has no severity"),
        (marks(*[mark()] * (MAX_MARKS + 1)), BadInput, "marks are more than"),
    ],
)
def test_marks_that_cannot_be_are_refused(given, error, said):
    """One clear sentence, with what to do."""
    with pytest.raises(error, match=said) as caught:
        configured("mqm").read({"errors": given})
    assert caught.value.fix


def test_marks_belong_to_the_number_of_texts_that_are_shown():
    """One hash for every translation."""
    assignment = Assignment("a", "p", "s", ("alpha",))
    with pytest.raises(BadInput, match="names 2 texts where 1 are shown"):
        configured("mqm").read({"errors": marks(targets=("0" * 64, "1" * 64))}, assignment)


@pytest.mark.parametrize(
    ("text", "start", "end", "fits"),
    [
        ("e\u0301a", 0, 2, True),
        ("e\u0301a", 0, 1, False),
        ("👩‍👩‍👧!", 0, 5, True),
        ("👩‍👩‍👧!", 0, 1, False),
        ("🇩🇪🇫🇷", 2, 4, True),
        ("🇩🇪🇫🇷", 1, 2, False),
        ("谢谢你", 1, 2, True),
        ("مرحبا", 0, 5, True),
        ("a\u200bb", 1, 2, True),
        ("한국", 0, 1, True),
        ("", 0, 0, True),
    ],
)
def test_a_mark_begins_and_ends_between_characters(text, start, end, fits):
    """As a reader sees them, in any script."""
    given = mark(start=start, end=end, quote=text[start:end])
    answer = configured("mqm").read({"errors": marks(given, targets=[text_hash(text)])})
    if fits:
        check_marks(answer["errors"], "", [text])
    else:
        with pytest.raises(BadInput, match="inside one character"):
            check_marks(answer["errors"], "", [text])


def test_a_source_that_was_hidden_cannot_be_marked():
    """Its hash is empty then."""
    answer = {"marks": [mark(side="source")], "source": "", "targets": [text_hash("Das")]}
    with pytest.raises(Conflict, match="the source was not shown"):
        check_marks(answer, "Das", ["Das"])


def test_two_steps_hide_the_source_in_the_first():
    """The order is part of the protocol; each step has its part of the tree."""
    protocol = configured("two_step")
    assert protocol.settings["hidden"] == ("acceptability",)
    assert protocol.settings["within"] == {"acceptability": "acceptability", "adequacy": "adequacy"}
    assert configured("two_step", "mqm-core").settings["within"] == {}
    given = mark(category="adequacy/contradiction", severity="error")
    overall, error = observed(protocol, {"errors": marks(given)}, "adequacy")
    assert overall.value == error.value == -4.0


def test_good_solutions_add_to_the_sum():
    """Marks weigh from +8 to −8."""
    good = mark(category="semantics", severity="plus-5")
    bad = mark(category="grammar", severity="minus-2")
    overall, *rows = observed(configured("grading"), {"errors": marks(good, bad)})
    assert overall.value == 3.0
    assert [row.value for row in rows] == [5.0, -2.0]


def test_external_criteria_are_asked_about_the_whole_text():
    """In the campaign's own words, with the last segment."""
    protocol = configured("grading", external=CRITERIA)
    overall, row = observed(protocol, {"errors": marks(), "layout": "no"}, "last")
    assert (overall.aspect, overall.value) == ("overall", 0.0)
    assert (row.aspect, row.label, row.unit, row.system) == ("layout", "no", "document", "alpha")
    overall, *_ = observed(protocol, {"errors": marks()}, "segment")
    assert overall.value == 0.0
    check_protocol(protocol)
    with pytest.raises(BadInput, match="is not an answer"):
        observed(protocol, {"errors": marks(), "layout": "maybe"}, "last")


@pytest.mark.parametrize(
    "criterion",
    [
        {},
        "layout",
        {"name": "a b", "question": "?", "labels": ["1", "2"]},
        {"name": "errors", "question": "?", "labels": ["1", "2"]},
        {"name": "layout", "labels": ["1", "2"]},
        {"name": "layout", "question": "?", "labels": ["1"]},
    ],
)
def test_a_criterion_that_cannot_be_asked_is_refused(criterion):
    """With its place in the campaign file."""
    with pytest.raises(BadInput, match="external criterion") as caught:
        configured("grading", external=[criterion])
    assert caught.value.where == "[[options.external]]"
    with pytest.raises(BadInput, match="the same name"):
        configured("grading", external=CRITERIA * 2)


def test_a_scorecard_has_its_rule_beforehand():
    """Whole numbers will do; a rule that decides nothing will not."""
    protocol = configured("scorecard", pass_mark=95, tolerance=8)
    assert (protocol.settings["pass_mark"], protocol.settings["tolerance"]) == (95.0, 8.0)
    for wrong in ({"pass_mark": 100}, {"tolerance": 0}):
        with pytest.raises(BadInput, match="is not possible"):
            configured("scorecard", **wrong)
    with pytest.raises(NotFound, match="no scoring named"):
        configured("scorecard", scoring="magic")


@pytest.mark.parametrize(
    ("options", "rule", "typology"),
    [
        ({}, {"pass_mark": 90.0, "tolerance": 10.0}, "mqm-core"),
        ({"scoring": "raw", "pass_mark": 99}, {"pass_mark": 99.0}, "mqm-core"),
        (
            {"scoring": "non-linear", "tolerance": "100=3,900=8"},
            {"pass_mark": 90.0, "tolerances": ((100.0, 3.0), (900.0, 8.0))},
            "mqm-core",
        ),
        ({"scoring": "lisa"}, {"pass_mark": 90.0}, "lisa"),
        ({"scoring": "j2450", "pass_mark": 0.02}, {"pass_mark": 0.02}, "j2450"),
        ({"scoring": "wmt-mqm", "pass_mark": 2}, {"pass_mark": 2.0}, "wmt-mqm"),
    ],
)
def test_a_scorecard_may_be_scored_in_every_known_way(options, rule, typology):
    """Each takes what it needs, and a standard brings its own typology."""
    settings = protocols.get("scorecard", options).settings
    named = ("pass_mark", "tolerance", "tolerances")
    assert {name: settings[name] for name in named if name in settings} == rule
    assert settings["typology"] == typology
    check_protocol(configured("scorecard", typology, **options))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"scoring": "raw", "tolerance": 10}, "the tolerance '10' does not go with raw scores"),
        ({"scoring": "non-linear", "tolerance": 10}, "does not go with non-linear scores"),
        ({"tolerance": "250=4,1000=10"}, "does not go with calibrated scores"),
        ({"scoring": "non-linear", "tolerance": "250=4"}, "is not a tolerance"),
        ({"scoring": "non-linear", "tolerance": "250=4,1000=20"}, "no curve goes through"),
        ({"tolerance": "much"}, "'much' is not a tolerance"),
        ({"pass_mark": "high"}, "pass_mark = 'high' is not a number"),
        ({"scoring": "j2450"}, "there is no pass_mark for j2450 scores"),
        ({"scoring": "j2450", "pass_mark": 0}, "the pass mark 0 is not possible"),
        ({"scoring": "lisa", "pass_mark": 100}, "the pass mark 100 is not possible"),
        ({"scoring": "lisa", "typology": "mqm-core"}, "lisa scores cannot be made of errors"),
        ({"scoring": "lisa", "typology": "ours.yaml"}, "lisa scores cannot be made of errors"),
    ],
)
def test_what_makes_no_rule_is_told(options, said):
    """Before a campaign begins, with what to write instead."""
    with pytest.raises(BadInput, match=said) as caught:
        protocols.get("scorecard", options)
    assert (caught.value.where, bool(caught.value.fix)) == ("[options]", True)


def test_hints_that_were_waved_away_are_kept_with_the_answer():
    """So that they stay away; they are no marks and make no rows."""
    hint = {"side": "target", "start": 0, "end": 3, "kind": "numbers"}
    protocol = configured("mqm")
    answer = {"errors": marks() | {"waved": [hint]}}
    assert protocol.read(answer)["errors"]["waved"] == [hint]
    assert observed(protocol, answer) == observed(protocol, {"errors": marks()})
    assert "waved" not in protocol.read({"errors": marks() | {"waved": []}})["errors"]
    for wrong in ("x", ["x"], [hint | {"kind": "luck"}], [hint | {"start": "0"}]):
        with pytest.raises(BadInput, match="waved away is no list of hints"):
            protocol.read({"errors": marks() | {"waved": wrong}})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"sides": []}, "nothing can be marked"),
        ({"sides": ["left"]}, "no side named 'left'"),
        ({"hints": ["luck"]}, "no hint named 'luck'"),
        ({"colour": "red"}, "no option named 'colour'"),
        ({"sides": "target"}, "is not of the kind list"),
    ],
)
def test_an_option_that_means_nothing_is_refused(options, said):
    """Before a campaign begins."""
    with pytest.raises((BadInput, NotFound), match=said):
        configured("mqm", **options)
