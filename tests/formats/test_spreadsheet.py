"""Workbooks as they come from people: formulas, merged cells, several sheets, dates."""

import io
import zipfile
from datetime import date, datetime

import openpyxl
import pytest
import xlsxwriter

from tertium.exceptions import BadInput, NotFound, OpenQuestion
from tertium.formats import spreadsheet
from tertium.formats.campaign import read_campaign
from tertium.formats.given import GivenFile
from tertium.formats.judgements import read_judgements
from tertium.formats.new import new_campaign
from tertium.formats.recognise import read_texts
from tertium.formats.write import write_judgements

HEADER = ("source", "old", "new")


@pytest.fixture
def saved(tmp_path):
    """Return a function that saves rows, after something was done to the sheet."""

    def save(rows, change=lambda book: None, name="texts.xlsx"):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        change(book)
        book.save(tmp_path / name)
        return tmp_path / name

    return save


def rows_of(path, **said):
    """Return source and outputs as they are read."""
    return [
        (one.source, *one.outputs.values()) for one in read_texts(GivenFile(path, **said)).entries
    ]


def test_cells_become_the_texts_that_people_see(saved):
    """Whole numbers without a point, days without a time, line breaks as they are."""
    row = ("Line\nbreak", 3.0, datetime(2030, 5, 1))
    path = saved([HEADER, row, ("x", 2.5, date(2030, 5, 2)), ("y", True, datetime(2030, 5, 1, 9))])
    assert rows_of(path) == [
        ("Line\nbreak", "3", "2030-05-01"),
        ("x", "2.5", "2030-05-02"),
        ("y", "TRUE", "2030-05-01 09:00:00"),
    ]


def test_empty_rows_and_columns_are_no_segments(saved):
    """Rows that were only formatted, gaps and rows above the header count for nothing."""

    def format_below(book):
        for row in range(5, 400):
            book.active.cell(row, 2).font = openpyxl.styles.Font(bold=True)

    path = saved([(None,) * 3, HEADER, ("a", "A", "B"), (None,) * 3, ("b", "C", "")], format_below)
    assert rows_of(path) == [("a", "A", "B"), ("b", "C", "")]
    assert [entry.line for entry in read_texts(path).entries] == [3, 5]


def test_a_formula_gives_its_saved_result(tmp_path):
    """What the spreadsheet computed is the text."""
    path = tmp_path / "texts.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, HEADER)
        sheet.write_row(1, 0, ("a", "A"))
        sheet.write_formula(1, 2, '=B2&"!"', value="A!")
    assert rows_of(path) == [("a", "A", "A!")]


def test_a_formula_without_a_result_is_told_with_its_cell(saved):
    """A file written by a program has none; an empty text would be a lie."""
    path = saved([HEADER, ("a", "A", "B"), ("b", "C", '=B3&"!"')])
    with pytest.raises(BadInput, match=r"texts.xlsx: Sheet, C3: the cell holds a formula whose"):
        rows_of(path)


def test_the_error_of_a_formula_is_told(saved):
    """#REF! is no translation."""
    path = saved([HEADER, ("a", "A", "#REF!")])
    with pytest.raises(BadInput, match="C2: the cell holds the error #REF!"):
        rows_of(path)


def test_cells_merged_downwards_hold_the_same(saved):
    """A document that stands once beside its sentences is that of all of them."""
    rows = [
        ("document", *HEADER),
        ("d1", "a", "A", "B"),
        (None, "b", "C", "D"),
        ("d2", "c", "E", "F"),
    ]
    path = saved(rows, lambda book: book.active.merge_cells("A2:A3"))
    assert [entry.document for entry in read_texts(path).entries] == ["d1", "d1", "d2"]


def test_cells_merged_across_columns_are_refused(saved):
    """Nobody can say which column they belong to."""
    path = saved(
        [HEADER, ("a", "A", "B"), ("Chapter", None, None)],
        lambda book: book.active.merge_cells("A3:C3"),
    )
    with pytest.raises(BadInput, match="A3:C3: these cells are merged across columns"):
        rows_of(path)


def test_hidden_rows_and_columns_are_left_out_and_told(saved):
    """What its owner does not see is not judged, and they learn about it."""

    def hide(book):
        book.active.column_dimensions["C"].hidden = True
        book.active.row_dimensions[3].hidden = True

    path = saved([(*HEADER, "best"), ("a", "A", "B", "C"), ("b", "D", "E", "F")], hide)
    assert rows_of(path) == [("a", "A", "C")]
    assert read_texts(path).notes == (
        "Sheet 'Sheet': hidden column left out: new.",
        "Sheet 'Sheet': 1 hidden row left out.",
    )


def test_a_column_without_a_name_is_left_out_and_told(saved):
    """A remark beside the table is no system."""
    path = saved([HEADER, ("a", "A", "B", "look here")])
    assert rows_of(path) == [("a", "A", "B")]
    assert "D" in read_texts(path).notes[0]


def test_a_column_in_which_nothing_stands_is_left_out_and_told(saved):
    """A heading alone makes no system."""
    path = saved([(*HEADER, "Remarks"), ("a", "A", "B", None), ("b", "C", "D", None)])
    assert rows_of(path) == [("a", "A", "B"), ("b", "C", "D")]
    assert read_texts(path).notes == (
        "Sheet 'Sheet': left out, because nothing stands in it: Remarks.",
    )


