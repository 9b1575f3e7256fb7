"""Scores made elsewhere are read as they come, and what is wrong is told with its place."""

import gzip
import json

import pytest

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.formats.metric_scores import read_metric_scores

COMET = {
    "out/new.de.txt": [
        {"src": "a", "mt": "b", "ref": "c", "COMET": 0.81},
        {"src": "d", "mt": "e", "ref": "f", "COMET": 0.92},
    ],
    "out/old.de.txt": [
        {"src": "a", "mt": "b", "ref": "c", "COMET": 0.7},
        {"src": "d", "mt": "e", "ref": "f", "COMET": 0.5},
    ],
}
METRICX = [
    {"source": "a", "hypothesis": "b", "reference": "c", "prediction": 1.5},
    {"source": "d", "hypothesis": "e", "reference": "", "prediction": 20},
]


def written(folder, name, content):
    """Write a file and return its path."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def told(path):
    """Return system, segment and value of each row."""
    table = read_metric_scores(path)
    assert table.rows() == read_judgements(path).rows()
    assert {row["layer"] for row in table.rows()} == {"computed"}
    assert {row["protocol"] for row in table.rows()} == {"metric@1"}
    return [(row["system"], row["segment"], row["value"]) for row in table.rows()], table


def test_comet_is_read(tmp_path):
    """As `comet-score --to_json` writes it, indented."""
    rows, table = told(written(tmp_path, "comet.json", json.dumps(COMET, indent=4)))
    assert rows == [
        ("new.de.txt", "1", 0.81), ("new.de.txt", "2", 0.92),
        ("old.de.txt", "1", 0.7), ("old.de.txt", "2", 0.5),
    ]  # fmt: skip
    assert table.distinct("aspect") == ("comet",)
    assert table.scale("comet").best == "highest"


def test_metricx_is_read_and_reversed(tmp_path):
    """Its predictions are errors from 0 to 25; in the table higher is better."""
    lines = "\n".join(map(json.dumps, METRICX))
    rows, table = told(written(tmp_path, "new.jsonl.gz", lines))
    assert rows == [("new", "1", 23.5), ("new", "2", 5.0)]
    assert [row["label"] for row in table.rows()] == ["1.5", "20"]
    assert str(table.scale("metricx")) == "25..0"
    named = [line | {"system_id": "x", "segment_id": at} for at, line in enumerate(METRICX)]
    rows, _ = told(written(tmp_path, "named.jsonl", "\n".join(map(json.dumps, named))))
    assert [row[:2] for row in rows] == [("x", "1"), ("x", "2")]


def test_scores_of_mt_metrics_eval_are_read(tmp_path):
    """Line n of a system is its segment n; the name tells the metric, the folder the languages."""
    path = written(
        tmp_path,
        "metric-scores/en-de/BLEU-refA.seg.score",
        "old\t10\nold\t20\nnew\t30\nnew\tNone\n",
    )
    rows, table = told(path)
    assert rows == [("old", "1", 10.0), ("old", "2", 20.0), ("new", "1", 30.0)]
    assert table.rows()[0]["aspect"] == "BLEU-refA"
    assert table.rows()[0]["target_language"] == "de"


@pytest.mark.parametrize(
    "line",
    [
        "M\ten-de\ttest\tsys\t7\t0.5",
        "M\ten-de\ttest\tsys\t7\t0.5\tnon-ensemble\tyes",
        "M\ten-de\ttest\tnews\trefA\tsys\t7\t0.5",
    ],
)
def test_scores_of_wmt_are_read(tmp_path, line):
    """The columns of 2014, of 2018 and of 2023."""
    (row,) = told(written(tmp_path, "M.seg.score", line + "\n"))[1].rows()
    assert (row["aspect"], row["system"], row["segment"], row["value"]) == ("M", "sys", "7", 0.5)
    assert (row["source_language"], row["target_language"]) == ("en", "de")


def test_a_table_of_scores_is_called_after_its_file(tmp_path):
    """`segment,system,score`."""
    path = written(tmp_path, "bleurt.csv", "segment,system,score\ns1,a,0.5\n")
    (row,) = read_metric_scores(path).rows()
    assert (row["aspect"], row["segment"], row["value"]) == ("bleurt", "s1", 0.5)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", '{"x": [{"COMET": NaN}]}', "segment 1: the score .* is not a number"),
        ("a.json", '{"x": [{"COMET": 0.1}, {"mt": "b"}]}', "segment 2: there is no score 'COMET'"),
        ("a.json", '{"x": [{"COMET": 0.1}', "a.json:1: the JSON ends early"),
        ("a.json", '{"x": {"COMET": 1}}', "'x' holds no list"),
        ("a.jsonl", '{"hypothesis": "a", "prediction": "x"}', "a.jsonl:1: the score 'x'"),
        ("A.sys.score", "x\t1\n", "by system, not by segment"),
        ("en-de.mqm.seg.score", "x\t1\n", "these are human scores"),
        ("A.seg.score", "x\t1\ny\n", "A.seg.score:2: this line has 1 fields"),
        ("A.seg.score", "x\tnan\n", "A.seg.score:1: the score of segment '1'"),
        (
            "M.seg.score",
            "M\ta-b\tt\ts\t1\t1\nM\ta-b\tt\ts\t1\t2\n",
            "M.seg.score:2: .*second score",
        ),
        (
            "M.seg.score",
            "M\ta-b\tt\ts\t1\t1\nM\ta-b\tt\ts\t1\tx\n",
            "M.seg.score:2: this line does",
        ),
        ("x.txt", "hello\n", "no scores of a metric"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, name, content, message):
    """One sentence: what, where, and what to do."""
    with pytest.raises(BadInput, match=message):
        read_metric_scores(written(tmp_path, name, content))
