"""Marked errors as others publish them: words and tags in copies of texts, JSON of WMT."""

import csv
import gzip
import json
from collections import Counter

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.carried import carried
from tertium.formats.error_files import write_errors
from tertium.formats.fill_texts import fill_texts
from tertium.formats.judgements import read_judgements

BIO = ("SEG_ID\tDoc\tSource\tTagged_Source\tTarget\tMT\tTagged_Target\tError Category\tSeverity\t"
       "Annotator_ID\n")  # fmt: skip
QREV = "system,criterion,evaluator,line,segment_id,tokens\n"


def errors(table):
    return [row for row in table.rows() if row["aspect"] == "error"]


def test_a_passage_is_carried_over_blanks():
    """What is not blank tells the place; nothing marked is a point."""
    assert carried("ab cd", "a b", "cd") == (3, 5)
    assert carried("a b", "", "ab") == (0, 3)
    assert carried("ab ", "a b", "") == (3, 3)


# Biomedical MQM ---------------------------------------------------------------------------


def test_tags_become_places(make):
    """In the target, in the source, nowhere, and beside a lost blank."""
    lines = [
        "1\tdoc1\tHello\t\tHallo du\tA\t<tag>Hallo</tag> du\tAccuracy - Addition\tMajor\tl1",
        "1\tdoc1\tHello\t<tag>Hello</tag>\tHallo du\tA\t\tAccuracy - Omission\tMinor\tl1",
        "1\tdoc1\tHello\t\tHallo du\tA\t\t\tNeutral\tl1",
        "2\tdoc1\tIt's\t\tEs ist's so\tA\tEs <tag>ist\\'s</tag>so\tOther\tMinor\tl1",
        "3\tdoc1\tBye\t\tCiao\tA\t\t\t\tl1",
    ]
    table = read_judgements(make("b.tsv", BIO + "\n".join(lines) + "\n"))
    found = [(r["side"], r["start"], r["end"], r["text"], r["category"]) for r in errors(table)]
    assert found == [
        ("target", 0, 5, "Hallo", "Accuracy/Addition"),
        ("source", 0, 5, "Hello", "Accuracy/Omission"),
        ("target", None, None, None, None),
        ("target", 3, 8, "ist's", "Other"),
    ]
    assert table.spans().outputs.segment.values() == ["doc1/1", "doc1/2", "doc1/3"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("1\td\tH\t\tHallo\tA\t<tag>Hullo</tag>\tOther\tMinor\tl", "another text"),
        ("1\td\tH\t\tHallo\tA\tHallo</tag>\tOther\tMinor\tl", "no passage is marked"),
        ("1\td\tH\t\tHallo\tB\t\t\t\tl", "there is another about this output"),
        ("1\td\tH\t\tHullo\tB\t<tag>Hullo</tag>\tOther\tMinor\tl", "the target differs"),
    ],
)
def test_a_bad_tag_is_told_with_its_line(make, line, what):
    """Nothing is half read."""
    first = "1\td\tH\t\tHallo\tB\t<tag>H</tag>allo\tOther\tMinor\tl\n"
    path = make("b.tsv", BIO + first + line + "\n")
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:3"


def test_biomedical_marks_of_the_paper(shared_data):
    """As many lines of each severity as the file has, every passage in its text."""
    table = read_judgements(shared_data / "bio-mqm-en2de" / "mqm.tsv.gz")
    counts = Counter(row["severity"] for row in errors(table))
    assert counts == {"Major": 3820, "Minor": 1519, "Neutral": 742, "Critical": 24}
    spans = table.spans()
    assert len(spans.outputs) == 3_612
    places = zip(spans.texts(), spans.start, spans.end, strict=True)
    assert [text[int(start) : int(end)] for text, start, end in places] == spans.quotes()


# QRev -------------------------------------------------------------------------------------


def test_marked_words_become_passages(make):
    """Neighbours join; a gap is a point; other blanks and another pass change nothing."""
    text = QREV + (
        'a,adequacy,e1,1,r_1\tev2 ev7,"To|None|None je|GENDER|Minor ok|GENDER|Minor '
        'XXX|OMISSION|Major ne.|CASE|None"\n'
        'a,adequacy,e2,1,r_1\tev2 ev7,"To|None|None je|None|None ok|None|None '
        'ne|None|Major .|None|None"\n'
    )
    table = read_judgements(make("q.csv", text))
    found = [(r["annotator"], r["start"], r["end"], r["text"], r["category"], r["severity"])
             for r in errors(table)]  # fmt: skip
    assert found == [
        ("ev2", 3, 8, "je ok", "GENDER", "Minor"),
        ("ev2", 9, 9, None, "OMISSION", "Major"),
        ("ev7", 9, 11, "ne", None, "Major"),
    ]
    (issue,) = table.select(aspect="issue").rows()
    assert (issue["text"], issue["category"], issue["severity"]) == ("ne.", "CASE", None)
    assert {row["text"] for row in table.select(aspect="target").rows()} == {"To je ok ne."}


