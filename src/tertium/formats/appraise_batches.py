"""The batches that Appraise is given: JSON, a list of HITs with the items of each.

`[{"items": [{"itemID": 7, "itemType": "TGT", "documentID": …, "sourceID": …, "targetID": …,
"sourceText": …, "targetText": …, "mqm": […]}], "task": {"batchNo": 1, …}}]`; pairwise items have
a list of `targets` instead. Nobody has judged anything here: marks that stand in it were put there
before, so everything has the layer `prefilled`. An export of Appraise has no texts; they are
found here under the same names.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.appraise import INCOMPLETE, ITEM_TYPES
from tertium.formats.files import write_text
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.json_records import json_document
from tertium.formats.pearmut import read_span, span_of
from tertium.formats.readings import (
    OURS,
    Reading,
    besides,
    others,
    own_part,
    packed,
    tabled,
    unpacked,
)
from tertium.model import MERGED
from tertium.table import JudgementTable

BEFORE = "prefilled"  # the layer, and who marked it
_KNOWN = ("itemID", "itemType", "documentID", "sourceText", "targetID", "targetText", "mqm",
          "targets")  # fmt: skip
_USUAL = {"sourceID": "source", "isCompleteDocument": False}  # written where nothing else is known
_FIX = 'Write [{"items": [{"itemID": …, "targetID": …, "targetText": …, …}], "task": {…}}, …].'


def batches_table(file: GivenFile) -> JudgementTable:
    """Return the texts of all items, and what was marked in them before anybody read them."""
    return tabled(_read(json_document(file), file))


def _read(batches: Any, file: GivenFile) -> Iterator[Reading]:
    items = list(_items(batches, file))
    for (item, _, where), about in zip(items, _about(items), strict=True):
        marks, tutorial = item.get("mqm") or [], None
        if isinstance(marks, dict):
            tutorial = {name: value for name, value in marks.items() if name != "payload"}
            marks = marks.get("payload") or []
        source, target = item.get("sourceText"), item["targetText"]
        spans = tuple(
            read_span(mark, target, where, key="error_type", source=source) for mark in marks
        )
        rest = {
            name: value
            for name, value in besides(item, *_KNOWN).items()
            if name not in _USUAL or _USUAL[name] != value
        }
        if about["document"] != item.get("documentID"):
            rest["documentID"] = item.get("documentID")
        if tutorial is not None:
            rest["mqm"] = tutorial
        own = own_part(item)
        score, comment = own.pop("value", None), own.pop("comment", None)
        label = own.pop("label", None) or packed(rest)
        for system in str(item["targetID"]).split(MERGED):
            said = {name: value for name, value in about.items() if value is not None}
            yield Reading(
                said | {"system": system} | own, spans, score, source, target, comment, label
            )


def _items(batches: Any, file: GivenFile) -> Iterator[tuple[dict[str, Any], dict[str, Any], Place]]:
    """Yield each output with its task and place; the targets of an item are outputs alike."""
    if not isinstance(batches, list) or not batches:
        raise file.wrong("this is no list of batches", _FIX)
    for number, batch in enumerate(batches, start=1):
        if not isinstance(batch, dict) or not isinstance(batch.get("items"), list):
            raise Place(f"{file}: batch {number}").wrong("a batch has no items", _FIX)
        for place, item in enumerate(batch["items"], start=1):
            where = Place(f"{file}: batch {number}, item {place}")
            for target in item.get("targets") or [{}]:
                output = {name: value for name, value in item.items() if name != "targets"} | target
                for name in ("itemID", "targetID", "targetText"):
                    if name not in output:
                        raise where.wrong(f"no {name!r}", _FIX)
                yield output, batch.get("task") or {}, where


def _about(
    items: Sequence[tuple[Mapping[str, Any], Mapping[str, Any], str]],
) -> list[dict[str, Any]]:
    """Return who, what and where of each output, named as in what Appraise exports."""
    found = []
    for number, (item, task, _) in enumerate(items, start=1):
        given = str(item.get("documentID") or "")
        document = given.split("#")[0] + (INCOMPLETE if INCOMPLETE in given else "")
        role = ITEM_TYPES.get(str(item.get("itemType", "TGT")), "real")
        if "tutorial" in f"{given} {item['targetID']}".lower():
            role = "tutorial"
        elif role == "real" and "#dup" in given:
            role = "repeat"
        found.append({
            "judgement": f"item-{number}",
            "annotator": BEFORE,
            "batch": task.get("batchNo"),
            "source_language": task.get("sourceLanguage"),
            "target_language": task.get("targetLanguage"),
            "document": document or None,
            "segment": str(item["itemID"]),
            "role": role,
            "layer": BEFORE,
        })  # fmt: skip
    # As in the export: the document is part of a segment's name where numbers repeat.
    documents = defaultdict(set)
    for about in found:
        if about["role"] != "tutorial":
            documents[about["segment"]].add((about["document"] or "").removesuffix(INCOMPLETE))
    if any(len(names) > 1 for names in documents.values()):
        for about in found:
            name = (about["document"] or "").removesuffix(INCOMPLETE)
            about["segment"] = f"{name}/{about['segment']}" if name else about["segment"]
    for about in found:
        if about["role"] in ("repeat", "degraded"):
            about["of"] = about["segment"]
    return found


# Writing ----------------------------------------------------------------------------------


def write_batches(given: list[Reading], path: Path, beside: Path) -> int:
    """Write what was read as batches in which the marks stand already: to be read again.

    What a batch has no place for (who marked it, when, how) stands under a key of our own.
    """
    tasks: dict[Any, dict[str, Any]] = {}
    written: list[tuple[dict[str, Any], dict[str, Any], str]] = []
    for one in given:
        if one.target is None:
            raise Place(path).wrong(
                f"the text of segment {one.about.get('segment')!r} is not known",
                "Appraise shows errors in the text: add the texts (--texts).",
            )
        batch = one.about.get("batch")
        batch = len(tasks) + 1 if batch is None and batch not in tasks else batch
        languages = (one.about.get("source_language"), one.about.get("target_language"))
        task = tasks.setdefault(
            one.about.get("batch"),
            {"batchNo": batch, "requiredAnnotations": 1, "sourceLanguage": languages[0],
             "targetLanguage": languages[1]},
        )  # fmt: skip
        written.append((_item(one, len(written) + 1), task, ""))
    batches: dict[int, dict[str, Any]] = {}
    for one, (item, task, _), about in zip(given, written, _about(written), strict=True):
        _keep(one, item, about)
        batches.setdefault(id(task), {"items": [], "task": task})["items"].append(item)
    ordered = [item for batch in batches.values() for item in batch["items"]]
    if [id(item) for item in ordered] != [id(item) for item, _, _ in written]:
        raise Place(path).wrong(
            "the readings of one batch do not stand together", "Sort the table by batch."
        )
    write_text(beside, json.dumps(list(batches.values()), ensure_ascii=False))
    return len(written)


def _item(one: Reading, place: int) -> dict[str, Any]:
    rest = unpacked(one.label) or {}
    number = str(one.about["segment"]).rsplit("/", 1)[-1]
    plain = number.isascii() and number.isdecimal() and str(int(number)) == number
    marks: Any = [span_of(mark, key="error_type", split=True) for mark in one.marks]
    if isinstance(rest.get("mqm"), dict):
        marks = rest.pop("mqm") | {"payload": marks}
    kinds = {role: kind for kind, role in ITEM_TYPES.items()}
    return {
        "itemID": int(number) if plain else place,
        "itemType": kinds.get(one.about.get("role", "real"), "TGT"),
        "documentID": one.about.get("document"),
        "targetID": one.about["system"],
        "sourceText": one.source,
        "targetText": one.target,
        "mqm": marks,
        **_USUAL,
        **rest,
    }


def _keep(one: Reading, item: dict[str, Any], about: Mapping[str, Any]) -> None:
    """Put under our own key what reading the item again would not tell."""
    names = dict.fromkeys((*about, *one.about))
    differing = {name: one.about.get(name) for name in names
                 if name != "system" and one.about.get(name) != about.get(name)}  # fmt: skip
    own = others({"value": one.score, "comment": one.comment})
    own |= {name: others({name: value}).get(name, value) for name, value in differing.items()}
    if one.label is not None and unpacked(one.label) is None:
        own["label"] = one.label
    if own:
        item[OURS] = own


def _are_batches(file: GivenFile) -> bool:
    begins = file.beginning
    return begins.startswith(b"[") and b'"items"' in begins and b'"targetText"' in begins


BATCHES = Format(
    "Appraise batches",
    batches_table,
    (".json",),
    recognises=_are_batches,
    about=About(
        "since 2021", written="--errors appraise-batches", lossless=True, published="WMT23 en-de"
    ),
)
