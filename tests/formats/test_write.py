"""Writing judgements, and reading them back."""

import datetime
import errno
import gzip
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput, NotFound
from tertium.formats.files import replacing
from tertium.formats.judgements import read_judgements
from tertium.formats.write import write_judgements
from tertium.protocols.preferences import ANSWERS
from tertium.table import COLUMNS, JudgementTable

# What a text field may hold: anything but NUL, half surrogates and bare carriage returns
# (a carriage return alone is read as a line end, as spreadsheets write it).
ANYTHING = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), min_size=1, max_size=20
)
# Names are read without surrounding blanks.
NAMES = ANYTHING.map(lambda text: text.strip(" \t\u00a0")).filter(bool)


@st.composite
def tables(draw, *, text=ANYTHING, name=NAMES):
    """Tables of A/B answers, with passes and comments, without repeated judgements."""
    keys = draw(
        st.lists(
            st.tuples(name, name, st.sampled_from(["", "a", "b"])),
            min_size=1,
            max_size=6,
            unique=True,
        )
    )
    systems = draw(st.lists(name, min_size=2, max_size=2, unique=True))
    rows = []
    for number, (annotator, segment, pass_) in enumerate(keys):
        answer = draw(st.sampled_from(list(ANSWERS)))
        left, right = draw(st.permutations(systems))
        rows.append(
            {
                "judgement": f"j-{number}",
                "annotator": annotator,
                "segment": segment,
                "pass": pass_ or None,
                "system": left,
                "versus": right,
                "slot": 1,
                "aspect": "preference",
                "label": answer,
                "value": ANSWERS[answer],
                "comment": draw(st.none() | text),
                "seconds": draw(st.none() | st.floats(0, 1e6)),
                "order": draw(st.none() | st.integers(0, 10**6)),
                "submitted_at": draw(
                    st.none()
                    | st.datetimes(datetime.datetime(2000, 1, 1), datetime.datetime(2100, 1, 1))
                ),
            }
        )
    return JudgementTable.from_rows(rows)


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.jsonl", "t.jsonl.gz", "t.parquet"])
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(table=tables())
def test_the_long_table_survives_a_round_trip(tmp_path, name, table):
    """Whatever the names and comments, what is written is read back equal."""
    path = tmp_path / name
    write_judgements(table, path)
    assert read_judgements(path).rows() == table.rows()


PLAIN = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(table=tables(text=PLAIN, name=PLAIN))
def test_tsv_survives_a_round_trip(tmp_path, table):
    """Without tabs and line breaks TSV holds everything, quotation marks included."""
    path = tmp_path / "t.tsv"
    write_judgements(table, path)
    assert read_judgements(path).rows() == table.rows()


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(table=tables())
def test_the_narrow_file_survives_a_round_trip(tmp_path, table):
    """The narrow file keeps who said what about which two systems, and when."""
    path = tmp_path / "t.csv"
    write_judgements(table, path, shape="comparisons")
    assert path.read_text(encoding="utf-8").startswith("annotator,segment,left,right,answer")
    kept = [name for name in COLUMNS if name != "judgement"]
    again = [[row[name] for name in kept] for row in read_judgements(path).rows()]
    assert again == [[row[name] for name in kept] for row in table.rows()]


def test_a_preference_seen_from_the_right_is_turned_round(tmp_path):
    """A row whose system stood right is written with that system right."""
    table = JudgementTable.from_rows(
        [
            {
                "annotator": "a",
                "segment": "1",
                "aspect": "preference",
                "system": "new",
                "versus": "old",
                "slot": 2,
                "label": "left",
                "value": -1.0,
            }
        ]
    )
    write_judgements(table, tmp_path / "t.csv", shape="comparisons")
    assert (tmp_path / "t.csv").read_text(encoding="utf-8") == (
        "annotator,segment,left,right,answer\na,1,old,new,left\n"
    )


def scored():
    return JudgementTable.from_columns(
        {"annotator": ["a"], "segment": ["1"], "aspect": ["overall"], "value": [7.0],
         "comment": ["two\nlines"]}
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "shape", "kind", "what"),
    [
        ("t.ods", "long", NotFound, "no table format named '.ods'"),
        ("t.parquet.gz", "long", NotFound, "no table format named '.parquet.gz'"),
        ("t.tsv", "long", BadInput, "column 'comment' holds a tab or a line break"),
        ("t.csv", "comparisons", BadInput, "a row of aspect 'overall' with label None is not"),
        ("nowhere/t.csv", "long", NotFound, "no folder"),
    ],
)
def test_what_cannot_be_written_leaves_no_file(tmp_path, name, shape, kind, what):
    """The reason is told, and nothing half-written is left behind."""
    with pytest.raises(kind, match=what):
        write_judgements(scored(), tmp_path / name, shape=shape)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_keeps_the_old_file(tmp_path):
    """A file that exists is replaced in one step or not at all."""
    path = tmp_path / "t.tsv"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(BadInput):
        write_judgements(scored(), path)
    assert path.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl.gz", "t.parquet"])
def test_a_place_that_takes_no_files_is_told(name):
    """Whether the disk is full or nobody may write there: one sentence, no traceback."""
    with pytest.raises(BadInput, match="cannot be written") as told:
        write_judgements(scored(), Path("/proc") / name)
    assert told.value.where == f"/proc/{name}"


def test_a_disk_that_fills_up_leaves_nothing(tmp_path):
    """What was written so far is removed, and the reason told."""

    def write():
        with replacing(tmp_path / "t.csv") as beside:
            beside.write_text("half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(BadInput, match="no space left on device"):
        write()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.tsv"])
@pytest.mark.parametrize("comment", ["=1+1", "+a", "-a", "@a", "'=1+1", "''-", "'quoted'"])
def test_no_spreadsheet_computes_what_was_written(tmp_path, name, comment):
    """A formula is guarded by an apostrophe in the file, and read back as it was written."""
    table = JudgementTable.from_columns(
        {"annotator": ["a"], "segment": ["-1"], "aspect": ["overall"], "value": [-7.0],
         "comment": [comment]}
    )  # fmt: skip
    write_judgements(table, tmp_path / name)
    opened = gzip.open if name.endswith(".gz") else open
    with opened(tmp_path / name, "rt", encoding="utf-8") as file:
        cells = file.read().splitlines()[1].split("\t" if name == "t.tsv" else ",")
    assert "-7.0" in cells
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@") and cell != "-7.0"]
    again = read_judgements(tmp_path / name)
    assert again.distinct("comment") == table.distinct("comment")
    assert again.distinct("segment") == table.distinct("segment")
