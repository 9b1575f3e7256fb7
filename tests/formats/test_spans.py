"""The narrow file of marked errors: what it becomes, and what is refused."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.exceptions import TertiumError
from tertium.formats.judgements import read_judgements
from tertium.text.spans import check_passage, cuts_character, text_hash

HEADER = "annotator,segment,system,side,start,end,category,severity"


def test_texts_score_and_note_become_rows_of_their_own(make):
    """One overall row and one row per text for each output, however many errors it has."""
    text = (
        f"{HEADER},note,source,target,score\n"
        "a,1,x,target,0,5,acc,major,hm,Hello you,Hallo du,60\n"
        "a,1,x,source,6,9,acc,minor,,Hello you,Hallo du,60\n"
        "a,2,x,,,,,,fine,Bye,,90\n"
    )
    table = read_judgements(make("e.csv", text))
    aspects = [row["aspect"] for row in table.rows()]
    assert aspects == ["overall", "source", "target", "error", "error", "overall", "source"]
    spans = table.spans()
    assert spans.outputs.score.tolist() == [60, 90]
    assert spans.outputs.target.tolist() == ["Hallo du", None]
    assert spans.quotes() == ["you", "Hallo"]
    assert spans.output.tolist() == [0, 0]
    assert spans.note.tolist() == [None, "hm"]
    assert table.rows()[5]["comment"] == "fine"


WRONG = [
    ("a,1,x,target,x,5,acc,major", "2:14", "is not a whole number"),
    ("a,1,x,target,5,3,acc,major", "2:16", "before it starts"),
    ("a,1,x,target,5,,acc,major", "2:16", "both start and end"),
    ("a,1,x,,0,3,acc,major", "2:7", "the side is empty"),
    ("a,1,x,left,0,3,acc,major", "2:7", "'left' is not a known side"),
    ("a,1,x,target,-1,3,acc,major", "2:14", "is negative"),
    ("a,1,x,target,0,3,,", "2:19", "neither category nor severity"),
]


@pytest.mark.parametrize(("row", "place", "what"), WRONG)
def test_a_bad_passage_is_told_with_its_place(make, row, place, what):
    """Line and column of the first thing that is wrong."""
    path = make("e.csv", f"{HEADER}\n{row}\n")
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:{place}"


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("a,1,x,target,0,9,acc,major,,äöü🙂", "after the end of the target"),
        ("a,1,x,target,0,2,acc,major,öü,äöü🙂", "is not what the target says"),
        ("a,1,x,target,0,4,acc,major,äöü🙂,äöü🙂\na,1,x,target,0,1,acc,minor,,äöü", "differs"),
    ],
)
def test_a_passage_of_another_text_is_refused(make, row, what):
    """Past the end in code points, another quote, or two texts for one output."""
    with pytest.raises(TertiumError, match=what):
        read_judgements(make("e.csv", f"{HEADER},text,target\n{row}\n"))


def test_a_hash_of_another_version_is_refused(make):
    """The hash is the SHA-256 of the whole text."""
    right, text = hashlib.sha256("Grüße".encode()).hexdigest(), "Grüße"
    assert text_hash(text) == right
    row = f"a,1,x,target,0,5,acc,major,{right},{text}"
    assert len(read_judgements(make("e.csv", f"{HEADER},hash,target\n{row}\n")).spans()) == 1
    with pytest.raises(TertiumError, match="not the text in which"):
        read_judgements(make("e.csv", f"{HEADER},hash,target\n{row}n\n"))


@given(st.data())
@settings(max_examples=20)
def test_no_passage_shifts_whatever_the_text(tmp_path_factory, data):
    """Code points in, code points out: Chinese, emoji, marks and zero-width characters."""
    alphabet = st.characters(codec="utf-8", exclude_characters="\0\r\n")
    rows, passages = [], []
    for number in range(20):
        text = data.draw(st.text(alphabet, min_size=1, max_size=12))
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        passages.append(text[start:end])
        rows.append({"annotator": "a", "segment": f"{number:02}", "system": "x", "side": "target",
                     "start": start, "end": end, "category": "c", "severity": "minor",
                     "text": text[start:end] or None, "target": text})  # fmt: skip
    path = tmp_path_factory.mktemp("spans") / "e.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    spans = read_judgements(path).spans()
    texts = spans.texts()
    found = [
        text[int(start) : int(end)]
        for text, start, end in zip(texts, spans.start, spans.end, strict=True)
    ]
    assert found == passages


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("e\u0301a", [1]),
        ("क्षि", [1, 3]),
        ("👩\u200d👩\u200d👧!", [1, 2, 3, 4]),
        ("👍🏽x", [1]),
        ("🇩🇪🇫🇷", [1, 3]),
        ("\u1112\u1161\u11ab", [1, 2]),
        ("中文", []),
        ("a\r\nb", [2]),
    ],
)
def test_a_position_inside_a_character_is_seen(text, inside):
    """What a reader sees as one character may be several code points."""
    assert [at for at in range(len(text) + 1) if cuts_character(text, at)] == inside


def test_a_passage_is_checked_against_its_text():
    """Reversed, past the end, another quote, another version."""
    check_passage("Hallo", 1, 3, quote="al", whole=text_hash("Hallo"))
    wrong = ((3, 1, {}), (0, 6, {}), (0, 2, {"quote": "Hx"}), (0, 1, {"whole": "0"}))
    for start, end, known in wrong:
        with pytest.raises(TertiumError):
            check_passage("Hallo", start, end, **known)