def two_sheets(first, second):
    """Return what adds a second sheet."""

    def change(book):
        book.active.title = first
        sheet = book.create_sheet(second)
        for row in (("English", "old", "new"), ("z", "Y", "X")):
            sheet.append(row)

    return change


def test_of_several_sheets_the_one_with_a_source_is_meant(saved):
    """Notes beside the texts do no harm."""
    assert rows_of(saved([HEADER, ("a", "A", "B")], two_sheets("Texts", "Other"))) == [
        ("a", "A", "B")
    ]


def test_which_of_several_sheets_is_asked(saved):
    """Nothing is guessed; the answer is one of their names."""
    path = saved([("Deutsch", "old"), ("a", "A")], two_sheets("One", "Two"))
    with pytest.raises(OpenQuestion, match=r"several sheets \(One, Two\)") as asked:
        rows_of(path)
    assert (asked.value.asks, asked.value.choices) == ("sheet", ("One", "Two"))
    found = read_texts(GivenFile(path, sheet="Two"), source_column="English")
    assert [entry.source for entry in found.entries] == ["z"]
    with pytest.raises(NotFound, match=r"no sheet named 'Tow'. Did you mean 'Two'"):
        rows_of(path, sheet="Tow")


def test_hidden_sheets_are_not_asked_about(saved):
    """Lists behind drop-down fields often lie there."""

    def hide(book):
        two_sheets("One", "Two")(book)
        book["Two"].sheet_state = "hidden"

    assert rows_of(saved([HEADER, ("a", "A", "B")], hide)) == [("a", "A", "B")]


def test_which_column_is_the_source_is_asked(saved):
    """Its name may be anything."""
    path = saved([("English", "old", "new"), ("a", "A", "B")])
    with pytest.raises(OpenQuestion, match="no column 'source'") as asked:
        rows_of(path)
    assert (asked.value.asks, asked.value.choices) == ("source_column", ("English", "old", "new"))


def test_names_that_people_use_are_understood(saved):
    """Capitals and an ID do not make a system."""
    path = saved([("ID", "Source", "old", "new"), (7, "a", "A", "B")])
    (entry,) = read_texts(path).entries
    assert (entry.segment, entry.source, list(entry.outputs)) == ("7", "a", ["old", "new"])


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04 no", b"plain text", b"\xd0\xcf\x11\xe0 old or locked"]
)
def test_what_is_no_workbook_is_told(tmp_path, content):
    """Damaged, renamed, or locked: one sentence."""
    (tmp_path / "t.xlsx").write_bytes(content)
    with pytest.raises(BadInput, match="no workbook, or it is damaged or locked"):
        rows_of(tmp_path / "t.xlsx")


def test_a_workbook_that_unpacks_to_too_much_is_refused(saved, monkeypatch):
    """It is an archive, and archives can be bombs."""
    monkeypatch.setattr(spreadsheet, "MOST_UNPACKED", 1_000)
    with pytest.raises(BadInput, match="the workbook unpacks to"):
        rows_of(saved([HEADER, ("a", "A", "B")]))


def test_an_archive_that_is_no_workbook_is_told(tmp_path):
    """A zip with another ending."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("a.txt", "x")
    (tmp_path / "t.xlsx").write_bytes(out.getvalue())
    with pytest.raises(BadInput, match="no workbook"):
        rows_of(tmp_path / "t.xlsx")


def test_an_empty_workbook_is_told(saved):
    """There is nothing to judge."""
    with pytest.raises(BadInput, match="the workbook is empty"):
        rows_of(saved([]))


def test_a_campaign_is_made_from_a_workbook(saved, tmp_path):
    """Sheet, source column and chosen systems stand in its file, and it is read again."""
    sentence = "The train number {} leaves the station today."
    rows = [("English", "old", "new", "Remarks")]
    rows += [(sentence.format(k), f"Zug {k}", f"Der Zug {k}", "seen") for k in range(20)]
    path = saved(rows, two_sheets("Texts", "More"))
    told = []
    new_campaign(
        path.parent,
        source_language="en",
        target_language="de",
        sheet="Texts",
        source_column="English",
        systems=("old", "new"),
        note=told.append,
    )
    campaign = read_campaign(tmp_path)
    assert [system.name for system in campaign.systems] == ["old", "new"]
    assert len(campaign.segments) == 20
    assert campaign.segments[0].id == "en-de.2"
    assert told == []


def test_a_place_in_a_workbook_is_a_cell(saved, tmp_path):
    """The row is that of the sheet, also behind cells of several lines."""
    header = ("annotator", "segment", "left", "right", "answer")
    path = saved([header, ("ann\nx", "1", "a", "b", "left"), ("ann", "2", "a", "b", "perhaps")])
    with pytest.raises(BadInput, match=r"texts.xlsx: Sheet, E3"):
        read_judgements(path)


def test_judgements_go_into_a_workbook_and_come_back(tmp_path):
    """The table is the same, its read-me is no table."""
    plain = tmp_path / "j.csv"
    plain.write_text(
        "annotator,segment,left,right,answer\nx,1,a,b,left\ny,1,b,a,=1+1 no\n".replace(
            "=1+1 no", "right"
        )
    )
    table = read_judgements(plain)
    write_judgements(table, tmp_path / "t.xlsx")
    assert list(read_judgements(tmp_path / "t.xlsx").rows()) == list(table.rows())
    assert openpyxl.load_workbook(tmp_path / "t.xlsx").sheetnames == ["Read me", "Judgements"]
