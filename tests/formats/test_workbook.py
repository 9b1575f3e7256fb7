"""Workbooks: what a cell holds, what a sheet is called, and the sheet that explains the others."""

from datetime import date, datetime, timedelta, timezone

import openpyxl
import pytest

from tertium.exceptions import BadInput
from tertium.formats.workbook import Worksheet, save_workbook, workbook_bytes


@pytest.fixture
def book(tmp_path):
    """Return how sheets look when they are read again."""

    def read(*sheets, about=()):
        path = tmp_path / "book.xlsx"
        save_workbook(path, sheets, about=about)
        return openpyxl.load_workbook(path)

    return read


def test_cells_keep_their_kinds(book):
    """A number is a number with its look, a time is in UTC, and a text is never a formula."""
    east = timezone(timedelta(hours=2))
    row = {
        "amount": 12.5,
        "done": True,
        "at": datetime(2030, 5, 1, 14, 0, tzinfo=east),
        "day": date(2030, 5, 1),
        "said": "=1+1",
        "open": float("nan"),
    }
    sheet = book(Worksheet("Payment", [row], kinds={"amount": "money"}))["Payment"]
    cells = dict(zip(row, sheet[2], strict=True))
    assert cells["amount"].value == 12.5
    assert cells["amount"].number_format == "#,##0.00"
    assert cells["done"].value is True
    assert cells["at"].value == datetime(2030, 5, 1, 12, 0)
    assert cells["day"].value == datetime(2030, 5, 1)
    assert cells["said"].data_type == "s"
    assert cells["open"].value is None


def test_columns_are_as_wide_as_what_they_hold(book):
    """Short columns are narrow, long texts are broken at a bound."""
    sheet = book(Worksheet("S", [{"id": 1, "text": "word " * 40, "name": "a" * 20}]))["S"]
    widths = [sheet.column_dimensions[column].width for column in "ABC"]
    assert 8 <= widths[0] < widths[2] < widths[1] <= 61
    assert sheet.freeze_panes == "A2"


def test_the_first_sheet_says_what_the_others_hold(book):
    """The read-me has the lines about all, every sheet with its rows, and columns' meanings."""
    found = book(
        Worksheet(
            "People", [{"a": 1}, {"a": 2}], note="One row each.", meanings={"a": "their age"}
        ),
        about=("Times are in UTC.",),
    )
    assert found.sheetnames == ["Read me", "People"]
    lines = list(found["Read me"].iter_rows(min_row=2, values_only=True))
    assert lines == [
        ("Times are in UTC.", None, None, None),
        ("One row each.", "People", None, 2),
        ("their age", "People", "a", None),
    ]


def test_every_sheet_has_a_name_that_a_workbook_takes(book):
    """Long, equal and forbidden names are changed, none is lost."""
    long = "How often the answers of two annotators are equal"
    names = book(*(Worksheet(name, []) for name in (long, long.upper(), "a/b?", "", "Read me")))
    assert len(set(names.sheetnames)) == 6
    assert all(len(name) <= 31 for name in names.sheetnames)
    assert "a b" in names.sheetnames


def test_many_rows_are_all_there(tmp_path):
    """More rows than are kept in memory are written as well."""
    (tmp_path / "b.xlsx").write_bytes(
        workbook_bytes([Worksheet("S", [{"n": n, "t": f"t{n}"} for n in range(20_500)])])
    )
    sheet = openpyxl.load_workbook(tmp_path / "b.xlsx", read_only=True)["S"]
    rows = list(sheet.iter_rows(min_row=2, values_only=True))
    assert len(rows) == 20_500
    assert rows[-1] == (20_499, "t20499")


def test_what_a_cell_cannot_hold_is_refused(tmp_path):
    """A text that is too long names its column and leaves no file."""
    with pytest.raises(BadInput, match=r"the said .* too long"):
        save_workbook(tmp_path / "b.xlsx", [Worksheet("S", [{"said": "x" * 40_000}])])
    assert not list(tmp_path.iterdir())


def test_a_workbook_without_rows_still_has_its_columns(book):
    """An empty payment list shows what would stand there."""
    sheet = book(Worksheet("Payment", [], ("annotator", "amount")))["Payment"]
    assert [cell.value for cell in sheet[1]] == ["annotator", "amount"]
