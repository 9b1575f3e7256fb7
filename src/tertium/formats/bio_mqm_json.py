"""The JSON of the biomedical MQM annotations of Zouhar et al. (2024): a record for each output.

Errors of source and target stand in lists of their own, with `startIndex` and `endIndex`, which
counts the last character in. Records name no document: `SEG_ID` begins again from 1 in each.
"""

from collections.abc import Iterator
from typing import Any

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.json_records import Record, first_record, json_records
from tertium.formats.readings import Mark, Reading, tabled
from tertium.table import JudgementTable

_KEYS = {"SEG_ID", "MT_Engine", "source_errors", "target_errors", "Annotator_ID"}
_SIDES = ("target", "source")
_FIX = "Count characters from 0; endIndex is the last one of the error."


def bio_mqm_json_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file."""
    return tabled(_readings(file))


def _readings(file: GivenFile) -> Iterator[Reading]:
    document, before = 0, 0
    for number, record in enumerate(json_records(file), start=1):
        segment = record.whole("SEG_ID") or 0
        document += segment <= before or not before
        before = segment
        about: dict[str, Any] = {
            "judgement": f"output-{number}",
            "annotator": record.text("Annotator_ID"),
            "document": f"doc{document}",
            "segment": f"doc{document}/{segment}",
            "system": record.text("MT_Engine"),
        }
        marks = tuple(
            _mark(error, side, record.text(side) or "")
            for side in _SIDES
            for error in record.records(f"{side}_errors")
        )
        texts = record.text("source"), record.text("target")
        yield Reading(about, marks, None, *texts)


def _mark(error: Record, side: str, text: str) -> Mark:
    category = (error.text("error_category") or "").replace(" - ", "/") or None
    severity = error.text("severity")
    first, last = error.whole("startIndex"), error.whole("endIndex")
    if first is None or last is None:
        return Mark(side, category=category, severity=severity)
    if not 0 <= first <= last + 1 <= len(text):
        raise error.where.wrong(
            f"an error goes from {first} to {last} of a text of {len(text)} characters", _FIX
        )
    return Mark(side, first, last + 1, category, severity, text[first : last + 1] or None)


BIO_MQM_JSON = Format(
    "biomedical MQM (JSON)",
    bio_mqm_json_table,
    (".json",),
    recognises=lambda file: set(first_record(file)) >= _KEYS,
    about=About("2024", published="bio-MQM v1 en-de"),
)
