"""Non-linear scoring of MQM: the tolerance that grows more slowly than the text.

Gladkoff, Han and Gasova (2025), "Non-linear Scoring Model for Translation Quality Evaluation"
(arXiv 2511.13467): E(x) = a·ln(1 + b·x) through two agreed points. The numbers are those of a
worked example with 4 points in 250 words, 10 in 1,000 and a pass mark of 90.
"""

from dataclasses import replace

from tertium.stats.errors.formulas import calibrated, fit_tolerance, non_linear, raw
from tertium.stats.published.claim import Claim

__all__ = ["CLAIMS"]

PAPER = "Gladkoff, Han and Gasova (2025)"
CURVE = fit_tolerance((250, 4), (1000, 10))
_NOTE = "A worked example by the paper's formula, not one of its own tables."

CLAIMS: tuple[Claim, ...] = tuple(
    replace(claim, paper=PAPER, note=_NOTE)
    for claim in (
        Claim("b of the tolerance", 0.0028802312, lambda: CURVE.b, 5e-11),
        Claim("a of the tolerance", 7.3752037448, lambda: CURVE.a, 5e-11),
        Claim("Tolerance of 100 words", 1.8667273, lambda: float(CURVE.points(100)), 5e-8),
        Claim("Tolerance of 5,000 words", 20.1670711, lambda: float(CURVE.points(5000)), 5e-8),
        *(
            claim
            for words, points, plain, linear, curved in (
                (100, 2, 98.0, 80.0, 89.286063),
                (5000, 30, 99.4, 94.0, 85.124265),
            )
            for claim in (
                Claim(
                    f"{points} points in {words:,} words, raw linear",
                    plain,
                    lambda p=points, w=words: raw(p, w),  # type: ignore[misc]
                    0.05,
                ),
                Claim(
                    f"{points} points in {words:,} words, calibrated linear",
                    linear,
                    lambda p=points, w=words: calibrated(p, w),  # type: ignore[misc]
                    0.5,
                ),
                Claim(
                    f"{points} points in {words:,} words, non-linear",
                    curved,
                    lambda p=points, w=words: non_linear(p, w, curve=CURVE),  # type: ignore[misc]
                    5e-7,
                ),
            )
        ),
    )
)
