"""Feedback of translators, and the changes of the engine that followed from it.

- *Feedback*: `feedback,category[,release,scenario,text]`; one row per remark, its id first. Four
  categories are enough to act on (Stambolieva, 2014); their names are one's own.
- *Changes*: `change,release,feedback[,note]`; one row per change, with the ids of the remarks
  that asked for it, separated by semicolons or blanks.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from tertium.formats.sheets import Once, Row, Sheet


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


def _remark(row: Row) -> Remark:
    return Remark(
        row.filled("feedback"),
        row.filled("category").lower(),
        row.get("release", ""),
        row.get("text", ""),
    )


def _change(row: Row) -> Change:
    asked = dict.fromkeys(one for one in re.split(r"[;,\s]+", row["feedback"]) if one)
    return Change(row.filled("change"), row.filled("release"), tuple(asked), row.get("note", ""))


_OWN_ID = "Give each an id of its own."
FEEDBACK = Sheet(
    "feedback",
    ("feedback", "category"),
    _remark,
    Once(lambda one: one.feedback, "feedback", "feedback {0.feedback!r} is given twice", _OWN_ID),
)
CHANGES = Sheet(
    "changes",
    ("change", "release", "feedback"),
    _change,
    Once(lambda one: one.change, "change", "change {0.change!r} is given twice", _OWN_ID),
)


def read_feedback(path: Path) -> tuple[Remark, ...]:
    """Return the remarks of a file."""
    return tuple(FEEDBACK.rows(path))


def read_changes(path: Path) -> tuple[Change, ...]:
    """Return the changes of a file."""
    return tuple(CHANGES.rows(path))
