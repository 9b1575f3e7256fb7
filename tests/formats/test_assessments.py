"""Files of direct assessment: what is understood, what is refused, and what comes back."""

import gzip
import time
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.formats.write import write_judgements
from tertium.stats.assessment.control import control_tests
from tertium.table import JudgementTable

WMT = "hit_id,worker,hit_no,system,rid,type,segment,raw_score,z_score,hit_seconds\n"
HUME = "hit,worker,system,rid,type,segment,raw_score,hit_seconds\n"
CAMPAIGNS = "campaign,system,src,tgt,user,segment,score,valid_line\n"
MLQE = "index\toriginal\ttranslation\tscores\tmean\tz_scores\tz_mean\tmodel_scores\n"
PLAIN = "u1,x,12,TGT,eng,deu,71,1700000000.5,1700000012.25\n"
DOCUMENT = 'u1,x,12,TGT,eng,deu,71,d1#x,False,"[]",1700000000.5,1700000012.25\n'


def said(table, *names):
    return [tuple(row[name] for name in names) for row in table.rows()]


# Understood ---------------------------------------------------------------------------------


def test_control_items_play_roles_and_keep_the_item_they_come_from(make):
    """System and segment of a copy are those of its original; a reference is a system."""
    text = (
        "h1,w1,4,x,7,SYSTEM,5,80,0.1,300\nh1,w1,4,x,8,REPEAT,5,78,0,300\n"
        "h1,w1,4,x,8,BAD_REF,5,31,-1,300\nh1,w1,4,x,8,REF,5,99.5,1,300\n"
    )
    table = read_judgements(make("da.csv", WMT + text))
    assert said(table, "annotator", "group", "segment", "system", "role", "of", "value") == [
        ("w1", "h1", "5", "x", "real", None, 80.0),
        ("w1", "h1", "5", "x", "repeat", "5", 78.0),
        ("w1", "h1", "5", "x", "degraded", "5", 31.0),
        ("w1", "h1", "5", "reference", "reference", None, 99.5),
    ]
    assert set(said(table, "aspect", "seconds", "pass")) == {("overall", 75.0, None)}


def test_the_hume_study_has_other_words_for_the_same(make):
    """Cal is a damaged copy; the time of a HIT is shared by its items."""
    text = "h1,w1,t,1,system,5,80,30\nh1,w1,t,2,cal,5,20,30\nh1,w1,t,3,ref,5,99,30\n"
    table = read_judgements(make("h.csv.gz", HUME + text))
    assert said(table, "role", "of", "system", "seconds") == [
        ("real", None, "t", 10.0),
        ("degraded", "5", "t", 10.0),
        ("reference", None, "reference", 10.0),
    ]


def test_a_reference_shown_twice_in_a_hit_is_a_second_pass(make):
    """Two systems beside the same reference: the person saw it twice."""
    text = "h1,w1,1,x,1,REF,5,90,,\nh1,w1,1,y,2,REF,5,95,,\nh1,w1,1,x,1,SYSTEM,5,70,,\n"
    table = read_judgements(make("da.csv", WMT + text))
    assert said(table, "system", "pass", "seconds") == [
        ("reference", "a", None),
        ("reference", "b", None),
        ("x", None, None),
    ]


def test_people_and_segments_belong_to_their_campaign(make):
    """User 1 of one campaign is not user 1 of another; scoring again is another pass."""
    text = "c1,x,ENU,ITA,u1,3,71,1\nc2,x,DEU,ENU,u1,3,72,1\nc1,x,ENU,ITA,u1,3,69,0\n"
    table = read_judgements(make("t.csv", CAMPAIGNS + text))
    assert said(table, "campaign", "annotator", "segment", "target_language", "pass", "value") == [
        ("c1", "c1/u1", "c1/3", "ITA", "a", 71.0),
        ("c2", "c2/u1", "c2/3", "ENU", None, 72.0),
        ("c1", "c1/u1", "c1/3", "ITA", "b", 69.0),
    ]


