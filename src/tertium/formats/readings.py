"""Judged outputs with their marks, one by one: what formats of marked errors read and write.

A *reading* is one person's reading of one output. The table has a row `overall` for it, a row
for each text that is known, and a row `error` for each mark, in this order.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tertium import protocols
from tertium.protocols.checklist import READ
from tertium.table import COLUMNS, USUAL, JudgementTable

# Columns that belong to one row; all others are said once for the whole reading.
_OWN = ("aspect", "value", "label", "side", "start", "end", "category", "severity", "text",
        "comment")  # fmt: skip
_ABOUT = tuple(name for name in COLUMNS if name not in _OWN)
# The columns that tell one output, as one person judged it, from another.
OUTPUT = ("campaign", "judgement", "annotator", "segment", "system", "layer")
_MARK = ("side", "start", "end", "category", "severity", "text", "comment", "value", "label")


@dataclass(frozen=True, slots=True)
class Mark:
    """One marked error; `also` holds what is said otherwise than of the whole reading."""

    side: str | None = None
    start: int | None = None
    end: int | None = None
    category: str | None = None
    severity: str | None = None
    text: str | None = None
    comment: str | None = None
    value: float | None = None
    label: str | None = None
    also: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """One output as one person read it; `about` says who, when and what."""

    about: Mapping[str, Any]
    marks: tuple[Mark, ...] = ()
    score: float | None = None
    source: str | None = None
    target: str | None = None
    comment: str | None = None
    label: str | None = None

    def text(self, mark: Mark) -> str | None:
        """Return the whole text in which a mark stands."""
        return self.source if mark.side == "source" else self.target


def read_rows(table: JudgementTable) -> list[dict[str, Any]]:
    """Return the rows of a table with `overall` for every output that was read for errors.

    Beside a checklist a row `read` says so; an answer of a scale that is called `overall` does not.
    """
    return [
        row | {"aspect": "overall"} if row["aspect"] == READ else row
        for row in table.rows()
        if row["aspect"] != "overall" or row["scale"] is None
    ]


def readings(table: JudgementTable) -> list[Reading]:
    """Return the outputs that somebody read for errors, in the order of the table."""
    found: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in table.rows():
        if row["aspect"] in ("overall", "source", "target", "error"):
            found.setdefault(tuple(row[name] for name in OUTPUT), []).append(row)
    return [
        _reading(rows)
        for rows in found.values()
        if any(row["aspect"] in ("overall", "error") for row in rows)
    ]


def _reading(rows: list[dict[str, Any]]) -> Reading:
    whole = next((row for row in rows if row["aspect"] == "overall"), None)
    first = whole or next(row for row in rows if row["aspect"] == "error")
    about = {name: first[name] for name in _ABOUT if first[name] is not None}
    texts = {row["aspect"]: row["text"] or "" for row in rows}
    marks = tuple(
        Mark(
            **{name: row[name] for name in _MARK},
            also={name: row[name] for name in _ABOUT if row[name] != about.get(name)},
        )
        for row in rows
        if row["aspect"] == "error"
    )
    said = whole or {}
    return Reading(
        about,
        marks,
        said.get("value"),
        texts.get("source"),
        texts.get("target"),
        said.get("comment"),
        said.get("label"),
    )


def tabled(given: Iterable[Reading], further: Iterable[Mapping[str, Any]] = ()) -> JudgementTable:
    """Return the table of readings, with `further` rows that belong to no reading."""
    rows: list[dict[str, Any]] = []
    for one in given:
        about = dict(one.about)
        said = {"value": one.score, "comment": one.comment, "label": one.label}
        rows.append(about | {"aspect": "overall"} | said)
        for side, text in (("source", one.source), ("target", one.target)):
            if text is not None:
                rows.append(about | {"aspect": side, "text": text or None})
        for mark in one.marks:
            own = {name: getattr(mark, name) for name in _MARK}
            rows.append(about | dict(mark.also) | {"aspect": "error"} | own)
    rows.extend(dict(row) for row in further)
    return JudgementTable.from_rows(rows)


def looked_for_errors(given: Iterable[Reading]) -> list[Reading]:
    """Say of a file of marks without a single mark how people were asked: for marks and a score.

    Without marks, scores alone would be those of people who were not asked for any.
    """
    listed = list(given)
    if any(one.marks for one in listed):
        return listed
    asked = protocols.asking(protocols.Spans, protocols.Slider).name
    return [
        one if one.score is None else replace(one, about={"protocol": asked, **one.about})
        for one in listed
    ]


# What a format has no place for ----------------------------------------------------------


OURS = "tertium"  # the name under which files of others keep it


def own_part(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an object keeps under our own name."""
    return restored(said.get(OURS) or {})


def with_own(said: dict[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object that keeps this under our own name, if there is anything."""
    return said | ({OURS: own} if own else {})


def besides(said: Mapping[str, Any], *known: str) -> dict[str, Any]:
    """Return what an object says beyond the names that a reader knows."""
    return {name: value for name, value in said.items() if name not in (*known, OURS)}


def others(values: Mapping[str, Any], *known: str) -> dict[str, Any]:
    """Return what is not known to a format, as JSON can hold it."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in values.items()
        if name not in known and value is not None and value != USUAL.get(name)
    }


def restored(values: Mapping[str, Any]) -> dict[str, Any]:
    """Undo `others`."""
    return {
        name: datetime.fromisoformat(value) if name == "submitted_at" and value else value
        for name, value in values.items()
        if name in COLUMNS
    }


def packed(values: Mapping[str, Any]) -> str | None:
    """Return the label that keeps what a file says besides, None if it says nothing."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")) if values else None


def unpacked(label: str | None) -> dict[str, Any] | None:
    """Return the JSON object that a label holds, None if it holds none."""
    if label is None or not label.startswith("{"):
        return None
    try:
        found = json.loads(label)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
