"""How points become a score: each formula under its name.

*Points* are what all errors cost together (APT, absolute penalty total), *words* how many
words were evaluated (EWC). Percentages reach from 100 downwards and may be negative; rates and
the score of WMT are costs, of which less is better.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.protocols.rule import (
    PASS_MARK,
    TOLERANCE,
    Scoring,
    check_tolerance,
)
from tertium.stats.arrays import Floats

HIGHEST = 100.0  # MSV, the maximum score value


@dataclass(frozen=True, slots=True)
class Formula:
    """A way of scoring: its typology, what it counts, and which way is better.

    `per` is what is evaluated: words, or segments that count the same whatever their length.
    """

    name: Scoring
    called: str
    text: str
    typology: str
    higher: bool
    per: Literal["words", "segments"] = "words"
    cite: str = ""


FORMULAS: dict[str, Formula] = {
    one.name: one
    for one in (
        Formula(
            "raw",
            "raw MQM score",
            "100 × (1 − points / words)",
            "mqm-core",
            True,
            cite="Lommel et al. (2024)",
        ),
        Formula(
            "calibrated",
            "calibrated MQM score",
            "100 − (100 − pass mark) × (points per 1,000 words / tolerance)",
            "mqm-core",
            True,
            cite="Lommel et al. (2024)",
        ),
        Formula(
            "non-linear",
            "non-linear MQM score",
            "100 − (100 − pass mark) × points / E(words), E(x) = a ln(1 + b x)",
            "mqm-core",
            True,
            cite="Gladkoff, Han and Gasova (2025)",
        ),
        Formula(
            "j2450",
            "points per word (SAE J2450)",
            "points / words",
            "j2450",
            False,
            cite="SAE J2450",
        ),
        Formula(
            "lisa",
            "LISA score",
            "100 × (1 − points / words)",
            "lisa",
            True,
            cite="LISA QA Model 3.1",
        ),
        Formula(
            "wmt-mqm",
            "points per segment (WMT MQM)",
            "mean over segments of (mean over annotators of points)",
            "wmt-mqm",
            False,
            "segments",
            cite="Freitag et al. (2021)",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How many points a text may cost, by its length: E(x) = a·ln(1 + b·x).

    What readers bear grows with the text, but more slowly than its length.
    """

    a: float
    b: float

    def points(self, words: Floats | float) -> Floats:
        """Return the points that a text of this length may cost."""
        return np.asarray(self.a * np.log1p(self.b * np.asarray(words, dtype=float)))


def fit_tolerance(first: tuple[float, float], second: tuple[float, float]) -> Tolerance:
    """Return the curve through two agreed points (words, points).

    b solves ln(1 + b·x₂) / ln(1 + b·x₁) = E₂ / E₁, which has a solution if and only if
    1 < E₂/E₁ < x₂/x₁; a = E₁ / ln(1 + b·x₁). (Gladkoff, Han and Gasova 2025.)
    """
    from scipy.optimize import brentq  # takes longer to import than most scores to compute

    check_tolerance((first, second))
    (x1, e1), (x2, e2) = sorted((first, second))

    def off(log_b: float) -> float:
        b = np.exp(log_b)
        return float(np.log1p(b * x2) / np.log1p(b * x1) - e2 / e1)

    low, high = -np.log(x2) - 1.0, -np.log(x2) + 1.0
    while off(low) < 0:
        low -= 5.0
    while off(high) > 0 and high < 600:
        high += 5.0
    b = float(np.exp(brentq(off, low, high, xtol=1e-15, rtol=1e-14)))
    return Tolerance(e1 / float(np.log1p(b * x1)), b)


def per_word(points: float, words: float, per: float = 1.0) -> float:
    """Return the points that `per` words cost on average."""
    return points / words * per


def raw(points: float, words: float) -> float:
    """Return the raw linear score: a hundred points in a hundred words are 0."""
    return HIGHEST * (1 - per_word(points, words))


def calibrated(
    points: float, words: float, *, tolerance: float = TOLERANCE, pass_mark: float = PASS_MARK
) -> float:
    """Return the calibrated linear score: `tolerance` points in 1,000 words are the pass mark."""
    return HIGHEST - (HIGHEST - pass_mark) * per_word(points, words, 1000) / tolerance


def non_linear(
    points: float, words: float, *, curve: Tolerance, pass_mark: float = PASS_MARK
) -> float:
    """Return the non-linear score: what a text of this length may cost is the pass mark."""
    return float(HIGHEST - (HIGHEST - pass_mark) * points / curve.points(words))