def test_lists_of_scores_become_a_row_each(make):
    """The place in the list stands for the person; the organisers' z is an aspect of its own."""
    text = '7\tsaid "so\tsagte\t[20, 35.5]\t27.75\t[-1.5, 0.5]\t-0.5\t0.1\n'
    table = read_judgements(make("da.tsv", MLQE + text))
    assert said(table, "judgement", "annotator", "segment", "system", "aspect", "value") == [
        ("row-1-1", "position-1", "7", "mt", "overall", 20.0),
        ("row-1-2", "position-2", "7", "mt", "overall", 35.5),
        ("row-1-1", "position-1", "7", "mt", "z", -1.5),
        ("row-1-2", "position-2", "7", "mt", "z", 0.5),
    ]


def test_appraise_needs_no_header(make):
    """Nine columns, times in seconds since 1970; the order of work follows from them."""
    text = PLAIN + "u1,x,12,CHK,eng,deu,69,1699999999,1700000000\n"
    table = read_judgements(make("a.csv", text))
    assert said(table, "annotator", "system", "segment", "role", "of", "value", "order") == [
        ("u1", "x", "12", "real", None, 71.0, 1),
        ("u1", "x", "12", "repeat", "12", 69.0, 0),
    ]
    first = table.rows()[0]
    assert first["submitted_at"] == datetime(2023, 11, 14, 22, 13, 32, 250000)
    assert first["seconds"] == 11.75
    assert (first["source_language"], first["target_language"]) == ("eng", "deu")


@pytest.mark.parametrize(
    ("line", "document", "batch", "errors"),
    [
        ("u,x,1,TGT,en,de,7,9,10\n", None, None, 0),
        ("u,x,1,TGT,en,de,7,9,10,3,812\n", None, 3, 0),
        ("u,x,1,TGT,en,de,7,d,True,9,10\n", "d", None, 0),
        ('u,x,1,TGT,en,de,7,d,False,"[{""start_i"":0,""end_i"":0}]",9,10\n', "d", None, 1),
        ("u,x,1,TGT,en,de,7,d,False,9,10,3,812\n", "d", 3, 0),
        ("u,x,1,TGT,en,de,7,d,False,[],9,10,3,812\n", "d", 3, 0),
    ],
)
def test_appraise_has_documents_and_batches_or_not(make, line, document, batch, errors):
    """All widths that Appraise exports; a score of a whole document is another aspect."""
    table = read_judgements(make("a.csv", line))
    assert set(said(table, "document", "batch")) == {(document, batch)}
    aspects = ["document" if "True" in line else "overall"] + ["error"] * errors
    assert [aspect for (aspect,) in said(table, "aspect")] == aspects


def hit(*items, login="u1", first=1):
    """Return the rows of one HIT: document and score of each item, numbered by position."""
    kind = {True: "BAD", False: "TGT"}
    return "".join(
        f"{login},{document.split('#')[1]},{place},{kind['#bad' in document]},en,de,{score},"
        f"{document},False,[],{place},{place + 1}\n"
        for place, (document, score) in enumerate(items, start=first)
    )


def test_degraded_items_find_their_originals_by_order_in_the_document(make):
    """Numbers are positions in the HIT; the n-th of a damaged document was the n-th of it."""
    items = [("d#x", 90), ("d#x", 80), ("e#x#bad1", 7), ("d#x#bad2", 10), ("d#x#bad2", 20)]
    rows = hit(*items, ("d#y", 70), ("e#x", 60)) + hit(("d#x#bad2", 5), login="u2", first=9)
    table = read_judgements(make("a.csv", rows))
    copies = {row["segment"]: row["of"] for row in table.rows() if row["role"] == "degraded"}
    assert copies == {"3": "7", "4": "1", "5": "2", "9": "9"}  # u2 has not seen the original
    tests = {one.annotator: (one.n, one.unpaired) for one in control_tests(table)}
    assert tests == {"u1": (3, 0), "u2": (0, 1)}


def test_where_a_number_of_a_document_is_missing_no_original_is_guessed(make):
    """Three damaged items and two originals: which is the second of them cannot be told."""
    items = [("d#x", 90), ("d#x", 80), *[("d#x#bad1", 10)] * 3]
    (one,) = control_tests(read_judgements(make("a.csv", hit(*items))))
    assert (one.n, one.unpaired) == (0, 3)


