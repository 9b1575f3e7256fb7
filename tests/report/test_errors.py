"""Weighed errors in every format and with their pictures."""

import pytest

from tertium.report import facts, figures, headline, tables
from tertium.report.public import without_people
from tertium.stats.errors import SCORINGS, score_errors
from tests.report.every_format import tell
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
    assert headline(score_errors(marked(clean), scoring="calibrated")).endswith("It passes.")
    bad = [(*row[:5], [("accuracy", "critical", 0, 2)]) for row in clean]
    told = headline(score_errors(marked(bad), scoring="calibrated"))
    assert told.endswith("It fails (critical error).")
    little = headline(score_errors(marked(clean[:1]), scoring="calibrated", pass_mark=90))
    assert "more words would decide" in headline(
        score_errors(marked([("a", "d", "1", "x", 100, [])]), scoring="calibrated")
    )
    assert "x has a calibrated MQM score of 100" in little


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
    assert {one.annotator for one in shown.annotators} == {"Evaluator 1", "Evaluator 2"}