def test_a_word_without_an_issue_is_told(make):
    """With its line."""
    path = make("q.csv", QREV + "a,adequacy,e1,1,r_1,To|None|None je\n")
    with pytest.raises(TertiumError, match="'je' has no issue") as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:2"


def test_marked_words_of_reviews(shared_data):
    """Two people on each of 1,217 outputs, twice; marked letters are those the file marks."""
    path = shared_data / "qrev-enhr" / "annotations.csv.gz"
    spans = read_judgements(path).spans()
    assert len(spans.outputs) == 4_868
    assert set(spans.outputs.annotator.names) == {f"ev{number}" for number in range(1, 8)}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        tokens = [
            one.rsplit("|", 2) for row in csv.DictReader(file) for one in row["tokens"].split()
        ]
    marked = sum(len(word) for word, _, level in tokens if level != "None" and word != "XXX")
    assert sum(len("".join(quote.split())) for quote in spans.quotes() if quote) == marked


# HUME -------------------------------------------------------------------------------------

NODES = "node_id,sent_id,annot_id,lang,mt_label,child_count,children,parent,ucca_label,pos\n"
SENTENCES = ("sent_id,annot_id,lang,timestamp,source,target\n"
             "7,cs1,cs,2015-11-26 01:10:37.5,old,alt\n"
             "7,cs1,cs,2015-11-27 01:10:37.5,We were not told .,Neřekli nám .\n")  # fmt: skip


def test_judged_nodes_become_errors_in_the_source(make):
    """A leaf marks its words, a bad node those below it, apart ones their first run."""
    make("sentences.csv", SENTENCES)
    rows = ["1.1,7,cs1,cs,B,2,1.2 1.3,0,root,-1", "1.2,7,cs1,cs,O,1,0.1,1.1,A,0",
            "1.3,7,cs1,cs,R,2,0.2 0.4,1.1,P,1 3", "1.4,7,cs1,cs,M,1,0.3,1.1,D,2",
            "1.5,7,cs1,cs,G,1,0.5,1.1,U,4"]  # fmt: skip
    table = read_judgements(make("nodes.csv", NODES + "\n".join(rows) + "\n"))
    found = [(r["side"], r["text"], r["category"], r["severity"]) for r in errors(table)]
    assert found == [
        ("source", "We were", "structure/root", "major"),
        ("source", "We", "word/A", "minor"),
        ("source", "were", "word/P", "major"),
    ]
    assert json.loads(errors(table)[2]["label"])["words"] == "1 3"
    assert table.spans().outputs.target.tolist() == ["Neřekli nám ."]  # opened again: the last


@pytest.mark.parametrize(
    ("rows", "what"),
    [("1.1,7,cs1,cs,X,0,,0,root,0\n", "the label 'X' is not known"),
     ("1.1,8,cs1,cs,R,0,,0,root,0\n", "no sentence '8' of 'cs1'")],
)  # fmt: skip
def test_bad_nodes_are_told(make, rows, what):
    """And so are sentences that are not there."""
    path = make("nodes.csv", NODES + rows)
    make("sentences.csv", SENTENCES)
    with pytest.raises(TertiumError, match=what):
        read_judgements(path)


def test_nodes_without_sentences_are_told(make):
    """Places are counted in the text."""
    path = make("nodes.csv", NODES + "1.1,7,cs1,cs,R,0,,0,root,0\n")
    with pytest.raises(TertiumError, match=r"no file 'sentences\.csv'"):
        read_judgements(path)


def test_every_orange_red_and_bad_node_is_an_error(shared_data):
    """As many as the file has, and the words of each leaf are those the file names."""
    path = shared_data / "hume-ucca-cs-de" / "nodes.csv.gz"
    found = errors(read_judgements(path))
    labels = Counter(json.loads(row["label"])["mt_label"] for row in found)
    assert labels == {"O": 2383, "R": 2743, "B": 2520}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        named = Counter(
            (row["annot_id"], row["sent_id"], row["node_id"], row["source"])
            for row in csv.DictReader(file)
            if row["mt_label"] in "OR" and row["pos"].isdecimal()
        )
    marked = Counter(
        (row["annotator"], row["segment"], json.loads(row["label"])["node"], row["text"])
        for row in found
        if row["category"].startswith("word/")
    )
    assert not named - marked


