"""The TSV of the biomedical MQM annotations of Zouhar et al. (2024): a line for each error.

Its columns are SEG_ID, Doc, Source, Tagged_Source, Target, MT (the system), Tagged_Target,
Error Category, Severity and Annotator_ID. The wrong passage stands between `<tag>` and `</tag>`
in the copy of the text; a text without errors has one line without severity.
"""

import re
from typing import Any

from tertium.formats.about import About
from tertium.formats.carried import carried, same_but_blanks
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.readings import Mark, Reading, tabled
from tertium.formats.sheets import Row, rows_of
from tertium.table import JudgementTable

_COLUMNS = ("SEG_ID", "Doc", "Source", "Tagged_Source", "Target", "MT", "Tagged_Target",
            "Error Category", "Severity", "Annotator_ID")  # fmt: skip
_TAGGED = re.compile(r"(.*?)<tag>(.*?)</tag>(.*)", re.DOTALL)
_FIX = "Put <tag> before the wrong passage and </tag> behind it, and change nothing else."


def bio_mqm_table(file: GivenFile) -> JudgementTable:
    """Return the judgements of a file: all lines of one person about one output are one."""
    rows = list(rows_of(file, strip=False))
    missing = next((name for name in _COLUMNS if name not in file.header), None)
    if missing is not None:
        raise file.wrong(f"no column {missing!r}", ", ".join(_COLUMNS) + ".", line=1)
    outputs: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        output = tuple(row[name] for name in ("Annotator_ID", "MT", "Doc", "SEG_ID"))
        outputs.setdefault(output, []).append(row)
    return tabled(
        _reading(f"output-{number}", output, own)
        for number, (output, own) in enumerate(outputs.items(), start=1)
    )


def _reading(judgement: str, output: tuple[str, ...], rows: list[Row]) -> Reading:
    annotator, system, document, segment = output
    first = rows[0]
    for row in rows:
        for name in ("Source", "Target"):
            if row[name] != first[name]:
                raise row.where.wrong(
                    f"the {name.lower()} differs from the one in an earlier line about this output",
                    "Give all lines of one person about one output the same texts.",
                )
        if len(rows) > 1 and not row["Severity"]:
            raise row.where.wrong(
                "nothing is wrong, says this line, but there is another about this output",
                "Keep one line without severity, or the lines with errors.",
            )
    about: dict[str, Any] = {
        "judgement": judgement,
        "annotator": annotator,
        "document": document,
        "segment": f"{document}/{segment}",
        "system": system,
    }
    marks = tuple(_mark(row) for row in rows if row["Severity"])
    return Reading(about, marks, None, first["Source"], first["Target"])


def _mark(line: Row) -> Mark:
    category = line["Error Category"].replace(" - ", "/") or None
    found = [(side, line[f"Tagged_{side}"], line[side]) for side in ("Target", "Source")
             if line[f"Tagged_{side}"]]  # fmt: skip
    if not found:
        return Mark("target", category=category, severity=line["Severity"])
    side, tagged, text = found[0]
    parts = _TAGGED.fullmatch(tagged)
    if parts is None:
        raise line.where.wrong("no passage is marked", _FIX)
    before, passage, after = parts.groups()
    if before + passage + after == text:
        start, end = len(before), len(before) + len(passage)
    else:  # an apostrophe got a backslash, or a blank beside the mark was lost
        before, passage, after = (part.replace("\\'", "'") for part in (before, passage, after))
        if not same_but_blanks(before + passage + after, text):
            raise line.where.wrong(f"the marked {side.lower()} is another text", _FIX)
        start, end = carried(text, before, passage)
    return Mark(side.lower(), start, end, category, line["Severity"], text[start:end] or None)


BIO_MQM = Format(
    "biomedical MQM",
    bio_mqm_table,
    endings=(".tsv", ".tab"),
    columns=("Tagged_Target", "Error Category", "MT"),
    about=About("2024", published="bio-MQM v1 en-de, en-ru"),
)