def test_a_copy_with_the_number_of_its_original_belongs_to_it(make):
    """Where numbers are those of segments, nothing is looked for by order."""
    lines = hit(("d#x", 90), ("d#x", 80), ("d#x#bad1", 10)).splitlines()
    lines[2] = lines[2].replace(",3,BAD", ",2,BAD")
    table = read_judgements(make("a.csv", "\n".join(lines) + "\n"))
    assert [row["of"] for row in table.rows()] == [None, None, "2"]


def test_marked_errors_end_one_character_further(make):
    """Appraise counts the last character in; a missing text stands nowhere."""
    marks = (
        '[{"start_i":3,"end_i":6,"severity":"major","error_type":["Accuracy","Addition"]},'
        '{"start_i":"missing","end_i":"missing","severity":"minor","error_type":null}]'
    )
    table = read_judgements(make("a.csv", DOCUMENT.replace("[]", marks.replace('"', '""'))))
    assert said(table, "aspect", "value", "side", "start", "end", "severity", "category") == [
        ("overall", 71.0, None, None, None, None, None),
        ("error", None, "target", 3, 7, "major", "Accuracy/Addition"),
        ("error", None, "target", None, None, "minor", "omission"),
    ]
    assert {judgement for (judgement,) in said(table, "judgement")} == {"row-1"}


def test_documents_say_what_they_were_for(make):
    """What stands after # is no part of a document's name, except that it is incomplete."""
    rows = [
        ("x", "1", "TGT", "d1#x"),
        ("x", "1", "BAD", "d1#x#bad1"),
        ("x", "1", "TGT", "d1#dup2"),
        ("x", "1", "TGT", "d2#incomplete"),
        ("en-tutorial1", "1", "TGT", "t"),
        ("x+y", "2", "TGT", "d1"),
    ]
    text = "".join(
        f"u,{system},{item},{kind},en,de,7,{document},False,[],{n},{n + 1}\n"
        for n, (system, item, kind, document) in enumerate(rows, start=1)
    )
    table = read_judgements(make("a.csv", text))
    assert said(table, "system", "document", "segment", "role", "of", "judgement") == [
        ("x", "d1", "d1/1", "real", None, "row-1"),
        ("x", "d1", "d1/1", "degraded", "d1/1", "row-2"),
        ("x", "d1", "d1/1", "repeat", "d1/1", "row-3"),
        ("x", "d2#incomplete", "d2/1", "real", None, "row-4"),
        ("en-tutorial1", "t", "t/1", "tutorial", None, "row-5"),
        ("x", "d1", "d1/2", "real", None, "row-6"),
        ("y", "d1", "d1/2", "real", None, "row-6"),
    ]


def test_who_changes_their_mind_has_passes(make):
    """The same item again is pass b; a row that was saved twice counts once."""
    again = "u1,x,12,TGT,eng,deu,60,1700000100,1700000101\n"
    table = read_judgements(make("a.csv", again + PLAIN + PLAIN))
    assert said(table, "value", "pass", "order") == [(60.0, "b", 1), (71.0, "a", 0)]


def test_segments_are_told_apart_by_language_pair(make):
    """Segment 12 of two language pairs are two segments."""
    table = read_judgements(make("a.csv", PLAIN + PLAIN.replace("deu", "ces")))
    assert said(table, "segment") == [("eng-deu/12",), ("eng-ces/12",)]


def test_our_own_file_of_scores_tells_hits_apart(make):
    """The same item in two HITs is judged twice; twice in one HIT is a mistake."""
    header = "annotator,segment,system,score,role,of,group\n"
    table = read_judgements(make("s.csv", header + "a,1,x,71,,,h1\na,1,x,72,,,h2\n"))
    assert said(table, "group", "value", "role") == [("h1", 71.0, "real"), ("h2", 72.0, "real")]
    with pytest.raises(BadInput, match=r"s\.csv:3:3: annotator 'a' judges segment '1' twice"):
        read_judgements(make("s.csv", header + "a,1,x,71,,,h1\na,1,x,72,,,h1\n"))