# Batches of Appraise ----------------------------------------------------------------------


def item(number, target, **more):
    about = {"itemID": number, "itemType": "TGT", "documentID": "d#x", "sourceID": "wmt"}
    texts = {"targetID": "x", "sourceText": "Hello", "targetText": target, "mqm": []}
    return about | texts | more


def batches(*items, number=1):
    task = {"batchNo": number, "sourceLanguage": "eng", "targetLanguage": "deu"}
    return {"items": list(items), "task": task}


def test_batches_hold_texts_and_marks_made_before(make):
    """Nobody has judged anything; ends count in."""
    mark = {"start_i": 0, "end_i": 4, "severity": "minor", "error_type": None}
    text = json.dumps([batches(item(1, "Hallo", mqm=[mark]), item(2, "Tag", itemType="BAD"))])
    table = read_judgements(make("b.json", text))
    (error,) = errors(table)
    assert (error["start"], error["end"], error["text"], error["layer"]) == (
        0,
        5,
        "Hallo",
        "prefilled",
    )
    assert len(table.spans().outputs) == 0
    assert [r["role"] for r in table.select(aspect="overall").rows()] == ["real", "degraded"]


def test_pairwise_items_have_several_outputs(make):
    """Each target is an output of its own."""
    pair = item(1, "") | {"targets": [{"targetID": "x", "targetText": "Hallo"},
                                      {"targetID": "y", "targetText": "Tag"}]}  # fmt: skip
    table = read_judgements(make("b.json", json.dumps([batches(pair)])))
    assert [r["text"] for r in table.select(aspect="target").rows()] == ["Hallo", "Tag"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (json.dumps([{"items": [item(1, "Hallo")]}, {"targetText": 1}]), "a batch has no items"),
        (json.dumps([batches(item(1, "H"), {"itemID": 2})]), "no 'targetID'"),
        ('[{"items": [{"targetText": ', "this is not JSON"),
    ],
)
def test_bad_batches_are_told(make, text, what):
    """With batch and item."""
    with pytest.raises(TertiumError, match=what):
        read_judgements(make("b.json", text))


def appraise(number, mqm="[]", kind="TGT"):
    quoted = mqm.replace('"', '""')
    return f'u,x,{number},{kind},eng,deu,70,d#x,False,"{quoted}",10.0,12.5\n'


def test_texts_are_found_beside_an_export(make):
    """By document, number, system and role; a mark past the end belongs to another text."""
    texts = read_judgements(make("b.json", json.dumps([batches(item(1, "Hallo"))])))
    mark = '[{"start_i":0,"end_i":%d,"severity":"minor","error_type":null}]'
    table, unknown = fill_texts(
        read_judgements(make("a.csv", appraise(1, mark % 4) + appraise(2))), texts
    )
    assert (errors(table)[0]["text"], unknown) == ("Hallo", 1)
    too_far = read_judgements(make("c.csv", appraise(1, mark % 5)))
    with pytest.raises(TertiumError, match="goes to 6 in a text of 5 characters"):
        fill_texts(too_far, texts, where="b.json")


def test_judgements_made_together_tell_their_batch(make):
    """The same number stands in two batches with two texts; the neighbour decides."""
    given = [batches(item(1, "Hallo"), item(2, "eins")),
             batches(item(1, "Tschüss"), item(3, "zwei"), number=2)]  # fmt: skip
    texts = read_judgements(make("b.json", json.dumps(given)))
    table, unknown = fill_texts(read_judgements(make("a.csv", appraise(1) + appraise(3))), texts)
    found = [row["text"] for row in table.select(aspect="target").rows()]
    assert (found, unknown) == (["Tschüss", "zwei"], 0)


def test_every_mark_of_the_published_export_is_inside_its_text(shared_data):
    """All 3,314 outputs are found, and no mark goes past the end."""
    folder = shared_data / "esa-wmt23-ende"
    table, unknown = fill_texts(
        read_judgements(folder / "ESA-1.csv.gz"),
        read_judgements(folder / "batches_wmt23_en-de_esa.json.gz"),
    )
    assert unknown == 0
    assert len(table.select(aspect="target")) == len(table.select(aspect="overall"))


