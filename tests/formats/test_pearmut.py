"""What Pearmut saves: inclusive ends, resets, round trips."""

import json

import pytest

from tertium.exceptions import TertiumError
from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tests.formats.marked import made_table


def saved(spans, *, user="u1", item_i=3, **more):
    said = {"score": 80, "error_spans": spans, "textfield": "ok"}
    item = {"src": "Hello you", "tgt": {"m": "Hallo 😀 du"}, "item_id": "s1", "ref": "r"}
    line = {
        "annotation": [{"m": said}],
        "item": [item],
        "user_id": user,
        "item_i": item_i,
        "actions": [{"time": 100.5, "action": "load"}, {"time": 130.25, "action": "save"}],
    }
    return json.dumps(line | more, ensure_ascii=False) + "\n"  # fmt: skip


def span(start, end, **more):
    return {"start_i": start, "end_i": end, "severity": "minor", "category": None} | more


def test_ends_count_in_and_something_missing_has_no_place(make):
    """One further in our table; "missing" is an omission."""
    text = saved([span(0, 4), span(6, 6), span("missing", "missing", severity="major")])
    rows = read_judgements(make("p.jsonl", text)).rows()
    places = [(r["start"], r["end"], r["text"], r["category"]) for r in rows[3:]]
    assert places == [(0, 5, "Hallo", None), (6, 7, "😀", None), (None, None, None, "omission")]
    assert (rows[0]["value"], rows[0]["comment"], rows[0]["seconds"]) == (80, "ok", 29.75)


def test_a_reset_voids_what_came_before_and_welcome_items_are_no_data(make):
    """Of the same person and item."""
    reset = json.dumps({"annotation": "__RESET__", "user_id": "u1", "item_i": 3}) + "\n"
    text = (saved([]) + saved([], user="u2") + reset + saved([span(0, 0)])
            + saved([], item_i="welcome_1"))  # fmt: skip
    spans = read_judgements(make("p.jsonl", text)).spans()
    assert spans.outputs.annotator.values() == ["u1", "u2"]
    assert len(spans) == 1


def test_all_that_was_saved_comes_back(make, tmp_path):
    """Actions, references and other keys are kept."""
    table = read_judgements(make("p.jsonl", saved([span(0, 4, extra=1)]) + saved([], user="ü")))
    assert write_errors(table, tmp_path / "o.jsonl", kind="pearmut").lost == ""
    assert read_judgements(tmp_path / "o.jsonl") == table
    again = json.loads((tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert again["item"][0]["ref"] == "r"
    assert again["annotation"][0]["m"]["error_spans"] == [span(0, 4, extra=1)]


@pytest.mark.parametrize("seed", range(3))
def test_no_mark_moves_whatever_the_text(tmp_path, seed):
    """Also with tabs and line breaks in the text; notes and sides are kept under our name."""
    table = made_table(seed, breaks=True, score=True)
    assert write_errors(table, tmp_path / "o.jsonl", kind="pearmut").lost == ""
    assert read_judgements(tmp_path / "o.jsonl") == table


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (saved([span(0, 10)]), "from 0 to 10 of a text of 10 characters"),
        (saved([span(5, 3)]), "from 5 to 3"),
        (saved([span("x", 3)]), "has no place"),
        (saved([], item=[]), "do not go together"),
        ('{"annotation": [], "user_id": "u"}\n', "no 'item_i'"),
    ],
)
def test_a_bad_line_is_told_with_its_place(make, text, what):
    """Nothing is half read."""
    path = make("p.jsonl", saved([]) + text)
    with pytest.raises(TertiumError, match=what) as caught:
        read_judgements(path)
    assert caught.value.where == f"{path}:2"
