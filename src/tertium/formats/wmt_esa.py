"""Error Span Annotation as WMT publishes it: JSON lines, by judgement or by segment.

WMT 2024 has a line for each judgement (`langs`, `line_id`, `src`, `tgt`, `doc_id`, `domain`,
`esa_spans`, `esa_score`, `system`, `annotator`), and beside it, as later years have, a line for
each segment: `doc_id`, `src_text`, `tgt_text` by system, `scores` by system. What people said of a
system is a list of `{score, annotator, errors, times}`, or an object with `human1`, `errors1`,
`annotator1`, `human2` and so on. The parts of `doc_id` (`langs_#_domain_#_document_#_segment`)
are joined by `_#_`, later by `_###_`. The last character of a mark counts in.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.files import write_text
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS, JsonLine, json_lines
from tertium.formats.pearmut import read_span, span_of
from tertium.formats.readings import (
    Reading,
    besides,
    looked_for_errors,
    others,
    own_part,
    packed,
    tabled,
    with_own,
)
from tertium.scale import HUNDRED
from tertium.table import JudgementTable

_JOINT = re.compile("_###_|_#_")
_LANGUAGES = re.compile(r"([a-z]{2,3}(?:_\w+)?)-([a-z]{2,3}(?:_\w+)?)")
_FLAT = ("langs", "line_id", "src", "tgt", "doc_id", "domain", "esa_spans", "esa_score",
         "system", "annotator", "times")  # fmt: skip
_BY_SEGMENT = ("doc_id", "src_text", "tgt_text", "scores")
_FIX = 'Write {"doc_id": …, "src_text": …, "tgt_text": {system: …}, "scores": {system: …}}.'


def wmt_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file, and the texts of outputs that nobody judged."""
    found: list[Reading] = []
    unread: list[dict[str, Any]] = []
    seen: dict[str, int] = {}
    for line in json_lines(file):
        if "esa_spans" in line:
            found.append(_flat(line))
            continue
        line.need(*_BY_SEGMENT, fix=_FIX)
        first = seen.setdefault(str(line["doc_id"]), line.number)
        if first != line.number:
            raise line.where.wrong(
                f"'doc_id' {line['doc_id']!r} is given twice, first in line {first}",
                "Write all judgements of one segment in one line.",
            )
        found += _by_segment(line)
        unread += _unread(line)
    if not found:
        raise file.wrong("there are no judgements", _FIX)
    numbered = (
        replace(one, about={"judgement": f"reading-{number}", **one.about})
        for number, one in enumerate(looked_for_errors(found), start=1)
    )
    return JudgementTable.from_rows([*tabled(numbered).rows(), *unread]).on_scale(HUNDRED)


def _segment(doc_id: str) -> dict[str, Any]:
    """Return what the name of a segment says: document, domain, languages."""
    parts = _JOINT.split(doc_id)
    found: dict[str, Any] = {"segment": doc_id}
    if len(parts) > 1:
        found["document"] = doc_id[: list(_JOINT.finditer(doc_id))[-1].start()]
    languages = _LANGUAGES.fullmatch(parts[0])
    if len(parts) > 3 and languages:
        found |= {"domain": parts[1], "source_language": languages[1],
                  "target_language": languages[2]}  # fmt: skip
    return found


def _clock(times: Any) -> dict[str, Any]:
    """Return when and how long, from start and end in seconds since 1970."""
    try:
        start, end = (float(time) for time in times)
    except (TypeError, ValueError):
        return {}
    moment = datetime.fromtimestamp(end, UTC).replace(tzinfo=None)
    return {"submitted_at": moment, "seconds": round(end - start, 3)}


def _flat(line: JsonLine) -> Reading:
    needed = ("src", "tgt", "doc_id", "line_id", "system", "annotator")
    line.need(*needed, fix=f"Known: {', '.join(_FLAT)}.")
    about = {
        "annotator": str(line["annotator"]),
        "document": str(line["doc_id"]),
        "segment": f"{line['doc_id']}_#_{line['line_id']}",
        "system": str(line["system"]),
        **_clock(line.get("times")),
    }
    languages = _LANGUAGES.fullmatch(str(line.get("langs")))
    if languages:
        about |= {"source_language": languages[1], "target_language": languages[2]}
    if line.get("domain") is not None:
        about["domain"] = str(line["domain"])
    rest = {name: value for name, value in line.items() if name not in _FLAT and value is not None}
    said = {"score": line.get("esa_score"), "errors": line["esa_spans"]}
    return _reading(about, said, line["src"], line["tgt"], rest, line.where)


def _by_segment(line: JsonLine) -> Iterator[Reading]:
    beside = {name: value for name, value in line.items() if name not in _BY_SEGMENT}
    for system, given in line["scores"].items():
        if system not in line["tgt_text"]:
            raise line.where.wrong(f"no text of {system!r} in 'tgt_text'", _FIX)
        for said in _said(given, line.where):
            rest = besides(said, "score", "annotator", "errors", "times")
            about = {
                **_segment(str(line["doc_id"])),
                "annotator": str(said["annotator"]),
                "system": system,
                **_clock(said.get("times")),
            }
            texts = line["src_text"], line["tgt_text"][system]
            yield _reading(about, said, *texts, rest | beside, line.where)
            beside = {}  # said once


