"""Scorecards in XLSX: round trips, and what is refused after somebody changed them."""

import openpyxl
import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tertium.formats.readings import Mark, Reading, tabled
from tests.formats.marked import made_table

ABOUT = {"judgement": "j", "annotator": "a", "segment": "s", "system": "x"}


def card(tmp_path, *marks):
    path = tmp_path / "o.xlsx"
    table = tabled([Reading(ABOUT, marks, 70.0, "Hello", "=Hallo du")])
    assert write_errors(table, path, kind="xlsx").lost == ""
    return path, table


def test_a_formula_stays_a_text(tmp_path):
    """Nothing that somebody wrote is computed; points and notes are kept."""
    mark = Mark("target", 0, 6, "c", "minor", "=Hallo", "=1+1", -1.5)
    path, table = card(tmp_path, mark)
    assert read_judgements(path) == table
    assert openpyxl.load_workbook(path)["Summary"]["C2"].value == 1


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves_whatever_the_text(tmp_path, seed):
    """Also with tabs, line breaks and blanks at the ends."""
    table = made_table(seed, breaks=True, score=True)
    assert write_errors(table, tmp_path / "o.xlsx", kind="xlsx").lost == ""
    assert read_judgements(tmp_path / "o.xlsx") == table


@pytest.mark.parametrize("text", ["a_x0041_", "a\x01", "a\r", "x" * 40_000])
def test_what_a_spreadsheet_cannot_hold_is_refused(tmp_path, text):
    """Nothing is replaced silently, and no file is left."""
    table = tabled([Reading(ABOUT, (), None, "Hello", text)])
    with pytest.raises(TertiumError, match="the target"):
        write_errors(table, tmp_path / "o.xlsx", kind="xlsx")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("cell", "value", "what"),
    [
        ("G2", 99, "ends at 99, the text has 9"),
        ("F2", 8, "before it starts"),
        ("F2", -1, "not a place"),
        ("F2", None, "both start and end"),
        ("J2", "other", "is not what the text says"),
        ("E2", "left", "not a known side"),
        ("A2", 7, "no output '7'"),
        ("F1", "begin", "no column 'start'"),
    ],
)
def test_a_changed_cell_is_told_with_its_place(tmp_path, cell, value, what):
    """Sheet and cell; nothing is half read."""
    path, _ = card(tmp_path, Mark("target", 1, 6, "c", "minor", "Hallo"))
    book = openpyxl.load_workbook(path)
    book["Errors"][cell].value = value
    book.save(path)
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where.startswith(f"{path}: Errors!")


def test_another_spreadsheet_is_told(make):
    """Not XLSX at all, or without our sheets."""
    with pytest.raises(TertiumError, match="damaged"):
        read_judgements(make("a.xlsx", "no"))
