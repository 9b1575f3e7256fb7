"""Reading judgements: what is understood, and what is refused in which words."""

import gzip
from datetime import datetime
from pathlib import Path

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.judgements import read_judgements

HEADER = "annotator,segment,left,right,answer\n"
GOOD = HEADER + "ann-1,s1,old,new,right\nann-1,s2,new,old,both_bad\n"
LONG_LIST = "Allowed: left, right, tie, both_good, both_bad, neither, other."


def said(table, *names):
    return [tuple(row[name] for name in names) for row in table.rows()]


# Understood ---------------------------------------------------------------------------


def test_comparisons_become_preferences_of_left_against_right(make):
    """`left` is the system, `right` the versus; the value is +1, 0, −1 or nothing."""
    answers = ["left", "right", "tie", "both_good", "both_bad", "neither", "other"]
    rows = "".join(f"a,s{n},old,new,{answer}\n" for n, answer in enumerate(answers))
    table = read_judgements(make("j.csv", HEADER + rows))
    assert [row["value"] for row in table.rows()] == [1.0, -1.0, 0.0, 0.0, 0.0, 0.0, None]
    assert [row["label"] for row in table.rows()] == answers
    first = table.rows()[0]
    assert (first["system"], first["versus"], first["slot"]) == ("old", "new", 1)
    assert (first["aspect"], first["role"], first["layer"]) == ("preference", "real", "observed")
    assert first["judgement"] == "row-1"


def test_table_columns_may_be_added(make):
    """Passes, domains, times and more go straight into the table; times become UTC."""
    text = (
        "annotator,segment,left,right,answer,pass,domain,seconds,comment,submitted_at,order,set\n"
        'a,1,x,y,left,a,news,12.5,"fine, ""really""",2026-03-01T14:30:00+02:00,7,common\n'
        "a,1,y,x,right,b,news,,,,,\n"
    )
    one, two = read_judgements(make("j.csv", text)).rows()
    assert (one["pass"], two["pass"]) == ("a", "b")
    assert (one["domain"], one["seconds"], one["order"], one["set"]) == ("news", 12.5, 7, "common")
    assert one["comment"] == 'fine, "really"'
    assert one["submitted_at"] == datetime(2026, 3, 1, 12, 30)
    assert (two["seconds"], two["comment"], two["submitted_at"]) == (None, None, None)


@pytest.mark.parametrize("name", ["j.csv.gz", "j.csv", "j.txt", "j"])
@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r\n", 1),  # line ends may be mixed
        GOOD.replace("\n", "\r"),
        GOOD.replace(",", ";"),
        GOOD.replace(",", "\t"),
        "\n" + GOOD.replace("\n", "\n\n"),
        GOOD.replace(",", ", "),
        GOOD.rstrip("\n"),
        GOOD.replace("old", '"old"'),
    ],
    ids=[
        "plain",
        "bom",
        "crlf",
        "mixed",
        "cr",
        "semicolon",
        "tab",
        "blank-lines",
        "blanks",
        "no-end",
        "quoted",
    ],
)
def test_the_same_table_comes_from_every_spelling(make, name, content):
    """BOM, line ends, separators, gzip and blank lines change nothing."""
    table = read_judgements(make(name, content))
    assert said(table, "annotator", "segment", "system", "versus", "label") == [
        ("ann-1", "s1", "old", "new", "right"),
        ("ann-1", "s2", "new", "old", "both_bad"),
    ]


def test_json_lines_are_read(make):
    """Keys may differ from line to line; numbers serve as ids."""
    text = (
        '{"annotator":"a","segment":1,"left":"x","right":"y","answer":"left","seconds":3.5}\n\n'
        '{"annotator":"a","segment":2,"left":"x","right":"y","answer":"tie","comment":"é\\n\\"q\\""}'
    )
    table = read_judgements(make("j.jsonl", text))
    assert said(table, "segment", "label", "seconds", "comment") == [
        ("1", "left", 3.5, None),
        ("2", "tie", None, 'é\n"q"'),
    ]


def test_tsv_has_no_quoting(make):
    """A quotation mark in TSV is an ordinary character."""
    text = 'annotator\tsegment\tleft\tright\tanswer\tcomment\na\t1\tx\ty\tleft\t"so" he said\n'
    assert said(read_judgements(make("j.tsv", text)), "comment") == [('"so" he said',)]


def test_scores_have_an_aspect(make):
    """Without a column `aspect` a score is `overall`."""
    text = "annotator,segment,system,score,role,of\na,1,x,71,real,\na,1,x,40.5,degraded,s9\n"
    table = read_judgements(make("s.csv", text))
    assert said(table, "system", "aspect", "value", "role", "of") == [
        ("x", "overall", 71.0, "real", None),
        ("x", "overall", 40.5, "degraded", "s9"),
    ]
    text = "annotator,segment,system,score,aspect\na,1,x,3,fluency\na,1,x,4,adequacy\n"
    table = read_judgements(make("s.csv", text))
    assert said(table, "aspect", "value") == [("fluency", 3.0), ("adequacy", 4.0)]


