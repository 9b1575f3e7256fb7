"""The view of marked errors: who read what, and what was marked in it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.table import JudgementTable

ABOUT = {"judgement": "j1", "annotator": "a", "segment": "s1", "document": "d", "system": "x"}
ROWS = [
    ABOUT | {"aspect": "overall", "value": 60.0},
    ABOUT | {"aspect": "source", "text": "Good day"},
    ABOUT | {"aspect": "target", "text": "Guten Tag"},
    ABOUT | {"aspect": "error", "side": "target", "start": 6, "end": 9, "category": "c",
             "severity": "major", "value": -5.0, "comment": "why"},
    ABOUT | {"judgement": "j2", "segment": "s2", "aspect": "overall"},
    ABOUT | {"judgement": "j3", "segment": "s3", "aspect": "error", "severity": "minor"},
    ABOUT | {"judgement": "j1", "aspect": "error", "severity": "minor", "layer": "consolidated"},
    ABOUT | {"judgement": "j4", "segment": "s4", "aspect": "error", "role": "tutorial"},
    ABOUT | {"judgement": "j5", "segment": "s5", "aspect": "seconds", "value": 3.0},
]  # fmt: skip


@pytest.fixture
def table():
    return JudgementTable.from_rows(ROWS)


def test_a_text_without_errors_differs_from_a_text_not_read(table):
    """Three outputs were read for errors, one of them without any; the fifth was not."""
    spans = table.spans()
    assert spans.outputs.segment.values() == ["s1", "s2", "s3"]
    assert spans.output.tolist() == [0, 2]
    assert np.isnan(spans.start[1])
    assert spans.side.values() == ["target", ""]
    assert spans.note.tolist() == ["why", None]
    assert spans.value[0] == -5
    assert spans.outputs.score[0] == 60


def test_layers_are_kept_apart(table):
    """What was agreed on later is not what people saw."""
    assert len(table.spans(layers=("consolidated",)).outputs) == 1
    both = table.spans(layers=("observed", "consolidated"))
    assert (len(both), len(both.outputs)) == (3, 4)
    assert len(table.spans(roles=("tutorial",))) == 1


def test_passages_are_quoted_from_their_texts(table):
    """From the view's own texts, or from those of a campaign."""
    assert table.spans().quotes() == ["Tag", None]
    known = table.spans().with_texts({"s1": "other", "s3": "Hi"}, {("s3", "x"): "Hallo"})
    assert known.outputs.source.tolist() == ["Good day", None, "Hi"]
    assert known.outputs.target.tolist() == ["Guten Tag", None, "Hallo"]
    assert known.texts() == ["Guten Tag", "Hallo"]


def test_some_outputs_are_kept_with_their_errors(table):
    """Positions, or a mask, in any order."""
    kept = table.spans().take_outputs(np.array([2, 0]))
    assert kept.outputs.segment.values() == ["s3", "s1"]
    assert [kept.outputs.segment.values()[at] for at in kept.output] == ["s1", "s3"]
    none = table.spans().take_outputs(np.array([False, True, False]))
    assert (len(none), len(none.outputs)) == (0, 1)
    assert len(table.spans().take(np.array([1]))) == 1


def test_no_judgements_give_an_empty_view():
    """Nothing read, nothing marked."""
    spans = JudgementTable.from_rows([]).spans()
    assert (len(spans), len(spans.outputs)) == (0, 0)


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_the_view_does_not_depend_on_the_order_of_rows(seed):
    """Errors stay with the output they were marked in."""

    def told(table):
        spans = table.spans()
        names = spans.outputs.segment.values()
        found = zip(spans.output, spans.severity.values(), spans.quotes(), strict=True)
        return sorted((names[at], level, quote or "") for at, level, quote in found)

    table = JudgementTable.from_rows(ROWS)
    assert told(table.shuffled(seed)) == told(table)
