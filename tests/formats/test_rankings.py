"""Files of rankings: what is understood, what is refused, and what comes back after writing."""

import csv
import gzip
import time
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tertium.exceptions import BadInput
from tertium.formats.judgements import read_judgements
from tertium.formats.write import write_judgements
from tertium.table import JudgementTable

OWN = "annotator,segment,system,rank\n"
FLAT = "ranking_id,hit_id,block_id,src,tgt,segment,judge,duration_s,position,systems,rank\n"
PAIRWISE = (
    "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,"
    "rankingID\n"
)
BY_DOCUMENT = "doc,segment,judge,system1,rank1,system2,rank2\n"
LEFT_ONE_OUT = ((1, "x", 1), (2, "y", -1), (3, "z", 2))  # position, system, rank


def wmt(systems):
    """Return the header of a WMT file with so many systems on a line."""
    ids = [f"system{n}Number,system{n}Id" for n in range(1, systems + 1)]
    ranks = [f"system{n}rank" for n in range(1, systems + 1)]
    start = ["srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeId"]
    return ",".join([*start, *ids, *ranks]) + "\n"


def said(table, *names):
    return [tuple(row[name] for name in names) for row in table.rows()]


def textbook(rankings):
    """Return (ranking, system, versus, slot, value) of every pair, written as one reads it."""
    rows = []
    for number, shown in enumerate(rankings):
        places = [(place, name, rank) for place, (name, rank) in enumerate(shown, 1) if rank > 0]
        for (slot, one, rank), (_, two, other) in combinations(places, 2):
            rows.append((number, one, two, slot, float((rank < other) - (rank > other))))
    return rows


# Understood ---------------------------------------------------------------------------------


def test_a_ranking_becomes_a_preference_for_every_pair(make):
    """Three outputs give three rows, in display order, of one act of judging."""
    text = "annotator,segment,system,rank,seconds,domain\na,s1,x,2,31.5,news\na,s1,y,1,,\n"
    table = read_judgements(make("r.csv", text + "a,s1,z,2,31.5,\n"))
    assert said(table, "system", "versus", "slot", "label", "value") == [
        ("x", "y", 1, "right", -1.0),
        ("x", "z", 1, "tie", 0.0),
        ("y", "z", 2, "left", 1.0),
    ]
    assert set(said(table, "judgement", "annotator", "segment", "seconds", "domain")) == {
        ("row-1", "a", "s1", 31.5, "news")
    }
    assert set(said(table, "aspect", "condition", "pass")) == {("preference", "ranking", None)}


def test_rows_of_one_ranking_need_not_stand_together(make):
    """Annotator, segment and pass tell which rows belong together."""
    text = (
        "annotator,segment,system,rank,pass\na,1,x,1,a\nb,1,x,2,\na,1,y,2,a\nb,1,y,1,\na,1,y,1,b\n"
    )
    table = read_judgements(make("r.csv", text + "a,1,x,2,b\n"))
    assert said(table, "annotator", "pass", "system", "versus", "value") == [
        ("a", "a", "x", "y", 1.0),
        ("b", None, "x", "y", -1.0),
        ("a", "b", "y", "x", 1.0),
    ]


def test_json_lines_hold_rankings_too(make):
    """The columns tell what it is, whatever the kind of file."""
    text = '{"annotator":"a","segment":1,"system":"x","rank":1}\n'
    text += '{"annotator":"a","segment":1,"system":"y","rank":2}\n'
    table = read_judgements(make("r.jsonl", text))
    assert said(table, "segment", "system", "versus", "label") == [("1", "x", "y", "left")]


