"""Errors that Appraise marks: inclusive ends, omissions without a place, round trips."""

import json

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tests.formats.marked import made_readings, tabled


def row(marks):
    field = json.dumps(marks).replace('"', '""')
    return f'u,x,1,TGT,en,de,70,d,False,"{field}",9,10\n'


def mark(start, end, **more):
    return {"start_i": start, "end_i": end, "severity": "minor", "error_type": None} | more


def test_a_type_of_something_missing_is_kept(make, tmp_path):
    """Without a type it is an omission; with one the type stays."""
    typed = mark("missing", "missing", error_type=["Accuracy", "Omission"])
    table = read_judgements(make("a.csv", row([mark("missing", "missing"), typed, mark(3, 2)])))
    found = [(one["category"], one["start"], one["end"]) for one in table.rows()[1:]]
    assert found == [("omission", None, None), ("Accuracy/Omission", None, None), (None, 3, 3)]
    assert write_errors(table, tmp_path / "o.csv", kind="appraise").lost == ""
    assert read_judgements(tmp_path / "o.csv") == table


@pytest.mark.parametrize("name", ["ESA-IAA", "MQM-1"])
def test_published_exports_come_back(shared_data, tmp_path, name):
    """Scores, times, documents, marks, and the logins of a person, under a header of their own."""
    table = read_judgements(shared_data / "esa-wmt23-ende" / f"{name}.csv.gz")
    assert write_errors(table, tmp_path / "o.csv", kind="appraise").lost == ""
    again = read_judgements(tmp_path / "o.csv")
    assert again == table
    assert write_errors(again, tmp_path / "p.csv", kind="appraise").lost == ""
    assert (tmp_path / "p.csv").read_bytes() == (tmp_path / "o.csv").read_bytes()


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves(tmp_path, seed):
    """Sides, notes and places are kept; texts are not in this file, which is told."""
    given = made_readings(seed, breaks=True, score=True)
    written = write_errors(tabled(given), tmp_path / "o.csv", kind="appraise")
    assert "rows of aspect source (10), rows of aspect target (10)" in written.lost
    rows = [one for one in read_judgements(tmp_path / "o.csv").rows() if one["aspect"] == "error"]
    names = ("side", "start", "end", "category", "severity", "comment")
    assert [tuple(one[name] for name in names) for one in rows] == [
        tuple(getattr(one, name) for name in names) for reading in given for one in reading.marks
    ]


@pytest.mark.parametrize("wrong", [mark(5, 3), mark(-1, 3), mark("x", 3), mark("missing", 3)])
def test_a_mark_without_a_place_is_refused(make, wrong):
    """With the place of the field."""
    with pytest.raises(TertiumError, match="has no place") as caught:
        read_judgements(make("a.csv", row([mark(0, 1)]) + row([wrong])))
    assert caught.value.where == "a.csv:2:28"
