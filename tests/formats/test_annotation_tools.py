"""Exports of Label Studio, doccano, Potato, INCEpTION: what people marked and answered."""

import json

import pytest

from tertium.exceptions import BadInput
from tertium.formats.annotated_texts import labelled, placed
from tertium.formats.folders import read_folder
from tertium.formats.judgements import read_judgements
from tests.formats.test_originals import counted

TOOLS = "annotation-tools"


def marks(table):
    return [
        (row["category"], row["severity"], row["text"])
        for row in table.rows()
        if row["aspect"] == "error"
    ]


def test_places_are_those_of_the_quoted_passage():
    """Code points, or the UTF-16 units of browsers; nowhere if it fits neither way."""
    assert placed("a 😊 bc", 4, 6, "bc") == (4, 6)
    assert placed("a 😊 bc", 5, 7, "bc") == (4, 6)
    assert placed("a 😊 bc", 2, 4, "😊") == (2, 3)
    assert placed("a 😊 bc", 1, 2, "bc") == (None, None)
    assert placed("abc", 2, 9, None) == (None, None)


def test_labels_may_be_severities():
    """Alone, or behind a category."""
    assert labelled("Major") == {"severity": "Major"}
    assert labelled("Accuracy/Omission/minor") == {
        "category": "Accuracy/Omission", "severity": "minor",
    }  # fmt: skip
    assert labelled("Accuracy/Omission") == {"category": "Accuracy/Omission"}


# Label Studio ------------------------------------------------------------------------------------


def region(start, end, text, label, *, name="r1", to="target"):
    value = {"start": start, "end": end, "text": text, "labels": [label]}
    return {"id": name, "type": "labels", "from_name": "error", "to_name": to, "value": value}


def choice(said, *, name, question):
    value = {"choices": [said]}
    return {"id": name, "type": "choices", "from_name": question, "to_name": "t", "value": value}


TASK = {
    "id": 7,
    "data": {"source": "Good 😊 day", "target": "Gut 😊 Tag", "system": "mt-1", "document": "d1"},
    "annotations": [
        {
            "id": 1,
            "completed_by": 4,
            "created_at": "2026-03-01T14:30:00.5Z",
            "lead_time": 12.5,
            "result": [
                region(0, 3, "Gut", "Fluency"),
                choice("Minor", name="r1", question="severity"),
                region(7, 10, "Tag", "Terminology/major", name="r2"),
                region(0, 4, "Good", "Accuracy", name="r3", to="source"),
                {"id": "s", "type": "rating", "from_name": "fluency", "value": {"rating": 4}},
                choice("Yes", name="c", question="usable"),
            ],
        },
        {"id": 2, "completed_by": 5, "was_cancelled": True, "result": []},
    ],
}


def test_label_studio_tells_regions_answers_and_systems(make):
    """An answer about a region belongs to it; fields of the task are what they are called."""
    table = read_judgements(make("export.json", json.dumps([TASK])))
    rows = table.rows()
    assert marks(table) == [
        ("Fluency", "Minor", "Gut"),
        ("Terminology", "major", "Tag"),
        ("Accuracy", None, "Good"),
    ]
    places = [(row["side"], row["start"], row["end"]) for row in rows if row["aspect"] == "error"]
    assert places == [("target", 0, 3), ("target", 6, 9), ("source", 0, 4)]
    said = {row["aspect"]: row["value"] or row["label"] for row in rows}
    assert (said["fluency"], said["usable"]) == (4, "Yes")
    assert {(row["annotator"], row["system"], row["document"]) for row in rows} == {
        ("4", "mt-1", "d1")
    }
    assert {row["seconds"] for row in rows} == {12.5}


def test_exports_of_label_studio_are_counted(read):
    """One task with one choice each, line breaks and Cyrillic in it; seconds are those worked."""
    rows = read(f"{TOOLS}/label-studio/csv_test2.json").rows()
    assert [(row["aspect"], row["label"], row["seconds"]) for row in rows] == [
        ("uri_selection", 'Yes " "" \n \t \t а б в \n', 10.744)
    ]
    rows = read(f"{TOOLS}/label-studio/csv_test_history.json").rows()
    assert [(row["label"], row["seconds"]) for row in rows if row["aspect"] == "sentiment"] == [
        ("Positive", 1.849)
    ]


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ({"annotations": 5}, "'annotations' is not a list"),
        ({"annotations": [5]}, "'annotations' is not a list of objects"),
        ({"annotations": [{"result": [{"type": "labels", "value": 3}]}]}, "'value' is not an obj"),
        ({"annotations": [{"created_at": "soon", "result": []}]}, "'soon' is not a time"),
        ({"annotations": []}, "there are no annotations"),
    ],
)
def test_what_label_studio_never_writes_is_told(make, broken, told):
    """With the name of what is wrong."""
    with pytest.raises(BadInput, match=told):
        read_judgements(make("export.json", json.dumps([TASK | broken])))


