"""Rebuttal and arbitration: a translator answers the errors found, an arbiter decides.

A translator accepts an error, contests it with a reason, or proposes another category or
severity. An arbiter says that it stands, changes it, or strikes it out. What nobody decided
about stands as it was found. Everything is kept, so the score before and after are both there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from tertium.exceptions import BadInput, NotFound
from tertium.model import Assignment, Decision
from tertium.protocols.consolidation import (
    ItemStatus,
    ReadOutput,
    counting,
    marks_of,
    placed,
)
from tertium.typology import Typology

Answering = Literal["accept", "contest", "propose"]
Ruling = Literal["stands", "changed", "struck"]
ANSWERS: tuple[Answering, ...] = ("accept", "contest", "propose")
RULINGS: tuple[Ruling, ...] = ("stands", "changed", "struck")
Mark = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReviewedError:
    """An error under a name that tells nothing."""

    key: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Review:
    """The errors of one output as one reviewer found them, or as several settled them."""

    id: str
    annotator: str
    assignment: Assignment
    submitted_at: datetime
    errors: tuple[ReviewedError, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What counts for each error: the translator's answer, and the decision."""

    answers: Mapping[str, Decision]
    rulings: Mapping[str, Decision]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> "Answers":
        """Read the log."""
        found: dict[str, dict[str, Decision]] = {"rebuttal": {}, "arbitration": {}}
        for stage, by_item in found.items():
            for one in counting(one for one in decisions if one.stage == stage):
                by_item |= dict.fromkeys(one.items, one)
        return cls(found["rebuttal"], found["arbitration"])

    @property
    def undecided(self) -> list[str]:
        """Errors that are contested, or should be changed, with no decision yet."""
        return [
            key
            for key, one in self.answers.items()
            if one.content["act"] != "accept" and key not in self.rulings
        ]


def reviews_of(output: ReadOutput, settled: Sequence[ItemStatus] | None = None) -> list[Review]:
    """Return who found what in an output; where all is `settled`, what all found together."""
    if settled is not None and all(one.status == "settled" for one in settled):
        read = max(one.judgement.submitted_at for one in output.readings)
        errors = tuple(ReviewedError(one.item.key, mark) for mark, one in marks_of(settled))
        name = "+".join(output.readers)
        return [Review(f"consolidated-{output.key}", name, output.assignment, read, errors)]
    keys = {placed(item.mark): item.key for item in output.items}
    return [
        Review(
            one.judgement.id,
            one.assignment.annotator,
            one.assignment,
            one.judgement.submitted_at,
            tuple(ReviewedError(keys[placed(mark)], mark) for mark in one.marks),
        )
        for one in output.readings
    ]


def found_in(reviews: Sequence[Review]) -> list[ReviewedError]:
    """Return the errors of an output, each once, with what all reviewers noted."""
    notes: dict[str, list[str]] = {}
    first: dict[str, ReviewedError] = {}
    for review in reviews:
        for one in review.errors:
            first.setdefault(one.key, one)
            notes.setdefault(one.key, [])
            if one.mark.get("note"):
                notes[one.key].append(one.mark["note"])
    return [
        ReviewedError(key, {**one.mark, "note": "; ".join(dict.fromkeys(notes[key]))})
        for key, one in first.items()
    ]


def after_ruling(error: ReviewedError, answers: Answers) -> dict[str, Any] | None:
    """Return an error as it counts after arbitration; none if it was struck out."""
    ruling = answers.rulings.get(error.key)
    mark = dict(error.mark)
    if ruling is None or ruling.content["act"] == "stands":
        return mark
    if ruling.content["act"] == "struck":
        return None
    return mark | {name: ruling.content[name] for name in ("category", "severity")}


def read_answer(
    act: str, mark: Mark, typology: Typology | None, *, reason: str, category: str, severity: str
) -> dict[str, Any]:
    """Check a translator's answer about an error and return what is kept."""
    if act not in ANSWERS:
        raise NotFound.among("answer", act, ANSWERS)
    if act == "contest" and not reason.strip():
        raise BadInput(
            "a contested error needs a reason", where="reason", fix="Say why it is no error."
        )
    kept: dict[str, Any] = {"act": act}
    if act == "propose":
        kept |= _renamed(mark, typology, category, severity)
    return kept | ({"reason": reason.strip()} if reason.strip() else {})


def read_ruling(
    act: str, mark: Mark, typology: Typology | None, *, note: str, category: str, severity: str
) -> dict[str, Any]:
    """Check a decision about an error and return what is kept."""
    if act not in RULINGS:
        raise NotFound.among("decision", act, RULINGS)
    kept: dict[str, Any] = {"act": act}
    if act == "changed":
        kept |= _renamed(mark, typology, category, severity)
    return kept | ({"note": note.strip()} if note.strip() else {})


def _renamed(mark: Mark, typology: Typology | None, category: str, severity: str) -> dict[str, Any]:
    """Return another category or severity as the typology writes them."""
    category, severity = category or mark["category"], severity or mark["severity"]
    if typology is not None:
        category = typology.category(category).id if category else ""
        severity = typology.severity(severity).id
    if (category, severity) == (mark["category"], mark["severity"]):
        raise BadInput(
            "neither category nor severity is another one",
            where="severity",
            fix="Choose another category or severity.",
        )
    return {"category": category, "severity": severity}
