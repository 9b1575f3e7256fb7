"""Chunks as a way of asking."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tertium import protocols
from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Judgement
from tertium.web.annotate.chunks import refuse_other_chunks
from tests.browser.lighthouse import lighthouse

SHOWN = Assignment("a", "p", "s", ("acme",))
CUT = [{"segment": "s", "side": "target", "system": "acme", "chunks": [
    {"name": "1", "ranges": [[0, 7], [20, 23]], "text": "Er rief … an."},
    {"name": "2", "ranges": [[8, 19]], "text": "sie gestern"},
]}]  # fmt: skip


def observed(answer, **options):
    """Return the rows of an answer."""
    protocol = protocols.get("chunks", options)
    judgement = Judgement("j", "c", "a", "p", protocol.read(answer, SHOWN),
                          datetime(2026, 1, 1, tzinfo=UTC))  # fmt: skip
    return list(protocol.observations(judgement, SHOWN))


def test_every_chunk_is_a_row_with_its_unit_label_and_text():
    """A chunk in two places begins with the first and ends with the last."""
    rows = observed({"chunks": {"1": "correct", "2": "problematic"}, "comment": "hm"}, chunks=CUT)
    assert [(row.aspect, row.unit, row.label, row.value) for row in rows] == [
        ("chunk", "1", "correct", 1.0), ("chunk", "2", "problematic", 0.0),
    ]  # fmt: skip
    assert (rows[0].start, rows[0].end, rows[0].text) == (0, 23, "Er rief … an.")
    assert [row.comment for row in rows] == ["hm", None]


@pytest.mark.parametrize(
    ("options", "given"),
    [
        ({}, {"chunks": {}}),
        ({}, {"chunks": ["correct"]}),
        ({}, {"chunks": {"1": "good"}}),
        ({"scheme": "gbu"}, {"chunks": {"1": "correct"}}),
        ({}, {"chunks": {"": "correct"}}),
    ],
)
def test_answers_of_another_kind_are_refused(options, given):
    """No chunk, no label of the scheme, no name."""
    with pytest.raises(BadInput):
        protocols.get("chunks", options).read(given, SHOWN)


@pytest.mark.parametrize("options", [{"scheme": "abc"}, {"side": "middle"}, {"sides": "target"}])
def test_options_that_do_not_exist_are_refused(options):
    """With the known ones."""
    with pytest.raises(NotFound):
        protocols.get("chunks", options)


def test_all_chunks_that_are_shown_must_be_answered_and_no_others():
    """The server knows the text."""
    protocol = protocols.get("chunks", {"chunks": CUT})
    campaign = replace(lighthouse(), options={"chunks": CUT})
    refuse_other_chunks(protocol, campaign, SHOWN, {"chunks": {"1": "correct", "2": "correct"}})
    for given, told in (
        ({"1": "correct"}, "where 2 are shown"),
        ({"1": "correct", "2": "correct", "3": "correct"}, "were corrected since"),
        ({"1": "correct", "3": "correct"}, "were corrected since"),
    ):
        with pytest.raises(BadInput, match=told):
            refuse_other_chunks(protocol, campaign, SHOWN, {"chunks": given})
    refuse_other_chunks(protocol, campaign, SHOWN, {"problem": "other"})
