"""What doccano exports: texts with the labels of one person, as JSON lines, JSON or CSV.

`label` (or `labels`) holds spans `[start, end, label]`, ends excluded, or labels of the whole
text; projects of entities and relations have `entities`, projects of intents `cats` too. Exports
are files named after their annotators. Relations between spans are no errors and are left out.
"""

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
from tertium.formats.delimited import TABLE_ENDINGS
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.json_records import Record, first_record, json_records
from tertium.formats.readings import Mark
from tertium.formats.sheets import rows_of
from tertium.table import JudgementTable

_LABELS = ("label", "labels", "entities")
_FIX = "doccano writes [start, end, label] for a span, a text for a label of the whole."


def doccano_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of an export; its name is the annotator's."""
    annotator = file.path.name.split(".")[0]
    records = list(json_records(file))
    related = sum(len(record.values_of("relations")) for record in records)
    table = texts_table(
        [_text(record, annotator, number) for number, record in enumerate(records, start=1)]
    )
    if not related:
        return table
    return table.noted(f"Relations between spans are left out ({related:,}).")


def doccano_csv_table(file: GivenFile) -> JudgementTable:
    """Return the labels of whole texts that stand in a CSV file."""
    annotator = file.path.name.split(".")[0]
    found = []
    for number, row in enumerate(rows_of(file), start=1):
        about, source, _ = about_text(Record(row, row.where))
        given = {"judgement": f"text-{number}", "annotator": annotator, "system": SYSTEM,
                 "segment": row.get("id") or str(number)} | about  # fmt: skip
        answers: dict[str, str | float] = {"label": row["label"]} if row["label"] else {}
        found.append(AnnotatedText(given, source, row["text"], [], answers))
    return texts_table(found)


def _text(record: Record, annotator: str, number: int) -> AnnotatedText:
    known, source, _ = about_text(Record(record.inside("meta") | record, record.where))
    about = {
        "judgement": f"text-{number}",
        "annotator": annotator,
        "segment": record.text("id") or str(number),
        "system": SYSTEM,
    } | known
    text = record.text("text") or ""
    one = AnnotatedText(about, source, text)
    said: list[str] = [str(label) for label in record.values_of("cats")]
    for name in _LABELS:
        for label in record.values_of(name):
            if isinstance(label, list | dict):
                one.marks.append(_mark(label, text, record))
            else:
                said.append(str(label))
    if said:
        one.answers["label"] = "; ".join(said)
    return one


def _mark(given: Any, text: str, record: Record) -> Mark:
    if isinstance(given, list):
        if len(given) != 3:
            raise record.where.wrong(f"{given!r} is not a span", _FIX)
        given = dict(zip(("start_offset", "end_offset", "label"), given, strict=True))
    span = Record(given, record.where)
    first, last = span.whole("start_offset"), span.whole("end_offset")
    start, end = placed(text, first, last, None)
    if start is None or end is None:
        raise record.where.wrong(
            f"a span goes from {first} to {last} of a text of {len(text)} characters", _FIX
        )
    return Mark("target", start, end, text=text[start:end], **labelled(span.text("label") or "?"))


def _is_export(file: GivenFile) -> bool:
    record = first_record(file)
    return "text" in record and bool(set(_LABELS) & set(record)) and "annotator" not in record


DOCCANO = Format(
    "doccano",
    doccano_table,
    (".jsonl", ".json"),
    recognises=_is_export,
    about=About("1", published="doccano's examples of exports"),
)
DOCCANO_CSV = Format(
    "doccano (CSV)",
    doccano_csv_table,
    TABLE_ENDINGS,
    ("text", "label"),
    recognises=lambda file: not {"annotator", "system"} & set(file.header),
    about=About("1", published="doccano's examples of exports"),
)
