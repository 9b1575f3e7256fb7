"""Precision, recall and F of marked spans: a worked example, recomputed.

Perrella et al. (2026), arXiv 2603.19921, with what their program gives for two segments: in the
first, two predicted and three reference spans; in the second, nothing predicted and one reference.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from tertium.stats.published.claim import Claim
from tertium.stats.span_agreement.overlap import Variant, f_score, match, precision_recall
from tertium.stats.span_agreement.readings import Mark

__all__ = ["CLAIMS"]

PAPER = "Perrella et al. (2026)"
SEGMENTS = (
    (
        (Mark("target", 0, 5, "", "minor"), Mark("target", 10, 20, "", "major")),
        (
            Mark("target", 2, 8, "", "minor"),
            Mark("target", 12, 14, "", "major"),
            Mark("target", 30, 33, "", "minor"),
        ),
    ),
    ((), (Mark("target", 0, 2, "", "minor"),)),
)
WEIGHTS = {"minor": 1.0, "major": 5.0}
MICRO: Mapping[Variant, tuple[float, float, float]] = {
    "MPP": (0.4, 0.375, 0.387097),
    "MP": (1.0, 0.5, 0.666667),
    "WMT25": (0.333333, 0.384615, 0.357143),
}
MACRO = (0.7, 0.25, 0.222222)
WEIGHTED = (0.266667, 0.6875, 0.384279)
_SCORES = ("precision", "recall", "F")


def _micro(place: int, variant: Variant, weights: Mapping[str, float] | None = None) -> float:
    found = [match(one, two, variant, weights=weights).credit for one, two in SEGMENTS]
    sums = np.array([[(c.one, c.two, c.of_one, c.of_two) for c in found]]).sum(axis=1)
    return float((*precision_recall(sums), f_score(sums))[place][0])


def _macro(place: int) -> float:
    return float(np.mean([match(one, two).credit.scores()[place] for one, two in SEGMENTS]))


def _claims() -> Iterator[Claim]:
    for place, score in enumerate(_SCORES):
        for variant, values in MICRO.items():
            compute = partial(_micro, place, variant)
            yield Claim(f"{variant}, micro {score}", values[place], compute, 5e-7)
        yield Claim(f"MPP, macro {score}", MACRO[place], partial(_macro, place), 5e-7)
        weighted = partial(_micro, place, "MPP", WEIGHTS)
        yield Claim(f"MPP, {score} by severity (1, 5)", WEIGHTED[place], weighted, 5e-7)


CLAIMS: tuple[Claim, ...] = tuple(replace(claim, paper=PAPER) for claim in _claims())
