"""What was answered to errors and decided about them, as the layers of a table tell it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.table import JudgementTable

__all__ = ["Place", "Reply", "read_replies"]

Place = tuple[str, str, str, int | None, int | None]  # segment, system, side, start, end
_ACTS = {"accept": "accepted", "contest": "contested", "propose": "proposed"}


@dataclass(frozen=True, slots=True)
class Reply:
    """What the translator answered to an error, and what an arbiter decided."""

    answer: str = ""
    decision: str = ""


def read_replies(table: JudgementTable) -> dict[Place, Reply]:
    """Return answers and decisions by the place of the error.

    Answers are rows `answer` of the layer `rebuttal`. An error that is no longer among the
    `arbitrated` ones was struck out; one whose category or severity is another was changed; one
    that an arbiter signed as it was stands.
    """
    answers: dict[Place, str] = {}
    observed: dict[Place, tuple[str, str]] = {}
    after: dict[Place, tuple[str, str, str]] = {}
    for row in table.select(aspect=["answer", "error"]).rows():
        place, kind = _place(row), (row["category"] or "", row["severity"] or "")
        if row["aspect"] == "answer":
            answers[place] = _answer(row)
        elif row["layer"] == "arbitrated":
            if place not in after or row["label"]:
                after[place] = (*kind, row["label"] or "")
        elif row["layer"] == "observed":
            observed[place] = kind
    found = {place: Reply(told) for place, told in answers.items()}
    for place, kind in observed.items() if after or answers else ():
        decision = _decision(kind, after.get(place), place in answers)
        if decision:
            found[place] = Reply(answers.get(place, ""), decision)
    return found


def _place(row: Mapping[str, Any]) -> Place:
    start, end = (None if row[name] is None else int(row[name]) for name in ("start", "end"))
    return str(row["segment"] or ""), str(row["system"] or ""), row["side"] or "target", start, end


def _answer(row: Mapping[str, Any]) -> str:
    told = _ACTS.get(row["label"], row["label"] or "")
    if row["label"] == "propose":
        told += f" {', '.join(one for one in (row['category'], row['severity']) if one)}"
    return f"{told}: {row['comment']}" if row["comment"] else told


def _decision(kind: tuple[str, str], after: tuple[str, str, str] | None, answered: bool) -> str:
    if after is None:
        return "struck out" if answered else ""
    *now, signed = after
    if tuple(now) != kind:
        return f"changed to {', '.join(one for one in now if one)}"
    return "stands" if signed else ""
