"""What Pearmut saves: JSON lines, one for each item or document that somebody finished.

A line has the texts (`item`), a score and the marked errors of every model for each of them
(`annotation`), who it was (`user_id`) and which item (`item_i`). Ends of marks are *inclusive*
there; a mark whose start is "missing" says that something is missing, nowhere in particular.
Scores of welcome and random items are no data, and `__RESET__` voids what came before.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.files import write_text
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS, JsonLine, json_lines
from tertium.formats.readings import (
    Mark,
    Reading,
    besides,
    others,
    own_part,
    packed,
    tabled,
    unpacked,
    with_own,
)
from tertium.table import JudgementTable

_RESET = "__RESET__"
_MISSING = "missing"
OMISSION = "omission"
_LINE = ("annotation", "item", "user_id", "item_i")
_FIX = 'Write {"annotation": [{model: {"score": …, "error_spans": […]}}], "item": […], …}.'


def pearmut_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file of Pearmut: one for each line that counts."""
    kept: list[JsonLine] = []
    for line in json_lines(file):
        line.need("annotation", "user_id", "item_i", fix=_FIX)
        if line["annotation"] == _RESET:
            kept = [one for one in kept if _item(one) != _item(line)]
        elif not str(line["item_i"]).startswith(("welcome", "random")):
            kept.append(line)
    if not kept:
        raise file.wrong("there are no judgements", _FIX)
    return tabled(
        one for number, line in enumerate(kept, start=1) for one in _line(line, f"line-{number}")
    )


def _item(line: Mapping[str, Any]) -> tuple[str, str]:
    return str(line["user_id"]), str(line["item_i"])


def _line(line: JsonLine, judgement: str) -> Iterator[Reading]:
    items, answers = line.get("item"), line["annotation"]
    if isinstance(answers, dict):  # one segment, in older versions without its texts
        answers, items = [answers], [items or {}]
    elif isinstance(items, dict):
        items = [items]
    if not isinstance(items, list) or not isinstance(answers, list) or len(items) != len(answers):
        raise line.where.wrong("'item' and 'annotation' do not go together", _FIX)
    beside = besides(line, *_LINE)
    times = [action.get("time") for action in line.get("actions") or []]
    clock: dict[str, Any] = {}
    if times and all(isinstance(time, int | float) for time in times):
        clock = _clock(max(times), max(times) - min(times), line.where)
    for place, (item, answer) in enumerate(zip(items, answers, strict=True)):
        if not isinstance(item, dict) or not isinstance(answer, dict):
            raise line.where.wrong("'item' and 'annotation' do not go together", _FIX)
        rest, texts = besides(item, "src", "tgt", "item_id"), item.get("tgt") or {}
        if not isinstance(texts, dict):
            raise line.where.wrong("'tgt' does not name models", _FIX)
        for model, said in answer.items():
            if not isinstance(said, dict) or (texts and model not in texts):
                raise line.where.wrong(f"no text of {model!r} in 'item'", _FIX)
            about = {
                "judgement": judgement,
                "annotator": str(line["user_id"]),
                "segment": str(item.get("item_id", _numbered(line, place, len(items)))),
                "document": str(line["item_i"]),
                "system": model,
                **clock,
            }
            if rest:
                beside = beside | {"item": rest}
            yield _reading(about, item.get("src"), texts.get(model), said, beside, line.where)
            beside, rest = {}, {}  # said once


def _numbered(line: JsonLine, place: int, number: int) -> str:
    """Return the name of a segment that has none: its place in the item, if it has several."""
    name = str(line["item_i"])
    return name if number == 1 and "item" not in line else f"{name}.{place + 1}"


def _clock(last: float, seconds: float, where: Place) -> dict[str, Any]:
    try:
        moment = datetime.fromtimestamp(last, UTC).replace(tzinfo=None)
    except (ValueError, OverflowError, OSError):
        raise where.wrong(f"{last!r} is not a time", "Write seconds since 1970.") from None
    return {"submitted_at": moment, "seconds": round(seconds, 3)}


def _reading(
    about: dict[str, Any],
    source: str | None,
    target: str | None,
    said: dict[str, Any],
    beside: dict[str, Any],
    where: Place,
) -> Reading:
    rest = besides(said, "score", "error_spans", "textfield") | beside
    own = own_part(said)
    label = own.pop("label", None) or packed(rest)
    marks = tuple(read_span(mark, target, where, source=source) for mark in
                  said.get("error_spans") or [])  # fmt: skip
    comment = said.get("textfield") or None
    return Reading(about | own, marks, said.get("score"), source, target, comment, label)


# Marks: the last character counts in ------------------------------------------------------


