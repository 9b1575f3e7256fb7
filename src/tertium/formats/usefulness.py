"""Files about what translations are good for: scored documents, and answers of users.

- *Scored documents*: `document,edits,words[,source_words,system]`, or
  `document,accuracy[,words,system]` where accuracy is a fraction.
- *Answers*: `document,use,answer[,annotator,accuracy]`; answer is yes or no. A row without an
  answer is not answered yet.
- *Key*: `document,accuracy[,accuracy_source]`, which `tertium utility prepare` writes.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tertium.exceptions import BadInput, NotFound
from tertium.formats.shapes import PASSED
from tertium.formats.sheets import Row, Sheet

__all__ = [
    "ScoredDocument",
    "UsefulnessAnswer",
    "is_answers",
    "read_answers",
    "read_key",
    "read_scored",
]

_FRACTION = "Write a fraction such as 0.72, at most 1."
_COUNT = "Write a number from 0 upwards."


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """Edits and words of one document; source words are NaN where they are not known."""

    document: str
    system: str
    edits: float
    words: float
    source_words: float


@dataclass(frozen=True, slots=True)
class UsefulnessAnswer:
    """What an annotator said of one document and one use."""

    annotator: str
    document: str
    use: str
    yes: bool
    accuracy: float


def is_answers(path: Path) -> bool:
    """Tell whether a file holds answers about uses."""
    return {"use", "answer"} <= set(Sheet(path).header)


def read_scored(path: Path) -> tuple[ScoredDocument, ...]:
    """Return the scored documents of a file; without words every document counts the same."""
    sheet = Sheet(path)
    counted = "accuracy" not in sheet.header
    sheet.require(*(("document", "edits", "words") if counted else ("document", "accuracy")),
                  what="scored documents")  # fmt: skip
    found, seen = [], dict[tuple[str, str], int]()
    for row in sheet:
        key = (sheet.filled(row, "document"), row.get("system", ""))
        if key in seen:
            raise BadInput(
                f"document {key[0]!r} is scored twice, first in line {seen[key]}",
                where=sheet.place(row.line, "document"),
                fix="Give every document of a system one row.",
            )
        seen[key] = row.line
        words = 1.0
        if "words" in sheet.header:
            words = sheet.number(row, "words", low=0, high=math.inf, fix=_COUNT)
        if counted:
            edits = sheet.number(row, "edits", low=0, high=math.inf, fix=_COUNT)
        else:
            accuracy = sheet.number(row, "accuracy", low=-math.inf, high=1, fix=_FRACTION)
            edits = (1 - accuracy) * words
        source = math.nan
        if row.get("source_words"):
            source = sheet.number(row, "source_words", low=0, high=math.inf, fix=_COUNT)
        found.append(ScoredDocument(*key, edits, words, source))
    return tuple(found)


def read_key(path: Path, *, source: bool) -> dict[str, float]:
    """Return the accuracy of each document, by source words if wanted."""
    sheet = Sheet(path)
    column = "accuracy_source" if source else "accuracy"
    sheet.require("document", column, what="accuracies")
    return {
        sheet.filled(row, "document"): sheet.number(
            row, column, low=-math.inf, high=1, fix=_FRACTION
        )
        for row in sheet
    }


def read_answers(
    path: Path, key: Mapping[str, float] | None = None
) -> tuple[UsefulnessAnswer, ...]:
    """Return the answers of a file; accuracies come from the key or from a column."""
    sheet = Sheet(path)
    sheet.require("document", "use", "answer", what="answers")
    if key is None and "accuracy" not in sheet.header:
        raise BadInput(
            "the accuracy of the documents is not known",
            where=f"{path}:1",
            fix="Add --key FILE with the columns document,accuracy, or a column accuracy.",
        )
    found, seen = [], dict[tuple[str, str, str], int]()
    for row in sheet:
        if not row["answer"]:
            continue
        document, use = sheet.filled(row, "document"), sheet.filled(row, "use").lower()
        who = row.get("annotator", "")
        if (who, document, use) in seen:
            raise BadInput(
                f"document {document!r} is answered twice for {use}, first in line "
                f"{seen[who, document, use]}",
                where=sheet.place(row.line, "document"),
                fix="Name the annotators in a column 'annotator', or remove one of the rows.",
            )
        seen[who, document, use] = row.line
        if key is None:
            accuracy = sheet.number(row, "accuracy", low=-math.inf, high=1, fix=_FRACTION)
        elif document in key:
            accuracy = key[document]
        else:
            where = sheet.place(row.line, "document")
            raise NotFound.among("document in the key", document, key, where=where)
        found.append(UsefulnessAnswer(who, document, use, _yes(sheet, row), accuracy))
    return tuple(found)


def _yes(sheet: Sheet, row: Row) -> bool:
    value = PASSED.get(row["answer"].lower(), {"y": 1.0, "n": 0.0}.get(row["answer"].lower()))
    if value is None:
        raise BadInput(
            f"{row['answer']!r} is neither yes nor no",
            where=sheet.place(row.line, "answer"),
            fix="Write yes or no, or leave the field empty.",
        )
    return value == 1.0
