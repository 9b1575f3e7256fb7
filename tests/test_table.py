"""The one table and its views."""

import re
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium import table as module
from tertium.exceptions import NotFound
from tertium.memory_database import scratch
from tertium.model import Assignment, Campaign, Judgement, Observation, Segment
from tertium.table import COLUMNS, Codes, JudgementTable
from tertium.table_rows import table_row

ROW = {
    "annotator": "ann-1",
    "segment": "s-1",
    "system": "x",
    "versus": "y",
    "aspect": "preference",
    "value": 1.0,
    "label": "left",
}

texts = st.one_of(st.none(), st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
rows = st.lists(
    st.fixed_dictionaries(
        {
            "annotator": texts,
            "segment": texts,
            "comment": texts,
            "aspect": st.just("preference"),
            "value": st.one_of(st.none(), st.sampled_from([-1.0, 0.0, 1.0])),
            "order": st.one_of(st.none(), st.integers(0, 10**9)),
        }
    ).map(lambda row: {k: None if v == "\x00" else v for k, v in row.items()}),
    max_size=20,
)


def test_tables_share_one_database_and_leave_nothing_in_it():
    """Only temporary tables end with the table they belong to."""
    one, two = scratch(), scratch()
    one.execute("CREATE TEMP TABLE raw AS SELECT 1 AS x")
    two.execute("CREATE TEMP TABLE raw AS SELECT 2 AS x")
    assert one.execute("FROM raw").fetchall() == [(1,)]
    lasting = re.compile(r"CREATE (OR REPLACE )?(TABLE|VIEW)")
    source = Path(module.__file__).parent
    files = [path for path in source.rglob("*.py") if "migrations" not in path.parts]
    found = [path for path in files if lasting.search(path.read_text("utf-8"))]
    assert [path.name for path in found if "sqlite3" not in path.read_text("utf-8")] == []


def test_missing_columns_are_null_and_have_defaults():
    """A row that leaves columns out is real, observed, and null elsewhere."""
    (row,) = JudgementTable.from_rows([ROW]).rows()
    assert list(row) == list(COLUMNS)
    assert (row["role"], row["layer"], row["domain"]) == ("real", "observed", None)


@given(rows)
def test_rows_come_back_as_they_went_in(given_rows):
    """Any text, number or null survives the table unchanged."""
    table = JudgementTable.from_rows(given_rows)
    found = [{name: row[name] for name in ROWS} for row in table.rows()]
    assert found == [{name: row[name] for name in ROWS} for row in given_rows]


ROWS = ("annotator", "segment", "comment", "aspect", "value", "order")


@pytest.mark.parametrize("few", [0, 1_000], ids=["coded by the database", "read and coded"])
@given(given_rows=rows)
def test_codes_name_the_same_values_as_the_rows(few, given_rows):
    """A view in time is the rows, in their order, with names as integers, however many."""
    with patch.object(module, "_FEW", few):
        view = JudgementTable.from_rows(given_rows).in_time().comparisons()
    assert view.annotator.values() == [row["annotator"] or "" for row in given_rows]
    assert list(view.annotator.names) == sorted(
        {r["annotator"] for r in given_rows if r["annotator"]}
    )
    values = [np.nan if row["value"] is None else row["value"] for row in given_rows]
    np.testing.assert_array_equal(view.value, values)


def test_inferred_and_control_rows_are_no_evidence():
    """What was inferred, and what was only a check, never enters a view of preferences."""
    table = JudgementTable.from_rows(
        [ROW, ROW | {"layer": "inferred"}, ROW | {"role": "tutorial"}, ROW | {"aspect": "seconds"}]
    )
    assert len(table) == 4
    assert len(table.comparisons()) == 1


def test_views_select_their_aspect():
    """Scores, spans, edits and outcomes each see their own rows."""
    table = JudgementTable.from_rows(
        [
            {"aspect": "overall", "value": 71.0, "system": "x"},
            {"aspect": "fluency", "value": 4.0, "system": "x"},
            {"aspect": "error", "value": -5.0, "start": 3, "end": 7, "severity": "major"},
            {"aspect": "edited", "text": "edited text", "seconds": 12.5},
            {"aspect": "passed", "value": 1.0, "unit": "q1", "condition": "mt"},
        ]
    )
    assert table.scores().value.tolist() == [71.0]
    assert table.scores("fluency").value.tolist() == [4.0]
    assert table.spans().end.tolist() == [7.0]
    assert table.edits().edited.tolist() == ["edited text"]
    assert table.outcomes().condition.names == ("mt",)


def test_select_keeps_equal_rows_and_shuffled_keeps_all():
    """A filter keeps what it names; another order keeps everything."""
    table = JudgementTable.from_rows([ROW | {"annotator": f"a{k}"} for k in range(20)])
    assert len(table.select(annotator=["a3", "a5"])) == 2
    shuffled = table.shuffled(3)
    assert shuffled != table
    assert sorted(r["annotator"] for r in shuffled.rows()) == sorted(
        r["annotator"] for r in table.rows()
    )


def test_an_unknown_column_is_refused_with_its_neighbour():
    """A mistyped column does not vanish silently."""
    with pytest.raises(NotFound, match="Did you mean 'annotator'"):
        JudgementTable.from_rows([{"anotator": "x"}])


def test_an_empty_table_has_empty_views():
    """No rows are a table too."""
    assert len(JudgementTable.from_rows([]).comparisons()) == 0


def test_codes_of_plain_names():
    """Names are sorted; none is −1."""
    codes = Codes.of(["b", None, "a", ""])
    assert codes.names == ("a", "b")
    assert codes.codes.tolist() == [1, -1, 0, -1]
    with pytest.raises(NotFound, match="no system named 'c'"):
        codes.code("c", kind="system")


@pytest.mark.parametrize("ending", ["csv", "parquet", "jsonl"])
def test_a_table_is_written_whole(tmp_path, ending):
    """Every column reaches the file, by the file's ending."""
    path = tmp_path / f"table.{ending}"
    JudgementTable.from_rows([ROW]).write(path)
    assert path.stat().st_size > 0
    with pytest.raises(NotFound, match="no table format"):
        JudgementTable.from_rows([ROW]).write(tmp_path / "table.docx")


def test_a_row_says_who_when_and_what():
    """An observation is completed by its judgement, assignment, segment and campaign."""
    segment = Segment("s-1", "Source", "doc", 1, "news", "en", "de")
    campaign = Campaign("c", "t", "ab@1", {}, 1, (), (segment,), {})
    assignment = Assignment("x", "ann-1", "s-1", ("n", "o"), 2, 5, "b", "en-de", "common")
    judgement = Judgement("j", "c", "x", "ann-1", {}, datetime(2026, 1, 2, tzinfo=UTC), 3.5)
    row = table_row(campaign, segment, assignment, judgement, Observation("overall", 1.0, "n"))
    assert set(row) <= set(COLUMNS)
    assert (row["pass"], row["set"], row["batch"], row["order"]) == ("b", "common", 2, 5)
    assert (row["domain"], row["group"], row["seconds"]) == ("news", "en-de", 3.5)
