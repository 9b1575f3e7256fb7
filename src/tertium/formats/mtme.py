"""Ratings of mt-metrics-eval: `….seg.rating`, and JSON lines that stand alone.

A file of ratings has a line for each segment of each system, system by system: the system, a
JSON object with its errors (or `None` where nobody rated it) and, if it is known, the rater. Where
the lines name no rater, the file does: `en-de.mqm.rater1.seg.rating`. Texts
are in other files of the same directory (`sources`, `system-outputs`, `documents`), which are
read if they are there. JSON lines hold the texts, too. Ends of errors are excluded; scores
there are points that errors cost.

Lines of a file of ratings have no numbers: a segment is known by its place among the lines of its
system. Several files joined end to end would be numbered on, so they are refused.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.files import plain_suffix, write_text
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.jsonl import JSON_ENDINGS, JsonLine, json_lines, json_object
from tertium.formats.plain import read_lines, split_lines
from tertium.formats.readings import (
    OURS,
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

GROUP = "mt-metrics-eval"
_RATING = ".rating"
_NOBODY = "rater"  # who rated, where neither the lines nor the name of a file say it
_MERGED = "merged"  # in the name of a file: ratings of several raters, one for each output
_LANGUAGES = re.compile(r"(?<![A-Za-z])([a-z]{2,3})-([a-z]{2,3})\.")
_ERROR = ("start", "end", "category", "severity", "score", "is_source_error")
_LINE = ("source", "hypothesis", "errors", "document_id", "segment_id", "system_id", "rater_id",
         "src_lang", "tgt_lang")  # fmt: skip
_NAMED = re.compile(r"\.[^.]+\.([^.]+)\.seg$")  # en-de.mqm.rater1.seg
# What tells one rating from another; our own columns may stand beside it.
_OUTPUT = ("campaign", "annotator", "group", "batch", "segment", "system", "role", "pass",
           "condition", "layer")  # fmt: skip
_JOINED = (
    "Read each file by itself if several were joined: line n of a system is its segment n. JSON "
    "lines (.jsonl), which number their segments, may be joined."
)
_FIX = 'Write system, tab, {"errors": […]} or None, and if you like another tab and the rater.'


def mtme_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file of ratings."""
    found = _ratings(file) if file.suffix == _RATING else _lines(file)
    numbered = [
        replace(one, about={"judgement": f"output-{number}", **one.about})
        for number, one in enumerate(found, start=1)
    ]
    if not numbered:
        raise file.wrong("nothing is rated", _FIX)
    table = tabled(numbered)
    if {one.about["annotator"] for one in numbered} <= {_NOBODY, _MERGED}:
        return table.noted(
            "The file does not say who rated what: all ratings count as those of one annotator, "
            "though several annotators may have given them."
        )
    return table


def _rater(path: Path) -> str:
    """Return the rater that the name of a file tells."""
    found = _NAMED.search(path.name.removesuffix(".gz").removesuffix(_RATING))
    return found[1] if found else _NOBODY


def _ratings(file: GivenFile) -> Iterator[Reading]:
    texts, nobody = Directory(file.path), _rater(file.path)
    seen: Counter[str] = Counter()
    before = ""
    for number, line in enumerate(split_lines(file.text), start=1):
        where = file.place(number)
        fields = line.split("\t")
        if len(fields) not in (2, 3):
            raise where.wrong(f"this line has {len(fields)} fields", _FIX)
        system, rating, *rater = fields
        if system in seen and system != before:
            raise where.wrong(f"the lines of system {system!r} begin again", _JOINED)
        before = system
        seen[system] += 1
        if texts.segments is not None and seen[system] > texts.segments:
            raise where.wrong(
                f"system {system!r} has more lines than there are segments ({texts.segments:,})",
                _JOINED,
            )
        if rating == "None":
            continue
        said = json_object(rating, where)
        about = {"annotator": rater[0] if rater else nobody, "segment": str(seen[system]),
                 "system": system, **texts.about(seen[system])}  # fmt: skip
        source, target = texts.source(seen[system]), texts.target(system, seen[system])
        yield _reading(about, said, source, target, where, ("errors",))


def _lines(file: GivenFile) -> Iterator[Reading]:
    found = [(line.where, line.number, _line(line)) for line in json_lines(file)]
    documents: dict[str, set[Any]] = {}
    for _, _, one in found:
        documents.setdefault(one.about["segment"], set()).add(one.about.get("document"))
    shared = any(len(names) > 1 for names in documents.values())
    seen: dict[tuple[Any, ...], int] = {}
    for where, number, one in found:
        about = dict(one.about)
        if shared and about.get("document"):  # segments are numbered anew in every document
            about["segment"] = f"{about['document']}/{about['segment']}"
        output = tuple(about.get(name) for name in _OUTPUT)
        if output in seen:
            raise where.wrong(
                f"{about['annotator']!r} rates segment {one.about['segment']!r} of "
                f"{about['system']!r} twice, first in line {seen[output]}",
                "Read each file by itself if several were joined, or give raters and segments "
                "of each file names of their own.",
            )
        seen[output] = number
        yield replace(one, about=about)


