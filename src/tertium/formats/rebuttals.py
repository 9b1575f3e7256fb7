"""Answers to marked errors, and decisions about them, in the columns of a scorecard.

A translator fills in `answer` (accept, contest, propose) and `reason`; an arbiter `decision`
(stands, changed, struck), and `decided_category` or `decided_severity` where it was changed.
Read again, every output has a further layer `arbitrated`, in which only what stands is left.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tertium.exceptions import BadInput
from tertium.formats.readings import Mark, Reading
from tertium.formats.span_faults import CHANGED_NOTHING, CHANGED_UNSAID
from tertium.protocols.rebuttal import ANSWERS, RULINGS

ANSWERING = ("answer", "reason", "decision", "decided_category", "decided_severity")
_FOUND = (None, "observed", "consolidated")  # the layers that are answered


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """What was said about one error; None where nothing was."""

    answer: str | None = None
    reason: str | None = None
    decision: str | None = None
    category: str | None = None
    severity: str | None = None


def read_answered(
    text: Callable[[str], str | None], wrong: Callable[[str, str, str], BadInput]
) -> ErrorAnswer:
    """Read the cells of one error; `wrong` makes an error that names the cell."""
    answer, decision = text("answer"), text("decision")
    for name, said, known in (("answer", answer, ANSWERS), ("decision", decision, RULINGS)):
        if said is not None and said not in known:
            raise wrong(name, f"{said!r} is not a known {name}", f"Write {', '.join(known)}.")
    category, severity = text("decided_category"), text("decided_severity")
    if decision == "changed" and category is None and severity is None:
        raise wrong("decision", *CHANGED_UNSAID)
    if decision != "changed" and (category is not None or severity is not None):
        name = "decided_category" if category is not None else "decided_severity"
        raise wrong(name, *CHANGED_NOTHING)
    return ErrorAnswer(answer, text("reason"), decision, category, severity)


def arbitrated(
    given: Iterable[tuple[Reading, Sequence[ErrorAnswer]]],
) -> tuple[list[Reading], list[dict[str, Any]]]:
    """Return every reading as it stands after arbitration, and a row for each answer.

    Nothing at all where nobody answered or decided anything.
    """
    pairs = [(one, said) for one, said in given if one.about.get("layer") in _FOUND]
    if not any(one.answer or one.decision for _, said in pairs for one in said):
        return [], []
    after, rows = [], []
    for reading, said in pairs:
        about = {**reading.about, "layer": "arbitrated"}
        marks = [
            _decided(mark, one)
            for mark, one in zip(reading.marks, said, strict=True)
            if one.decision != "struck"
        ]
        after.append(replace(reading, about=about, marks=tuple(marks), score=None))
        rows += [
            _row(reading, mark, one)
            for mark, one in zip(reading.marks, said, strict=True)
            if one.answer
        ]
    return after, rows


def _decided(mark: Mark, said: ErrorAnswer) -> Mark:
    """Return an error as it was decided; what another kind costs is not known here."""
    mark = replace(mark, label=said.decision or mark.label)
    if said.decision != "changed":
        return mark
    return replace(
        mark,
        category=said.category or mark.category,
        severity=said.severity or mark.severity,
        value=None,
    )


def _row(reading: Reading, mark: Mark, said: ErrorAnswer) -> dict[str, Any]:
    return {
        **reading.about,
        "layer": "rebuttal",
        "aspect": "answer",
        "label": said.answer,
        "comment": said.reason,
        "side": mark.side,
        "start": mark.start,
        "end": mark.end,
        "category": mark.category,
        "severity": mark.severity,
        "text": mark.text,
    }
