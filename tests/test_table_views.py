"""The view of edited outputs: a row per judgement, whatever the order of its rows."""

import math

from tertium.formats.judgements import read_judgements
from tertium.table import JudgementTable

HEADER = "annotator,segment,system,source,mt,edited,seconds,keystrokes"


def said(judgement, aspect, value=None, text=None, **more):
    about = {"judgement": judgement, "annotator": "a", "segment": judgement, "system": "x"}
    return about | {"aspect": aspect, "value": value, "text": text} | more


def test_rows_of_a_judgement_become_one_edit():
    """What a campaign collected is gathered around the edited text."""
    table = JudgementTable.from_rows(
        [
            said("1", "overall", 3.0),
            said("1", "keystrokes", 7.0),
            said("2", "edited", text="", seconds=4.0),
            said("1", "active", 9.5),
            said("1", "edited", text="The home", seconds=12.0, set="train", order=2),
            said("1", "seconds", 11.0),
            said("3", "overall", 4.0),  # nothing was edited: not an edit
        ]
    )
    for edits in (table.edits(), table.shuffled(3).edits()):
        first = edits.judgement.values().index("1")
        second = 1 - first
        assert len(edits) == 2
        assert edits.edited[first] == "The home"
        assert edits.edited[second] == ""
        assert edits.source.tolist() == edits.mt.tolist() == [None, None]
        assert edits.seconds[[first, second]].tolist() == [11.0, 4.0]  # said, else the whole
        assert edits.rating[first] == 3.0
        assert edits.keystrokes[first] == 7.0
        assert edits.order[first] == 2
        assert edits.set.values()[first] == "train"
        assert list(edits.indicators) == ["active"]
        assert edits.indicators["active"][first] == 9.5
        assert math.isnan(edits.indicators["active"][second])


def test_unknown_texts_are_filled_in_and_empty_ones_stay():
    """A campaign knows what its segments and outputs say; an empty output is an output."""
    table = JudgementTable.from_rows(
        [
            said("1", "edited", text="b"),
            said("2", "edited", text="b"),
            said("2", "mt", text=""),
        ]
    )
    edits = table.edits().with_texts({"1": "Quelle"}, {("1", "x"): "a", ("2", "x"): "a"})
    assert edits.mt.tolist() == ["a", ""]
    assert edits.source.tolist() == ["Quelle", None]
    assert edits.take(edits.seconds != edits.seconds).mt.tolist() == ["a", ""]


def test_a_narrow_file_may_bring_any_indicator(tmp_path):
    """Columns of indicators are read; what is not given is not a number."""
    file = tmp_path / "edits.csv"
    file.write_text(
        f"{HEADER},rating,hter,pauses\na,1,x,Quelle,text,text,3.5,0,4,0,\nb,1,y,Quelle,,new,9,,,,2\n",
        encoding="utf-8",
    )
    edits = read_judgements(file).edits()
    assert edits.keystrokes[0] == 0.0  # nothing was typed: that is data
    assert math.isnan(edits.keystrokes[1])
    assert edits.mt.tolist() == ["text", ""]
    assert edits.indicators["hter"][0] == 0.0
    assert edits.indicators["pauses"][1] == 2.0
    assert set(edits.indicators) == {"hter", "pauses"}
