"""Golden vectors of ours: small examples whose numbers other programs computed; in no paper.

Marked spans by the program of Perrella et al. (2026), arXiv 2603.19921; the tolerance of Gladkoff,
Han and Gasova (2025), arXiv 2511.13467, solved by hand; coefficients of agreement by irrCAC and the
package krippendorff; the model of Mathur, Baldwin and Cohn (2018) by another implementation.
"""

from functools import cache

import numpy as np

from tertium.choices import Metric
from tertium.stats.agreement.agree import Agreement, agree
from tertium.stats.annotators.expectation import expectation_propagation
from tertium.stats.annotators.problem import Problem
from tertium.stats.errors.formulas import Tolerance, calibrated, fit_tolerance, non_linear, raw
from tertium.stats.published.claim import recomputes
from tertium.stats.span_agreement.overlap import Variant, f_score, match, precision_recall
from tertium.stats.span_agreement.readings import Mark
from tertium.stats.tournament.harmonise import harmonise
from tertium.table import JudgementTable

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
SCORES = ("precision", "recall", "F")
# Ranks, and which translations are adequate.
HARMONISED = {
    "1 3 3 all": ((1, 3, 3), (True, True, True)),
    "1 4 adequate 3 not": ((1, 4, 3), (True, True, False)),
    "1 2 2 3 ends": ((1, 2, 2, 3), (True, False, False, True)),
}
RATINGS = ("443.", "3343", "1211", "222.", "4444", "1.21", "3233", "43.4")  # 8 items, 4 annotators
CONTRARY = ((1.2, -0.3, 0.1, -1.0), (0.9, -0.6, 0.4, -1.4), (-1.0, 1.1, 0.5))


@recomputes(match)
def micro(variant: Variant, score: str) -> float:
    """Return precision, recall or F over both segments together."""
    return _micro(variant, score, None)


@recomputes(match)
def weighted(score: str) -> float:
    """Return precision, recall or F with major errors counting five times."""
    return _micro("MPP", score, WEIGHTS)


@recomputes(match)
def macro(score: str) -> float:
    """Return the mean of precision, recall or F over segments."""
    place = SCORES.index(score)
    return float(np.mean([match(one, two).credit.scores()[place] for one, two in SEGMENTS]))


def _micro(variant: Variant, score: str, weights: dict[str, float] | None) -> float:
    found = [match(one, two, variant, weights=weights).credit for one, two in SEGMENTS]
    sums = np.array([[(c.one, c.two, c.of_one, c.of_two) for c in found]]).sum(axis=1)
    return float((*precision_recall(sums), f_score(sums))[SCORES.index(score)][0])


def _curve() -> Tolerance:
    return fit_tolerance((250, 4), (1000, 10))


@recomputes(fit_tolerance)
def tolerance(what: str) -> float:
    """Return a or b of the tolerance through 4 points in 250 words and 10 in 1,000."""
    return float(getattr(_curve(), what))


@recomputes(fit_tolerance)
def tolerated(words: int) -> float:
    """Return how many points are tolerated in so many words."""
    return float(_curve().points(words))


@recomputes(raw)
def raw_score(points: int, words: int) -> float:
    """Return the raw linear score."""
    return float(raw(points, words))


@recomputes(calibrated)
def calibrated_score(points: int, words: int) -> float:
    """Return the calibrated linear score."""
    return float(calibrated(points, words))


@recomputes(non_linear)
def non_linear_score(points: int, words: int) -> float:
    """Return the non-linear score."""
    return float(non_linear(points, words, curve=_curve()))


@recomputes(harmonise)
def harmonised(example: str, place: int) -> float:
    """Return one of the harmonised ranks of an example."""
    return float(harmonise(*HARMONISED[example])[place - 1])


@cache
def _agreement(metric: Metric) -> Agreement:
    rows = [
        {"annotator": f"a{who}", "segment": f"s{item}", "system": "x", "aspect": "overall",
         "value": float(value)}
        for item, line in enumerate(RATINGS)
        for who, value in enumerate(line)
        if value != "."
    ]  # fmt: skip
    return agree(JudgementTable.from_rows(rows), metric=metric)


@recomputes(agree)
def alpha(metric: Metric) -> float | None:
    """Return Krippendorff's α of the ratings."""
    return _agreement(metric).krippendorff.value


@recomputes(agree)
def ac1() -> float | None:
    """Return Gwet's AC1 of the ratings."""
    return _agreement("nominal").ac1.value


@recomputes(expectation_propagation)
def model(what: str, place: int) -> float:
    """Return what the annotator model infers of 4 items and 3 annotators, one of them contrary."""
    sizes = [len(scores) for scores in CONTRARY]
    item = np.concatenate([np.arange(size) for size in sizes])
    annotator = np.repeat(np.arange(3), sizes)
    problem = Problem(item, annotator, np.concatenate(CONTRARY), items=4, annotators=3)
    found = expectation_propagation(problem, close=1e-6)
    return float(getattr(found, what).mean[place - 1])
