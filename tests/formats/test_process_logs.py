"""Logs of translators at work: TPR-DB, Translog-II, PosEdiOn."""

import sqlite3

import pytest

from tertium.exceptions import BadInput
from tertium.formats.folders import read_folder
from tertium.formats.judgements import read_judgements
from tests.formats.test_originals import counted

SEGMENTS = "tpr-db-lecontra/data/tables/P01_T02.sg"


def values(table, aspect):
    return [row["value"] for row in table.rows() if row["aspect"] == aspect]


def test_a_session_of_the_tpr_db_is_counted(read):
    """Six segments; keys as the table of segments has them; words of the tables beside it."""
    table = read(SEGMENTS)
    assert len(values(table, "seconds")) == 6
    assert (sum(values(table, "inserted")), sum(values(table, "deleted"))) == (838, 98)
    assert sum(values(table, "keystrokes")) == 936
    words = [row["text"].split() for row in table.rows() if row["aspect"] in ("source", "edited")]
    assert (sum(map(len, words[1::2])), sum(map(len, words[::2]))) == (122, 127)
    assert {(row["annotator"], row["condition"], row["document"]) for row in table.rows()} == {
        ("P01", "scratch", "02")
    }


def test_a_study_of_the_tpr_db_is_one_table(originals, shared_data):
    """As a folder of sessions, or with its tables whole; what was not logged is not zero."""
    assert len(read_folder(originals / "tpr-db-lecontra").rows()) == 54
    table = read_folder(shared_data / "lecontra")
    assert counted([r for r in table.rows() if r["aspect"] == "edited"], "annotator") == {
        "P01": 253, "P02": 243, "P03": 253, "P04": 253,
    }  # fmt: skip
    seconds = [row for row in table.rows() if row["aspect"] == "seconds"]
    assert set(counted(seconds, "annotator")) == {"P01", "P02", "P03"}  # P04 are references


TRANSLOG = """<?xml version="1.0" encoding="utf-8"?>
<LogFile><Project><Languages source="en" target="de" task="post-editing" />
<Interface><Standard><Settings><SourceTextUTF8>Good day</SourceTextUTF8>
<TargetTextUTF8>{mt}</TargetTextUTF8></Settings></Standard></Interface></Project>
<Events><System Time="0" Value="START" />
<Key Time="1500" Cursor="0" Type="navi" Value="[Right]" />
<Key Time="2000" Cursor="3" Type="delete" Value="[Back]" Text="e" />
<Key Time="2600" Cursor="3" Type="insert" Value="e" />
<Key Time="2700" Cursor="4" Type="insert" Value="r" />
<System Time="4000" Value="STOP" /></Events>
<FinalTextUTF8>Guter Tag</FinalTextUTF8></LogFile>
"""


@pytest.mark.parametrize(("mt", "system"), [("Gute Tag", "MT"), ("", "scratch")])
def test_a_log_of_translog_is_one_edit(make, mt, system):
    """Time to the end, keys by what they did, the text before and after."""
    rows = read_judgements(make("P07_T3.xml", TRANSLOG.format(mt=mt))).rows()
    said = {row["aspect"]: row["text"] if row["value"] is None else row["value"] for row in rows}
    assert said == {
        "edited": "Guter Tag", "source": "Good day", "mt": mt, "seconds": 4.0,
        "keystrokes": 4, "erasing": 1, "navigation": 1, "inserted": 2, "deleted": 1,
        "first_key": 1.5, "last_key": 1.3,
    }  # fmt: skip
    assert {(row["annotator"], row["segment"], row["system"]) for row in rows} == {
        ("P07", "T3", system)
    }


def test_a_broken_log_is_told(make):
    """What is missing, or the line of the time."""
    with pytest.raises(BadInput, match=r"P1\.xml:6: 'soon' is not a time"):
        read_judgements(make("P1.xml", TRANSLOG.format(mt="").replace('"1500"', '"soon"')))
    with pytest.raises(BadInput, match="no final text"):
        read_judgements(make("P1.xml", TRANSLOG.format(mt="").replace("Guter Tag", "")))


def project(path, *, time="2021-04-19 17:21:55.000000"):
    """Make a project of PosEdiOn with two segments, one of them worked on."""
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE segments (segment_id, slsegment, rawMT, postEd, status)")
    database.execute(
        "CREATE TABLE actions (action_id, action_type, segment_id, time, key, position, len, mode)"
    )
    database.executemany(
        "INSERT INTO segments VALUES (?, ?, ?, ?, ?)",
        [(1, "Good day", "Gute Tag", "Guter Tag", "done"), (2, "Bye", "Tschüss", None, "todo")],
    )
    actions = [
        ("START", time, None), ("K", time, "Key.letter.r"), ("K", time, "Key.8.Backspace"),
        ("C", time, "Command.CtrlV"), ("PAUSE", "2021-04-19 17:22:00.500000", None),
        ("RESTART", "2021-04-19 18:00:00.000000", None),
        ("EXIT", "2021-04-19 18:00:02.000000", None),
    ]  # fmt: skip
    database.executemany(
        "INSERT INTO actions VALUES (?, ?, 1, ?, ?, 0, 0, 'Insert')",
        [(at, *action) for at, action in enumerate(actions)],
    )
    database.commit()
    database.close()


def test_a_project_of_posedion_is_read(tmp_path):
    """Pauses do not count; segments that nobody entered are left out."""
    path = tmp_path / "ann.sqlite"
    project(path)
    rows = read_judgements(path).rows()
    said = {row["aspect"]: row["text"] if row["value"] is None else row["value"] for row in rows}
    assert said == {
        "edited": "Guter Tag", "source": "Good day", "mt": "Gute Tag", "seconds": 7.5,
        "keystrokes": 2, "letters": 1, "erasing": 1, "commands": 1,
    }  # fmt: skip
    assert {row["annotator"] for row in rows} == {"ann"}


def test_a_damaged_project_is_told(tmp_path):
    """A database that is cut off; a time that is none."""
    path = tmp_path / "ann.sqlite"
    project(path, time="soon")
    with pytest.raises(BadInput, match="'soon' in action 1 is not a time"):
        read_judgements(path)
    path.write_bytes(path.read_bytes()[:5_000])
    with pytest.raises(BadInput, match="the database cannot be read"):
        read_judgements(path)
