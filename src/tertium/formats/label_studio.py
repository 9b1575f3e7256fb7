"""The JSON that Label Studio exports: tasks with their annotations.

A task has `data` (the fields that were imported) and `annotations`, each with who completed it,
when, and a `result`: regions of text with labels, and answers (choices, ratings, numbers, texts,
pairwise). An answer with the id of a region belongs to that region. Cancelled annotations are
skipped. Positions are counted as browsers do; the text beside them tells the place.
"""

from collections import defaultdict
from dataclasses import replace
from datetime import datetime
from typing import Any

from tertium.formats.about import About
from tertium.formats.annotated_texts import (
    SOURCES,
    SYSTEM,
    AnnotatedText,
    about_text,
    labelled,
    placed,
    texts_table,
)
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.json_records import Record, first_record, json_records
from tertium.formats.readings import Mark
from tertium.table import JudgementTable

_REGIONS = ("labels", "hypertextlabels")


def label_studio_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of an export."""
    found = [
        _annotation(task, annotation)
        for task in json_records(file)
        for annotation in task.records("annotations")
        if not annotation.get("was_cancelled")
    ]
    if not found:
        raise file.wrong("there are no annotations", "Export tasks that were annotated, as JSON.")
    return texts_table(found)


def _annotation(task: Record, annotation: Record) -> AnnotatedText:
    data = task.inside("data")
    known, source, target = about_text(data)
    created = annotation.text("created_at")
    about = {
        "judgement": f"annotation-{annotation.text('id') or task.text('id')}",
        "annotator": _who(annotation),
        "segment": task.text("id") or "task",
        "system": SYSTEM,
        "seconds": annotation.number("lead_time"),
        "submitted_at": _time(created, annotation) if created else None,
    } | known
    one = AnnotatedText(about, source, target)
    regions: dict[str, Mark] = {}
    answers: dict[str, list[Record]] = defaultdict(list)
    for result in annotation.records("result"):
        if result.text("type") in _REGIONS:
            shown = data.text(str(result.text("to_name")).removeprefix("$"))
            _add_region(one, regions, result, shown or target or "")
        else:
            answers[result.text("id") or ""].append(result)
    for name, said in answers.items():
        for result in said:
            if name in regions:
                regions[name] = _answered(regions[name], result)
            else:
                aspect = result.text("from_name") or "overall"
                one.answers[aspect] = _answer(result)
    one.marks = list(regions.values())
    return one


def _add_region(one: AnnotatedText, regions: dict[str, Mark], result: Record, shown: str) -> None:
    value = result.inside("value")
    offsets = value.inside("globalOffsets") or value
    quote = value.text("text")
    start, end = placed(shown, offsets.whole("start"), offsets.whole("end"), quote)
    side = "source" if (result.text("to_name") or "").removeprefix("$") in SOURCES else "target"
    if side == "target":
        one.target = shown or one.target
    labels = [str(label) for label in value.values_of(result.text("type") or "labels")]
    name = result.text("id") or f"region-{len(regions)}"
    for label in labels:
        fields = labelled(label)
        mark = regions.get(name, Mark(side, start, end, text=quote))
        regions[name] = replace(mark, **fields)


def _answered(mark: Mark, result: Record) -> Mark:
    """Return a mark with what was answered about it: how bad, what kind, or a remark."""
    said = str(_answer(result))
    if result.text("type") == "textarea":
        return replace(mark, comment=said)
    return replace(mark, **labelled(said))


def _answer(result: Record) -> str | float:
    value = result.inside("value")
    match result.text("type"):
        case "rating" | "number" as kind:
            number = value.number(kind)
            return "" if number is None else number
        case "taxonomy":
            return "; ".join("/".join(map(str, path)) if isinstance(path, list) else str(path)
                             for path in value.values_of("taxonomy"))  # fmt: skip
        case "pairwise":
            return value.text("selected") or ""
        case "textarea":
            text = value.get("text")
            return "\n".join(map(str, text)) if isinstance(text, list) else str(text or "")
        case kind:
            said = value.get(kind or "choices")
            return "; ".join(map(str, said)) if isinstance(said, list) else str(said or "")


def _who(annotation: Record) -> str:
    by = annotation.get("completed_by")
    if isinstance(by, dict):
        whole = Record(by, annotation.where)
        return whole.text("email", "username", "id") or "annotator"
    return annotation.text("completed_by") or "annotator"


def _time(text: str, annotation: Record) -> Any:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise annotation.where.wrong(
            f"{text!r} is not a time", "Write it like 2026-03-01T14:30:00Z."
        ) from None


LABEL_STUDIO = Format(
    "Label Studio",
    label_studio_table,
    (".json",),
    recognises=lambda file: {"data", "annotations"} <= set(first_record(file)),
    about=About("1 (JSON)", published="tests of Label Studio's converter"),
)