# Refused ------------------------------------------------------------------------------------

SCORE = "h1,w1,1,x,1,SYSTEM,5,80,,\n"


@pytest.mark.parametrize(
    ("name", "text", "where", "what"),
    [
        ("a.csv", WMT + SCORE + "h1,w1,1,x,1,SYSTEM,6,101,,\n", "3:22", "outside 0 to 100"),
        ("a.csv", WMT + "h1,w1,1,x,1,SYSTEM,6,-1,,\n", "2:22", "'-1' lies outside"),
        ("a.csv", WMT + "h1,w1,1,x,1,SYSTEM,6,high,,\n", "2:22", "'high' is not a number"),
        ("a.csv", WMT + "h1,w1,1,x,1,SYSTEM,6,,,\n", "2:22", "the raw_score is empty"),
        ("a.csv", WMT + "h1,w1,1,x,1,SYS,6,1,,\n", "2:13", "'SYS' is not a known type"),
        ("a.csv", WMT + SCORE + SCORE.replace("80", "70"), "3:1", "twice, first in line 2"),
        ("a.csv", WMT.replace("type", "kind") + SCORE, "a.csv:1", "no column 'type'"),
        ("a.csv", HUME + "h,w,t,1,SYSTEM,5,80,30\n", "2:9", "Did you mean 'system'"),
        ("a.csv", CAMPAIGNS + "c,x,e,f,u,1,-3,1\n", "2:13", "outside 0 to 100"),
        ("a.tsv", MLQE + "1\ta\tb\t[20, 350]\t\t\t\t\n", "2:7", "outside 0 to 100"),
        ("a.tsv", MLQE + "1\ta\tb\t20\t\t\t\t\n", "2:7", "'20' is not a list of numbers"),
        ("a.tsv", MLQE + "1\ta\tb\t[20, x]\t\t\t\t\n", "2:7", "not a list of numbers"),
        ("a.tsv", MLQE + "1\ta\tb\t[]\t\t\t\t\n", "2:7", "not a list of numbers"),
        ("a.csv", PLAIN + PLAIN.replace("71", "171"), "2:21", "outside 0 to 100"),
        ("a.csv", PLAIN + PLAIN.replace("TGT", "QC"), "2:9", "'QC' is not a known itemType"),
        ("a.csv", PLAIN + PLAIN.replace("12.25", "x"), "2:", "is not a number"),
        ("a.csv", PLAIN.replace("1700000012.25", "1600000000"), "1:37", "before it starts"),
        ("a.csv", PLAIN + "u1,x,12,TGT\n", "2", "4 fields, the first row has 9"),
        ("a.csv", DOCUMENT.replace("[]", "[{"), "1:35", "is not JSON"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(make, name, text, where, what):
    """Scores outside 0–100, unknown types, the same row twice: file, line and column."""
    with pytest.raises(BadInput) as told:
        read_judgements(make(name, text))
    assert told.value.where.endswith(where) or f":{where}" in told.value.where
    assert what in str(told.value)


# And back -----------------------------------------------------------------------------------


def test_writing_our_own_file_keeps_every_score(make, tmp_path):
    """What the file of scores holds is read again row by row."""
    text = (
        "h1,w1,4,x,7,SYSTEM,5,80,,300\nh1,w1,4,x,8,REPEAT,5,78.5,,300\n"
        "h1,w1,4,x,8,REF,5,99,,300\nh2,w1,4,=x,8,SYSTEM,5,0,,300\n"
    )
    table = read_judgements(make("da.csv", WMT + text))
    out = tmp_path / "scores.csv"
    assert write_judgements(table, out, shape="scores") == 4
    assert out.read_text().splitlines()[0] == (
        "annotator,segment,system,score,group,seconds,role,of"
    )
    assert read_judgements(out) == table


def test_writing_for_appraise_keeps_scores_times_and_marks(make, tmp_path):
    """An export of Appraise comes back as it was; HITs with a name are counted."""
    text = DOCUMENT + DOCUMENT.replace("TGT", "BAD").replace("71", "30.5")
    marks = '[{""start_i"":3,""end_i"":6,""severity"":""major"",""error_type"":null}]'
    table = read_judgements(make("a.csv", text.replace("[]", marks, 1)))
    out = tmp_path / "again.csv"
    assert write_judgements(table, out, shape="appraise") == 2
    assert out.read_text().splitlines()[1] == (
        "u1,x,12,BAD,eng,deu,30.5,d1,False,[],1700000000.500,1700000012.250"
    )
    assert read_judgements(out) == table
    table = read_judgements(make("da.csv", WMT + "h7,w1,4,x,7,SYSTEM,5,80,,300\n"))
    write_judgements(table, out, shape="appraise")
    assert out.read_text() == "w1,x,5,TGT,und,und,80,0.000,300.000,0,1\n"
    again = read_judgements(out)
    assert said(again, "batch", "seconds", "submitted_at", "order") == [(0, 300.0, None, None)]


def test_what_appraise_has_no_word_for_is_refused(tmp_path):
    """Anchors and single aspects would be lost, so they are not written."""
    row = {"annotator": "a", "segment": "1", "system": "x", "aspect": "overall", "value": 7}
    for extra in ({"role": "anchor"}, {"aspect": "fluency"}, {"role": "tutorial"}):
        with pytest.raises(BadInput, match="Appraise has no word for"):
            write_judgements(
                JudgementTable.from_rows([row | extra]), tmp_path / "a.csv", shape="appraise"
            )
    preference = row | {"aspect": "preference", "versus": "y", "value": 1}
    for shape in ("scores", "appraise"):
        with pytest.raises(BadInput, match="there are no scores to write"):
            write_judgements(
                JudgementTable.from_rows([preference]), tmp_path / "a.csv", shape=shape
            )


def _key(row):
    return (*row[:4], row[5])


@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.sampled_from("12"),
            st.sampled_from(("x", "y")),
            st.sampled_from(("real", "repeat", "degraded", "reference")),
            st.integers(0, 1000).map(lambda n: n / 10),
            st.integers(0, 3),
        ),
        min_size=1,
        max_size=12,
        unique_by=_key,
    )
)
def test_any_scores_survive_both_files(tmp_path, given_rows):
    """Annotator, item, role, HIT and score come back from either file."""
    names = ("annotator", "segment", "system", "role", "value", "batch")
    table = JudgementTable.from_rows(
        dict(zip(names, row, strict=True)) | {"aspect": "overall"} for row in given_rows
    )
    for shape in ("scores", "appraise"):
        out = tmp_path / f"{shape}.csv"
        write_judgements(table, out, shape=shape)
        assert said(read_judgements(out), *names) == given_rows


