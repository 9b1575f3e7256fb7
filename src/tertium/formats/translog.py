"""Translog-II: the log of one session in XML, from the first key to the final text.

`LogFile` holds the languages, the source text, the text in the target window before work began (the
machine translation, if it was post-edited), events with their milliseconds, and the final text. A
session is one text: nobody marked segments in it. The annotator is what the name of the file begins
with (`P01_T02.xml`), the segment the rest.
"""

from typing import Any

from tertium.formats.about import About
from tertium.formats.format import Format
from tertium.formats.given import GivenFile, Place
from tertium.formats.xml import Node, children, local, parse
from tertium.protocols.conditions import EDITING, SCRATCH
from tertium.table import JudgementTable

_FIX = "Name a log of Translog-II with its events and its final text."
_STOP = "STOP"


def translog_table(file: GivenFile) -> JudgementTable:
    """Return the edit of a session, with its time and keys."""
    root = parse(file, "LogFile", _FIX)
    events = next(children(root, "Events"), None)
    if events is None:
        raise file.wrong("the log has no events", _FIX)
    texts = {name: _text(root, name) for name in ("SourceText", "TargetText", "FinalText")}
    if not texts["FinalText"]:
        raise file.wrong("the log has no final text", _FIX)
    languages = next(children(root, "Languages"), root)
    stem = file.path.name.removesuffix(".gz").rpartition(".")[0]
    annotator, _, text = stem.partition("_")
    condition = EDITING if texts["TargetText"] else SCRATCH
    about: dict[str, Any] = {
        "judgement": stem,
        "annotator": annotator,
        "segment": text or stem,
        "source_language": languages.get("source") or None,
        "target_language": languages.get("target") or None,
        "system": "MT" if condition == EDITING else SCRATCH,
        "condition": condition,
    }
    rows = [
        about | {"aspect": "edited", "text": texts["FinalText"]},
        about | {"aspect": "source", "text": texts["SourceText"]},
        about | {"aspect": "mt", "text": texts["TargetText"]},
    ]
    rows += [about | {"aspect": name, "value": value} for name, value in _measures(events)]
    return JudgementTable.from_rows(rows)


def _text(root: Node, name: str) -> str:
    """Return a text of a session: as UTF-8, else plain, else letter by letter."""
    for form in (f"{name}UTF8", name):
        for node in children(root, form):
            text = "".join(node.itertext()).strip("\n")
            if text and not text.startswith("{\\rtf"):
                return text
    letters = next(children(root, f"{name}Char"), None)
    return "" if letters is None else "".join(one.get("Value", "") for one in letters)


def _measures(events: Node) -> list[tuple[str, float]]:
    keys = [node for node in events if local(node) == "Key"]
    times = [_time(node) for node in keys]
    stops = [_time(node) for node in events
             if local(node) == "System" and node.get("Value") == _STOP]  # fmt: skip
    ends = max([*times, *stops], default=0.0)
    kinds = [node.get("Type", "") for node in keys]
    inserted = sum(len(node.get("Value", "")) for node in keys if node.get("Type") == "insert")
    deleted = sum(len(node.get("Text", "")) or 1 for node in keys if node.get("Type") == "delete")
    found = {
        "seconds": ends,
        "keystrokes": float(len(keys)),
        "erasing": float(kinds.count("delete")),
        "navigation": float(kinds.count("navi")),
        "inserted": float(inserted),
        "deleted": float(deleted),
    }
    if times:
        found |= {"first_key": min(times), "last_key": round(ends - max(times), 3)}
    return list(found.items())


def _time(node: Any) -> float:
    """Return the seconds of an event; Translog writes milliseconds."""
    given = node.get("Time", "")
    if not given.isdecimal() or len(given) > 15:
        where: Place = node.where
        raise where.wrong(f"{given!r} is not a time", "Write milliseconds, such as 1250.")
    return int(given) / 1000


TRANSLOG = Format(
    "Translog-II",
    translog_table,
    root="LogFile",
    beside=("*.src", "*.tgt"),
    about=About("II"),
)
