"""Grades in every format, and the papers that students get back."""

import csv
import io
import re

import openpyxl

from tertium.formats.scale_files import read_grades
from tertium.rendering import figures, headline, tables
from tertium.rendering.feedback import feedback_page, grades_csv, write_feedback, write_grades
from tertium.stats.grading.grade import ExternalAnswer, grade
from tertium.stats.grading.sheets import feedback_sheets
from tests.rendering.every_format import tell
from tests.stats.grading.graded import SMALL, class_of

CLASS = class_of(
    ("x", "ann", [8, 5, -2, -8]),
    ("y", "ann", [1, -8]),
    ("x", "=bob", [("grammar", -2), ("external/recipients", -3)]),
    ("x", "<eve>", [2]),
)


def sheets(view=CLASS, **more):
    """Return the sheets of a class by student."""
    found = feedback_sheets(view, grade(view, typology=SMALL), typology=SMALL, **more)
    return {one.grade.student: one for one in found}


def test_a_class_is_told_in_every_format():
    """Grades, their distribution, categories, graders, passages."""
    said = tell(grade(CLASS, typology=SMALL))
    assert {one["student"] for one in said["json"]["students"]} == {"ann", "=bob", "<eve>"}
    for name in ("grades", "categories", "graders", "segments", "gradings", "spread"):
        assert said["json"][name]
    assert "Points" in said["text"]


def test_one_student_a_scale_of_letters_and_no_marks_are_told_too(tmp_path):
    """Whatever a small class lacks."""
    alone = grade(class_of(("t", "ann", [])), typology=SMALL)
    tell(alone)
    assert headline(alone) == "ann gets 2.0."
    assert [one.name for one in figures(alone)] == ["students", "grades"]
    file = tmp_path / "letters.yaml"
    file.write_text('name: letters\ngrades: [{grade: "A", from: 2}, {grade: "B"}]\n')
    letters = grade(CLASS, typology=SMALL, scale=read_grades(file))
    tell(letters)
    assert headline(letters) == "3 texts are graded; the most frequent grade is B."


def test_the_paper_sum_is_told_as_such():
    """The table then has the strict grade beside."""
    found = grade(CLASS, typology=SMALL, by="paper")
    assert "Strict grade" in [one.title for one in tables(found)[1].columns]
    tell(found)


def test_a_sheet_has_the_text_with_its_marks_and_both_lists():
    """Two graders, without their names; marks numbered as they stand in the text."""
    page = feedback_page(sheets(comments={("text", "ann"): ("Well done.\nAlmost.",)})["ann"])
    assert "ann</bdi>: grade <b>4.3</b>" in page
    assert '<mark class="m-good">w0</mark><sup>1</sup><sup>2</sup> ' in page
    assert '<mark class="m-critical both">w1</mark>' in page
    assert "<h2>Done well</h2>" in page
    assert "<h2>Errors</h2>" in page
    assert "(grader 2)" in page
    assert ">x<" not in page
    assert "Well done." in page
    assert "critical" in page


def test_external_criteria_without_points_stand_beside():
    """Counted over the class, and on the sheet of the student."""
    told = [ExternalAnswer("text", "ann", "x", "layout", "partly")]
    found = grade(CLASS, typology=SMALL, external=told)
    said = tell(found)
    assert said["json"]["external"][0]["answer"] == "partly"
    pages = {one.grade.student: feedback_page(one)
             for one in feedback_sheets(CLASS, found, typology=SMALL)}  # fmt: skip
    assert "partly</td>" in pages["ann"]
    assert "partly" not in pages["<eve>"]


def test_sheets_are_safe_and_need_no_network():
    """A name is text, not markup; no address, no script."""
    page = feedback_page(sheets()["<eve>"])
    assert "&lt;eve&gt;" in page
    assert "<eve>" not in page
    assert "<script" not in page
    assert not re.search(r"(src|href)=\"(?!data:)", page)
    assert "default-src &#39;none&#39;" in page


def test_files_are_written_for_every_student(tmp_path):
    """A page and a workbook each, under names that every system takes."""
    made = write_feedback(list(sheets().values()), tmp_path / "out")
    assert sorted(one.name for one in made) == [
        "ann.html", "ann.xlsx", "bob.html", "bob.xlsx", "eve.html", "eve.xlsx",
    ]  # fmt: skip
    book = openpyxl.load_workbook(tmp_path / "out" / "ann.xlsx", rich_text=True)
    assert book.sheetnames == ["Grade", "Text", "Marks", "Categories"]
    facts = {row[0]: row[1] for row in book["Grade"].iter_rows(min_row=2, values_only=True)}
    found = sheets()["ann"].grade
    assert (facts["Grade"], facts["Sum"], facts["Words"]) == (found.grade, found.sum, 100)
    assert book["Marks"].max_row == 1 + 6
    assert {row[2] for row in book["Marks"].iter_rows(min_row=2, values_only=True)} == {
        "good", "bad", "critical",
    }  # fmt: skip
    parts = book["Text"]["C2"].value
    small = [one for one in parts if getattr(getattr(one, "font", None), "vertAlign", None)]
    assert [str(one) for one in small] == ["1 2", "3 4", "5", "6"]
    assert (
        "".join(str(one) for one in parts if one not in small) == sheets()["ann"].segments[0].target
    )


def test_two_students_of_one_name_get_two_files(tmp_path):
    """Nobody's sheet is overwritten."""
    view = class_of(("t", "Ann!", [1]), ("t", "ann?", [-1]))
    made = write_feedback(list(sheets(view).values()), tmp_path)
    assert len({one.name.casefold() for one in made}) == 4


def test_grades_for_a_register_are_a_table(tmp_path):
    """CSV and XLSX say the same, and a name cannot be a formula."""
    found = grade(CLASS, typology=SMALL)
    rows = list(csv.DictReader(io.StringIO(grades_csv(found))))
    assert [row["grade"] for row in rows] == [one.grade for one in found.students]
    assert {row["student"] for row in rows} == {"ann", "'=bob", "<eve>"}
    assert float(rows[0]["sum"]) == found.students[0].sum
    write_grades(found, tmp_path / "grades.xlsx")
    book = openpyxl.load_workbook(tmp_path / "grades.xlsx")
    header, *lines = book["Grades"].iter_rows(values_only=True)
    assert header[:4] == ("student", "text", "grade", "sum")
    assert [line[2] for line in lines] == [one.grade for one in found.students]
    write_grades(found, tmp_path / "grades.csv")
    assert (tmp_path / "grades.csv").read_text() == grades_csv(found)


def test_an_omission_is_a_caret_with_its_number():
    """A point between two words."""
    view = class_of(("t", "ann", [-1]))
    view.end[:] = view.start
    page = feedback_page(sheets(view)["ann"])
    assert '<mark class="m-bad">‸</mark><sup>1</sup>' in page
    assert "something is missing</th>" in page


def test_a_mark_without_a_place_is_listed():
    """It speaks of the whole text."""
    view = class_of(("t", "ann", [-1]))
    view.start[:] = view.end[:] = float("nan")
    page = feedback_page(sheets(view)["ann"])
    assert "the whole text</th>" in page
