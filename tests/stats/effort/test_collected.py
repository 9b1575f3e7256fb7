"""What a campaign of post-editing collected: edits, and answers after batches."""

import pytest

from tertium.formats.judgements import read_judgements
from tertium.model import Author, Campaign
from tertium.stats.effort.analyse import effort
from tertium.stats.effort.collected import collected_answers, collected_edits
from tertium.stats.effort.measured import measure
from tertium.table import JudgementTable
from tests.stats.effort.written import HEADER, row


def asked(annotator, aspect, *, value=None, label=None, text=None):
    """Return the row of an answer after a batch."""
    return {"judgement": f"q-{annotator}-{aspect}", "annotator": annotator, "aspect": aspect,
            "value": value, "label": label, "text": text, "condition": "questionnaire",
            "layer": "observed", "role": "real"}  # fmt: skip


def test_answers_after_batches_are_counted_and_listed():
    """Choices with their shares, in the order of the labels; texts with who wrote them."""
    table = JudgementTable.from_rows(
        [
            asked("a", "tiring", value=1.0, label="not at all"),
            asked("b", "tiring", value=3.0, label="very"),
            asked("c", "tiring", value=3.0, label="very"),
            asked("b", "why", text="long sentences"),
            asked("c", "why", text=""),
        ]
    )
    answers, remarks = collected_answers(table)
    assert [(one.question, one.answer, one.n) for one in answers] == [
        ("tiring", "not at all", 1),
        ("tiring", "very", 2),
    ]
    assert answers[1].share == pytest.approx(2 / 3)
    assert [(one.annotator, one.text) for one in remarks] == [("b", "long sentences")]


def test_what_people_wrote_is_revised_not_post_edited(tmp_path):
    """A text written from scratch keeps its system's name, but nobody translates it again."""
    path = tmp_path / "edits.csv"
    rows = [
        row("a", "1", "scratch", condition="postedit"),
        row("a", "2", "x", condition="postedit+glossary"),
    ]
    path.write_text("\n".join([HEADER, *rows]), encoding="utf-8")
    campaign = Campaign(
        "c", "C", "postedit@1", {}, 1, (), (), {}, authors=(Author("1", "scratch", "b"),)
    )
    found = measure(collected_edits(read_judgements(path), campaign))
    assert found.condition.values() == ["revision", "revision+glossary"]
    assert not found.scratch.any()


def test_one_condition_of_a_revision_is_said_to_be_one(tmp_path):
    """Then there is nothing to compare."""
    path = tmp_path / "edits.csv"
    rows = [row(who, at, "x", condition="revision") for who in "ab" for at in "123"]
    path.write_text("\n".join([HEADER, *rows]), encoding="utf-8")
    told = effort(read_judgements(path).edits()).warnings
    assert sum(one.startswith("All texts were revised under one condition") for one in told) == 1