def _line(said: JsonLine) -> Reading:
    needed = ("hypothesis", "errors", "segment_id", "system_id")
    said.need(*needed, fix=f"Known: {', '.join(_LINE)}.")
    segment = said["segment_id"]  # counted from 0; elsewhere from 1
    names = {"document": "document_id", "source_language": "src_lang",
             "target_language": "tgt_lang"}  # fmt: skip
    about = {
        "annotator": said.get("rater_id") or _NOBODY,
        "segment": str(segment + 1) if isinstance(segment, int) else str(segment),
        "system": str(said["system_id"]),
        **{name: str(said[key]) for name, key in names.items() if said.get(key) is not None},
    }
    return _reading(about, said, said.get("source"), said["hypothesis"], said.where, _LINE)


def _reading(
    about: dict[str, Any],
    said: Mapping[str, Any],
    source: str | None,
    target: str | None,
    where: Place,
    known: tuple[str, ...],
) -> Reading:
    if not isinstance(said.get("errors"), list):
        raise where.wrong("'errors' is not a list", _FIX)
    marks = tuple(_mark(error, source, target, where) for error in said["errors"])
    own = own_part(said)
    score = own.pop("value", None)
    if not {"value", "unscored"} & set(said.get(OURS) or {}) and all(
        mark.value is not None for mark in marks
    ):
        score = sum((mark.value or 0.0 for mark in marks), 0.0)
    comment = own.pop("comment", None)
    label = own.pop("label", None) or packed(besides(said, *known))
    return Reading(about | own, marks, score, source, target, comment, label)


def _mark(error: Mapping[str, Any], source: str | None, target: str | None, where: Place) -> Mark:
    start, end = error.get("start"), error.get("end")
    side = "source" if error.get("is_source_error") else "target"
    text = source if side == "source" else target
    quote = None
    if isinstance(start, int) and isinstance(end, int):
        if start < 0 or end < start or (text is not None and end > len(text)):
            size = "" if text is None else f" of a text of {len(text)} characters"
            raise where.wrong(
                f"an error goes from {start} to {end}{size}",
                "Count code points from 0; the end is not part of the error.",
            )
        quote = None if text is None else text[start:end] or None
    elif start is not None or end is not None:
        raise where.wrong(
            f"an error from {start!r} to {end!r} has no place",
            "Write two whole numbers; the end is not part of the error.",
        )
    own = own_part(error)
    comment = own.pop("comment", None)
    label = own.pop("label", None) or packed(besides(error, *_ERROR))
    cost = error.get("score")
    return Mark(side, start, end, error.get("category"), error.get("severity"), quote, comment,
                None if cost is None else 0.0 - float(cost), label, own)  # fmt: skip


class Directory:
    """The files beside a file of ratings in a directory of mt-metrics-eval."""

    def __init__(self, path: Path) -> None:
        found = _LANGUAGES.search(path.name)
        self._languages = found.groups() if found else None
        self._root = path.parent.parent
        self._pair = "-".join(self._languages) if self._languages else ""
        self._known: dict[Path, list[str]] = {}
        self.segments = self._count()

    def _count(self) -> int | None:
        """Return how many segments there are, if a file beside the ratings tells it."""
        for folder, ending in (("documents", "docs"), ("sources", "txt")):
            file = self._root / folder / f"{self._pair}.{ending}"
            if self._pair and file.is_file():
                return len(read_lines(file))
        return None

    def _line(self, file: Path, number: int) -> str | None:
        if not self._pair or not file.is_file():
            return None
        if file not in self._known:
            self._known[file] = read_lines(file)
        lines = self._known[file]
        return lines[number - 1] if number <= len(lines) else None

    def about(self, number: int) -> dict[str, str]:
        """Return the languages, and domain and document of a segment."""
        names = ("source_language", "target_language")
        found = dict(zip(names, self._languages, strict=True)) if self._languages else {}
        line = self._line(self._root / "documents" / f"{self._pair}.docs", number)
        if line is not None:
            found |= dict(zip(("domain", "document"), line.split("\t", 1), strict=False))
        return found

    def source(self, number: int) -> str | None:
        """Return the source of a segment, if it is there."""
        return self._line(self._root / "sources" / f"{self._pair}.txt", number)

    def target(self, system: str, number: int) -> str | None:
        """Return a system's output of a segment, if it is there."""
        file = self._root / "system-outputs" / self._pair / f"{system}.txt"
        return self._line(file, number)


