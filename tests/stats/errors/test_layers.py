"""Scores of settled or arbitrated errors say what is still open."""

import pytest

from tertium.stats.errors.layers import open_in_layer
from tertium.table import JudgementTable


def table(*rows):
    """Return rows of one system."""
    return JudgementTable.from_rows([{"system": "A", "annotator": "a", **row} for row in rows])


def read(segment, annotator, layer="observed"):
    """Return the row of a text that was read."""
    return {"segment": segment, "annotator": annotator, "aspect": "overall", "layer": layer}


def error(start, layer, label=None, aspect="error"):
    """Return the row of an error, or of an answer to it."""
    return {
        "segment": "1", "aspect": aspect, "side": "target", "start": start, "end": start + 1,
        "severity": "minor", "layer": layer, "label": label,
    }  # fmt: skip


def test_texts_that_are_not_settled_are_counted():
    """Only texts that several people read can be settled."""
    both = [read(segment, who) for segment in "12" for who in "ab"]
    some = table(*both, read("3", "a"), read("1", "a+b", "consolidated"))
    assert open_in_layer(some, "consolidated") == (
        "1 of 2 outputs with several annotators are not adjudicated yet; they are not counted.",
    )
    done = table(*both, *(read(segment, "a+b", "consolidated") for segment in "12"))
    assert open_in_layer(done, "consolidated") == ()
    assert open_in_layer(table(*both), "observed") == ()


@pytest.mark.parametrize(
    ("decided", "said"),
    [
        ([], "2 contested errors are not decided yet, and counted as found."),
        ([1], "1 contested error is not decided yet, and counted as found."),
        ([1, 3], ""),
    ],
)
def test_contested_errors_without_decision_are_counted(decided, said):
    """Accepted ones need none, and struck ones are gone."""
    answers = [
        error(start, "rebuttal", label, "answer")
        for start, label in ((1, "contest"), (3, "propose"), (5, "accept"), (7, "contest"))
    ]
    standing = [
        error(start, "arbitrated", "arbiter-1" if start in decided else None) for start in (1, 3, 5)
    ]
    assert open_in_layer(table(*answers, *standing), "arbitrated") == ((said,) if said else ())
