"""Judgements of a file matched to the assignments of a campaign.

A row belongs to the assignment of the same annotator, segment and pass. Where
the file shows the two systems the other way round, its answer is turned round
too, so that it means the same.
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

import msgspec

from tertium import protocols
from tertium.exceptions import BadInput, Conflict, NotFound, TertiumError
from tertium.model import Assignment, Judgement
from tertium.store import Store
from tertium.table import JudgementTable

_NAMESPACE = UUID("5a0d3c52-2f57-5c7e-9a39-0e8a5b7a4f10")
_TURNED = {"left": "right", "right": "left"}


def matched(
    store: Store, campaign: str, table: JudgementTable, *, file: str, now: datetime
) -> tuple[list[Judgement], int]:
    """Return the judgements to store, and how many answers are there already.

    Ids follow from what is said about which assignment. An assignment that was
    answered otherwise is refused: a file does not correct what a person said.
    """
    described = store.campaigns.get(campaign)
    protocol = protocols.get(described.protocol, described.options)
    known = _KnownAssignments(store, campaign)
    judgements: list[Judgement] = []
    there = 0
    for row, parts in _answers(table, file):
        where = f"{file}, {row['judgement']}"
        assignment = known.assignment(row, where)
        try:
            answer = protocol.read(_answer(row, parts, assignment, where))
        except TertiumError as error:
            error.where = where
            raise
        if (given := known.given(assignment)) is not None:
            if dict(given.answer) != answer:
                raise Conflict(
                    f"annotator {assignment.annotator!r} has answered segment "
                    f"{assignment.segment!r} otherwise",
                    where=where,
                    fix="Take the row out; nothing was stored.",
                )
            there += 1
            continue
        at = row["submitted_at"]
        said = msgspec.json.encode(answer, order="sorted").decode()
        judgements.append(
            Judgement(
                id=str(uuid5(_NAMESPACE, "\x1f".join([campaign, assignment.id, said]))),
                campaign=campaign,
                assignment=assignment.id,
                annotator=assignment.annotator,
                answer=answer,
                submitted_at=at.replace(tzinfo=UTC) if at is not None else now,
                seconds=row["seconds"],
            )
        )
    return judgements, there


def _answers(table: JudgementTable, file: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return the leading row of each judgement, and its rows by aspect."""
    found: dict[str, dict[str, Any]] = {}
    for row in table.rows():
        found.setdefault(row["judgement"], {})[row["aspect"]] = row
    answers = []
    for judgement, parts in found.items():
        lead = parts.get("preference") or parts.get("problem")
        if lead is None:
            raise BadInput(
                f"{next(iter(parts))!r} is not what this campaign asks about",
                where=f"{file}, {judgement}",
                fix="Import answers about left and right, or problems that were reported.",
            )
        answers.append((lead, parts))
    return answers


class _KnownAssignments:
    """The assignments of a campaign by annotator, segment and pass."""

    def __init__(self, store: Store, campaign: str) -> None:
        self._segments = {segment.id for segment in store.campaigns.get(campaign).segments}
        self._people = [person.id for person in store.annotators.all(campaign)]
        self._by_place: dict[tuple[str, str, str], Assignment] = {
            (assignment.annotator, assignment.segment, assignment.pass_): assignment
            for person in self._people
            for assignment in store.assignments.of(campaign, person)
        }
        self._given = {
            assignment: judgement
            for person in self._people
            for assignment, judgement in store.assignments.answered(campaign, person).items()
        }

    def given(self, assignment: Assignment) -> Judgement | None:
        """Return the judgement that counts for an assignment now."""
        return self._given.get(assignment.id)

    def assignment(self, row: dict[str, Any], where: str) -> Assignment:
        """Return the assignment a row answers, or say what is unknown about it."""
        who, what, when = row["annotator"], row["segment"], row["pass"] or ""
        if who not in self._people:
            raise NotFound.among("annotator", who, self._people, where=where)
        if what not in self._segments:
            raise NotFound.among("segment", what, self._segments, where=where)
        # A file without passes means the first one.
        found = self._by_place.get((who, what, when)) or (
            None if when else self._by_place.get((who, what, "a"))
        )
        if found is None:
            in_pass = f" in pass {when!r}" if when else ""
            raise BadInput(
                f"annotator {who!r} was not asked about segment {what!r}{in_pass}",
                where=where,
                fix="Keep the rows that belong to this campaign's plan.",
            )
        return found


def _answer(
    row: dict[str, Any], parts: dict[str, Any], assignment: Assignment, where: str
) -> dict[str, Any]:
    comment = {"comment": row["comment"]} if row["comment"] else {}
    if row["aspect"] == "problem":
        return {"problem": row["label"], **comment}
    shown = (row["system"], row["versus"])
    if row["slot"] == 2:
        shown = shown[::-1]
    if set(shown) != set(assignment.slots):
        raise BadInput(
            f"{shown[0]!r} and {shown[1]!r} are not the systems of this campaign",
            where=where,
            fix=f"The campaign compares {assignment.slots[0]!r} and {assignment.slots[1]!r}.",
        )
    label = row["label"]
    better = label if shown == assignment.slots else _TURNED.get(label, label)
    further = {name: part["label"] for name, part in parts.items() if name == "good_enough"}
    return {"better": better, **further, **comment}
