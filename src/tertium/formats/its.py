"""XLIFF with the localization quality issues of ITS 2.0: errors marked in source and target.

Written is XLIFF 2.1: a unit for each reading, marks as `sm` and `em`, which may overlap, and the
issues stand-off in the unit. Read are such files and those of other tools: `mrk` (1.2 and 2.x)
or `sm`/`em` whose issue stands on the mark itself or in `locQualityIssues`. ITS knows a list of
types and severities from 0 to 100; our own categories, severities and whatever else the table
says stand beside them in a namespace of ours.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from tertium.formats.about import About
from tertium.formats.files import write_text
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.readings import Mark, Reading, others, packed, restored, tabled, unpacked
from tertium.formats.xliff import CODES, parse_xliff
from tertium.formats.xml import Node, children, local, walk
from tertium.table import COLUMNS, JudgementTable

_ITS = "http://www.w3.org/2005/11/its"
_OURS = "urn:tertium:errors"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
ITS_TYPES = frozenset({
    "terminology", "mistranslation", "omission", "untranslated", "addition", "duplication",
    "inconsistency", "grammar", "legal", "register", "locale-specific-content",
    "locale-violation", "style", "characters", "misspelling", "typographical", "formatting",
    "inconsistent-entities", "numbers", "markup", "pattern-problem", "whitespace",
    "internationalization", "length", "non-conformance", "uncategorized", "other",
})  # fmt: skip
# How much of 100 a severity stands for; a number of another tool gets the nearest name.
SEVERITIES = {"neutral": 0.0, "minor": 25.0, "major": 75.0, "critical": 100.0}
_ISSUE = ("Type", "Comment", "Severity", "ProfileRef", "Enabled")
_FORBIDDEN = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def its_table(file: GivenFile) -> JudgementTable:
    """Return the readings of an XLIFF file: one for each unit that has a target."""
    root = parse_xliff(file)
    found: list[Reading] = []
    for part in children(root, "file"):
        languages = {
            "source_language": part.get("source-language") or root.get("srcLang"),
            "target_language": part.get("target-language") or root.get("trgLang"),
        }
        about = {name: value for name, value in languages.items() if value and value != "und"}
        document = part.get("original")
        if document:
            about["document"] = document
        for unit in children(part, "trans-unit", "unit"):
            found += list(_unit(unit, about, len(found) + 1))
    if not found:
        raise file.wrong("the file has no targets", "Name a translated file.")
    if not any(one.marks or one.score is not None for one in found) and not _is_ours(root):
        raise file.wrong(
            "no quality issue is marked in this file",
            "Errors are its:locQualityIssues; texts alone are read by tertium import.",
        )
    return tabled(found)


def _is_ours(root: Element) -> bool:
    return any(name.startswith(f"{{{_OURS}}}") for node in root.iter() for name in node.attrib)


def _unit(unit: Node, given: Mapping[str, str], number: int) -> Iterator[Reading]:
    texts: dict[str, str] = {}
    spans: list[tuple[str, int, int, Node]] = []
    for side in ("source", "target"):
        # The first one is the unit's own; alternatives come later.
        node = next(children(unit, side), None)
        if node is not None:
            texts[side], marked = _text(node)
            spans += [(side, *one) for one in marked]
    if "target" not in texts:
        return
    score = unit.get(f"{{{_ITS}}}locQualityRatingScore")
    about = {
        "judgement": f"output-{number}",
        "annotator": unit.get(f"{{{_ITS}}}revPerson") or "reviewer",
        "system": unit.get(f"{{{_ITS}}}tool") or unit.get(f"{{{_ITS}}}person") or "target",
        "segment": unit.get("id", str(number)),
        **given,
        **_own(unit),
    }
    said = {name: about.pop(name, None) for name in ("value", "comment", "label")}
    marks = [mark for one in spans for mark in _issues(unit, *one, texts)]
    marks.sort(key=lambda pair: pair[0])
    yield Reading(
        about,
        tuple(mark for _, mark in marks),
        said["value"] if said["value"] is not None else None if score is None else float(score),
        texts.get("source"),
        texts["target"],
        said["comment"],
        said["label"],
    )


def _own(node: Element) -> dict[str, Any]:
    """Return the columns of the table that stand in our own namespace."""
    kinds = {"DOUBLE": float, "BIGINT": int}
    named = {name.removeprefix(f"{{{_OURS}}}"): value for name, value in node.attrib.items()
             if name.startswith(f"{{{_OURS}}}")}  # fmt: skip
    return restored(
        {
            name: kinds.get(COLUMNS[name], str)(value)
            for name, value in named.items()
            if name in COLUMNS
        }
    )


# Texts with marks in them -------------------------------------------------------------------


def _text(node: Node) -> tuple[str, list[tuple[int, int, Node]]]:
    """Return a text as it stands, and where each mark begins and ends, in code points."""
    text = ""
    found: list[tuple[int, int, Node]] = []
    begun: list[int] = []
    opened: dict[str, tuple[int, Node]] = {}
    for event, piece in walk(node, codes=CODES):
        if isinstance(piece, str):
            text += piece
            continue
        match event, local(piece):
            case "begin", "sm":
                opened[piece.get("id", "")] = (len(text), piece)
            case "begin", "em":
                name = piece.get("startRef", "")
                if name not in opened:
                    raise piece.where.wrong(
                        f"a mark {piece.get('startRef')!r} ends that never began",
                        "Give every em the id of an sm before it in the same text.",
                    )
                begin, mark = opened.pop(name)
                found.append((begin, len(text), mark))
            case "begin", "mrk":
                begun.append(len(text))
            case "end", "mrk":
                found.append((begun.pop(), len(text), piece))
    for name, (_, mark) in opened.items():
        raise mark.where.wrong(
            f"the mark {name!r} is not closed", "Give every sm an em in the same text."
        )
    return text, found


def _issues(
    unit: Element,
    side: str,
    begin: int,
    end: int,
    mark: Node,
    texts: Mapping[str, str],
) -> Iterator[tuple[int, Mark]]:
    """Yield the issues of one mark, each with its place in the list of issues."""
    ref = mark.get(f"{{{_ITS}}}locQualityIssuesRef", mark.get("ref", "")).removeprefix("#")
    inline = {name: mark.get(f"{{{_ITS}}}locQualityIssue{name}") for name in _ISSUE}
    quote = texts[side][begin:end] or None
    if any(value is not None for value in inline.values()):
        yield begin, _mark(side, begin, end, quote, inline, mark)
    if not ref:
        return
    groups = list(children(unit, "locQualityIssues"))
    for place, group in enumerate(groups):
        if ref not in (group.get(_ID), group.get("id")):
            continue
        for issue in children(group, "locQualityIssue"):
            stated = {name: issue.get(f"locQualityIssue{name}") for name in _ISSUE}
            yield place, _mark(side, begin, end, quote, stated, issue)
        return
    raise mark.where.wrong(
        f"there are no issues {ref!r}", "Give its:locQualityIssues in the same unit this xml:id."
    )


def _mark(
    side: str, begin: int, end: int, quote: str | None, issue: Mapping[str, str | None],
    node: Element,
) -> Mark:  # fmt: skip
    own = _own(node)
    number = issue["Severity"]
    severity = own.pop("severity", None)
    rest = {
        f"locQualityIssue{name}": issue[name]
        for name in ("ProfileRef", "Enabled")
        if issue[name] is not None
    }
    if severity is None and number is not None:
        severity = min(SEVERITIES, key=lambda name: abs(SEVERITIES[name] - float(number)))
        if float(number) != SEVERITIES[severity]:
            rest["locQualityIssueSeverity"] = number
    placed = own.pop("start", begin) >= 0  # an error that stands nowhere starts at -1
    return Mark(
        own.pop("side", side) if placed else own.pop("side", None),
        begin if placed else None,
        end if placed else None,
        own.pop("category", issue["Type"]) or None,
        severity,
        quote if placed else None,
        issue["Comment"] or None,
        own.pop("value", None),
        own.pop("label", None) or packed(rest),
        own,
    )


# Writing ----------------------------------------------------------------------------------


def write_its(given: list[Reading], path: Path, beside: Path) -> int:
    """Write XLIFF 2.1 with a unit for each reading."""
    first = given[0].about
    languages = {
        (one.about.get("source_language"), one.about.get("target_language")) for one in given
    }
    if len(languages) > 1:
        raise Place(path).wrong(
            "the readings are of several pairs of languages",
            "An XLIFF file has one: write a file for each pair.",
        )
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1"'
        f' xmlns:its="{_ITS}" its:version="2.0" xmlns:t="{_OURS}"'
        f" srcLang={_quoted(first.get('source_language', 'und'))}"
        f" trgLang={_quoted(first.get('target_language', 'und'))}>",
    ]
    document: object = object()
    number = 0
    for one in given:
        if one.about.get("document") != document:
            lines += ["</file>"] if number else []
            document = one.about.get("document")
            named = f" original={_quoted(document)}" if document else ""
            lines.append(f'<file id="f{number + 1}"{named}>')
        number += 1
        lines.append(_written_unit(one, number, path))
    write_text(beside, "\n".join([*lines, "</file>", "</xliff>", ""]))
    return number


def _quoted(value: object) -> str:
    """Return an attribute; characters that XML changes there are written by number."""
    return quoteattr(str(value), {"\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


def _attributes(values: Mapping[str, Any], path: Path) -> str:
    parts = []
    for name, value in values.items():
        if _FORBIDDEN.search(str(value).replace("\r", "")):
            raise Place(path).wrong(
                f"the {name} holds a character that XML cannot hold ({str(value)[:40]!r})",
                "Write another kind of file.",
            )
        parts.append(f" {name}={_quoted(value)}")
    return "".join(parts)


def _written_unit(one: Reading, number: int, path: Path) -> str:
    if one.target is None:
        raise Place(path).wrong(
            f"the text of segment {one.about.get('segment')!r} is not known",
            "XLIFF marks errors in the text: add the column target.",
        )
    known = ["annotator", "system", "document", "source_language", "target_language"]
    if one.about.get("judgement") == f"output-{number}":
        known.append("judgement")
    kept = others(one.about, *known)
    kept |= others({"value": one.score, "comment": one.comment, "label": one.label})
    attributes = {
        "its:revPerson": one.about["annotator"],
        "its:tool": one.about["system"],
        **({"its:locQualityRatingScore": one.score} if _is_rating(one.score) else {}),
        **{f"t:{name}": value for name, value in kept.items()},
    }
    issues = [
        f'<its:locQualityIssues xml:id="u{number}q{k}"><its:locQualityIssue'
        f"{_attributes(_issue(mark), path)}/></its:locQualityIssues>"
        for k, mark in enumerate(one.marks, start=1)
    ]
    texts = [
        f'<{side} xml:space="preserve">{_with_marks(one, side, text, number, path)}</{side}>'
        for side, text in (("source", one.source), ("target", one.target))
        if text is not None
    ]
    begin = f'<unit id="u{number}"{_attributes(attributes, path)}>'
    return "".join([begin, *issues, "<segment>", *texts, "</segment></unit>"])


def _is_rating(score: float | None) -> bool:
    return score is not None and 0 <= score <= 100


def _issue(mark: Mark) -> dict[str, Any]:
    """Return the attributes of an issue: those of ITS, then what it has no word for."""
    kind = (mark.category or "uncategorized").lower().rpartition("/")[2].replace(" ", "-")
    type_ = kind if kind in ITS_TYPES else "other"
    rest = unpacked(mark.label) or {}
    foreign = {name: rest.get(f"locQualityIssue{name}") for name in ("ProfileRef", "Enabled")}
    severity = SEVERITIES.get((mark.severity or "").lower())
    number = rest.get("locQualityIssueSeverity", severity)
    found: dict[str, Any] = {"locQualityIssueType": type_}
    if mark.comment:
        found["locQualityIssueComment"] = mark.comment
    if number is not None:
        found["locQualityIssueSeverity"] = number
    found |= {f"locQualityIssue{name}": value for name, value in foreign.items() if value}
    own = {"category": mark.category or "", "severity": mark.severity, "value": mark.value,
           "label": mark.label, "start": -1 if mark.start is None else None,
           "side": mark.side if mark.start is None else None}  # fmt: skip
    return found | {f"t:{name}": value for name, value in others(own | dict(mark.also)).items()}


def _with_marks(one: Reading, side: str, text: str, number: int, path: Path) -> str:
    """Return a text with the beginnings and ends of its marks; those nowhere stand at its start."""
    inserted: list[tuple[int, int, str]] = []
    for k, mark in enumerate(one.marks, start=1):
        if (mark.side or "target") != side and (mark.start is not None or one.source is not None):
            continue
        start, end = (mark.start, mark.end) if mark.start is not None else (0, 0)
        if end is None or end > len(text):
            raise Place(path).wrong(
                f"a mark in segment {one.about.get('segment')!r} ends after its text",
                "Give the text in which it was marked.",
            )
        name = f"u{number}m{k}"
        ref = f"#u{number}q{k}"
        inserted.append(
            (start, k, f'<sm id="{name}" type="its:generic" its:locQualityIssuesRef="{ref}"/>')
        )
        inserted.append((end, k, f'<em startRef="{name}"/>'))
    inserted.sort(key=lambda found: found[:2])  # an empty mark begins before it ends
    pieces, at = [], 0
    for place, _, tag in inserted:
        pieces += [_escaped(text[at:place]), tag]
        at = place
    return "".join([*pieces, _escaped(text[at:])])


def _escaped(text: str) -> str:
    """Escape mark-up; what XML cannot hold is a `cp`, a carriage return is written by number."""
    safe = escape(text).replace("\r", "&#13;")
    return _FORBIDDEN.sub(lambda found: f'<cp hex="{ord(found[0]):04X}"/>', safe)


ITS = Format(
    "XLIFF with marked errors",
    its_table,
    endings=(".xlf", ".xliff"),
    about=About("XLIFF 1.2, 2.0, 2.1; ITS 2.0", written="--errors its", lossless=True),
)
