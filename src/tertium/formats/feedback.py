"""Feedback of translators, and the changes of the engine that followed from it.

- *Feedback*: `feedback,category[,release,scenario,text]`; one row per remark, its id first. Four
  categories are enough to act on (Stambolieva, 2014); their names are one's own.
- *Changes*: `change,release,feedback[,note]`; one row per change, with the ids of the remarks
  that asked for it, separated by semicolons or blanks.
"""

import re
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from tertium.exceptions import BadInput
from tertium.formats.sheets import Sheet

__all__ = ["Change", "Remark", "read_changes", "read_feedback"]


@dataclass(frozen=True, slots=True)
class Remark:
    """One piece of feedback; `release` is the one it is about."""

    feedback: str
    category: str
    release: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the engine, first part of `release`, and the remarks that asked for it."""

    change: str
    release: str
    feedback: tuple[str, ...]
    note: str = ""


def read_feedback(path: Path) -> tuple[Remark, ...]:
    """Return the remarks of a file."""
    sheet = Sheet(path)
    sheet.require("feedback", "category", what="feedback")
    found: dict[str, Remark] = {}
    for row in sheet:
        name = sheet.filled(row, "feedback")
        _once(sheet, row.line, "feedback", name, found)
        category = sheet.filled(row, "category").lower()
        found[name] = Remark(name, category, row.get("release", ""), row.get("text", ""))
    return tuple(found.values())


def read_changes(path: Path) -> tuple[Change, ...]:
    """Return the changes of a file."""
    sheet = Sheet(path)
    sheet.require("change", "release", "feedback", what="changes")
    found: dict[str, Change] = {}
    for row in sheet:
        name = sheet.filled(row, "change")
        _once(sheet, row.line, "change", name, found)
        asked = dict.fromkeys(one for one in re.split(r"[;,\s]+", row["feedback"]) if one)
        release = sheet.filled(row, "release")
        found[name] = Change(name, release, tuple(asked), row.get("note", ""))
    return tuple(found.values())


def _once(sheet: Sheet, line: int, column: str, name: str, found: Container[str]) -> None:
    if name in found:
        raise BadInput(
            f"{column} {name!r} is given twice",
            where=sheet.place(line, column),
            fix="Give each an id of its own.",
        )
