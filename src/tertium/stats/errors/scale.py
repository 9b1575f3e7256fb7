"""One way of scoring with everything that was agreed: rates to scores, and where a text passes."""

from dataclasses import dataclass

import numpy as np

from tertium.protocols.rule import (
    PASS_MARK,
    TOLERANCE,
    TOLERANCES,
    Scoring,
    Tolerances,
    check_pass_mark,
    check_tolerance,
)
from tertium.stats.errors import formulas
from tertium.stats.errors.formulas import FORMULAS, Formula, Tolerance, fit_tolerance


@dataclass(frozen=True, slots=True)
class Scale:
    """A formula with its pass mark (None where none is agreed) and its tolerance."""

    formula: Formula
    pass_mark: float | None
    tolerance: float = TOLERANCE
    curve: Tolerance | None = None
    agreed: str = ""  # the tolerance as it stands in the signature

    def score(self, rate: float, exposure: float) -> float:
        """Return the score of points per word (or per segment) over so many of them."""
        points = rate * exposure
        if self.formula.name in ("raw", "lisa"):
            return formulas.raw(points, exposure)
        if self.formula.name == "calibrated":
            assert self.pass_mark is not None  # the formula needs one and has a default
            return formulas.calibrated(
                points, exposure, tolerance=self.tolerance, pass_mark=self.pass_mark
            )
        if self.formula.name == "non-linear":
            assert self.pass_mark is not None
            assert self.curve is not None
            return formulas.non_linear(points, exposure, curve=self.curve, pass_mark=self.pass_mark)
        return rate

    def limit(self, exposure: float) -> float | None:
        """Return the points per word (or segment) at which a text just passes."""
        if self.pass_mark is None:
            return None
        if self.formula.name in ("raw", "lisa"):
            return 1 - self.pass_mark / formulas.HIGHEST
        if self.formula.name == "calibrated":
            return self.tolerance / 1000
        if self.formula.name == "non-linear":
            assert self.curve is not None
            return float(self.curve.points(exposure)) / exposure
        return self.pass_mark

    def exposure_for(self, points: float) -> float:
        """Return from how many words (or segments) on a text may cost so many points."""
        if self.curve is not None:
            with np.errstate(over="ignore"):
                return float(np.expm1(points / self.curve.a) / self.curve.b)
        limit = self.limit(1.0)
        assert limit is not None  # asked only where a pass mark is agreed
        return points / limit


def make_scale(
    scoring: Scoring,
    *,
    pass_mark: float | None = None,
    tolerance: float | None = None,
    tolerances: Tolerances | None = None,
) -> Scale:
    """Return a scale; what was not agreed has the default of its formula.

    Calibrated scores need a pass mark and a tolerance and have defaults for both; the others
    pass or fail nobody unless a pass mark is given.
    """
    formula = FORMULAS[scoring]
    if pass_mark is None and scoring in ("calibrated", "non-linear"):
        pass_mark = PASS_MARK
    if pass_mark is not None:
        check_pass_mark(scoring, pass_mark)
    if tolerance is not None:
        check_tolerance(tolerance)
    if scoring == "non-linear":
        points = tolerances or TOLERANCES
        agreed = ",".join(f"{x:g}={e:g}" for x, e in points)
        return Scale(formula, pass_mark, curve=fit_tolerance(*points), agreed=agreed)
    if scoring == "calibrated":
        borne = TOLERANCE if tolerance is None else tolerance
        return Scale(formula, pass_mark, borne, agreed=f"{borne:g}/1000")
    return Scale(formula, pass_mark)