def test_a_hundred_thousand_scores_are_read_in_seconds(make):
    """Reading is work of the database; the limit is generous for a busy machine."""
    rows = "".join(
        f"h{n // 100},w{n // 500},1,x{n % 7},1,SYSTEM,{n},5,,9\n" for n in range(100_000)
    )
    path = make("big.csv", WMT + rows)
    start = time.process_time()
    assert len(read_judgements(path)) == 100_000
    assert time.process_time() - start < 20


# The data sets ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "rows", "degraded"),
    [
        ("wmt21-da/judgements.cs-en.csv.gz", 13_069, 1_216),
        ("hume-da-ende/judgements.csv.gz", 3_700, 370),
        ("toship-da/judgements.csv.gz", 99_190, 0),
        ("mlqe-et-en/da.test.tsv.gz", 12_000, 0),
    ],
)
def test_published_files_are_read_whole(shared_data, name, rows, degraded):
    """Every row of the published files is understood."""
    table = read_judgements(shared_data / name)
    assert len(table) == rows
    assert len(table.scores(roles=("degraded",))) == degraded


def test_the_mean_of_mlqe_is_that_of_its_scores(shared_data):
    """Rows of six scores: the mean that the file gives too."""
    path = shared_data / "mlqe-en-de" / "da.dev.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file][1:]
    table = read_judgements(path)
    values = table.in_time().scores().value.reshape(-1, 6).mean(1)
    assert values == pytest.approx([float(line[4]) for line in lines])