# Writing ----------------------------------------------------------------------------------


def write_mtme(given: list[Reading], path: Path, beside: Path) -> int:
    """Write ratings by segment where the file is named `….rating`, else JSON lines."""
    lines = _written_ratings(given, path) if plain_suffix(path) == _RATING else [
        json.dumps(_written_line(one, number), ensure_ascii=False)
        for number, one in enumerate(given, start=1)
    ]  # fmt: skip
    write_text(beside, "\n".join(lines) + "\n")
    return len(lines)


def _written_error(mark: Mark, *, own: bool) -> dict[str, Any]:
    kept = others({"comment": mark.comment} | dict(mark.also))
    rest = unpacked(mark.label)
    if rest is None and mark.label is not None:
        kept["label"] = mark.label
    error = {
        "start": mark.start,
        "end": mark.end,
        "category": mark.category,
        "severity": mark.severity,
        "score": None if mark.value is None else 0.0 - mark.value,
        "is_source_error": mark.side == "source",
        **(rest or {}),
    }
    return with_own(error, kept if own else {})


def _written_line(one: Reading, number: int) -> dict[str, Any]:
    about, rest = one.about, unpacked(one.label)
    segment = about["segment"]
    known = ["annotator", "segment", "system", "document", "source_language", "target_language"]
    if about.get("judgement") == f"output-{number}":
        known.append("judgement")
    kept = others(about, *known) | others({"value": one.score, "comment": one.comment})
    values = [mark.value for mark in one.marks]
    if None not in values:
        if one.score is None:
            kept["unscored"] = True  # though what its errors cost is known
        elif one.score == sum((value or 0.0 for value in values), 0.0):
            kept.pop("value", None)
    if rest is None and one.label is not None:
        kept["label"] = one.label
    plain = segment.isascii() and segment.isdecimal() and str(int(segment)) == segment != "0"
    line = {
        "source": one.source,
        "hypothesis": one.target,
        "errors": [_written_error(mark, own=True) for mark in one.marks],
        "document_id": about.get("document"),
        "segment_id": int(segment) - 1 if plain else segment,
        "system_id": about["system"],
        "rater_id": about["annotator"],
        "src_lang": about.get("source_language"),
        "tgt_lang": about.get("target_language"),
        **(rest or {}),
    }
    return with_own(line, kept)


def _written_ratings(given: list[Reading], path: Path) -> list[str]:
    """Return a line for each system and segment; segments that are not numbers are counted."""
    names = list(dict.fromkeys(one.about["segment"] for one in given))
    if all(name.isascii() and name.isdecimal() and int(name) > 0 for name in names):
        place = {name: int(name) for name in names}
    else:
        place = {name: number for number, name in enumerate(names, start=1)}
    rated: dict[tuple[str, int], Reading] = {}
    for one in given:
        key = one.about["system"], place[one.about["segment"]]
        if key in rated:
            raise Place(path).wrong(
                f"segment {one.about['segment']!r} of {key[0]!r} was read several times",
                "A file of ratings holds one reading of each: write JSON lines (.jsonl).",
            )
        rated[key] = one
    named = any(one.about["annotator"] != _NOBODY for one in given)
    lines = []
    for system in dict.fromkeys(one.about["system"] for one in given):
        for number in range(1, max(place.values()) + 1):
            found = rated.get((system, number))
            rating, rater = "None", _NOBODY
            if found is not None:
                errors = [_written_error(mark, own=False) for mark in found.marks]
                rating = json.dumps({"errors": errors}, ensure_ascii=False)
                rater = found.about["annotator"]
            for field in (system, rater):
                if re.search(r"[\t\n\r]", field):
                    raise Place(path).wrong(
                        f"the name {field!r} holds a tab or a line break",
                        "Rename it, or write JSON lines (.jsonl).",
                    )
            lines.append("\t".join([system, rating, *([rater] if named else [])]))
    return lines


BESIDE = (
    *("*.sys.score", "*.domain.score", "*.doc.score", "*.docs", "*/sources/*", "*/references/*"),
    *("*/system-outputs/*", "*/metric-scores/*", "*/documents/*", "*/metric-characteristics/*"),
)
MTME_RATINGS = Format(
    "mt-metrics-eval ratings",
    mtme_table,
    endings=(_RATING,),
    beside=BESIDE,
    group=GROUP,
    about=About("2", written="--errors mtme", published="WMT23 en-de"),
)
MTME_LINES = Format(
    "mt-metrics-eval JSON lines",
    mtme_table,
    JSON_ENDINGS,
    keys=("hypothesis", "errors", "system_id"),
    about=About("2", written="--errors mtme", lossless=True),
)
