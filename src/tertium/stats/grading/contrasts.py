"""Students side by side: contrasts of their points for the same text, over its graders."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from scipy.special import stdtr, stdtrit

from tertium.stats.arrays import Floats
from tertium.stats.contrasts.record import ALL_THE_SAME, Contrast, Estimand, Units
from tertium.stats.contrasts.separate import corrected
from tertium.stats.grading.result import GradedText, TextContrasts

__all__ = ["contrast_students"]


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