def _said(given: Any, where: Place) -> Iterator[dict[str, Any]]:
    """Yield what each person said of an output, whichever way it is written."""
    if isinstance(given, list):
        for place, one in enumerate(given, start=1):
            yield {"annotator": f"human{place}", **one}
        return
    if not isinstance(given, dict):
        raise where.wrong("'scores' of a system are no list or object", _FIX)
    keys = [re.fullmatch(r"(\D+)(\d*)", name) for name in given]
    numbers = dict.fromkeys(key[2] for key in keys if key)
    for number in numbers:
        found = {key[1]: given[key[0]] for key in keys if key and key[2] == number}
        if all(found.get(name) is None for name in ("human", "annotator")):
            continue  # a second wave that did not take place here
        yield {"annotator": f"human{number or 1}", "score": found.pop("human", None), **found}


def _reading(
    about: dict[str, Any],
    said: Mapping[str, Any],
    source: str | None,
    target: str,
    rest: dict[str, Any],
    where: Place,
) -> Reading:
    own = own_part(said)
    marks = tuple(
        read_span(mark, target, where, key="error_type", source=source)
        for mark in said.get("errors") or []
    )
    try:
        score = None if said.get("score") is None else float(said["score"])
    except (TypeError, ValueError):
        raise where.wrong(
            f"the score {said['score']!r} is not a number", "Write 0 to 100."
        ) from None
    comment, label = own.pop("comment", None), own.pop("label", None) or packed(rest)
    known = {name: value for name, value in (about | own).items() if value is not None}
    return Reading(known, marks, score, source, target, comment, label)


def _unread(line: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for system, text in line["tgt_text"].items():
        if system not in line["scores"]:
            about = {**_segment(str(line["doc_id"])), "system": system}
            yield about | {"aspect": "source", "text": line["src_text"] or None}
            yield about | {"aspect": "target", "text": text or None}


# Writing ----------------------------------------------------------------------------------


def write_wmt(given: list[Reading], path: Path, beside: Path) -> int:
    """Write a line for each segment, as WMT 2025 does, with what people said in turn.

    What its keys have no place for stands under `tertium1`, `tertium2` and so on.
    """
    lines: dict[str, dict[str, Any]] = {}
    said: dict[tuple[str, str], list[Reading]] = {}
    for one in given:
        segment, system = str(one.about["segment"]), one.about["system"]
        line = lines.setdefault(
            segment, {"doc_id": segment, "src_text": one.source, "tgt_text": {}, "scores": {}}
        )
        text = line["tgt_text"].setdefault(system, one.target)
        if one.source is None or one.target is None:
            raise Place(path).wrong(
                f"the texts of segment {segment!r} are not known",
                "Add the columns source and target, or the texts (--texts).",
            )
        if (line["src_text"], text) != (one.source, one.target):
            raise Place(path).wrong(
                f"there are different texts of segment {segment!r}, system {system!r}",
                "Write another kind of file: this one holds each text once.",
            )
        said.setdefault((segment, system), []).append(one)
    number = 0
    for segment, line in lines.items():
        for system in line["tgt_text"]:
            line["scores"][system] = {}
            for place, one in enumerate(said[segment, system], start=1):
                number += 1
                line["scores"][system] |= _written(one, number, place)
    write_text(
        beside, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines.values())
    )
    return len(lines)


def _written(one: Reading, number: int, place: int) -> dict[str, Any]:
    told = _segment(str(one.about["segment"])) | {
        "judgement": f"reading-{number}",
        "annotator": one.about.get("annotator"),
        "system": one.about["system"],
        "role": "real",
        "layer": "observed",
    }
    own: dict[str, Any] = {
        name: others({name: one.about.get(name)}).get(name, one.about.get(name))
        for name in dict.fromkeys((*told, *one.about))
        if one.about.get(name) != told.get(name)
    }
    own |= others({"comment": one.comment, "label": one.label})
    answer = {
        "human": one.score,
        "errors": [span_of(mark, key="error_type", split=True) for mark in one.marks],
        "annotator": one.about.get("annotator"),
    }
    return {f"{name}{place}": value for name, value in with_own(answer, own).items()}


WMT_SEGMENTS = Format(
    "WMT ESA by segment",
    wmt_table,
    JSON_ENDINGS,
    keys=_BY_SEGMENT[1:],
    about=About("2024–2026", written="--errors wmt", lossless=True),
)
WMT_JUDGEMENTS = Format(
    "WMT ESA by judgement",
    wmt_table,
    JSON_ENDINGS,
    keys=("esa_spans",),
    about=About("2024"),
)
