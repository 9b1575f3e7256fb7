"""Scales as YAML files: those that ship by name, people's own by path, and ranges as they are.

A scale of *answers* is what annotators choose from:

```yaml
name: danger
version: 1
kind: answers
title: Danger of misunderstanding
question: How dangerous is a misunderstanding?
against: source      # what is shown beside: none, source, reference or both
best: highest        # or lowest
answers:             # in the order of their numbers
  - {value: 1, label: DANG, wording: Dangerous, help: The meaning is another one.}
  - {value: 2, label: SAFE, wording: {en: Safe, de: Ungefährlich}}
```

Texts are English, or have a text for each language. A scale of *grades* turns points into
grades (`grade_scale`). Everything is checked when the file is read, and told with its line.
"""

import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Literal, get_args

from tertium.exceptions import BadInput, NotFound
from tertium.extensions import installed, load
from tertium.formats.by_language import by_language
from tertium.formats.grade_scale import GradeScale, grade_scale
from tertium.formats.settings import Table
from tertium.formats.shipped import ShippedFiles
from tertium.scale import (
    MOST_ANSWERS,
    AnswerScale,
    Scale,
    ScaleAnswer,
    answers_of,
    is_range,
    read_range,
)
from tertium.table import JudgementTable

Kind = Literal["answers", "grades"]
_NAME = re.compile(r"[a-z][a-z0-9_-]*")
_LABEL = re.compile(r"\S(.*\S)?")


def scale_names(kind: Kind) -> tuple[str, ...]:
    """Return the names of the scales of a kind that ship or are installed."""
    wanted = GradeScale if kind == "grades" else (AnswerScale, Scale)
    return tuple(name for name in _FILES.names() if isinstance(_named(name), wanted))


def read_scale(given: str | Path) -> Scale:
    """Return the scale of scores: a range such as 1..5, a scale of answers by name, or a file."""
    if isinstance(given, str) and is_range(given):
        return read_range(given)
    found = _read(given)
    if isinstance(found, GradeScale):
        raise _other(found, "answers", given)
    return found.scale if isinstance(found, AnswerScale) else found


def read_answers(given: str | Path, *, named: str = "overall") -> AnswerScale:
    """Return a scale of answers: by name, from a file, or a range, which is then `named`."""
    if isinstance(given, str) and is_range(given):
        return answers_of(read_range(given), named)
    found = _read(given)
    if isinstance(found, GradeScale):
        raise _other(found, "answers", given)
    return answers_of(found, str(given)) if isinstance(found, Scale) else found


def read_grades(given: str | Path = "german") -> GradeScale:
    """Return a scale of grades, by name or from a file."""
    found = _read(given)
    if not isinstance(found, GradeScale):
        raise _other(found, "grades", given)
    return found


def with_named_scales(table: JudgementTable) -> JudgementTable:
    """Return ratings with the scales that their rows name, or a note where one is not known.

    Numbers in the table are turned already: higher is better.
    """
    notes, scales = [], dict(table.scales)
    for named in table.distinct("scale"):
        name, _, version = named.partition("@")
        found = _named(name) if name in scale_names("answers") else None
        if isinstance(found, AnswerScale) and str(found.version) == version:
            for aspect in table.select(scale=named).distinct("aspect"):
                scales[aspect] = found.scale
        else:
            notes.append(f"The scale {named} is not built in: name its file with --scale.")
    table.scales = scales
    return table.noted(*notes) if notes else table


def _read(given: str | Path) -> AnswerScale | GradeScale | Scale:
    try:
        return _named(str(given)) if str(given) in _FILES.names() else _FILES.read(given)
    except NotFound as error:
        if error.fix and ".." not in error.fix:
            error.fix = (
                f"{error.fix.rstrip('.')}, or a range such as 1..5, or 5..1 where 1 is best."
            )
        raise


def _named(name: str) -> AnswerScale | GradeScale | Scale:
    """Return a scale that ships, or what a package brings: a file, or the scale itself."""
    brought = load("scales", name) if name in installed("scales") else None
    return brought if isinstance(brought, Scale) else _FILES.read(name)


def _other(found: object, wanted: Kind, given: str | Path) -> BadInput:
    has = "grades" if isinstance(found, GradeScale) else "answers"
    return BadInput(
        f"{str(given)!r} is a scale of {has}, and one of {wanted} is needed",
        fix=f"Take one of these: {', '.join(scale_names(wanted))}, or a file of your own.",
    )


def _scale(top: Table) -> AnswerScale | GradeScale:
    default: tuple[Kind, ...] = ("grades", "answers") if "grades" in top else get_args(Kind)
    return grade_scale(top) if top.either("kind", default, "kind of scale") == "grades" else (
        _answer_scale(top)
    )  # fmt: skip


def _answer_scale(top: Table) -> AnswerScale:
    name = top.text("name")
    if not _NAME.fullmatch(name):
        raise top.bad(
            "name",
            f"{name!r} cannot be the name of a scale",
            "Write small letters, digits and dashes, such as name: danger-4.",
        )
    entries = top.tables("answers")
    answers = tuple(_answer(entry) for entry in entries)
    if not 2 <= len(answers) <= MOST_ANSWERS:
        raise top.bad(
            "answers",
            f"there are {len(answers)} answers",
            f"List 2 to {MOST_ANSWERS}, in the order of their numbers.",
        )
    _check_order(answers, entries)
    labels = [one.label for one in answers]
    reasons = top.texts("reasons")
    for label in reasons:
        if label not in labels:
            raise NotFound.among("label", label, labels, where=top.where("reasons"))
    scale = AnswerScale(
        name=name,
        version=top.whole("version", 1, least=1),
        answers=tuple(sorted(answers, key=lambda one: one.value)),
        title=by_language(top, "title", name),
        question=by_language(top, "question"),
        best=top.either("best", ("highest", "lowest"), "end of a scale"),
        against=top.either("against", ("source", "none", "reference", "both"), "text to show"),
        not_applicable=top.switch("not_applicable"),
        reasons=reasons,
        average=top.switch("average", True),
        cite=top.text("cite", ""),
    )
    top.close()
    return scale


def _answer(entry: Table) -> ScaleAnswer:
    value = entry.text("value")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise entry.bad("value", f"{value!r} is not a number", "Write value: 1")
    label = entry.text("label", value)
    if not _LABEL.fullmatch(label):
        raise entry.bad("label", "an answer has no label", "Write label: good")
    answer = ScaleAnswer(number, label, by_language(entry, "wording"), by_language(entry, "help"))
    entry.close()
    return answer


def _check_order(answers: tuple[ScaleAnswer, ...], entries: list[Table]) -> None:
    """Refuse answers that are there twice, or whose numbers neither rise nor fall."""
    rising = answers[-1].value > answers[0].value
    for n, (before, answer) in enumerate(pairwise(answers), 1):
        if answer.label in [one.label for one in answers[:n]]:
            raise entries[n].bad("label", f"label {answer.label!r} is there twice", "Rename one.")
        if before.value == answer.value or (answer.value > before.value) is not rising:
            raise entries[n].bad(
                "value",
                f"the answers are not in order: {answer.key} comes after {before.key}",
                "List them from the lowest number to the highest, or from the highest down.",
            )


_FILES: ShippedFiles[AnswerScale | GradeScale] = ShippedFiles("scales", "scale", _scale)
