"""Scorecards as pages and as workbooks."""

import re

import openpyxl
import pytest

from tertium.rendering.scorecard import scorecard_page, scorecard_sheets
from tertium.stats.errors.analyse import score_errors
from tertium.stats.errors.card import scorecards
from tertium.stats.errors.layers import Reply
from tests.stats.errors.marked import marked


def cards(rows, scoring="calibrated", **more):
    """Return the cards of readings."""
    view = marked(rows)
    return scorecards(view, score_errors(view, scoring=scoring), job="Job <7>", **more)


BAD = [("ana", "d", str(n), "acme", 40, [("accuracy/omission", "major", 3, 5)]) for n in range(9)]
CLEAN = [("ana", f"d{n}", str(n), "bolt", 900, []) for n in range(8)]


@pytest.mark.parametrize(
    ("rows", "note", "told"),
    [
        (BAD, "bad", "It fails: a text at the threshold would look this bad in"),
        (CLEAN, "ok", "It passes: a text at the threshold would look this good in fewer than 0.1 "
         "of 100 samples (documents taken to differ by 50%, as in past campaigns). No critical "
         "error was found; up to 0.42 per 1,000 words (3 in the 7,200 words read) cannot be"),
        ([("a", "d", "1", "x", 50, [])], "warn", "50 words cannot show that a text keeps this "
         "threshold, even without an error; 2,230 from one document can."),
        ([("a", f"d{n}", str(n), "x", 200, [("style", "major")] * (n == 0)) for n in range(10)],
         "warn", "Not yet decided: 5 points in 2,000 words may come from a text at the threshold "
         "(10%). About 780 more words, from other documents, would decide if errors go on like "
         "this."),
        ([("a", f"d{n}", str(n), "x", 1000, [("style", "major")] * (6, 1, 0, 0, 0)[n])
          for n in range(5)], "warn", "Most points come from document d0; review further "
         "documents to see whether they are like it."),
        ([("a", "d", "1", "x", 50, [("style", "critical", 0, 2)])], "bad",
         "It fails: 1 critical error."),
    ],
)  # fmt: skip
def test_the_verdict_is_told_with_its_risk_or_what_is_missing(rows, note, told):
    """Pass, fail, not yet decided in three ways, critical."""
    page = scorecard_page(cards(rows))
    assert f'<div class="note {note}">' in page
    assert told in page


def test_a_card_names_job_formula_typology_and_every_error():
    """With places for an answer and a decision, and what was said there."""
    place = ("0", "acme", "target", 3, 5)
    page = scorecard_page(cards(BAD, replies={place: Reply("not agreed", "upheld")}))
    assert "Job &lt;7&gt;" in page
    assert "tolerance)" in page
    assert "mqm-core@1" in page
    assert page.count('<mark class="m-bad">') == 9
    assert "Repeated errors" in page
    assert "not agreed</td>" in page
    assert "upheld</td>" in page
    assert "ana" not in re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    assert "<script" not in page


def test_a_scoring_without_a_pass_mark_has_no_verdict():
    """Only what was agreed is told."""
    page = scorecard_page(cards(BAD, scoring="wmt-mqm"))
    assert 'class="note' not in page
    assert "points per segment (WMT MQM)" in page


def test_sheets_hold_score_points_and_a_review_to_be_answered():
    """Two systems are told apart by a column."""
    score, points, review = scorecard_sheets(cards([*BAD, *CLEAN]))
    assert {row.get("system") for row in score.rows} == {"acme", "bolt", None}
    assert sum(row["major"] for row in points.rows) == 9
    assert len(review.rows) == 9
    assert {"answer", "decision"} <= set(review.always)
    assert review.rows[0]["passage"].count("[") == 1


def test_the_workbook_is_read_again(tmp_path):
    """Front sheets do not disturb: outputs and errors are what they were."""
    from click.testing import CliRunner

    from tertium.cli.main import cli
    from tests.cli.test_errors import EXAMPLE

    out = tmp_path / "card.xlsx"
    asked = ["errors", str(EXAMPLE), "--scorecard", str(out), "--format", "json"]
    first = CliRunner().invoke(cli, asked, standalone_mode=False)
    assert first.exception is None
    book = openpyxl.load_workbook(out)
    assert book.sheetnames == ["Scorecard", "Points", "Review", "Outputs", "Errors"]
    again = CliRunner().invoke(cli, ["errors", str(out), "--format", "json"], standalone_mode=False)
    assert again.stdout == first.stdout
    page = tmp_path / "card.html"
    asked = ["errors", str(EXAMPLE), "--scorecard", str(page), "--job", "June"]
    assert CliRunner().invoke(cli, asked, standalone_mode=False).exception is None
    assert "<bdi>June</bdi>" in page.read_text(encoding="utf-8")
    wrong = CliRunner().invoke(cli, [*asked[:3], "card.pdf"], standalone_mode=False)
    assert "scorecards are not written as .pdf" in str(wrong.exception)


def test_answers_and_decisions_of_a_file_stand_on_the_card(tmp_path):
    """Accepted, and contested with a decision."""
    from click.testing import CliRunner

    from tertium.cli.main import cli

    file, page = tmp_path / "answered.csv", tmp_path / "card.html"
    file.write_text(
        "annotator,segment,system,side,start,end,category,severity,source,target,answer,reason,"
        "decision,decided_category,decided_severity\n"
        "r,1,v,target,0,3,style,minor,The cat,Die Hund,accept,,,,\n"
        "r,1,v,target,4,8,accuracy/mistranslation,major,The cat,Die Hund,contest,it is one,"
        "struck,,\n"
    )
    asked = ["errors", str(file), "--scorecard", str(page)]
    result = CliRunner().invoke(cli, asked, standalone_mode=False)
    assert result.exception is None, result.exception
    told = page.read_text(encoding="utf-8")
    assert "accepted</td>" in told
    assert "contested: it is one</td>" in told
    assert "struck out</td>" in told