# doccano -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("export-sequence_labeling/example.jsonl", {"overall": 3, "target": 3, "error": 4}),
        ("export-relation_extraction/example.jsonl", {"overall": 1, "target": 1, "error": 4}),
        ("export-intent_detection/example.jsonl", {"label": 2, "error": 3}),
        ("export-text_classification/example.csv", {"label": 3}),
        ("export-text_classification/example.json", {"label": 3}),
        ("export-sequence_to_sequence/example.jsonl", {"label": 3}),
        ("import-tests/sequence_labeling/example_overlapping.jsonl", {"error": 2}),
        ("import-tests/example.utf16.csv", {"label": 3}),
    ],
)
def test_exports_of_doccano_are_counted(read, name, counts):
    """Spans, also equal ones, and labels, in each of its layouts."""
    table = read(f"{TOOLS}/doccano/{name}")
    found = counted(table.rows(), "aspect")
    assert {aspect: found[aspect] for aspect in counts} == counts
    if "relation" in name:
        assert table.notes == ("Relations between spans are left out (3).",)


def test_spans_of_doccano_end_before_their_end(read):
    """The end is excluded, as in our own files."""
    assert marks(read(f"{TOOLS}/doccano/export-sequence_labeling/example.jsonl"))[0] == (
        "ORG", None, "EU",
    )  # fmt: skip


def test_files_of_doccano_are_annotators(make):
    """A zip of an export has a file for each of them."""
    for name, label in (("ann", "minor"), ("bea", "major")):
        line = {"id": 3, "text": "Guter Tag", "label": [[0, 5, label]], "system": "x"}
        path = make(f"export/{name}.jsonl", json.dumps(line) + "\n")
    rows = read_folder(path.parent).rows()
    said = [
        (row["annotator"], row["segment"], row["system"], row["severity"])
        for row in rows
        if row["aspect"] == "error"
    ]
    assert said == [("ann", "3", "x", "minor"), ("bea", "3", "x", "major")]


def test_a_span_past_its_text_is_told(make):
    """With the line."""
    path = make("a.jsonl", '{"text": "abc", "label": [[1, 9, "X"]]}\n')
    with pytest.raises(BadInput, match=r"a\.jsonl:1: a span goes from 1 to 9 of a text of 3"):
        read_judgements(path)


# Potato ------------------------------------------------------------------------------------------


def test_potato_tells_labels_numbers_spans_and_time(make):
    """A folder for each annotator; several labels of one schema are one answer."""
    line = {
        "id": "item_1",
        "displayed_text": "Ein Satz",
        "label_annotations": {
            "sentiment": {"positive": "true", "calm": "true"},
            "quality": {"scale_4": "4"},
            "remark": {"text_box": "fine"},
        },
        "span_annotations": [{"start": 4, "end": 8, "span": "Satz", "annotation": "Style/minor"}],
        "behavioral_data": {"time_string": "Time spent: 0d 0h 1m 50s "},
    }
    path = make("out/ann/annotated_instances.jsonl", json.dumps(line) + "\n")
    table = read_judgements(path)
    rows = table.rows()
    assert marks(table) == [("Style", "minor", "Satz")]
    said = {row["aspect"]: row["value"] or row["label"] for row in rows}
    assert (said["sentiment"], said["quality"], said["remark"]) == ("calm; positive", 4, "fine")
    assert {(row["annotator"], row["segment"], row["seconds"]) for row in rows} == {
        ("ann", "item_1", 110)
    }


# INCEpTION ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("multipleStackedAnnotationsAreNotMergedTest/user1", ["ORG", "ORGpart"]),
        ("multipleStackedAnnotationsAreNotMergedTest/user2", ["ORG", "ORG", "ORGpart"]),
        ("testMultiTokenSpanWithFeatureValue/reference", ["PERSON"]),
        ("testCrossSentenceSpanWithFeatureValue/reference", ["PERSON"]),
        ("testSentenceWithEmoji/reference", [None]),
        ("testSentenceWithTab/reference", [None]),
        ("relationLabelTest/user1", []),
    ],
)
def test_exports_of_inception_are_counted(read, name, found):
    """Stacked spans are several; one over two sentences is one; parts of speech are none."""
    table = read(f"{TOOLS}/inception/{name}.tsv")
    assert sorted(category or "" for category, _, _ in marks(table)) == [one or "" for one in found]


def test_texts_of_inception_keep_places_and_escapes(read):
    """Offsets are UTF-16 units there, code points here; a tab is written as \\t."""
    (mark,) = marks(read(f"{TOOLS}/inception/testSentenceWithEmoji/reference.tsv"))
    assert mark[2] == "😊"
    (whole,) = marks(read(f"{TOOLS}/inception/testCrossSentenceSpanWithFeatureValue/reference.tsv"))
    assert whole[2] == "He loves her .\nShe loves him not ."
    rows = read(f"{TOOLS}/inception/testSentenceWithTab/reference.tsv").rows()
    assert [row["text"] for row in rows if row["aspect"] == "target"] == ["This is\ta test ."]
