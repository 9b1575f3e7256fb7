"""Ratings of mt-metrics-eval: by segment and as JSON lines, both ways."""

import json

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tests.formats.marked import made_table


def error(start, end, **more):
    return {"start": start, "end": end, "category": "accuracy/addition", "severity": "major",
            "score": 5, "is_source_error": False} | more  # fmt: skip


def rating(*errors):
    return json.dumps({"errors": list(errors)})


@pytest.fixture
def folder(make):
    """Make a directory of mt-metrics-eval with two segments of two systems."""
    make("wmt/sources/en-de.txt", "Hello 😀\nBye\n")
    make("wmt/documents/en-de.docs", "news\td1\nnews\td2\n")
    make("wmt/system-outputs/en-de/a.txt", "Hallo 😀 du\nTschüss\n")
    make("wmt/system-outputs/en-de/b.txt", "Hallo\nAde\n")
    return lambda text: make("wmt/human-scores/en-de.mqm.seg.rating", text)


def test_ratings_find_their_texts(folder, tmp_path):
    """Line by line within each system; None is not rated, no errors is rated."""
    path = folder(
        f"a\t{rating(error(6, 7), error(0, 5, is_source_error=True, score=1))}\tr1\n"
        f"a\tNone\tr1\nb\t{rating()}\tr2\nb\t{rating(error(0, 3))}\tr1\n"
    )
    table = read_judgements(path)
    spans = table.spans()
    assert spans.quotes() == ["Hello", "😀", "Ade"]
    assert spans.outputs.segment.values() == ["1", "1", "2"]
    assert spans.outputs.document.values() == ["d1", "d1", "d2"]
    assert spans.outputs.score.tolist() == [-6, 0, -5]
    assert spans.outputs.annotator.values() == ["r1", "r2", "r1"]
    assert spans.outputs.target_language.names == ("de",)
    out = path.with_name("en-de.again.seg.rating")
    assert write_errors(table, out, kind="mtme").lost == ""
    assert read_judgements(out) == table


@pytest.mark.parametrize(
    ("name", "rater"),
    [
        ("en-de.mqm.rater1.seg.rating", "rater1"),
        ("wmt22.en-de.mqm.rater3.seg.rating.gz", "rater3"),
        ("en-de.mqm.merged.seg.rating", "merged"),
        ("en-de.mqm.seg.rating", "rater"),
    ],
)
def test_raters_are_named_by_line_or_file(make, name, rater):
    """A third column names the rater, else the file; where neither does, that is told."""
    table = read_judgements(make(name, f"a\t{rating()}\na\t{rating()}\tr7\n"))
    assert table.distinct("annotator") == tuple(sorted((rater, "r7")))
    assert table.notes == ()
    note = "".join(read_judgements(make(name, f"a\t{rating()}\n")).notes)
    assert ("does not say who rated" in note) == (rater in ("merged", "rater"))


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("a\tNone\nb\tNone\na\tNone\nb\tNone\n", 3, "the lines of system 'a' begin again"),
        ("a\tNone\n" * 3, 3, r"system 'a' has more lines than there are segments \(2\)"),
    ],
)
def test_ratings_joined_end_to_end_are_refused(folder, text, line, what):
    """Segments would be numbered on, and scores be those of others."""
    path = folder(text)
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:{line}"
    assert "Read each file by itself" in caught.value.fix


def line(segment, document, rater="r", system="a"):
    return json.dumps({"hypothesis": "x", "errors": [], "segment_id": segment, "system_id": system,
                       "document_id": document, "rater_id": rater}) + "\n"  # fmt: skip


def test_json_lines_that_collide_are_refused_and_documents_keep_segments_apart(make):
    """The same rater cannot rate an output twice; numbers may begin anew in each document."""
    table = read_judgements(make("r.jsonl", line(0, "d1") + line(0, "d2") + line(0, "d2", "q")))
    assert table.distinct("segment") == ("d1/1", "d2/1")
    with pytest.raises(TertiumError, match="'r' rates segment '1' of 'a' twice, first in line 1"):
        read_judgements(make("r.jsonl", line(0, "d1") + line(1, "d1") + line(0, "d1")))


def test_ids_that_begin_anew_in_joined_tables_are_refused(make):
    """A judgement is one person's: two raters under one id come from two files."""
    text = "judgement,annotator,segment,system,aspect,value\n"
    rows = "output-1,r1,1,a,overall,-1\noutput-1,r2,1,a,overall,-5\n"
    with pytest.raises(TertiumError, match="is by two annotators, 'r1'") as caught:
        read_judgements(make("t.csv", text + rows))
    assert caught.value.where == "t.csv:3:1"
    rows = "one,output-1,r1,1,a,overall,-1\ntwo,output-1,r2,1,a,overall,-5\n"
    assert len(read_judgements(make("t.csv", f"campaign,{text}{rows}"))) == 2


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        (rating(error(0, 99)), "from 0 to 99 of a text of 10 characters"),
        (rating(error(3, 1)), "from 3 to 1"),
        (rating(error("x", 1)), "has no place"),
        ("{}", "'errors' is not a list"),
        ("[]", "not a JSON object"),
        ("x\ty\tz", "4 fields"),
    ],
)
def test_a_bad_rating_is_told_with_its_line(folder, wrong, what):
    """Nothing is half read."""
    path = folder(f"b\t{rating()}\na\t{wrong}\n")
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where.startswith(f"{path}:2")


def test_published_ratings_come_back(shared_data, tmp_path):
    """WMT23 English-German: 14 outputs of 557 segments, 19,569 errors."""
    name = "wmt23.en-de.mqm.merged.seg.rating.gz"
    table = read_judgements(shared_data / "esa-wmt23-ende" / "published" / name)
    assert len(table.select(aspect="error")) == 19_569
    out = tmp_path / "en-de.mqm.seg.rating"
    assert write_errors(table, out, kind="mtme").lost == ""
    assert read_judgements(out) == table
    few = table.select(system="refA")
    lines = tmp_path / "ratings.jsonl"
    assert write_errors(few, lines, kind="mtme").lost == ""
    assert read_judgements(lines) == few


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves_whatever_the_text(tmp_path, seed):
    """JSON lines keep all of it."""
    table = made_table(seed, breaks=True, score=True)
    assert write_errors(table, tmp_path / "o.jsonl", kind="mtme").lost == ""
    assert read_judgements(tmp_path / "o.jsonl") == table


def test_two_readings_of_one_output_need_lines(make, tmp_path):
    """A file of ratings has one line for each output."""
    text = ("annotator,segment,system,side,start,end,category,severity\n"
            "a,s,x,target,0,1,c,minor\nb,s,x,,,,,\n")  # fmt: skip
    table = read_judgements(make("e.csv", text))
    with pytest.raises(TertiumError, match="several times"):
        write_errors(table, tmp_path / "o.seg.rating", kind="mtme")
    assert write_errors(table, tmp_path / "o.jsonl", kind="mtme").lost == ""