@pytest.mark.parametrize("systems", [2, 3, 5, 60])
def test_a_wmt_line_is_one_ranking_of_any_length(make, systems):
    """So many outputs, n, give n(n − 1)/2 rows; the line number is the judgement."""
    names = [f"s{n}" for n in range(systems)]
    shown = [(name, 1 + n % 3) for n, name in enumerate(names)]
    ids = ",".join(f"-1,{name}" for name in names)
    ranks = ",".join(str(rank) for _, rank in shown)
    line = f"French,English,12,-1,12,judge1,{ids},{ranks}\n"
    table = read_judgements(make("wmt.csv.gz", wmt(systems) + line))
    assert len(table) == systems * (systems - 1) // 2
    found = [(0, *row) for row in said(table, "system", "versus", "slot", "value")]
    assert found == textbook([shown])
    known = ("judgement", "segment", "document", "source_language", "target_language", "pass")
    assert set(said(table, *known)) == {("row-1", "12", None, "French", "English", None)}


def test_minus_one_means_not_ranked_and_keeps_its_place(make):
    """The outputs beside it keep the positions at which they were shown."""
    rows = "fr,en,1,d7,1,j,-1,x,-1,y,-1,z,2,-1,1\nfr,en,2,d7,2,j,-1,x,-1,,-1,z,-1,-1,-1\n"
    table = read_judgements(make("wmt.csv", wmt(3) + rows))
    assert said(table, "document", "system", "versus", "slot", "value") == [
        ("d7", "x", "z", 1, -1.0)
    ]
    assert table.notes == (
        "3 outputs in 2 rankings have no rank (−1): nothing is compared with them.",
        "1 ranking has fewer than two ranked outputs, and so no comparison.",
    )


@pytest.mark.parametrize(
    "text",
    [
        OWN + "a,1,x,1\na,1,y,-1\na,1,z,2\n",
        FLAT + "".join(f"7,h,-1,tur,eng,1,a,3,{n},{s},{r}\n" for n, s, r in LEFT_ONE_OUT),
        PAIRWISE
        + "".join(
            f"tur,eng,1,1,a,{one},{rank},{two},{other},7\n"
            for (_, one, rank), (_, two, other) in combinations(LEFT_ONE_OUT, 2)
        ),
        BY_DOCUMENT
        + "".join(
            f"d,1,a,{one},{rank},{two},{other}\n"
            for (_, one, rank), (_, two, other) in combinations(LEFT_ONE_OUT, 2)
        ),
        wmt(3) + "tur,eng,1,d,1,a,-1,x,-1,y,-1,z,1,-1,2\n",
    ],
    ids=["our own", "outputs shown", "pairs", "pairs by document", "one line"],
)
def test_an_output_without_a_rank_is_counted_in_every_layout(make, text):
    """Rank −1 refuses no file: what was ranked is compared, the rest is told in a sentence."""
    table = read_judgements(make("r.csv", text))
    assert said(table, "system", "versus", "value") == [("x", "z", 1.0)]
    assert table.notes == ("1 output in 1 ranking has no rank (−1): nothing is compared with it.",)


def test_lines_that_end_in_cr_cr_lf_are_counted_once(make):
    """Published pairs have such line ends; a fault is told with the line that editors show."""
    lines = "".join(f"tur,eng,{n},{n},j,x,1,y,2,{n}\r\r\n" for n in range(1, 5))
    table = read_judgements(make("r.csv", PAIRWISE.replace("\n", "\r\r\n") + lines))
    assert len(table) == 4
    with pytest.raises(BadInput) as caught:
        read_judgements(make("r.csv", PAIRWISE + lines.replace("4,4,j,x,1", "4,4,j,x,0")))
    assert caught.value.where == "r.csv:5:17"


def test_repeated_rankings_are_passes_in_the_order_of_the_file(make):
    """Everybody's first ranking of a segment is pass a as soon as somebody repeats one."""
    rows = ["1,j1", "1,j2", "1,j1", "2,j1", "1,j1"]
    lines = "".join(
        f"fr,en,{segment},-1,{segment},{judge},-1,x,-1,y,1,2\n"
        for segment, judge in (row.split(",") for row in rows)
    )
    table = read_judgements(make("wmt.csv", wmt(2) + lines))
    assert [row["pass"] for row in table.rows()] == ["a", "a", "b", "a", "c"]
    assert len(set(said(table, "judgement"))) == 5


