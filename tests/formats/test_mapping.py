"""Tables with any header, and the file that says what their columns are."""

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli
from tertium.exceptions import TertiumError
from tertium.formats.judgements import read_judgements
from tertium.formats.suggest import suggested
from tertium.formats.workbook import Worksheet, write_workbook

LQA = """Job;Reviewer;Segment ID;Source Text;Target Text;Error Type;Severity;Comments;Cost
A1;ann;1;Good day;Guten Tag;Style;Leicht;ok;3
A1;ann;2;Bye;Tschüss;;;;0
A2;bea;1;Good day;Guten Tag;Accuracy;Major;no;9
"""
MAPPING = """file = "{}"
[columns]
annotator = "Reviewer"
segment = "Segment ID"
document = "Job"
source = "Source Text"
target = "Target Text"
category = "Error Type"
severity = "Severity"
note = "Comments"
[always]
system = "MT"
side = "target"
[values.severity]
"Leicht" = "minor"
"""


def marks(table):
    names = ("annotator", "document", "segment", "category", "severity", "comment")
    return [tuple(row[name] for name in names) for row in table.rows() if row["aspect"] == "error"]


def test_a_table_of_errors_is_read_through_its_mapping(make):
    """Columns and values get our names; rows without an error were read."""
    make("lqa.csv", LQA)
    table = read_judgements(make("lqa.mapping.toml", MAPPING.format("lqa.csv")))
    assert marks(table) == [
        ("ann", "A1", "1", "Style", "minor", "ok"), ("bea", "A2", "1", "Accuracy", "Major", "no"),
    ]  # fmt: skip
    assert sum(row["aspect"] == "overall" for row in table.rows()) == 3


def test_several_tables_with_the_same_columns_are_one(make):
    """Translation companies export a workbook for each job."""
    header, *rows = LQA.splitlines()
    for name, own in (("a", rows[:2]), ("b", rows[2:])):
        make(f"jobs/{name}.csv", "\n".join([header, *own]) + "\n")
    table = read_judgements(make("all.mapping.toml", MAPPING.format("jobs/*.csv")))
    assert len(marks(table)) == 2


def test_a_workbook_is_mapped_as_it_is_suggested(make, tmp_path):
    """Suggest, then any command; scores with a decimal comma and numbered rows."""
    rows = [{"Prüfer": "ann", "Bewertung": 4.5, "MT Engine": "x", "Rest": "a"},
            {"Prüfer": "bea", "Bewertung": 3, "MT Engine": "y", "Rest": "b"}]  # fmt: skip
    sheet = Worksheet("LQA", rows, tuple(rows[0]))
    write_workbook([sheet], tmp_path / "lqa.xlsx", tmp_path / "lqa.xlsx")
    runner = CliRunner()
    paths = [str(tmp_path / "lqa.xlsx"), str(tmp_path / "lqa.mapping.toml")]
    ran = runner.invoke(cli, ["convert", *paths, "--suggest"])
    assert ran.exit_code == 0, ran.output
    assert "give it to any command" in ran.stderr
    text = (tmp_path / "lqa.mapping.toml").read_text()
    assert 'annotator = "Prüfer"' in text
    assert 'score = "Bewertung"' in text
    assert "left out: Rest" in text
    table = read_judgements(tmp_path / "lqa.mapping.toml")
    assert [(row["annotator"], row["segment"], row["system"], row["value"])
            for row in table.rows()] == [("ann", "1", "x", 4.5), ("bea", "2", "y", 3)]  # fmt: skip
    ran = runner.invoke(cli, ["rank", paths[1]])
    assert ran.exit_code == 0, ran.output


def test_a_suggestion_for_errors_lists_their_severities(make):
    """Names that are not ours are to be mapped; what seems to fit fits."""
    text = suggested(make("lqa.csv", LQA))
    assert "It seems to hold errors. Columns that are left out: Cost." in text
    assert '"Leicht" = "Leicht"' in text
    assert marks(read_judgements(make("lqa.mapping.toml", text)))[0][4] == "Leicht"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("file = ", "lqa.mapping.toml: the mapping is not TOML"),
        ("columns = 3", "names no file"),
        ('file = "lqa.csv"\n[column]\na = "b"', "no part of a mapping named 'column'. Did you"),
        ('file = "lqs.csv"', "no file named 'lqs.csv'. Did you mean 'lqa.csv'"),
        ('file = "lqa.csv"\n[columns]\nscore = "Coat"', "no column named 'Coat'. Did you mean"),
        ('file = "lqa.csv"\n[columns]\nscore = "Job"\nannotator = "Job"\n[always]\nsystem = "x"',
         "lqa.csv:2: the score 'A1' is not a number"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_mapping_is_told(make, text, told):
    """With its place, in the table too."""
    make("lqa.csv", LQA)
    path = make("lqa.mapping.toml", text)
    with pytest.raises(TertiumError) as error:
        read_judgements(path)
    assert told in str(error.value)
