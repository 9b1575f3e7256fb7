"""Answers of a judge as rows of the one table: layer `computed`, the judge as annotator.

The judge is its prompt, model and temperature. Its scores have an aspect of their own, `judge` and
the prompt's name; with marked errors, the score is that of the whole output (`overall`).
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tertium.judges.answers import JudgedAnswer
from tertium.judges.prompts import Prompt
from tertium.judges.questions import JudgedItem
from tertium.table import JudgementTable

PROTOCOL = "metric@1"
LAYER = "computed"
_VALUES = {"left": 1.0, "right": -1.0, "tie": 0.0}


def judged_table(
    items: Sequence[JudgedItem],
    answers: Sequence[JudgedAnswer | None],
    prompt: Prompt,
    *,
    annotator: str,
) -> JudgementTable:
    """Return scores, errors or preferences; items without an answer have no row."""
    aspect = "overall" if prompt.kind == "spans" else f"judge {prompt.name}"
    rows = [
        row
        for item, answer in zip(items, answers, strict=True)
        if answer is not None
        for row in _rows(item, answer, prompt, aspect, annotator)
    ]
    table = JudgementTable.from_rows(rows)
    return table if prompt.kind == "pairwise" else table.on_scale(prompt.scale, aspect)


def _rows(
    item: JudgedItem, answer: JudgedAnswer, prompt: Prompt, aspect: str, annotator: str
) -> Iterator[dict[str, Any]]:
    about = {
        "protocol": PROTOCOL,
        "annotator": annotator,
        "layer": LAYER,
        "segment": item.segment.id,
        "document": item.segment.document or None,
        "domain": item.segment.domain or None,
        "source_language": item.segment.source_language or None,
        "target_language": item.segment.target_language or None,
        "system": item.systems[0],
    }
    if prompt.kind == "pairwise":
        yield about | {
            "aspect": "preference",
            "versus": item.systems[1],
            "slot": 1,
            "value": _VALUES[answer.better],
            "label": answer.better,
        }
        return
    yield about | {"aspect": aspect, "value": answer.score}
    if prompt.kind != "spans":
        return
    for error in answer.errors:
        yield about | {
            "aspect": "error",
            "value": prompt.severities[error.severity],
            "side": error.side,
            "start": error.start,
            "end": error.end,
            "category": error.category or None,
            "severity": error.severity,
            "text": error.quote,
        }
