"""The scale of a number: where it ends, in which steps, and which end is best.

A number says nothing without its scale: 4 is good from 1 to 5 and bad from 0 to 100. The scale
comes with the campaign, with the format of a file, or from the user (`1..5`; `5..1` where 1 is
best); otherwise it is *recognised* from the scores, and where several scales would fit, it is
the range that was *observed*, which says less. In the table higher is always better: an answer
on a scale whose lowest number is best is kept in `label` and reversed in `value`.

An *answer scale* has few answers, each with a label, a number and its wording: what annotators
choose from. Its answers are ordered; how far apart they are, nobody knows.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.exceptions import BadInput
from tertium.wording import say

Floats = NDArray[np.float64]
_ENDS = re.compile(r"\s*([-+]?\d*\.?\d+)\s*\.\.\s*([-+]?\d*\.?\d+)\s*")
_USUAL_SD = 24.0  # of one judgement in past campaigns, in points of 100
_STEPS = (1.0, 0.5)  # beside any number
# The scales of the field, by their ends.
RECOGNISED = (
    *((0.0, 100.0), (0.0, 10.0), (1.0, 10.0), (1.0, 7.0), (0.0, 6.0), (1.0, 6.0), (0.0, 5.0)),
    *((1.0, 5.0), (0.0, 4.0), (1.0, 4.0), (0.0, 3.0), (1.0, 3.0), (0.0, 1.0)),
)


@dataclass(frozen=True, slots=True)
class Scale:
    """From `lowest` to `highest` in steps of `step` (0: any number), and which end is `best`.

    `labels` name the answers from `lowest` to `highest`, which stand at `places` if not at equal
    distances. `source` tells how the scale is known: *declared* by a campaign, a format or the
    user, *recognised* from the scores, or only their range *observed*; `reason` why it was taken.
    Where not `average`, a mean of its numbers would be misread.
    """

    lowest: float
    highest: float
    step: float = 0.0
    best: Literal["highest", "lowest"] = "highest"
    name: str = ""
    labels: tuple[str, ...] = ()
    source: Literal["declared", "recognised", "observed"] = "declared"
    reason: str = ""
    places: tuple[float, ...] = ()
    average: bool = True

    def __str__(self) -> str:
        """Write it from the worst end to the best, as users do, and say if it is a guess."""
        worst, best = self.lowest, self.highest
        if self.best == "lowest":
            worst, best = best, worst
        return f"{worst:g}..{best:g}{'' if self.source == 'declared' else f'({self.source})'}"

    @property
    def width(self) -> float:
        """How far its ends are apart."""
        return self.highest - self.lowest

    @property
    def named(self) -> dict[float, str]:
        """Its steps by what they were called where people answered; empty without labels."""
        even = np.linspace(self.lowest, self.highest, len(self.labels)).tolist()
        return dict(zip(self.places or even, self.labels, strict=True))

    @property
    def numbers(self) -> dict[str, float]:
        """The numbers of its labels as they stand in the table: the best is the highest."""
        turned, ends = self.best == "lowest", self.lowest + self.highest
        return {name: ends - place if turned else place for place, name in self.named.items()}

    @property
    def legend(self) -> str:
        """Its steps in one line, such as `1: bad; 2: fair; 3: good`; empty without labels."""
        return "; ".join(f"{place:g}: {label}" for place, label in self.named.items())

    @property
    def words(self) -> str:
        """Its ends in words, with what they were called where people answered."""
        first, last = (f" ({self.labels[end]})" if self.labels else "" for end in (0, -1))
        return say(
            "from {low:g}{first} to {high:g}{last}",
            low=self.lowest,
            first=first,
            high=self.highest,
            last=last,
        )

    @property
    def points(self) -> str:
        """What a number on it is called: points of 100, or with the scale named."""
        usual = (self.lowest, self.highest) == (HUNDRED.lowest, HUNDRED.highest)
        return say("points") if usual else say("points on a scale {ends}", ends=self.words)

    def point(self, values: Floats) -> float:
        """Return how much one point of a hundred is on this scale.

        Where only a range was observed, the sd of the scores tells: it is taken for what one
        judgement had in past campaigns. A range hangs on the lowest and the highest score alone.
        """
        if self.source != "observed":
            return self.width / 100
        sd = float(values.std()) if len(values) else 0.0
        return sd / _USUAL_SD if sd > 0 else 1.0

    def notes(self) -> tuple[str, ...]:
        """Say what a reader should know about it, one sentence each; often nothing."""
        told: list[str] = []
        if self.source == "recognised" and self.width < HUNDRED.width:  # 1 may be best
            told.append(
                say(
                    "The scores are read on a scale {ends} with {best:g} as the best, because "
                    "{reason}; --scale says otherwise, such as {best:g}..{worst:g}.",
                    ends=self.words,
                    best=self.highest,
                    worst=self.lowest,
                    reason=say(self.reason),
                )
            )
        elif self.source == "recognised":
            told.append(
                say(
                    "The scores are read on a scale {ends}, because {reason}; --scale says "
                    "otherwise.",
                    ends=self.words,
                    reason=say(self.reason),
                )
            )
        elif self.source == "observed":
            told.append(
                f"The scores lie between {self.lowest:g} and {self.highest:g}: {self.reason}, so "
                "their own range is used; say the scale with --scale, such as --scale 1..5, or "
                "5..1 where 1 is best."
            )
        if self.best == "lowest":
            told.append(
                f"On this scale {self.lowest:g} is best: scores are reversed (an answer of "
                f"{self.lowest:g} counts {self.highest:g}), so that higher is better."
            )
        return tuple(told)


HUNDRED = Scale(0.0, 100.0, name="0–100")


def read_range(text: str) -> Scale:
    """Read a scale as users write it, from the worst score to the best.

    >>> str(read_range("1..5")), read_range("5..1").best
    ('1..5', 'lowest')
    """
    found = _ENDS.fullmatch(text)
    worst, best = map(float, found.groups()) if found else (0.0, 0.0)
    if worst == best:
        raise BadInput(
            f"{text!r} is not a scale",
            where="--scale",
            fix="Write the lowest and the highest score, such as 1..5, or 5..1 where 1 is best.",
        )
    ends = min(worst, best), max(worst, best)
    return Scale(*ends, best="highest" if worst < best else "lowest", name=_named(*ends))


def is_range(text: str) -> bool:
    """Tell whether a text is written as a range of scores."""
    return bool(_ENDS.fullmatch(text))


def recognise(lowest: float, highest: float, step: float) -> Scale:
    """Take scores with these ends and steps for a scale of the field, if they fit one only.

    A scale of which both ends occur is taken, and so is the only one that holds all scores.

    >>> str(recognise(1, 5, 1)), str(recognise(12, 88, 1)), str(recognise(2, 4, 1))
    ('1..5(recognised)', '0..100(recognised)', '2..4(observed)')
    """
    if (lowest, highest) in RECOGNISED:
        return _taken(lowest, highest, step, "both of its ends occur")
    fitting = [ends for ends in RECOGNISED if ends[0] <= lowest <= highest <= ends[1]]
    if len(fitting) == 1:
        return _taken(*fitting[0], step, "no other known scale holds them all")
    reason = "several scales hold them" if fitting else "no known scale holds them"
    return Scale(lowest, highest, step, source="observed", reason=reason)


def scale_of(values: Floats) -> Scale:
    """Recognise the scale of some scores; of none, that of direct assessment."""
    given = values[np.isfinite(values)]
    if not len(given):
        return HUNDRED
    step = next((step for step in _STEPS if not np.any(given % step)), 0.0)
    return recognise(float(given.min()), float(given.max()), step)


def _taken(lowest: float, highest: float, step: float, reason: str) -> Scale:
    name = _named(lowest, highest)
    return Scale(lowest, highest, step, name=name, source="recognised", reason=reason)


def _named(lowest: float, highest: float) -> str:
    return f"{lowest:g}–{highest:g}"


MOST_ANSWERS = 12  # as many as one can choose from at a glance
Shown = Literal["none", "source", "reference", "both"]


@dataclass(frozen=True, slots=True)
class ScaleAnswer:
    """One answer of a scale: its number, its label, and by language its wording and its help."""

    value: float
    label: str
    wording: Mapping[str, str] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The number as it is typed and printed."""
        return f"{self.value:g}"


