"""PosEdiOn (Oliver et al., 2020), version 2: the project of one post-editor, an SQLite database.

`segments` has source, machine translation and edited text; `actions` has what was done and when.
The time of a segment is counted from entering it to leaving it, without pauses. The annotator is
the name of the file.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import quote

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.table import JudgementTable

_MAGIC = b"SQLite format 3\0"
_ENTERED, _LEFT = ("IN", "START", "RESTART"), ("OUT", "PAUSE", "EXIT")
_UNTOUCHED = "todo"  # the status of segments nobody has worked on
_ERASING = ("Key.46.Delete", "Key.8.Backspace")
_KEYS = {
    "Key.letter": "letters", "Key.number": "digits", "Key.space": "spaces",
    "Key.punctuation": "symbols", "Key.symbol": "symbols",
}  # fmt: skip
_FIX = "Name the database of a PosEdiOn project that was worked on."


def posedion_table(file: GivenFile) -> JudgementTable:
    """Return the edits of a project; segments that nobody entered are left out."""
    try:
        database = sqlite3.connect(f"file:{quote(str(file.path.resolve()))}?mode=ro", uri=True)
        try:
            segments = database.execute(
                "SELECT segment_id, slsegment, rawMT, postEd, status FROM segments"
            ).fetchall()
            actions = database.execute("SELECT * FROM actions").fetchall()
        finally:
            database.close()
    except sqlite3.Error as error:
        raise file.wrong(f"the database cannot be read ({error})", _FIX) from None
    measures = _measures(actions, file)
    rows = [row for segment in segments for row in _rows(segment, measures, file.path.stem)]
    if not rows:
        raise file.wrong("nothing was edited in this project", _FIX)
    return JudgementTable.from_rows(rows)


def _rows(
    segment: tuple[Any, ...], measures: dict[str, dict[str, float]], annotator: str
) -> Iterator[dict[str, Any]]:
    name, source, mt, edited, status = (str(part or "") for part in segment)
    measured = measures.get(name, {})
    if status.lower() == _UNTOUCHED and not measured:
        return
    about = {
        "judgement": f"segment-{name}",
        "annotator": annotator,
        "segment": name,
        "system": "MT" if mt else SCRATCH,
        "condition": EDITING if mt else SCRATCH,
    }
    yield about | {"aspect": "edited", "text": edited or mt}
    yield about | {"aspect": "source", "text": source}
    yield about | {"aspect": "mt", "text": mt}
    for aspect, value in measured.items():
        yield about | {"aspect": aspect, "value": value}


def _measures(actions: list[tuple[Any, ...]], file: GivenFile) -> dict[str, dict[str, float]]:
    """Return seconds and keys of each segment."""
    found: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    began: tuple[str, datetime] | None = None
    for number, action in enumerate(actions, start=1):
        if len(action) < 5:
            raise file.wrong(f"action {number} has {len(action)} fields, not 5 or more", _FIX)
        kind, segment, key = str(action[1]), str(action[2]), str(action[4] or "")
        if kind in _ENTERED:
            began = segment, _time(action[3], number, file)
        elif kind in _LEFT and began is not None:
            entered, moment = began
            if entered == segment:
                spent = (_time(action[3], number, file) - moment).total_seconds()
                found[segment]["seconds"] += max(0.0, spent)
            began = None
        elif kind == "K":
            found[segment]["keystrokes"] += 1
            named = "erasing" if key in _ERASING else next(
                (ours for begins, ours in _KEYS.items() if key.startswith(begins)), None
            )  # fmt: skip
            if named is not None:
                found[segment][named] += 1
        elif kind == "C":
            found[segment]["commands"] += 1
    return found


def _time(given: Any, number: int, file: GivenFile) -> datetime:
    try:
        return datetime.fromisoformat(str(given))
    except ValueError:
        raise file.wrong(f"{given!r} in action {number} is not a time", _FIX) from None


POSEDION = Format(
    "PosEdiOn",
    posedion_table,
    recognises=lambda file: file.content.startswith(_MAGIC) and b"slsegment" in file.content,
    about=About("2"),
)
