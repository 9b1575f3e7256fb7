"""`tertium grade` from the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError

EXAMPLE = Path(__file__).parents[2] / "src" / "tertium" / "examples" / "grading.csv"


def run(*words, stderr=False):
    result = CliRunner().invoke(cli, ["grade", *map(str, words)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stderr if stderr else result.stdout


@pytest.mark.parametrize("fmt", ["text", "json", "csv", "latex", "html"])
def test_every_format_is_printed(fmt):
    """The example of the manual, in all of them."""
    assert "Amara" in run(EXAMPLE, "--format", fmt)


def test_json_has_students_with_grade_and_both_sums():
    """Names and numbers that other programs rely on; by hand from the file."""
    found = json.loads(run(EXAMPLE, "--format", "json"))
    students = {one["student"]: one for one in found["students"]}
    assert students["Amara"]["sum"] == ((2 + 2 - 1 + 1 - 1) + (3 + 3)) / 2
    assert students["Chloe"]["sum"] == 3 + 2 + 3 + 3 - 2 - 8 - 4
    assert students["Chloe"]["strict"] == -8
    assert (students["Chloe"]["grade"], students["Chloe"]["other"]) == ("4.7", "3.0")
    assert {"grade", "other", "words", "graders", "low", "high"} <= set(students["Amara"])
    assert found["categories"]
    assert found["warnings"]


def test_sheets_and_grades_are_written(tmp_path):
    """A page and a workbook for each student, with the teacher's comment, and a register."""
    folder, grades = tmp_path / "sheets", tmp_path / "grades.csv"
    told = run(EXAMPLE, "--sheets", folder, "--grades", grades, stderr=True)
    students = grades.read_text(encoding="utf-8").splitlines()
    made = sorted(one.name for one in folder.iterdir())
    assert len(made) == 2 * (len(students) - 1)
    assert f"Wrote {len(made)} files" in told
    page = (folder / "Amara.html").read_text(encoding="utf-8")
    assert "as if it had been written in German" in page
    assert "laufen Sturm dagegen</mark>" in page


def test_a_scale_of_ones_own_and_the_paper_sum(tmp_path):
    """Thresholds are data; the option overrules the file."""
    scale = tmp_path / "scale.yaml"
    scale.write_text("name: pass\nper: 0\ngrades: [{grade: pass, from: -5}, {grade: fail}]\n")
    strict = json.loads(run(EXAMPLE, "--scale", scale, "--format", "json"))
    paper = json.loads(run(EXAMPLE, "--scale", scale, "--sum", "paper", "--format", "json"))
    assert {one["grade"] for one in strict["students"]} == {"pass", "fail"}
    assert (strict["by"], paper["by"]) == ("strict", "paper")
    assert strict["median"] is None


def test_a_remark_before_the_marks_belongs_to_the_same_judgement(tmp_path):
    """The first row of a text says something about it, the next ones mark it."""
    file = tmp_path / "marks.csv"
    file.write_text(
        "annotator,segment,system,side,start,end,category,severity,note,source,target\n"
        "t,1,Ann,,,,,,Good work,One two,Eins zwei\n"
        "t,1,Ann,target,0,4,grammar,minus-1,a,One two,Eins zwei\n"
        "t,1,Ann,target,5,9,grammar,minus-2,b,One two,Eins zwei\n"
    )
    (found,) = json.loads(run(file, "--format", "json"))["students"]
    assert (found["sum"], found["words"], found["graders"]) == (-3, 2, 1)
    run(file, "--sheets", tmp_path / "out")
    assert "Good work" in (tmp_path / "out" / "Ann.html").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--grades", "grades.txt"), "grades are not written as .txt"),
        (("--scale", "dutch"), "no scale named 'dutch'"),
    ],
)
def test_what_cannot_be_done_is_told(words, told):
    """With a remedy."""
    with pytest.raises(TertiumError, match=told):
        run(EXAMPLE, *words)


def test_a_campaign_is_made_filled_and_graded(tmp_path):
    """New, simulated, graded: a sheet for each student, with the campaign's own texts."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "source.txt").write_text("The cat sat on the mat.\nIt was old, and grey.\n")
    (folder / "ann.txt").write_text("Die Katze saß auf der Matte.\nSie war alt und grau.\n")
    (folder / "bob.txt").write_text("Eine Katze auf der Matte.\nAlt und grau war sie.\n")
    for words in (
        ("new", folder, "--source-language", "en", "--target-language", "de", "--protocol",
         "grading", "--annotators", "2"),
        ("simulate", "campaign", folder),
    ):  # fmt: skip
        result = CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False)
        assert result.exception is None
    found = json.loads(run(folder, "--sheets", tmp_path / "out", "--format", "json"))
    assert {one["student"] for one in found["students"]} == {"ann", "bob"}
    assert all(one["graders"] == 2 and one["words"] == 11 for one in found["students"])
    page = (tmp_path / "out" / "ann.html").read_text(encoding="utf-8")
    assert "The cat sat on the mat." in page
    assert "simulated" in found["warnings"][0]
