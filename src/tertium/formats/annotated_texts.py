"""What general annotation tools have in common: texts somebody labelled, whole or in part.

Such tools know texts and labels, not sources, outputs and systems; tasks carry them in fields of
their own. Fields called as the columns of the table (`segment`, `system`, `source`, …) are taken
for what they say, in any case. A label that names a severity (minor, major, critical, neutral) is
the severity of its mark, every other one its category. A label of a whole text is an answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tertium.formats.json_records import Record
from tertium.formats.readings import Mark, Reading, tabled
from tertium.table import JudgementTable

SYSTEM = "text"  # whose output it is, where nothing tells
SEVERITIES = ("neutral", "minor", "major", "critical")
_ABOUT = {
    "segment": ("segment", "segment_id", "seg_id"),
    "document": ("document", "document_id", "doc", "doc_id"),
    "system": ("system", "system_id", "model", "engine"),
    "domain": ("domain",),
    "source_language": ("source_language", "src_lang"),
    "target_language": ("target_language", "tgt_lang", "trg_lang"),
}
SOURCES = ("source", "src", "source_text")
TARGETS = ("target", "tgt", "translation", "hypothesis", "mt", "output", "target_text", "text")


@dataclass(slots=True)
class AnnotatedText:
    """What one person said of one text: marks in it, and answers by question."""

    about: dict[str, Any]
    source: str | None = None
    target: str | None = None
    marks: list[Mark] = field(default_factory=list)
    answers: dict[str, str | float] = field(default_factory=dict)
    comment: str | None = None


def about_text(data: Record) -> tuple[dict[str, Any], str | None, str | None]:
    """Return what the fields of a task say, and the source and the translation in it."""
    called = {name.lower(): name for name in data}

    def said(names: tuple[str, ...]) -> str | None:
        found = next((called[name] for name in names if name in called), None)
        return data.text(found) if found is not None else None

    about = {column: said(names) for column, names in _ABOUT.items()}
    found = {column: value for column, value in about.items() if value is not None}
    return found, said(SOURCES), said(TARGETS)


def labelled(label: str) -> dict[str, Any]:
    """Return the fields of a mark that a label fills: its severity, its category, or both."""
    head, joint, tail = label.rpartition("/")
    if tail.lower() in SEVERITIES:
        return {"severity": tail} | ({"category": head} if joint else {})
    return {"category": label}


def placed(
    text: str | None, start: int | None, end: int | None, quote: str | None
) -> tuple[int | None, int | None]:
    """Return a place in code points; tools in browsers count UTF-16 units.

    The quoted passage tells which was counted. A place that fits neither way is none.
    """
    if start is None or end is None or text is None or not 0 <= start <= end:
        return None, None
    if end <= len(text) and quote in (None, text[start:end]):
        return start, end
    units = text.encode("utf-16-le", "surrogatepass")
    before, inside = (
        units[2 * a : 2 * b].decode("utf-16-le", "replace") for a, b in ((0, start), (start, end))
    )
    if 2 * end <= len(units) and (inside == quote or quote is None):
        return len(before), len(before) + len(inside)
    return None, None


def texts_table(found: list[AnnotatedText]) -> JudgementTable:
    """Return the table: readings where texts were read for marks, rows where questions were asked.

    If anybody marked anything, a text without marks was read and nothing was wrong.
    """
    marked = any(one.marks for one in found)
    readings = [
        Reading(one.about, tuple(one.marks), None, one.source, one.target, one.comment)
        for one in found
        if marked
    ]
    return tabled(readings, [row for one in found for row in _answer_rows(one, marked)])


def _answer_rows(one: AnnotatedText, marked: bool) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = []
    for aspect, said in one.answers.items():
        value = {"value": said} if isinstance(said, float) else {"label": said}
        rows.append(one.about | {"aspect": aspect, "comment": one.comment} | value)
    if rows and not marked:
        texts = (("source", one.source), ("target", one.target))
        rows += [one.about | {"aspect": side, "text": text} for side, text in texts if text]
    return rows
