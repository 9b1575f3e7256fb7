"""Answers and decisions in the columns of a file: read back as layers of their own."""

import openpyxl
import pytest
from click.testing import CliRunner

from tertium.cli.errors import command
from tertium.exceptions import BadInput
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements

HEAD = "annotator,segment,system,side,start,end,category,severity,source,target"
SAID = "answer,reason,decision,decided_category,decided_severity"
LINES = (
    "r,1,A,target,0,3,accuracy,major,The cat,Die Hund,contest,no,struck,,",
    "r,1,A,target,4,8,accuracy,major,The cat,Die Hund,propose,mild,changed,,minor",
    "r,2,A,target,0,2,style,minor,Yes,Ja,accept,,,,",
    "r,3,A,,,,,,No,Nein,,,,,",
)
AFTER = [("Hund", "accuracy", "minor"), ("Ja", "style", "minor")]


def told(table):
    """Return the errors that stand, the answers, and how many outputs there are."""
    spans = table.spans(layers=("arbitrated",))
    found = list(zip(spans.quotes(), spans.category.values(), spans.severity.values(), strict=True))
    said = [(row["label"], row["comment"]) for row in table.rows() if row["layer"] == "rebuttal"]
    return found, said, len(spans.outputs)


@pytest.fixture
def csv(tmp_path):
    """Write a file with answers and decisions."""

    def write(*lines, said=SAID):
        file = tmp_path / "errors.csv"
        file.write_text("\n".join((f"{HEAD},{said}" if said else HEAD, *lines)) + "\n")
        return file

    return write


def test_a_file_with_answers_has_further_layers(csv):
    """Struck goes, changed changes, the rest stands; what was found stays as it was."""
    table = read_judgements(csv(*LINES))
    found, said, outputs = told(table)
    assert sorted(found) == AFTER
    assert sorted(said, key=str) == [("accept", None), ("contest", "no"), ("propose", "mild")]
    assert outputs == 3
    assert len(table.spans()) == 3


def test_a_scorecard_is_answered_in_its_own_sheet(csv, tmp_path):
    """Written, filled in by hand, read back: the same as the narrow file says."""
    plain = csv(*(line.rsplit(",", 5)[0] for line in LINES), said="")
    sheet = tmp_path / "card.xlsx"
    write_errors(read_judgements(plain), sheet, kind="xlsx")
    book = openpyxl.load_workbook(sheet)
    errors = book["Errors"]
    column = errors.max_column
    for place, name in enumerate(SAID.split(","), column + 1):
        errors.cell(1, place, name)
    for row, line in enumerate(LINES[:3], 2):
        for place, value in enumerate(line.split(",")[-5:], column + 1):
            errors.cell(row, place, value or None)
    book.save(sheet)
    found, said, outputs = told(read_judgements(sheet))
    assert (sorted(found), outputs, len(said)) == (AFTER, 3, 3)


def test_a_card_that_is_sent_out_has_room_for_answers(csv, tmp_path):
    """The workbook of `tertium errors --scorecard` has the columns, empty, and reads as before."""
    plain = csv(*(line.rsplit(",", 5)[0] for line in LINES), said="")
    card = tmp_path / "card.xlsx"
    asked = [str(plain), "--typology", "mqm-core", "--scorecard", str(card)]
    done = CliRunner().invoke(command, asked)
    assert done.exit_code == 0, done.output
    header = [cell.value for cell in openpyxl.load_workbook(card)["Errors"][1]]
    assert set(SAID.split(",")) <= set(header)
    assert told(read_judgements(card)) == ([], [], 0)


def test_without_a_word_there_is_no_further_layer(csv, tmp_path):
    """A scorecard that nobody has answered reads as it always did."""
    plain = csv(*(line.rsplit(",", 5)[0] for line in LINES), said="")
    sheet = tmp_path / "card.xlsx"
    write_errors(read_judgements(plain), sheet, kind="xlsx")
    assert told(read_judgements(sheet)) == ([], [], 0)
    assert told(read_judgements(plain)) == ([], [], 0)


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ("maybe,,,,", "maybe"),
        (",,gone,,", "gone"),
        (",,changed,,", "not to what"),
        (",,stands,,minor", "keeps its category"),
    ],
)
def test_what_is_said_by_halves_is_refused(csv, tmp_path, said, match):
    """The cell is named, in both kinds of file."""
    bad = LINES[0].rsplit(",", 5)[0]
    with pytest.raises(BadInput, match=match):
        read_judgements(csv(f"{bad},{said}"))
    sheet = tmp_path / "card.xlsx"
    write_errors(read_judgements(csv(bad, said="")), sheet, kind="xlsx")
    book = openpyxl.load_workbook(sheet)
    errors = book["Errors"]
    for place, (name, value) in enumerate(
        zip(SAID.split(","), said.split(","), strict=True), errors.max_column + 1
    ):
        errors.cell(1, place, name)
        errors.cell(2, place, value or None)
    book.save(sheet)
    with pytest.raises(BadInput, match=match) as told_of:
        read_judgements(sheet)
    assert "Errors!" in told_of.value.where
