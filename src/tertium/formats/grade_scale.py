"""Grade scales as YAML files: which sum of points earns which grade.

```yaml
name: ours
kind: grades
per: 100        # points in 100 words; 0: points of the whole text
sum: strict     # or paper
grades:         # the best first; the last is for everything below
  - {grade: "1.0", from: 3}
  - {grade: "2.0", from: -1}
  - {grade: "5.0"}
```
"""

import math
from dataclasses import dataclass
from hashlib import sha256
from typing import get_args

from tertium.choices import Sum
from tertium.formats.settings import Table

_ROUNDING = 1e-9  # 3 × 0.1 points are 0.3, whatever the computer makes of it


@dataclass(frozen=True, slots=True)
class Step:
    """A grade and the points from which it is given; the last one begins nowhere."""

    grade: str
    least: float = -math.inf


@dataclass(frozen=True, slots=True)
class GradeScale:
    """Grades from the best to the worst, by points in `per` words (0: in the whole text)."""

    name: str
    title: str
    per: float
    sum: Sum
    steps: tuple[Step, ...]

    def grade(self, points: float) -> str:
        """Return the best grade that so many points (in `per` words) earn."""
        return next(step.grade for step in self.steps if points + _ROUNDING >= step.least)

    @property
    def numbers(self) -> tuple[float, ...] | None:
        """The grades as numbers, None if some of them are not."""
        try:
            return tuple(float(step.grade) for step in self.steps)
        except ValueError:
            return None

    @property
    def fingerprint(self) -> str:
        """Eight digits that change with whatever is changed in the scale."""
        return sha256(repr(self).encode()).hexdigest()[:8]


def grade_scale(top: Table) -> GradeScale:
    """Return the scale of grades that a file holds; the best grade stands first."""
    name = top.text("name")
    kind: Sum = top.either("sum", get_args(Sum), "kind of sum")
    entries = top.tables("grades")
    steps = tuple(_step(entry, last=entry is entries[-1]) for entry in entries)
    if len(steps) < 2:
        raise top.bad("grades", "there are fewer than two grades", "List them, the best first.")
    for before, step, entry in zip(steps, steps[1:], entries[1:], strict=False):
        if not step.least < before.least:
            raise entry.bad(
                "from",
                f"grade {step.grade} does not begin below grade {before.grade}",
                "List the grades from the best to the worst, each from fewer points on.",
            )
        if step.grade in [one.grade for one in steps[: steps.index(step)]]:
            raise entry.bad("grade", f"grade {step.grade} is there twice", "Remove one of them.")
    scale = GradeScale(
        name=name,
        title=top.text("title", name),
        per=top.amount("per", 100.0),
        sum=kind,
        steps=steps,
    )
    top.close()
    return scale


def _step(entry: Table, *, last: bool) -> Step:
    grade = entry.text("grade")
    if last:
        if "from" in entry:
            raise entry.bad(
                "from",
                f"grade {grade} is the last and begins at a number",
                "Leave `from` out: the last grade is for everything below the others.",
            )
        step = Step(grade)
    else:
        given = entry.text("from")
        try:
            step = Step(grade, float(given))
        except ValueError:
            step = Step(grade, math.nan)
        if not math.isfinite(step.least):
            raise entry.bad("from", f"{given!r} is not a number of points", "Write from: -2")
    entry.close()
    return step
