"""Segments of the TPR-DB as edits: what was written for each, in what time and with how many keys.

The table of segments (`sg`, of one session or of a study) has times and keys; words stand in the
tables of source and target words (`st`, `tt`) of the same name beside it. Words of a segment are
joined by blanks, as the database keeps no other. Tasks: `T` is translation from scratch, `P`
post-editing of an output that the database does not keep.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.formats.tprdb import TprTable, measures_of, read_tpr_table, recorded, table_kind
from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.table import JudgementTable

_ASPECTS = {
    "seconds": "seconds", "keystrokes": "keystrokes", "pause": "first_key", "kdur": "kdur",
    "inserted": "inserted", "deleted": "deleted",
}  # measures of the database and what they are called here  # fmt: skip
_CONDITIONS = {"T": (SCRATCH, SCRATCH), "P": ("MT", EDITING)}
_BESIDE = ("ag", "au", "ex", "fd", "fu", "kd", "pu", "sessions", "ss", "st", "tt")
_Words = Mapping[tuple[str, str], list[str]]  # session and segment → words


def segments_table(file: GivenFile) -> JudgementTable:
    """Return the edits of all segments; what a session did not record is left out."""
    table = read_tpr_table([file.path], "sg")
    if not len(table):
        raise file.wrong("the table has no segments", "Export a session with text in it.")
    return JudgementTable.from_rows(_rows(table, file.path))


def _rows(table: TprTable, path: Path) -> Iterator[dict[str, Any]]:
    source = _words(path, "st", "SToken", "STseg")
    target = _words(path, "tt", "TToken", "TTseg")
    names = ("Session", "Text", "Part", "STseg", "TTseg", "Task", "SL", "TL", "String")
    columns = {name: table.texts(name) for name in names if name in table.columns}
    sessions = columns["Session"]
    measures = measures_of(table)
    whole: dict[str, list[float]] = {}
    for session in dict.fromkeys(sessions):
        own = [row for row, name in enumerate(sessions) if name == session]
        known = recorded({name: [column[row] for row in own] for name, column in measures.items()})
        for name, values in known.items():
            for row, value in zip(own, values, strict=True):
                whole.setdefault(name, [math.nan] * len(table))[row] = value
    for row in range(len(table)):
        said = {name: column[row] for name, column in columns.items()}
        task = said.get("Task", "")
        system, condition = _CONDITIONS.get(task, (task or "MT", EDITING))
        about = {
            "judgement": f"{said['Session']}.{said['STseg']}",
            "annotator": said["Part"],
            "source_language": said.get("SL") or None,
            "target_language": said.get("TL") or None,
            "document": said["Text"],
            "segment": f"{said['Text']}.{said['STseg']}",
            "system": system,
            "condition": condition,
        }
        written = _text(target, said["Session"], said.get("TTseg", ""))
        edited = written or said.get("String", "").replace("_", " ")
        yield about | {"aspect": "edited", "text": edited}
        original = _text(source, said["Session"], said["STseg"])
        if original:
            yield about | {"aspect": "source", "text": original}
        if condition == SCRATCH:
            yield about | {"aspect": "mt", "text": ""}
        for name, aspect in _ASPECTS.items():
            spent = whole[name][row] if name in whole else math.nan
            if not math.isnan(spent):
                yield about | {"aspect": aspect, "value": spent}


def _words(path: Path, kind: str, column: str, segment: str) -> _Words:
    """Return the words of the table of this kind beside a table of segments, by their segment."""
    other = path.with_name(_other_name(path.name, kind))
    if not other.is_file():
        return {}
    table = read_tpr_table([other], kind)
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    keys = zip(table.texts("Session"), table.texts(segment), strict=True)
    for key, word in zip(keys, table.texts(column), strict=True):
        found[key].append(word)
    return found


def _other_name(name: str, kind: str) -> str:
    """Return the name of another table: `P01_T02.st` beside `P01_T02.sg`, `st.tsv` by `sg.tsv`."""
    head, _, tail = name.rpartition("sg")
    return head + kind + tail


def _text(words: _Words, session: str, segments: str) -> str:
    """Return the text of a segment, or of several that were taken together (`2+3`)."""
    return " ".join(word for name in segments.split("+") for word in words.get((session, name), ()))


def _is_segments(file: GivenFile) -> bool:
    head = file.beginning[:5_000].split(b"\n", 1)[0].replace(b'"', b"").split(b"\t")
    return table_kind(file.path) == "sg" and {b"Session", b"STseg", b"Dur"} <= set(head)


TPRDB = Format(
    "TPR-DB segments",
    segments_table,
    recognises=_is_segments,
    beside=tuple(f"*{kind}{rest}" for kind in _BESIDE for rest in ("", ".tsv", ".tsv.gz")),
    about=About("2, 3", published="LeCoNTra (Vanroy and Macken, 2022)"),
)