def read_span(mark: Mapping[str, Any], target: str | None, where: Place, *, key: str = "category",
              source: str | None = None) -> Mark:  # fmt: skip
    """Return a mark whose end is inclusive; `key` names what kind of error it is."""
    given, ended = mark.get("start_i"), mark.get("end_i")
    own = own_part(mark)
    kind = mark.get(key)
    category = "/".join(kind) if isinstance(kind, list) else kind
    rest = besides(mark, "start_i", "end_i", "severity", key)
    label = own.pop("label", None) or packed(rest)
    fields = {"comment": own.pop("comment", None), "value": own.pop("value", None)}
    side = own.pop("side", "target")
    if given == _MISSING:
        return Mark(side=side, category=category or OMISSION, severity=mark.get("severity"),
                    label=label, also=own, **fields)  # fmt: skip
    if not isinstance(given, int) or not isinstance(ended, int):
        raise where.wrong(
            f"a mark from {given!r} to {ended!r} has no place",
            'Write numbers from 0, or "missing" in both.',
        )
    text = source if side == "source" else target
    if given < 0 or ended < given - 1 or (text is not None and ended >= len(text)):
        size = "" if text is None else f" of a text of {len(text)} characters"
        raise where.wrong(
            f"a mark goes from {given} to {ended}{size}",
            "Count characters from 0; the last one of the mark counts in.",
        )
    quote = None if text is None else text[given : ended + 1]
    return Mark(side, given, ended + 1, category, mark.get("severity"), quote or None,
                label=label, also=own, **fields)  # fmt: skip


def span_of(mark: Mark, *, key: str = "category", split: bool = False) -> dict[str, Any]:
    """Undo `read_span`; what the format has no place for stands under a name of its own."""
    missing = mark.start is None or mark.end is None
    category: Any = None if missing and mark.category == OMISSION else mark.category
    if split and category and "/" in category:
        category = category.split("/")
    rest = unpacked(mark.label)
    own = dict(mark.also) | {"comment": mark.comment, "value": mark.value}
    own |= {"side": mark.side if mark.side != "target" else None}
    own |= {"label": mark.label if rest is None else None}
    span = {
        "start_i": _MISSING if missing else mark.start,
        "end_i": _MISSING if mark.end is None else mark.end - 1,
        "severity": mark.severity,
        key: category,
        **(rest or {}),
    }
    return with_own(span, others(own))


# Writing ----------------------------------------------------------------------------------


def write_pearmut(given: list[Reading], path: Path, beside: Path) -> int:
    """Write one line for each judgement."""
    lines = []
    documents: dict[str, int] = {}
    by_judgement = groupby(
        given, key=lambda one: (one.about.get("judgement"), one.about.get("annotator"))
    )
    for number, ((_, annotator), group) in enumerate(by_judgement, start=1):
        members = list(group)
        document = str(members[0].about.get("document", ""))
        item_i = documents.setdefault(document, len(documents))
        line: dict[str, Any] = {"annotation": [], "item": []}
        for segment, of_segment in groupby(members, key=lambda one: one.about.get("segment")):
            answer, item = {}, {"src": "", "tgt": {}, "item_id": segment}
            for one in of_segment:
                if one.source is None or one.target is None:
                    raise Place(path).wrong(
                        f"the texts of segment {segment!r} are not known",
                        "Pearmut shows errors in the text: add the columns source and target.",
                    )
                rest = unpacked(one.label) or {}
                item["src"], item["tgt"][one.about["system"]] = one.source, one.target
                item |= rest.pop("item", {})
                line |= {name: rest.pop(name) for name in ("actions",) if name in rest}
                answer[one.about["system"]] = _answer(one, rest, number, str(item_i), line)
            line["annotation"].append(answer)
            line["item"].append(item)
        line |= {"user_id": annotator, "item_i": item_i}
        lines.append(json.dumps(line, ensure_ascii=False))
    write_text(beside, "\n".join(lines) + "\n")
    return len(lines)


def _answer(one: Reading, rest: dict[str, Any], number: int, item_i: str,
            line: dict[str, Any]) -> dict[str, Any]:  # fmt: skip
    known = ["annotator", "segment", "system"]
    about = dict(one.about)
    if about.get("judgement") == f"line-{number}":
        known.append("judgement")
    if about.get("document") == item_i:
        known.append("document")
    if line.get("actions"):
        known += ["submitted_at", "seconds"]
    own = others(about, *known)
    if one.label is not None and unpacked(one.label) is None:
        own["label"] = one.label
    answer = {
        "score": one.score,
        "error_spans": [span_of(mark) for mark in one.marks],
        **({"textfield": one.comment} if one.comment else {}),
        **rest,
    }
    return with_own(answer, own)


PEARMUT = Format(
    "Pearmut",
    pearmut_table,
    JSON_ENDINGS,
    keys=("annotation", "user_id"),
    about=About("1", written="--errors pearmut", lossless=True, published="Pearmut's examples"),
)