def test_passes_beyond_the_alphabet_still_sort(make):
    """Thirty rankings of one segment by one judge have thirty passes in order."""
    lines = "fr,en,1,-1,1,j,-1,x,-1,y,1,2\n" * 60
    passes = [row["pass"] for row in read_judgements(make("wmt.csv", wmt(2) + lines)).rows()]
    assert passes == sorted(passes)
    assert len(set(passes)) == 60
    assert passes[:2] == ["a", "b"]


def test_pairs_of_one_ranking_are_one_judgement(make):
    """`rankingID` joins the lines; positions follow from who stands second."""
    rows = (
        "tur,eng,620,620,judge26,p,4,q,2,1264\ntur,eng,620,620,judge26,p,4,r,1,1264\n"
        "tur,eng,620,620,judge26,q,2,r,1,1264\ntur,eng,623,623,judge26,q,1,p,1,1265\n"
    )
    for name in ("judgeID", "judgeId"):
        table = read_judgements(make("wmt.csv", PAIRWISE.replace("judgeID", name) + rows))
        assert said(table, "judgement", "segment", "system", "versus", "slot", "value") == [
            ("1264", "620", "p", "q", 1, -1.0),
            ("1264", "620", "p", "r", 1, -1.0),
            ("1264", "620", "q", "r", 2, -1.0),
            ("1265", "623", "q", "p", 1, 0.0),
        ]


def test_outputs_shown_come_with_time_and_merged_names(make):
    """The names behind one output are put in order, so that `b+a` is `a+b`."""
    rows = "7,h,-1,tur,eng,5,judge1,27.804,2,sysB+sysA,1\n7,h,-1,tur,eng,5,judge1,27.804,1,sysC,3\n"
    (row,) = read_judgements(make("flat.csv", FLAT + rows)).rows()
    assert (row["system"], row["versus"], row["slot"], row["label"]) == (
        "sysC", "sysA+sysB", 1, "right",
    )  # fmt: skip
    assert (row["judgement"], row["seconds"], row["source_language"]) == ("7", 27.804, "tur")


def test_pairs_by_document_are_one_ranking_of_a_judge(make):
    """The three pairs of a judge and a segment are one act; a lower rank is better."""
    rows = "001,001_1,prof1,ht,2,gg,1\n001,001_1,prof1,ht,2,c6,1\n001,001_1,prof1,gg,1,c6,1\n"
    table = read_judgements(make("p.csv", BY_DOCUMENT + rows))
    assert said(table, "judgement", "document", "segment", "system", "versus", "slot", "value") == [
        ("row-1", "001", "001_1", "ht", "gg", 1, -1.0),
        ("row-1", "001", "001_1", "ht", "c6", 1, -1.0),
        ("row-1", "001", "001_1", "gg", "c6", 2, 0.0),
    ]


def test_segments_of_several_language_pairs_or_documents_stay_apart(make):
    """Segment 5 of one pair is not segment 5 of another."""
    rows = "tur,eng,5,-1,5,j,-1,x,-1,y,1,2\nron,eng,5,-1,5,j,-1,x,-1,y,1,2\n"
    table = read_judgements(make("all.csv", wmt(2) + rows))
    assert said(table, "segment", "pass") == [("tur-eng/5", None), ("ron-eng/5", None)]
    rows = "d1,1,j,x,1,y,2\nd2,1,j,x,1,y,2\n"
    table = read_judgements(make("p.csv", BY_DOCUMENT + rows))
    assert said(table, "segment", "document") == [("d1/1", "d1"), ("d2/1", "d2")]


def test_only_the_order_of_ranks_counts(make):
    """Ranks 1, 3, 3 and 2, 7, 7 say the same."""
    one = read_judgements(make("a.csv", OWN + "a,1,x,1\na,1,y,3\na,1,z,3\n"))
    two = read_judgements(make("b.csv", OWN + "a,1,x,2\na,1,y,7\na,1,z,7\n"))
    assert one.rows() == two.rows()
    assert [row["value"] for row in one.rows()] == [1.0, 1.0, 0.0]


