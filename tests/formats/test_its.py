"""XLIFF with ITS quality issues: what other tools write, and round trips."""

import json

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tertium.formats.readings import Mark, Reading, tabled
from tests.formats.marked import made_table

OLD = """<xliff version="1.2" xmlns:its="http://www.w3.org/2005/11/its">
<file original="a.txt" source-language="en" target-language="de"><body>
<trans-unit id="7"><source>Hello you</source>
<target>😀 <mrk mtype="x-itslq" its:locQualityIssuesRef="#lq1">Hallo <mrk mtype="x-itslq"
 its:locQualityIssueType="grammar" its:locQualityIssueSeverity="60">du</mrk></mrk></target>
<its:locQualityIssues xml:id="lq1">
<its:locQualityIssue locQualityIssueType="mistranslation" locQualityIssueComment="hm"
 locQualityIssueSeverity="100" locQualityIssueEnabled="no"/>
<its:locQualityIssue locQualityIssueType="style"/></its:locQualityIssues>
</trans-unit></body></file></xliff>
"""


def test_issues_of_other_tools_are_read_and_come_back(make, tmp_path):
    """On the mark or stand-off, several at one place, nested; numbers become severities."""
    table = read_judgements(make("a.xlf", OLD))
    errors = [row for row in table.rows() if row["aspect"] == "error"]
    names = ("start", "end", "text", "category", "severity", "comment")
    assert sorted(tuple(str(row[name]) for name in names) for row in errors) == [
        ("2", "10", "Hallo du", "mistranslation", "critical", "hm"),
        ("2", "10", "Hallo du", "style", "None", "None"),
        ("8", "10", "du", "grammar", "major", "None"),
    ]
    labels = [json.loads(row["label"]) for row in errors if row["label"]]
    assert {"locQualityIssueSeverity": "60"} in labels
    assert {"locQualityIssueEnabled": "no"} in labels
    assert write_errors(table, tmp_path / "o.xlf", kind="its").lost == ""
    assert read_judgements(tmp_path / "o.xlf") == table


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves_whatever_the_text(tmp_path, seed):
    """Overlapping marks, blanks and line breaks as they stand."""
    table = made_table(seed, breaks=True, score=True)
    assert write_errors(table, tmp_path / "o.xlf", kind="its").lost == ""
    assert read_judgements(tmp_path / "o.xlf") == table


def test_what_xml_cannot_hold_is_kept_in_texts(tmp_path):
    """Control characters and carriage returns; an error that stands nowhere stays nowhere."""
    about = {"judgement": "j", "annotator": "a", "segment": "s", "system": "x"}
    marks = (Mark("target", 1, 3, "c", "minor", "\r\x1b"), Mark("target", category="omission"))
    table = tabled([Reading(about, marks, None, "a\x01b", "\x02\r\x1b\ufffe.!")])
    assert write_errors(table, tmp_path / "o.xlf", kind="its").lost == ""
    assert read_judgements(tmp_path / "o.xlf") == table


@pytest.mark.parametrize(
    ("old", "new", "what", "line"),
    [
        ("#lq1", "#lq2", "no issues 'lq2'", 4),
        ('<mrk mtype="x-itslq" its:locQualityIssuesRef="#lq1">Hallo ', '<sm id="1"/><mrk>',
         "the mark '1' is not closed", 4),
        ("😀", '<em startRef="9"/>', "'9' ends that never began", 4),
        ("<target>", "<target", "not well-formed", 4),
    ],
)  # fmt: skip
def test_a_bad_mark_is_told_with_its_line(make, old, new, what, line):
    """Nothing is half read."""
    path = make("a.xlf", OLD.replace(old, new))
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where.startswith(f"{path}:{line}")


def test_a_file_without_issues_is_not_taken_for_judgements(make):
    """Texts alone say nothing about who read them."""
    unit = '<unit id="1"><segment><target>x</target></segment></unit>'
    text = f'<xliff version="2.0"><file>{unit}</file></xliff>'
    with pytest.raises(TertiumError, match="no quality issue"):
        read_judgements(make("a.xlf", text))