# WMT 2024 and later -----------------------------------------------------------------------

SPAN = {"start_i": 0, "end_i": 4, "severity": "major", "error_type": None}
FLAT = {"langs": "en-de", "line_id": 3, "src": "Hello 😀", "tgt": "Hallo 😀", "doc_id": "news_1",
        "domain": "news", "esa_spans": [SPAN], "esa_score": "66", "times": ["100.0", "130.5"],
        "system": "A", "annotator": "engdeu01", "speech_info": None}  # fmt: skip
LISTED = {"doc_id": "news_1_#_3", "src_text": "Hello 😀", "tgt_text": {"A": "Hallo 😀", "B": "Tag"},
          "scores": {"A": [{"score": 66, "annotator": "engdeu01", "errors": [SPAN],
                            "times": [100.0, 130.5]}]}}  # fmt: skip
NUMBERED = {"doc_id": "en-cs_CZ_#_news_#_d7_#_0", "src_text": "Hello 😀",
            "tgt_text": {"A": "Hallo 😀"},
            "scores": {"A": {"human1": 66.0, "errors1": [SPAN], "annotator1": "u1",
                             "human2": 70.0, "errors2": [], "annotator2": "u2",
                             "human3": None, "annotator3": None}}}  # fmt: skip


def test_a_judgement_a_line(make):
    """WMT 2024: the score is a string, ends count in."""
    table = read_judgements(make("w.jsonl", json.dumps(FLAT) + "\n"))
    whole, _, _, error = table.rows()
    assert (whole["value"], whole["seconds"], whole["domain"]) == (66, 30.5, "news")
    assert (error["start"], error["end"], error["text"]) == (0, 5, "Hallo")
    assert (error["segment"], error["document"]) == ("news_1_#_3", "news_1")


def test_a_list_of_judgements_says_the_same(make):
    """And the output that nobody judged keeps its text."""
    flat = read_judgements(make("w.jsonl", json.dumps(FLAT) + "\n")).spans()
    table = read_judgements(make("v.jsonl", json.dumps(LISTED) + "\n"))
    listed = table.spans()
    assert listed.outputs.segment.values() == flat.outputs.segment.values()
    assert (listed.start.tolist(), listed.end.tolist()) == (flat.start.tolist(), flat.end.tolist())
    unread = [row for row in table.rows() if row["annotator"] is None]
    assert [(row["aspect"], row["text"]) for row in unread] == [
        ("source", "Hello 😀"),
        ("target", "Tag"),
    ]


def test_numbered_waves_are_judgements_of_two_people(make, tmp_path):
    """WMT 2025: a wave that did not take place is no judgement."""
    table = read_judgements(make("w.jsonl", json.dumps(NUMBERED) + "\n"))
    outputs = table.spans().outputs
    assert outputs.annotator.values() == ["u1", "u2"]
    row = table.rows()[0]
    names = ("source_language", "target_language", "domain", "document")
    assert [row[name] for name in names] == ["en", "cs_CZ", "news", "en-cs_CZ_#_news_#_d7"]
    assert write_errors(table, tmp_path / "o.jsonl", kind="wmt").lost == ""
    assert read_judgements(tmp_path / "o.jsonl") == table
    (line,) = map(json.loads, (tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines())
    assert line["scores"]["A"]["errors1"] == [SPAN]


def test_names_joined_as_in_2026(make):
    """Three number signs."""
    line = NUMBERED | {"doc_id": "en-de_DE_###_speech_###_d_#_7_###_2"}
    row = read_judgements(make("w.jsonl", json.dumps(line) + "\n")).rows()[0]
    assert row["segment"] == line["doc_id"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (FLAT | {"esa_score": "high"}, "the score 'high' is not a number"),
        (FLAT | {"esa_spans": [SPAN | {"end_i": 7}]}, "from 0 to 7 of a text of 7 characters"),
        (LISTED | {"scores": {"C": []}}, "no text of 'C'"),
        (LISTED | {"scores": {"A": 3}}, "no list or object"),
        ({"doc_id": "x", "src_text": "", "tgt_text": {}}, "no 'scores'"),
        (NUMBERED, "given twice, first in line 1"),
    ],
)
def test_a_bad_line_of_wmt_is_told(make, line, what):
    """With its place."""
    path = make("w.jsonl", json.dumps(NUMBERED) + "\n" + json.dumps(line) + "\n")
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:2"