def test_one_output_alone_says_nothing(make):
    """A ranking of one is no error; it yields no row and takes no pass."""
    table = read_judgements(make("r.csv", OWN + "a,1,x,1\nb,1,x,1\nb,1,y,2\n"))
    assert said(table, "annotator", "pass", "judgement") == [("b", None, "row-2")]
    assert len(read_judgements(make("r.csv", OWN + "a,1,x,1\n"))) == 0


def test_a_comment_is_told_once(make):
    """It stands with the first pair, as in a campaign."""
    text = "annotator,segment,system,rank,comment\na,1,x,1,\na,1,y,2,bad\na,1,z,3,bad\n"
    assert said(read_judgements(make("r.csv", text)), "comment") == [("bad",), (None,), (None,)]


# Refused ------------------------------------------------------------------------------------

TWO = "fr,en,1,-1,1,j,-1,x,-1,y,"


@pytest.mark.parametrize(
    ("text", "place", "what", "fix"),
    [
        (OWN + "a,1,x,1\na,1,y,0\n", "r.csv:3:7", "'0' is not a rank", "Write 1 for the best"),
        (OWN + "a,1,x,1\na,1,y,1.5\n", "r.csv:3:7", "'1.5' is not a rank", "Write 1"),
        (OWN + "a,1,x,-2\n", "r.csv:2:7", "'-2' is not a rank", "-1 stands for an output"),
        (OWN + "a,1,x,inf\n", "r.csv:2:7", "'inf' is not a rank", "Write 1"),
        (OWN + "a,1,x,\n", "r.csv:2:7", "the rank is empty", "Write the rank in every row."),
        (
            OWN + "a,1,x,1\na,2,y,1\na,1,x,2\n",
            "r.csv:4:5",
            "system 'x' stands twice in one ranking, which begins in line 2",
            "Remove one of them, or distinguish two rankings of a segment by a column 'pass'",
        ),
        (
            OWN + "a,1,x+y,1\na,1,y,2\n",
            "r.csv:3:5",
            "system 'y' stands twice in one ranking, which begins in line 2",
            "Remove",
        ),
        (OWN + "a,1,x+,1\n", "r.csv:2:5", "'x+' names a system without a name", "The sign +"),
        (
            "annotator,segment,system,rank,seconds\na,1,x,1,9\na,1,y,2,8\n",
            "r.csv:3:9",
            "one ranking has two times, '9' and '8'",
            "Write the time of the whole ranking",
        ),
        (
            "annotator,segment,system,rank,slot\na,1,x,1,1\n",
            "r.csv:1:31",
            "column 'slot' does not go with 'rank'",
            "Remove",
        ),
        (wmt(2) + TWO + "1,best\n", "r.csv:2:28", "'best' is not a rank", "-1 stands for"),
        (wmt(2) + TWO + "0,1\n", "r.csv:2:26", "'0' is not a rank", "Write 1 for the best"),
        (
            wmt(2) + TWO.replace("y", "x") + "1,2\n",
            "r.csv:2:24",
            "system 'x' stands twice in one ranking",
            "Remove one of them.",
        ),
        (
            wmt(2) + TWO.replace(",y", ",") + "1,2\n",
            "r.csv:2:24",
            "there is a rank but no system",
            "Name the system, or leave the rank out.",
        ),
        (
            PAIRWISE + "a,b,1,1,j,x,1,y,2,1\na,b,1,1,k,x,1,z,2,1\n",
            "r.csv:3:9",
            "one ranking has two annotators, 'j' and 'k'",
            "Give every ranking a number of its own.",
        ),
        (
            PAIRWISE + "a,b,1,1,j,x,1,y,2,1\na,b,1,1,j,y,1,z,2,1\n",
            "r.csv:3:13",
            "system 'y' has the ranks 2 and 1 in one ranking",
            "Give a system the same rank",
        ),
        (
            PAIRWISE + "a,b,1,1,j,x,1,y,2,1\na,b,1,1,j,y,2,x,1,1\n",
            "r.csv:3:15",
            "'y' and 'x' are compared twice in one ranking, first in line 2",
            "Give every pair",
        ),
        (
            PAIRWISE + "a,b,1,1,j,x,1,x,1,1\n",
            "r.csv:2:15",
            "system 'x' is compared with itself",
            "Give every pair",
        ),
        (
            FLAT + "7,h,-1,t,e,5,j,2,1,x,1\n7,h,-1,t,e,5,j,2,1,y,2\n",
            "r.csv:3:18",
            "two outputs of one ranking stand at position 1",
            "Give every output",
        ),
        (
            FLAT + "7,h,-1,t,e,5,j,2,1,x,1\n7,h,-1,t,e,6,j,2,2,y,2\n",
            "r.csv:3:12",
            "one ranking has two segments, '5' and '6'",
            "Give every ranking",
        ),
        (
            wmt(2).replace(",system2rank", "") + TWO + "1\n",
            "r.csv:1",
            "no column 'system2rank'",
            "A file of WMT rankings has the columns srclang, trglang,",
        ),
        (OWN, "r.csv:1", "there are no judgements below the header", "Add one row"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(make, text, place, what, fix):
    """File, line and column, one sentence, and what to do."""
    with pytest.raises(BadInput) as told:
        read_judgements(make("r.csv", text))
    assert (told.value.where, told.value.what) == (place, what)
    assert told.value.fix.startswith(fix) or fix in told.value.fix


# Written and read back ----------------------------------------------------------------------

NAMES = st.sampled_from(["A", "b", "C-1", "d e", "ü", "b.2", "=x", 'q"', "F"])


@st.composite
def rankings(draw):
    """Rankings of merged outputs by a few people, with repeats and ties, in display order."""
    listed = []
    for _ in range(draw(st.integers(1, 6))):
        names = draw(st.lists(NAMES, min_size=2, max_size=6, unique=True))
        cut = draw(st.integers(2, len(names)))
        shown = [[name] for name in names[:cut]]
        for name in names[cut:]:
            draw(st.sampled_from(shown)).append(name)
        ranks = draw(st.lists(st.integers(1, 4), min_size=cut, max_size=cut))
        listed.append(
            (
                draw(st.sampled_from(["j1", "j2"])),
                draw(st.sampled_from(["1", "2"])),
                [("+".join(sorted(s)), rank) for s, rank in zip(shown, ranks, strict=True)],
            )
        )
    return listed


def tabled(listed):
    """Write rankings into a table, passes counted as the reader counts them."""
    repeats = len({(who, segment) for who, segment, _ in listed}) < len(listed)
    seen = {}
    rows = []
    for number, (who, segment, shown) in enumerate(listed):
        passes = seen[who, segment] = seen.get((who, segment), -1) + 1
        for _, one, two, slot, value in textbook([shown]):
            rows.append(
                {
                    "judgement": str(number),
                    "annotator": who,
                    "segment": segment,
                    "pass": "abcdef"[passes] if repeats else None,
                    "source_language": "tur",
                    "target_language": "eng",
                    "system": one,
                    "versus": two,
                    "slot": slot,
                    "condition": "ranking",
                    "aspect": "preference",
                    "value": value,
                    "label": {1.0: "left", -1.0: "right", 0.0: "tie"}[value],
                    "seconds": 12.5 + number,
                }
            )
    return JudgementTable.from_rows(rows)


KEPT = (
    "annotator", "segment", "pass", "source_language", "system", "versus", "slot", "condition",
    "value", "label",
)  # fmt: skip
CHECKED = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@CHECKED
@given(listed=rankings())
def test_our_own_file_and_the_wmt_file_keep_every_ranking(tmp_path, listed):
    """Written and read back, order, display and passes are the same."""
    table = tabled(listed)
    for shape, kept in (("rankings", (*KEPT, "seconds")), ("wmt", KEPT)):
        assert write_judgements(table, tmp_path / "r.csv", shape=shape) > 0
        again = read_judgements(tmp_path / "r.csv")
        assert said(again, *kept) == said(table, *kept)


@CHECKED
@given(listed=rankings())
def test_the_pairwise_file_lists_every_two_systems_as_the_organisers_do(tmp_path, listed):
    """Each output is expanded to its systems, then all pairs are taken in order."""
    write_judgements(tabled(listed), tmp_path / "p.csv", shape="wmt-pairwise")
    with (tmp_path / "p.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    expected = []
    for number, (who, segment, shown) in enumerate(listed):
        systems = [
            (name, rank)
            for merged, rank in shown
            for name in sorted(merged.split("+"), key=lambda name: (name.lower(), name))
        ]
        for (one, rank), (two, other) in combinations(systems, 2):
            expected.append(
                (str(number), who, segment, one.replace("=x", "'=x"), two.replace("=x", "'=x"),
                 (rank > other) - (rank < other))
            )  # fmt: skip
    assert [
        (
            line["rankingID"], line["judgeID"], line["srcIndex"], line["system1Id"],
            line["system2Id"],
            (int(line["system1rank"]) > int(line["system2rank"]))
            - (int(line["system1rank"]) < int(line["system2rank"])),
        )
        for line in lines
    ] == expected  # fmt: skip
    again = read_judgements(tmp_path / "p.csv")
    assert len(again) == len(expected)


def test_a_comparison_is_a_ranking_of_two(make, tmp_path):
    """A/B answers can be handed to tools that read WMT files; no answer is no line."""
    text = "annotator,segment,left,right,answer\na,1,x,y,right\na,2,x,y,both_bad\na,3,x,y,other\n"
    table = read_judgements(make("ab.csv", text))
    assert write_judgements(table, tmp_path / "w.csv", shape="wmt") == 2
    again = read_judgements(tmp_path / "w.csv")
    assert said(again, "segment", "system", "versus", "label") == [
        ("1", "x", "y", "right"),
        ("2", "x", "y", "tie"),
    ]


def test_comparisons_of_one_ranking_stay_one_judgement_in_the_narrow_file(make, tmp_path):
    """The narrow file of comparisons names the judgement where several rows share one."""
    table = read_judgements(make("r.csv", OWN + "a,1,x,1\na,1,y,2\na,1,z,2\n"))
    write_judgements(table, tmp_path / "c.csv", shape="comparisons")
    again = read_judgements(tmp_path / "c.csv")
    assert set(said(again, "judgement", "condition")) == {("row-1", "ranking")}
    assert said(again, "system", "versus", "label") == said(table, "system", "versus", "label")


def preferences(*rows):
    return JudgementTable.from_rows(
        {"judgement": "j", "annotator": "a", "segment": "1", "aspect": "preference",
         "system": one, "versus": two, "value": value, "slot": 1}
        for one, two, value in rows
    )  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [
        [("x", "y", 1.0), ("y", "z", 1.0), ("z", "x", 1.0)],  # a cycle
        [("x", "y", 0.0), ("y", "z", 0.0), ("x", "z", 1.0)],  # ties that do not carry over
        [("x", "y", 1.0), ("y", "z", 1.0)],  # a pair is missing
        [("x", "y", 1.0), ("x", "y", 1.0)],  # a pair stands twice
    ],
)
@pytest.mark.parametrize("shape", ["rankings", "wmt", "wmt-pairwise"])
def test_a_judgement_without_an_order_is_not_written_as_a_ranking(tmp_path, rows, shape):
    """Contradictions and gaps cannot be expressed by ranks; the place is named."""
    with pytest.raises(BadInput, match="does not order its outputs"):
        write_judgements(preferences(*rows), tmp_path / "r.csv", shape=shape)
    assert list(tmp_path.iterdir()) == []


def test_questions_of_a_tournament_are_not_one_ranking(tmp_path):
    """Two comparisons of one source in one pass fit into WMT lines, not into our own file."""
    table = JudgementTable.from_rows(
        {"judgement": f"j{n}", "annotator": "a", "segment": "1", "aspect": "preference",
         "system": one, "versus": two, "value": 1.0, "slot": 1, "condition": "tournament"}
        for n, (one, two) in enumerate([("x", "y"), ("y", "z")])
    )  # fmt: skip
    assert write_judgements(table, tmp_path / "w.csv", shape="wmt") == 2
    with pytest.raises(BadInput, match="has several judgements of segment '1' in one pass"):
        write_judgements(table, tmp_path / "r.csv", shape="rankings")
    scores = JudgementTable.from_rows([{"annotator": "a", "aspect": "overall", "value": 1.0}])
    with pytest.raises(BadInput, match="there are no comparisons to write"):
        write_judgements(scores, tmp_path / "r.csv", shape="wmt")


# Real files ---------------------------------------------------------------------------------


def test_a_year_of_rankings_is_read_quickly(shared_data):
    """Czech–English of 2016: 24,216 outputs shown, 43,991 pairs, 5,462 rankings of two or more."""
    start = time.process_time()  # other work on the machine must not make it fail
    table = read_judgements(shared_data / "wmt16-rr" / "rankings.cze-eng.csv.gz")
    assert time.process_time() - start < 2
    seen = table.comparisons()
    assert (len(seen), len(seen.judgement.names)) == (43_991, 5_462)
    assert int((seen.value == 0).sum()) == 9_836


def test_the_organisers_pairs_come_out_of_the_outputs_shown(shared_data, tmp_path):
    """The pairwise file equals every row expanded to its systems, all pairs in file order."""
    source = shared_data / "wmt16-rr" / "rankings.tur-eng.csv.gz"
    shown = {}
    with gzip.open(source, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            shown.setdefault(row["ranking_id"], []).append(row)
    expected = [
        (number, one, two, (rank > other) - (rank < other))
        for number, rows in shown.items()
        for (one, rank), (two, other) in combinations(
            [(name, int(row["rank"])) for row in rows for name in row["systems"].split("+")], 2
        )
    ]
    write_judgements(read_judgements(source), tmp_path / "p.csv", shape="wmt-pairwise")
    with (tmp_path / "p.csv").open(encoding="utf-8", newline="") as file:
        found = [
            (
                row["rankingID"], row["system1Id"], row["system2Id"],
                (row["system1rank"] > row["system2rank"])
                - (row["system1rank"] < row["system2rank"]),
            )
            for row in csv.DictReader(file)
        ]  # fmt: skip
    assert found == expected


def test_five_way_rankings_of_2013_come_back(shared_data, tmp_path):
    """9,996 rankings by 218 judges; written as a WMT file they are read as the same."""
    table = read_judgements(shared_data / "wmt13-rr-fren" / "rankings5.train.csv.gz")
    seen = table.comparisons()
    assert (len(seen), len(seen.judgement.names)) == (99_960, 9_996)
    assert (len(seen.annotator.names), len(seen.system.names)) == (218, 13)
    write_judgements(table, tmp_path / "w.csv.gz", shape="wmt")
    again = read_judgements(tmp_path / "w.csv.gz")
    assert said(again, *KEPT) == said(table, *KEPT)


def test_the_same_pair_may_be_asked_in_two_ways(make):
    """A crossover asks once in a tournament and once in a ranking; twice alike is refused."""
    head = "annotator,segment,left,right,answer,condition\n"
    rows = "a,1,x,y,left,tournament\na,1,y,x,tie,ranking\n"
    assert len(read_judgements(make("c.csv", head + rows))) == 2
    long = "annotator,segment,system,versus,aspect,value,condition\n"
    rows = "a,1,x,y,preference,1,tournament\na,1,x,y,preference,0,ranking\n"
    assert len(read_judgements(make("t.csv", long + rows))) == 2
    with pytest.raises(BadInput, match="judges segment '1' twice"):
        read_judgements(make("t.csv", long + rows.replace("ranking", "tournament")))