def test_spans_of_one_output_are_one_judgement(make):
    """Marks share a judgement; a row without a mark says that nothing is wrong."""
    text = (
        "annotator,segment,system,side,start,end,category,severity,note\n"
        "a,1,x,target,3,7,Accuracy,major,hm\n"
        "a,2,x,,,,,,\n"
        "a,1,x,source,0,4,Fluency,minor,\n"
    )
    table = read_judgements(make("e.csv", text))
    assert said(table, "judgement", "aspect", "start", "end", "severity", "comment") == [
        ("row-1", "overall", None, None, None, None),
        ("row-1", "error", 3, 7, "major", "hm"),
        ("row-2", "overall", None, None, None, None),
        ("row-1", "error", 0, 4, "minor", None),
    ]
    spans = table.spans()
    assert (len(spans), len(spans.outputs)) == (2, 2)


def test_edits_keep_text_time_and_keys(make):
    """One row per thing known about an edit, all of one judgement; texts keep their blanks."""
    text = (
        "annotator,segment,system,source,mt,edited,seconds,keystrokes,rating,set\n"
        "a,1,x,Hi,Hallo , Hallo du,12,5,3,test\n"
        "a,2,x,Hi,Hallo,,9,,,test\n"
    )
    table = read_judgements(make("p.csv", text))
    assert said(table, "judgement", "aspect", "value", "text") == [
        ("row-1", "edited", None, " Hallo du"),
        ("row-1", "mt", None, "Hallo "),
        ("row-1", "source", None, "Hi"),
        ("row-1", "seconds", 12.0, None),
        ("row-1", "keystrokes", 5.0, None),
        ("row-1", "overall", 3.0, None),
        ("row-2", "edited", None, ""),
        ("row-2", "mt", None, "Hallo"),
        ("row-2", "source", None, "Hi"),
        ("row-2", "seconds", 9.0, None),
    ]


def test_outcomes_are_passed_or_failed(make):
    """Several spellings of passed and failed are known; the given one is kept as label."""
    text = "annotator,unit,condition,passed,level\na,q1,mt,Yes,2\na,q2,mt,0,2\na,q3,human,FAIL,2\n"
    table = read_judgements(make("o.csv", text))
    assert said(table, "unit", "condition", "value", "label", "level") == [
        ("q1", "mt", 1.0, "Yes", "2"),
        ("q2", "mt", 0.0, "0", "2"),
        ("q3", "human", 0.0, "FAIL", "2"),
    ]


def test_a_quoted_field_may_run_over_lines(make):
    """A comment with line breaks is one field."""
    text = 'annotator,segment,left,right,answer,comment\na,1,x,y,left,"two\nlines"\na,2,x,y,tie,\n'
    assert said(read_judgements(make("j.csv", text)), "segment", "comment") == [
        ("1", "two\nlines"),
        ("2", None),
    ]


# Refused ------------------------------------------------------------------------------

