"""How far graders of the same text are apart, and students as all of them see them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.special import stdtr, stdtrit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.contrasts.record import ALL_THE_SAME, Contrast, Estimand, Units
from tertium.stats.contrasts.separate import corrected
from tertium.stats.grading.sums import GradedText


@dataclass(frozen=True, slots=True)
class Grader:
    """One grader: texts, mean points, and how these differ from others' on the same texts."""

    annotator: str
    texts: int
    mean: float
    merits: int
    faults: int
    shared: int
    difference: float | None


@dataclass(frozen=True, slots=True)
class GraderSpread:
    """How far graders of the same text are apart, in points as the scale looks at them.

    `sd` is that of one grader around the mean of all (pooled within texts), `largest` the widest
    distance, `same` the share of pairs of graders that give the same grade.
    """

    texts: int
    sd: float | None
    largest: float | None
    same: float | None


@dataclass(frozen=True, slots=True)
class TextContrasts:
    """All pairs of students in one text that two people or more graded for both."""

    document: str
    contrasts: tuple[Contrast, ...]
    estimand: Estimand


def spread_of(text: Ints, rated: Floats, grades: list[str]) -> GraderSpread:
    """Return the spread between graders, within the texts that several of them graded."""
    size, total = np.bincount(text), np.bincount(text, rated)
    several = size[text] > 1
    if not several.any():
        return GraderSpread(0, None, None, None)
    apart = (rated - (total / np.maximum(size, 1))[text])[several]
    texts = int((size > 1).sum())
    freedom = int(several.sum()) - texts
    widths, same, pairs = [], 0, 0
    order = np.argsort(text, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(text[order])) + 1):
        widths.append(float(np.ptp(rated[rows])))
        for a, b in combinations(rows, 2):
            same += grades[a] == grades[b]
            pairs += 1
    return GraderSpread(
        texts, float(np.sqrt((apart**2).sum() / freedom)), max(widths), same / pairs
    )


def each_grader(
    person: Ints, names: list[str], text: Ints, rated: Floats, merits: Ints, faults: Ints
) -> list[Grader]:
    """Return each grader's mean, and the mean difference from the others on shared texts."""
    size, total = np.bincount(text), np.bincount(text, rated)
    found = []
    for one in np.unique(person):
        own = person == one
        shared = own & (size[text] > 1)
        others = (total[text] - rated)[shared] / (size[text] - 1)[shared]
        found.append(
            Grader(
                names[int(np.flatnonzero(own)[0])],
                int(own.sum()),
                float(rated[own].mean()),
                int(merits[own].sum()),
                int(faults[own].sum()),
                int(shared.sum()),
                float((rated[shared] - others).mean()) if shared.any() else None,
            )
        )
    return found


def contrast_students(gradings: Sequence[GradedText], *, level: float) -> Iterator[TextContrasts]:
    """Contrast all pairs of students in each text that two people graded for both.

    The text is this one and nothing but graders varies, so the interval is Student's, over the
    differences of each grader. One grader alone says nothing about others, and points for
    different texts say as much about the texts as about students; there is no contrast then.
    """
    for document in dict.fromkeys(one.document for one in gradings):
        given: dict[str, dict[str, float]] = {}
        for one in gradings:
            if one.document == document:
                given.setdefault(one.student, {})[one.annotator] = one.rated
        mean = {student: float(np.mean(list(points.values()))) for student, points in given.items()}
        best = sorted(given, key=lambda student: (-round(mean[student], 9), student))
        found = [
            _contrast(a, b, apart, level)
            for a, b in combinations(best, 2)
            if len(apart := _differences(given[a], given[b])) > 1
        ]
        if not found:
            continue
        p = np.array([np.nan if one.p is None else one.p for one in found])
        people = {who for points in given.values() for who in points}
        yield TextContrasts(
            document,
            tuple(
                _guarded(one, float(guarded))
                for one, guarded in zip(found, corrected(p, "holm"), strict=True)
            ),
            Estimand(
                *("points as the scale looks at them", "points", "like these", "this document"),
                Units(len(people), 1, 1),
            ),
        )


def _differences(one: dict[str, float], other: dict[str, float]) -> Floats:
    """Return how far each grader of both puts the two apart."""
    return np.array([one[who] - other[who] for who in sorted(one.keys() & other.keys())])


def _contrast(a: str, b: str, apart: Floats, level: float) -> Contrast:
    number, difference = len(apart), float(apart.mean())
    error = float(apart.std(ddof=1)) / number**0.5
    if error <= 1e-12 * max(1.0, abs(difference)):
        return Contrast(a, b, difference, annotators=number, documents=1, reason=ALL_THE_SAME)
    reach = float(stdtrit(number - 1, (1 + level) / 2)) * error
    p = 2 * float(stdtr(number - 1, -abs(difference) / error))
    ends = difference - reach, difference + reach
    return Contrast(a, b, difference, *ends, p=p, annotators=number, documents=1)


def _guarded(one: Contrast, p: float) -> Contrast:
    return one if np.isnan(p) else replace(one, p_adjusted=p)
