"""Weighed errors in every format and with their pictures."""

import pytest

from tertium.protocols.rule import SCORINGS
from tertium.rendering import facts, figures, headline, tables
from tertium.rendering.public import without_people
from tertium.stats.errors.analyse import score_errors
from tests.rendering.every_format import tell
from tests.stats.errors.marked import marked

MANY = [
    (who, f"d{n // 3}", str(n), system, 40,
     [("accuracy/omission", "major", 3, 5), ("style", "minor", 0, 2)][: (n + place) % 3])
    for place, system in enumerate(("acme", "bolt"))
    for who in ("ana", "ben")
    for n in range(9)
]  # fmt: skip


@pytest.mark.parametrize("scoring", SCORINGS)
def test_every_scoring_is_told_in_every_format(scoring):
    """Scores, verdicts, kinds of errors, people, examples."""
    readings = MANY
    if scoring == "j2450":
        kinds = ("omission", "terminology")
        readings = [
            (*r[:5], [(kinds[n % 2], ("minor", "major")[n % 3 > 1], 0, 2) for _ in r[5]])
            for n, r in enumerate(MANY)
        ]
    found = score_errors(marked(readings), scoring=scoring, pass_mark=50)
    said = tell(found)
    assert {row["system"] for row in said["json"]["systems"]} == {"acme", "bolt"}
    assert set(said["json"]["systems"][0]) >= {"system", "score", "low", "high", "words"}
    for name in ("categories", "severities", "annotators", "decision", "examples"):
        assert said["json"][name]
    titles = [table.title for table in tables(found)]
    assert "Pass or fail" in titles
    assert [figure.name for figure in figures(found)] == [
        "error-scores",
        "error-categories",
        "error-severities",
    ]


def test_errors_of_one_kind_have_no_picture_of_kinds():
    """ESA asks for no category: there is nothing to compare."""
    alike = [(*r[:5], [("accuracy", level, 0, 2) for _, level, *_ in r[5]]) for r in MANY]
    found = score_errors(marked(alike), scoring="raw")
    assert [figure.name for figure in figures(found)] == ["error-scores", "error-severities"]


def test_one_system_gets_a_sentence_with_its_verdict():
    """It passes, fails, or needs more words."""
    clean = [("ana", f"d{n}", str(n), "x", 900, []) for n in range(8)]
    assert headline(score_errors(marked(clean), scoring="calibrated")) == (
        "No error is marked. x passes: 0 penalty points per 1,000 words (95% CI 0–5.73); at most "
        "10 are allowed."
    )
    bad = [(*row[:5], [("accuracy", "critical", 0, 2)]) for row in clean]
    told = headline(score_errors(marked(bad), scoring="calibrated"))
    assert told.startswith("x fails (critical error): 27.8 penalty points per 1,000 words")
    little = headline(score_errors(marked(clean[:1]), scoring="calibrated", pass_mark=90))
    assert "x is not yet decided: 0 penalty points per 1,000 words" in little
    assert headline(score_errors(marked(clean), scoring="raw")).startswith(
        "No error is marked. x has a raw MQM score of 100 (95% CI"
    )


def test_several_systems_are_told_with_their_rates_and_the_threshold():
    """All alike, different, and too many to name."""
    bad = [(*r[:3], name, *r[4:]) for name in ("A", "B") for r in MANY if r[3] == "acme"]
    assert headline(score_errors(marked(bad), scoring="calibrated")) == (
        "Both systems fail: 91.7 (A) and 91.7 (B) penalty points per 1,000 words; at most 10 are "
        "allowed."
    )
    clean = [("ana", f"d{n}", str(n), "C", 900, []) for n in range(8)]
    assert headline(score_errors(marked([*bad, *clean]), scoring="calibrated")) == (
        "C passes (0 penalty points per 1,000 words), A fails (91.7) and B fails (91.7); at most "
        "10 are allowed."
    )
    many = [(*r[:3], str(n), *r[4:]) for n in range(4) for r in bad if r[3] == "A"] + clean
    assert headline(score_errors(marked(many), scoring="calibrated")) == (
        "1 passes and 4 fail: 0 to 91.7 penalty points per 1,000 words; at most 10 are allowed."
    )


def test_the_threshold_is_a_line_in_the_picture_of_scores():
    """Where texts pass or fail, and only there."""
    for pass_mark in (None, 95):
        found = score_errors(marked(MANY), scoring="raw", pass_mark=pass_mark)
        spec = str(figures(found)[0].spec)
        assert ("'equal': 95" in spec) == (pass_mark is not None)
        assert ("← fail" in spec) == (pass_mark is not None)


def test_a_text_without_errors_is_told_in_every_format():
    """No categories, no examples, no interval; and nothing breaks."""
    found = score_errors(marked([("ana", "", "1", "x", 30, [])]), scoring="raw")
    tell(found)
    assert [figure.name for figure in figures(found)] == ["error-scores"]
    assert dict(facts(found))["Errors"] == "0"


def test_unknown_words_and_merits_are_told():
    """Segments can be scored without words; merits have a column of their own."""
    spans = marked([("ana", "d", "1", "x", 3, [("style", "minor", None, None, 4.0)])])
    spans.outputs.source[:] = None
    found = score_errors(spans, scoring="wmt-mqm")
    tell(found)
    assert dict(facts(found))["Words"] == "not known"
    assert "Merits" in [column.title for column in tables(found)[0].columns]


def test_a_public_report_has_no_names_and_no_notes():
    """People become numbers; what they wrote in their own words is left out."""
    spans = marked(MANY)
    spans.note[:] = "as ana said"
    found = score_errors(spans, scoring="raw")
    assert {one.note for one in found.examples} == {"as ana said"}
    (shown,) = without_people([found])
    assert {one.note for one in shown.examples} == {""}
    assert {one.annotator for one in shown.annotators} == {"Annotator 1", "Annotator 2"}
