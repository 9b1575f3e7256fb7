"""The scale of a number: where it ends, in which steps, and which end is best.

A number says nothing without its scale: 4 is good from 1 to 5 and bad from 0 to 100. The scale
comes with the campaign, with the format of a file, or from the user (`1..5`; `5..1` where 1 is
best); otherwise it is *recognised* from the scores, and where several scales would fit, it is
the range that was *observed*, which says less. In the table higher is always better: an answer
on a scale whose lowest number is best is kept in `label` and reversed in `value`.
"""

import re
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tertium.exceptions import BadInput
from tertium.extensions import installed, load
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

    `labels` name the answers from `lowest` to `highest`. `source` tells how the scale is known:
    *declared* by a campaign, a format or the user, *recognised* from the scores, or only their
    range *observed*; `reason` why it was taken.
    """

    lowest: float
    highest: float
    step: float = 0.0
    best: Literal["highest", "lowest"] = "highest"
    name: str = ""
    labels: tuple[str, ...] = ()
    source: Literal["declared", "recognised", "observed"] = "declared"
    reason: str = ""

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
        places = np.linspace(self.lowest, self.highest, len(self.labels)).tolist()
        return dict(zip(places, self.labels, strict=True))

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
        if self.source == "recognised":
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


def read_scale(text: str) -> Scale:
    """Read a scale as users write it, from the worst answer to the best, or by its name.

    >>> str(read_scale("1..5")), read_scale("5..1").best
    ('1..5', 'lowest')
    """
    if text in installed("scales"):
        named: Scale = load("scales", text)
        return named
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