REFUSED = {
    "unknown label": (
        HEADER + "a,1,x,y,left\na,2,x,y,lft\n",
        f"j.csv:3:9: 'lft' is not a known answer. Did you mean 'left'? {LONG_LIST}",
    ),
    "unknown label, nothing near": (
        HEADER + "a,1,x,y,42\n",
        f"j.csv:2:9: '42' is not a known answer. {LONG_LIST}",
    ),
    "empty annotator": (
        HEADER + ",1,x,y,left\n",
        "j.csv:2:1: the annotator is empty. Write the annotator in every row.",
    ),
    "blank segment": (
        HEADER + "a,  ,x,y,left\n",
        "j.csv:2:3: the segment is empty. Write the segment in every row.",
    ),
    "left is right": (
        HEADER + "a,1,x,x,left\n",
        "j.csv:2:7: left and right are both 'x'. Name two different systems.",
    ),
    "twice": (
        HEADER + "a,1,x,y,left\nb,1,x,y,left\na,1,y,x,right\n",
        "j.csv:4:3: annotator 'a' judges segment '1' twice, first in line 2. Remove one of them, "
        "or add a column 'pass' (a, b).",
    ),
    "twice in one pass": (
        "annotator,segment,left,right,answer,pass\na,1,x,y,left,b\na,1,y,x,left,b\n",
        "j.csv:3:3: annotator 'a' judges segment '1' twice in pass 'b', first in line 2. "
        "Remove one of them.",
    ),
    "missing column": (
        "annotator,segment,left,right\na,1,x,y\n",
        "j.csv:1: no column 'answer'. A file of comparisons has the columns annotator, segment, "
        "left, right, answer.",
    ),
    "mistyped needed column": (
        "annotator,segment,left,right,anwser\na,1,x,y,left\n",
        "j.csv:1:30: no column 'answer'. Is 'anwser' meant? A file of comparisons has the columns "
        "annotator, segment, left, right, answer.",
    ),
    "column twice": (
        "annotator,segment,left,right,answer,left\na,1,x,y,left,x\n",
        "j.csv:1:37: column 'left' is given twice. Remove or rename one of them.",
    ),
    "column without a name": (
        "annotator,segment,left,right,answer,\na,1,x,y,left,x\n",
        "j.csv:1:37: column 6 has no name. Name every column in the first line.",
    ),
    "column that follows from others": (
        "annotator,segment,left,right,answer,value\na,1,x,y,left,1\n",
        "j.csv:1:37: column 'value' does not go with 'answer'. Remove or rename it: in a file of "
        "comparisons it follows from the others.",
    ),
    "header only": (
        HEADER,
        "j.csv:1: there are no judgements below the header. Add one row per judgement.",
    ),
    "empty file": ("", "j.csv: the file is empty. Name a file with text in it."),
    "blank file": ("\ufeff \n\n", "j.csv: the file is empty. Name a file with text in it."),
    "score is no number": (
        "annotator,segment,system,score\na,1,x,7\na,1,y,seven\n",
        "j.csv:3:7: the score 'seven' is not a number. Write a number with a full stop as "
        "decimal sign, or leave the field empty.",
    ),
    "score is not finite": (
        "annotator,segment,system,score\na,1,x,nan\n",
        "j.csv:2:7: the score 'nan' is not a number. Write a number with a full stop as "
        "decimal sign, or leave the field empty.",
    ),
    "order is not whole": (
        "annotator,segment,left,right,answer,order\na,1,x,y,left,3.5\n",
        "j.csv:2:14: the order '3.5' is not a whole number. Write a whole number, or leave the "
        "field empty.",
    ),
    "seconds below zero": (
        "annotator,segment,left,right,answer,seconds\na,1,x,y,left,-3\n",
        "j.csv:2:14: the seconds '-3' is negative. Write a number from 0 upwards, or leave the "
        "field empty.",
    ),
    "no time": (
        "annotator,segment,left,right,answer,submitted_at\na,1,x,y,left,May\n",
        "j.csv:2:14: 'May' is not a time. Write it like 2026-03-01T14:30:00Z.",
    ),
    "unknown role": (
        "annotator,segment,system,score,role\na,1,x,7,reel\n",
        "j.csv:2:9: 'reel' is not a known role. Did you mean 'real'? Allowed: real, repeat, "
        "degraded, reference, gold, anchor, training, tutorial.",
    ),
    "span backwards": (
        "annotator,segment,system,side,start,end,category,severity\na,1,x,target,9,3,A,minor\n",
        "j.csv:2:16: the span ends at 3 before it starts. Count characters from 0; the end is "
        "not part of the span.",
    ),
    "not passed, not failed": (
        "annotator,unit,condition,passed\na,q,mt,maybe\n",
        "j.csv:2:8: 'maybe' is not a known passed. Allowed: 1, 0, true, false, yes, no, pass, "
        "fail, passed, failed.",
    ),
    "impossible preference": (
        "annotator,segment,aspect,system,versus,value\na,1,preference,x,y,2\n",
        "j.csv:2:20: the preference '2' is not -1, 0 or 1. Write 1 where system is better than "
        "versus, -1 where it is worse, 0 for neither.",
    ),
    "too many fields": (
        HEADER + "a,1,x,y,left\na,2,x,y,left,oh\n",
        "j.csv:3: this row has 6 fields, the header has 5. Give every row one field per column; "
        "a field that holds a separator or a line break stands in double quotes (not in TSV).",
    ),
    "too few fields": (
        HEADER + "a,1,x,y\n",
        "j.csv:2: this row has 4 fields, the header has 5. Give every row one field per column; "
        "a field that holds a separator or a line break stands in double quotes (not in TSV).",
    ),
    "open quotation mark": (
        HEADER + 'a,1,"x,y,left\n',
        "j.csv:2: a quotation mark opens a field and is not closed where the field ends. Close "
        "it, and double the quotation marks inside a quoted field.",
    ),
    "damaged UTF-8": (
        HEADER.encode() + "a,1,x,yé,left\nb,1,x,y".encode() + b"\xe9,left\n",
        "j.csv:3:8: byte 0xE9 is not UTF-8. Save the file as UTF-8, for example: "
        "iconv -f WINDOWS-1252 -t UTF-8 j.csv.",
    ),
    "UTF-16 without a mark": (
        GOOD.encode("utf-16-le"),
        "j.csv:1:2: the file is not UTF-8; it looks like UTF-16. Save it as UTF-8, for example: "
        "iconv -f UTF-16 -t UTF-8 j.csv.",
    ),
    "spreadsheet": (
        b"PK\x03\x04\x00\x01",
        "j.csv: this is a spreadsheet or an archive, not text. Save it as CSV (UTF-8), or unpack "
        "it, and use that file.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_told_with_its_place(make, case):
    """One sentence: file, line and column; what; what to do."""
    content, message = REFUSED[case]
    with pytest.raises(BadInput) as error:
        read_judgements(make("j.csv", content))
    assert str(error.value) == message


def test_an_unknown_column_gets_the_nearest_name(make):
    """A mistyped optional column is not silently dropped."""
    path = make("j.csv", "annotator,segment,left,right,answer,sconds\na,1,x,y,left,3\n")
    with pytest.raises(BadInput, match=r"j.csv:1:37: unknown column 'sconds'") as error:
        read_judgements(path)
    assert "Did you mean 'seconds'? Known: annotator, segment, left" in error.value.fix


def test_lines_are_counted_in_spite_of_quoted_line_breaks(make):
    """A comment over three lines, quotation marks inside, does not shift the line that is named."""
    text = (
        "annotator,segment,left,right,answer,comment\n"
        'a,1,x,y,left,"one\ntwo ""2""\nthree"\n'
        "a,2,x,y,left,fine\n"
        'a,"3\n",x,y,wrong,\n'
    )
    with pytest.raises(BadInput) as error:
        read_judgements(make("j.csv", text))
    assert error.value.where == "j.csv:7:7"


def test_the_first_fault_in_the_file_is_told(make):
    """Whatever its kind, the fault in the earliest row comes first."""
    text = (
        "annotator,segment,left,right,answer,seconds\na,1,x,y,left,3\na,2,x,y,left,x\n,3,x,y,no,1\n"
    )
    with pytest.raises(BadInput) as error:
        read_judgements(make("j.csv", text))
    assert error.value.where == "j.csv:3:14"


@pytest.mark.parametrize(
    ("line", "place", "what"),
    [
        ('{"annotator":"a","segment":2,', "j.jsonl:3:30", "this line is not a JSON object"),
        ("[1]", "j.jsonl:3:1", "this line is not a JSON object"),
        (
            '{"annotator":"a","segment":2,"left":"x","right":"y","answer":"no"}',
            "j.jsonl:3:53",
            "'no' is not a known answer",
        ),
        (
            '{"annotator":"a","segment":2,"left":"x","right":"y"}',
            "j.jsonl:3",
            "the answer is empty",
        ),
        (
            '{"annotator":"a","segment":2,"left":"x","right":"y","answr":"left"}',
            "j.jsonl:3:53",
            "unknown column 'answr'",
        ),
        (
            '{"annotator":"a","annotator":"b","segment":2,"left":"x","right":"y","answer":"tie"}',
            "j.jsonl:3:2",
            "'annotator' is given twice in one object",
        ),
    ],
)
def test_json_lines_are_refused_with_their_line(make, line, place, what):
    """An empty line before is counted."""
    good = '{"annotator":"a","segment":1,"left":"x","right":"y","answer":"left"}'
    with pytest.raises(BadInput) as error:
        read_judgements(make("j.jsonl", f"{good}\n\n{line}\n"))
    assert (error.value.where, error.value.what) == (place, what)


def test_a_json_list_is_refused(make):
    """JSON that is not JSON lines is told apart from CSV."""
    with pytest.raises(BadInput, match="this is not JSON lines"):
        read_judgements(make("j.json", '[{"annotator": "a"}]'))


def test_a_missing_file_gets_the_nearest_name(make):
    """A mistyped name is answered with what lies beside it."""
    make("judgements.csv", GOOD)
    with pytest.raises(NotFound, match=r"Did you mean 'judgements.csv'\?"):
        read_judgements(Path("judgement.csv"))


def test_a_damaged_archive_is_told(make):
    """Half of a gzip file is not half of the judgements."""
    whole = gzip.compress((HEADER + "a,1,x,y,left\n" * 1000).encode())
    with pytest.raises(BadInput, match="the gzip archive is damaged or incomplete"):
        read_judgements(make("j.csv", whole[: len(whole) // 2]))


def test_a_folder_is_not_a_file(make):
    """A folder in place of a file gets a sentence, not a traceback."""
    make("inside/j.csv", GOOD)
    with pytest.raises(BadInput, match="cannot be read"):
        read_judgements(Path("inside"))
