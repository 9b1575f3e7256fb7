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

from tertium.exceptions import NotFound
from tertium.formats.given import GivenFile
from tertium.formats.shapes import PASSED
from tertium.formats.sheets import Once, Row, Sheet

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
    return {"use", "answer"} <= set(GivenFile(path).header)


def read_scored(path: Path) -> tuple[ScoredDocument, ...]:
    """Return the scored documents of a file; without words every document counts the same."""
    file = GivenFile(path)
    counted = "accuracy" not in file.header
    needed = ("document", "edits", "words") if counted else ("document", "accuracy")
    return tuple(Sheet("scored documents", needed, _scored, _SCORED_ONCE).rows(file))


def _scored(row: Row) -> ScoredDocument:
    words = row.number("words", low=0, fix=_COUNT) if "words" in row else 1.0
    if "accuracy" in row:
        edits = (1 - row.number("accuracy", high=1, fix=_FRACTION)) * words
    else:
        edits = row.number("edits", low=0, fix=_COUNT)
    source = math.nan
    if row.get("source_words"):
        source = row.number("source_words", low=0, fix=_COUNT)
    return ScoredDocument(row.filled("document"), row.get("system", ""), edits, words, source)


_SCORED_ONCE: Once[ScoredDocument] = Once(
    lambda one: (one.document, one.system),
    "document",
    "document {0.document!r} is scored twice, first in line {line}",
    "Give every document of a system one row.",
)


def read_key(path: Path, *, source: bool) -> dict[str, float]:
    """Return the accuracy of each document, by source words if wanted."""
    column = "accuracy_source" if source else "accuracy"

    def accuracy(row: Row) -> tuple[str, float]:
        return row.filled("document"), row.number(column, high=1, fix=_FRACTION)

    return dict(Sheet("accuracies", ("document", column), accuracy).rows(path))


def read_answers(
    path: Path, key: Mapping[str, float] | None = None
) -> tuple[UsefulnessAnswer, ...]:
    """Return the answers of a file; accuracies come from the key or from a column."""

    def answer(row: Row) -> UsefulnessAnswer | None:
        if not row["answer"]:
            return None
        document, use = row.filled("document"), row.filled("use").lower()
        if key is None:
            accuracy = row.number("accuracy", high=1, fix=_FRACTION)
        elif document in key:
            accuracy = key[document]
        else:
            where = row.cell_place("document")
            raise NotFound.among("document in the key", document, key, where=where)
        return UsefulnessAnswer(row.get("annotator", ""), document, use, _yes(row), accuracy)

    file = GivenFile(path)
    found = Sheet("answers", ("document", "use", "answer"), answer, _ANSWERED_ONCE)
    if key is None and "accuracy" not in file.header and set(found.needed) <= set(file.header):
        raise file.wrong(
            "the accuracy of the documents is not known",
            "Add --key FILE with the columns document,accuracy, or a column accuracy.",
            line=1,
        )
    return tuple(found.rows(file))


_ANSWERED_ONCE: Once[UsefulnessAnswer] = Once(
    lambda one: (one.annotator, one.document, one.use),
    "document",
    "document {0.document!r} is answered twice for {0.use}, first in line {line}",
    "Name the annotators in a column 'annotator', or remove one of the rows.",
)


def _yes(row: Row) -> bool:
    given = row["answer"].lower()
    value = PASSED.get(given, {"y": 1.0, "n": 0.0}.get(given))
    if value is None:
        raise row.wrong(
            "answer",
            f"{row['answer']!r} is neither yes nor no",
            "Write yes or no, or leave the field empty.",
        )
    return value == 1.0
