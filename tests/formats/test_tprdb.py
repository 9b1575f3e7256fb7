"""Tables of the TPR-DB: read, and refused with their place."""

import gzip
import math

import numpy as np
import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.tprdb import find_tables, read_tpr_table, read_tprdb

ST = ("Id", "STseg", "Study", "Session", "Task", "Text", "Part", "SToken", "STid", "TGroup",
      "TTid", "Dur", "Ins", "Del", "Pause1", "TrtS", "TrtT", "FixS", "FixT")  # fmt: skip
SG = ("STseg", "Session", "Text", "Part", "TokS", "TokT", "Dur", "Ins", "Del", "TD5000")


def word(number, token, source, group, target, *, part="P01", dur=900, seg=1, gaze=0, task="T"):
    """Return a row of st; texts stand in quotation marks as in the database."""
    typed = 5 if dur else 0
    return (number, seg, "demo", f"{part}_T1", task, "1", part, f'"{token}"', f'"{source}"',
            f'"{group}"', target, dur, typed, 0, 100, gaze, gaze, gaze // 100, 0)  # fmt: skip


def segment(part="P01", seg=1, *, words=3, dur=2000):
    """Return a row of sg."""
    return (seg, f"{part}_T1", "1", part, 3, words, dur, 12 if dur else 0, 0, 900)


FIRST = [
    word(1, "per", "1+2", "Prozent", 2),
    word(2, "cent", "1+2", "Prozent", 2),
    word(3, "go", "---", "---", "---"),
    word(4, "yes", "4", "Ja", 4, seg=2),
]
OTHER = [
    word(1, "per", "1", "pro", 1, part="P02", dur=0),
    word(2, "cent", "2", "Cent", 2, part="P02", dur=0),
    word(3, "go", "3", "geht", 3, part="P02", dur=0),
    word(4, "yes", "4", "ja", 4, part="P02", dur=0, seg=2),
]
SEGMENTS = [
    segment(), segment(seg=2, words=1),
    segment("P02", dur=0), segment("P02", seg=2, words=1, dur=0),
]  # fmt: skip


@pytest.fixture
def study(tmp_path):
    """Return a function that writes tables to a folder and returns it."""

    def write(st=(*FIRST, *OTHER), sg=SEGMENTS, *, header=ST, name="st.tsv"):
        for file, columns, rows in ((name, header, st), ("sg.tsv.gz", SG, sg)):
            if rows is not None:
                lines = ["\t".join(map(str, row)) for row in (columns, *rows)]
                content = ("\n".join(lines) + "\n").encode()
                packed = gzip.compress(content) if file.endswith(".gz") else content
                (tmp_path / file).write_bytes(packed)
        return tmp_path

    return write


def test_words_keep_renderings_order_and_measures(study):
    """Groups share their time; what nobody recorded is unknown, not zero."""
    found = read_tprdb(study())
    assert found.words == ("per", "cent", "go", "yes")
    assert found.segments == ("1.1", "1.2")
    assert found.translators == ("P01", "P02")
    by_row = {
        (found.words[w], found.translators[t]): row
        for row, (w, t) in enumerate(zip(found.word, found.translator, strict=True))
    }
    group, lone = by_row["per", "P01"], by_row["yes", "P01"]
    assert found.texts[found.rendering[group]] == "Prozent"
    assert found.measures["seconds"][group] == pytest.approx(0.45)
    assert found.measures["seconds"][lone] == pytest.approx(0.9)
    assert found.measures["keystrokes"][group] == 2.5
    assert found.source_words[group] == 2
    assert found.rendering[by_row["go", "P01"]] == 0
    assert math.isnan(found.measures["seconds"][by_row["per", "P02"]])
    assert np.isnan(found.measures["gaze_source"]).all()
    # Jumps go on over the whole text: from target word 2 to 4.
    assert found.jump[lone] == 2
    seconds = found.efforts.measures["seconds"]
    assert seconds[~np.isnan(seconds)].tolist() == [2.0, 2.0]
    assert found.efforts.measures["kdur"][0] == 0.9


def test_gaze_is_read_where_it_was_recorded(study):
    """Reading times are seconds; a word never looked at is zero once there is an eye tracker."""
    rows = [word(1, "per", "1", "pro", 1, gaze=700), word(2, "cent", "2", "Cent", 2)]
    found = read_tprdb(study(rows, None))
    assert found.measures["gaze_source"].tolist() == [0.7, 0.0]
    assert found.measures["fixations_source"].tolist() == [7, 0]


def test_older_names_of_gaze_are_known(study):
    """GazeS and GazeT are the reading times of earlier releases."""
    header = [{"TrtS": "GazeS", "TrtT": "GazeT"}.get(name, name) for name in ST]
    rows = [word(1, "per", "1", "pro", 1, gaze=700)]
    assert read_tprdb(study(rows, None, header=header)).measures["gaze_target"].tolist() == [0.7]


def test_tables_may_come_session_by_session(study, tmp_path):
    """One .st file a session is the same as one table."""
    whole = read_tprdb(study(sg=None))
    (tmp_path / "st.tsv").unlink()
    study(FIRST, None, name="P01_T1.st")
    study(OTHER, None, name="P02_T1.st")
    assert [file.name for file in find_tables(tmp_path)["st"]] == ["P01_T1.st", "P02_T1.st"]
    parted = read_tprdb(tmp_path)
    assert parted.words == whole.words
    np.testing.assert_array_equal(parted.rendering, whole.rendering)


def test_a_task_can_be_chosen(study):
    """Translation and post-editing are not mixed unless one wants to."""
    both = [*FIRST, word(1, "per", "1", "x", 1, part="P09", task="P")]
    folder = study(both, None)
    assert read_tprdb(folder, task="P").translators == ("P09",)
    with pytest.raises(NotFound, match=r"no task named 'R'.*P, T"):
        read_tprdb(folder, task="R")


def changed(row, **values):
    """Return a row of st with some fields changed."""
    return tuple(values.get(name, old) for name, old in zip(ST, row, strict=True))


@pytest.mark.parametrize(
    ("st", "sg", "place", "told"),
    [
        ([changed(FIRST[0], TTid="9"), *FIRST[1:]], SEGMENTS[:2], "st.tsv:2",
         "points to target word 9, but the translation has 4 words"),
        ([changed(FIRST[0], TTid="0"), *FIRST[1:]], SEGMENTS[:2], "st.tsv:2", "target word 0"),
        ([changed(FIRST[0], STid="1+8"), *FIRST[1:]], None, "st.tsv:2",
         "points to source word 8, which is not in the session"),
        ([changed(FIRST[0], STid="2"), *FIRST[1:]], None, "st.tsv:2",
         "the alignment group 2 does not hold source word 1 itself"),
        ([changed(FIRST[0], TTid="a+b"), *FIRST[1:]], None, "st.tsv:2",
         "'a\\+b' is not a group of word ids"),
        ([changed(FIRST[0], Dur="long"), *FIRST[1:]], None, "st.tsv:2",
         "column 'Dur' has 'long', which is not a number"),
        (FIRST, SEGMENTS, "sg.tsv.gz:4", "session 'P02_T1' is missing from the table of source"),
        (FIRST, [segment(words=4)], "st.tsv:5",
         "segment 2 of session 'P01_T1' is not in the table"),
        ([*FIRST, changed(OTHER[0], SToken='"par"'), *OTHER[1:]], None, "st.tsv:6",
         "the source of segment '1.1' has other words here than above"),
        ([FIRST[0][:-1]], None, "st.tsv:2", "this row has 18 fields, the header has 19"),
    ],
)  # fmt: skip
def test_broken_tables_are_told_with_their_place(study, st, sg, place, told):
    """One clear sentence with file and line."""
    with pytest.raises(BadInput, match=told) as caught:
        read_tprdb(study(st, sg))
    assert f"{place}: " in str(caught.value)


def test_a_missing_column_is_named(study):
    """The nearest name is suggested."""
    header = [name if name != "TGroup" else "TGrp" for name in ST]
    with pytest.raises(NotFound, match=r"no column named 'TGroup'\. Did you mean 'TGrp'") as caught:
        read_tprdb(study(header=header))
    assert "st.tsv:1: " in str(caught.value)


def test_a_folder_without_source_words_is_refused(study):
    """Segments alone have no renderings."""
    folder = study()
    (folder / "st.tsv").unlink()
    with pytest.raises(BadInput, match="there is no table of source words"):
        read_tprdb(folder)


def test_sessions_of_different_releases_are_not_mixed(study, tmp_path):
    """All tables must have the same columns."""
    study(FIRST, None, name="P01_T1.st")
    study([(*row, 0) for row in OTHER], None, name="P02_T1.st", header=(*ST, "HTra"))
    with pytest.raises(BadInput, match="the columns are not those of the other tables"):
        read_tpr_table(find_tables(tmp_path)["st"], "st")