@dataclass(frozen=True, slots=True)
class AnswerScale:
    """Answers from the lowest number to the highest, and which end is best.

    `against` is what is shown beside the translation. `not_applicable` allows an answer that is
    none, `reasons` are the labels that need a comment. Where not `average`, the numbers are
    names of an order that is no quality, and their mean would be misread.
    """

    name: str
    version: int
    answers: tuple[ScaleAnswer, ...]
    title: Mapping[str, str] = field(default_factory=dict)
    question: Mapping[str, str] = field(default_factory=dict)
    best: Literal["highest", "lowest"] = "highest"
    against: Shown = "source"
    not_applicable: bool = False
    reasons: tuple[str, ...] = ()
    average: bool = True
    cite: str = ""

    @property
    def id(self) -> str:
        """What stands in every row: name and version."""
        return f"{self.name}@{self.version}"

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels from the lowest number to the highest."""
        return tuple(one.label for one in self.answers)

    @property
    def scale(self) -> Scale:
        """The scale of its numbers."""
        values = [one.value for one in self.answers]
        steps = np.diff(values)
        even = bool(np.allclose(steps, steps[0]))
        return Scale(
            values[0],
            values[-1],
            step=float(steps[0]) if even else 0.0,
            best=self.best,
            name=self.id,
            labels=self.labels,
            places=() if even else tuple(values),
            average=self.average,
        )

    @property
    def fingerprint(self) -> str:
        """Eight digits that change with whatever is changed in the scale."""
        return sha256(repr(self).encode()).hexdigest()[:8]

    def counted(self, label: str) -> float:
        """Return the number that an answer has in the table, where higher is better."""
        value = next(one.value for one in self.answers if one.label == label)
        if self.best == "highest":
            return value
        return self.answers[0].value + self.answers[-1].value - value


def answers_of(scale: Scale, name: str) -> AnswerScale:
    """Return the whole numbers of a range as answers, called by their numbers.

    >>> answers_of(read_range("1..3"), "overall").labels
    ('1', '2', '3')
    """
    values = np.arange(scale.lowest, scale.highest + 1)
    if len(values) > MOST_ANSWERS or values[-1] != scale.highest:
        raise BadInput(
            f"the range {scale} has no answers to choose from",
            fix=f"Write whole numbers, {MOST_ANSWERS} at most, such as 1..5; for numbers from "
            "0 to 100 there is the protocol slider.",
        )
    answers = tuple(ScaleAnswer(float(value), f"{value:g}") for value in values)
    return AnswerScale(name, 1, answers, best=scale.best)
