"""The TSV of the biomedical MQM annotations of Zouhar et al. (2024): a line for each error.

Its columns are SEG_ID, Doc, Source, Tagged_Source, Target, MT (the system), Tagged_Target,
Error Category, Severity and Annotator_ID. The wrong passage stands between `<tag>` and `</tag>`
in the copy of the text; a text without errors has one line without severity.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.carried import carried, same_but_blanks
from tertium.formats.delimited import read_records
from tertium.formats.files import plain_suffix, read_head
from tertium.formats.readings import Mark, Reading, tabled
from tertium.table import JudgementTable

__all__ = ["bio_mqm_table", "is_bio_mqm"]

_COLUMNS = ("SEG_ID", "Doc", "Source", "Tagged_Source", "Target", "MT", "Tagged_Target",
            "Error Category", "Severity", "Annotator_ID")  # fmt: skip
_TAGGED = re.compile(r"(.*?)<tag>(.*?)</tag>(.*)", re.DOTALL)
_FIX = "Put <tag> before the wrong passage and </tag> behind it, and change nothing else."


def is_bio_mqm(path: Path) -> bool:
    """Tell whether a file is of this kind, by its header."""
    if plain_suffix(path) not in (".tsv", ".tab"):
        return False
    header = read_head(path).split(b"\n", 1)[0]
    return all(name.encode() in header for name in ("Tagged_Target", "Error Category", "MT"))


def bio_mqm_table(path: Path) -> JudgementTable:
    """Return the judgements of a file: all lines of one person about one output are one."""
    header, records = read_records(path)
    missing = next((name for name in _COLUMNS if name not in header), None)
    if missing is not None:
        raise BadInput(f"no column {missing!r}", where=f"{path}:1", fix=", ".join(_COLUMNS) + ".")
    outputs: dict[tuple[str, ...], list[tuple[str, dict[str, str]]]] = {}
    for number, fields in records:
        line = dict(zip(header, fields, strict=True))
        output = tuple(line[name] for name in ("Annotator_ID", "MT", "Doc", "SEG_ID"))
        outputs.setdefault(output, []).append((f"{path}:{number}", line))
    return tabled(
        _reading(f"output-{number}", output, lines)
        for number, (output, lines) in enumerate(outputs.items(), start=1)
    )


def _reading(
    judgement: str, output: tuple[str, ...], lines: list[tuple[str, dict[str, str]]]
) -> Reading:
    annotator, system, document, segment = output
    first = lines[0][1]
    for where, line in lines:
        for name in ("Source", "Target"):
            if line[name] != first[name]:
                raise BadInput(
                    f"the {name.lower()} differs from the one in an earlier line about this output",
                    where=where,
                    fix="Give all lines of one person about one output the same texts.",
                )
        if len(lines) > 1 and not line["Severity"]:
            raise BadInput(
                "nothing is wrong, says this line, but there is another about this output",
                where=where,
                fix="Keep one line without severity, or the lines with errors.",
            )
    about: dict[str, Any] = {
        "judgement": judgement,
        "annotator": annotator,
        "document": document,
        "segment": f"{document}/{segment}",
        "system": system,
    }
    marks = tuple(_mark(line, where) for where, line in lines if line["Severity"])
    return Reading(about, marks, None, first["Source"], first["Target"])


def _mark(line: Mapping[str, str], where: str) -> Mark:
    category = line["Error Category"].replace(" - ", "/") or None
    found = [(side, line[f"Tagged_{side}"], line[side]) for side in ("Target", "Source")
             if line[f"Tagged_{side}"]]  # fmt: skip
    if not found:
        return Mark("target", category=category, severity=line["Severity"])
    side, tagged, text = found[0]
    parts = _TAGGED.fullmatch(tagged)
    if parts is None:
        raise BadInput("no passage is marked", where=where, fix=_FIX)
    before, passage, after = parts.groups()
    if before + passage + after == text:
        start, end = len(before), len(before) + len(passage)
    else:  # an apostrophe got a backslash, or a blank beside the mark was lost
        before, passage, after = (part.replace("\\'", "'") for part in (before, passage, after))
        if not same_but_blanks(before + passage + after, text):
            raise BadInput(f"the marked {side.lower()} is another text", where=where, fix=_FIX)
        start, end = carried(text, before, passage)
    return Mark(side.lower(), start, end, category, line["Severity"], text[start:end] or None)
