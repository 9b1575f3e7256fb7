"""What layers of a table tell about errors: what was answered and decided, and what is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.stats.told import count
from tertium.table import JudgementTable

Place = tuple[str, str, str, int | None, int | None]  # segment, system, side, start, end
_ACTS = {"accept": "accepted", "contest": "contested", "propose": "proposed"}


def open_in_layer(table: JudgementTable, layer: str) -> tuple[str, ...]:
    """Return a sentence on texts that are not settled, or on contested errors not decided."""
    if layer == "consolidated":
        return _unsettled(table)
    return _undecided(table) if layer == "arbitrated" else ()


def _unsettled(table: JudgementTable) -> tuple[str, ...]:
    readers: dict[tuple[str, str], set[str]] = {}
    settled: set[tuple[str, str]] = set()
    for row in table.select(aspect=["overall"]).rows():
        output = row["segment"], row["system"]
        if row["layer"] == "consolidated":
            settled.add(output)
        elif row["layer"] == "observed" and row["role"] == "real":
            readers.setdefault(output, set()).add(row["annotator"])
    several = [output for output, people in readers.items() if len(people) > 1]
    rest = sum(output not in settled for output in several)
    if not settled or not rest:
        return ()
    return (
        f"{rest:,} of {len(several):,} outputs with several annotators are not adjudicated yet; "
        "they are not counted.",
    )


def _undecided(table: JudgementTable) -> tuple[str, ...]:
    contested, standing, signed = set(), set(), set()
    for row in table.select(aspect=["answer", "error"]).rows():
        place = _place(row)
        if row["aspect"] == "answer" and row["label"] != "accept":
            contested.add(place)
        elif row["layer"] == "arbitrated":
            standing.add(place)
            if row["label"]:
                signed.add(place)
    rest = len((contested & standing) - signed)
    if not rest:
        return ()
    errors = count(rest, "contested error is", "contested errors are")
    return (f"{errors} not decided yet, and counted as found.",)


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
