"""What Potato saves of each annotator: `annotation_output/NAME/annotated_instances.jsonl`.

A line for each instance: its text, `label_annotations` by schema (the label and what was said with
it), `span_annotations` with start, end and label, and the time spent in words. The annotator is the
folder, unless the line names one.
"""

import re
from typing import Any

from tertium.formats.about import About
from tertium.formats.annotated_texts import (
    SYSTEM,
    AnnotatedText,
    about_text,
    labelled,
    placed,
    texts_table,
)
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.json_records import Record, json_records
from tertium.formats.readings import Mark
from tertium.table import JudgementTable

_SPENT = re.compile(r"(\d+)\s*d\s+(\d+)\s*h\s+(\d+)\s*m\s+(\d+)\s*s")
_CHOSEN = ("true", "True", "1", "on", "Yes", "yes")


def potato_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of one annotator."""
    return texts_table([
        _instance(record, file.path.resolve().parent.name, number)
        for number, record in enumerate(json_records(file), start=1)
    ])  # fmt: skip


def _instance(record: Record, folder: str, number: int) -> AnnotatedText:
    known, source, _ = about_text(record.inside("meta"))
    spent = _SPENT.search(record.inside("behavioral_data").text("time_string") or "")
    days, hours, minutes, seconds = (int(part) for part in spent.groups()) if spent else (0,) * 4
    about: dict[str, Any] = {
        "judgement": f"instance-{number}",
        "annotator": record.text("user_id") or folder,
        "segment": record.text("id", "instance_id") or str(number),
        "system": SYSTEM,
        "seconds": float(((days * 24 + hours) * 60 + minutes) * 60 + seconds) if spent else None,
    } | known
    text = record.text("displayed_text") or ""
    one = AnnotatedText(about, source, text)
    if isinstance(record.get("span_annotations"), list):
        one.marks = [_mark(span, text) for span in record.records("span_annotations")]
    schemas = record.inside("label_annotations")
    for schema in schemas:
        said = _said(schemas.inside(schema))
        if said != "":
            one.answers[schema] = said
    return one


def _said(answer: Record) -> str | float:
    """Return one label that was chosen, several joined, or the number or text that was given."""
    found = []
    for label, value in answer.items():
        text = str(value)
        found.append(
            label if value is True or (text in _CHOSEN and not _is_number(label)) else text
        )
    if len(found) == 1 and _is_number(found[0]):
        return float(found[0])
    return "; ".join(sorted(found))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _mark(span: Record, text: str) -> Mark:
    quote = span.text("span", "text")
    start, end = placed(text, span.whole("start"), span.whole("end"), quote)
    label = span.text("annotation", "label", "name") or "?"
    return Mark("target", start, end, text=quote, **labelled(label))


POTATO = Format(
    "Potato",
    potato_table,
    (".jsonl",),
    keys=("displayed_text", "label_annotations"),
    about=About("1"),
)
