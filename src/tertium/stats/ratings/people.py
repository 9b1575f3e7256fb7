"""How annotators answer: severity, spread, the categories they choose, and drift."""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from tertium.stats.arrays import Floats, Ints, number_or_none
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.contrasts.outputs import joined
from tertium.stats.contrasts.separate import corrected
from tertium.stats.ratings.moved import Movements
from tertium.stats.ratings.rated import Rated
from tertium.stats.ratings.shares import CategoryShare, counted
from tertium.stats.result import Estimate

_ENOUGH = 10  # answers in a known order, for drift


@dataclass(frozen=True, slots=True)
class Drift:
    """The change from an annotator's first to the last answer, on the latent scale.

    Above 0 the annotator became more lenient; what was judged is allowed for.
    """

    value: float
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None


@dataclass(frozen=True, slots=True)
class RatingAnnotator:
    """One annotator. Severity (above 0 severe) and spread have credible intervals.

    They are None where there is no latent scale, or one annotator only.
    """

    annotator: str
    judgements: int
    severity: Estimate | None
    spread: Estimate | None
    shares: tuple[CategoryShare, ...]
    mean: float | None
    drift: Drift | None


def rating_annotators(
    rated: Rated, movements: Movements | None, level: float
) -> tuple[RatingAnnotator, ...]:
    """Describe every annotator."""
    own = [np.flatnonzero(rated.annotator == code) for code in range(len(rated.annotators))]
    severity, spread = _modelled(movements, level)
    drifts = _drifts(own, movements, level)
    return tuple(
        RatingAnnotator(
            name,
            len(rows),
            severity[code] if severity else None,
            spread[code] if spread else None,
            counted(rated, rows),
            float(rated.scores.value[rows].mean()) if rated.averaged else None,
            drifts.get(code),
        )
        for code, (name, rows) in enumerate(zip(rated.annotators, own, strict=True))
    )


def _modelled(
    movements: Movements | None, level: float
) -> tuple[list[Estimate] | None, list[Estimate] | None]:
    """Return severities and spreads, where annotators have them."""
    if movements is None or movements.fitted.model.precision.shift is None:
        return None, None
    at, centred = movements.fitted.at, movements.fitted.model.spreads
    covariance = movements.information.annotators(centred)
    reach = float(ndtri((1 + level) / 2)) * np.sqrt(np.maximum(covariance[:, [0, 1], [0, 1]], 0.0))
    severity = [
        Estimate(float(-b), float(-b - r), float(-b + r))
        for b, r in zip(at.shift, reach[:, 0], strict=True)
    ]
    if not centred:
        return severity, None
    spread = [
        Estimate(*(float(end) for end in np.exp((g, g - r, g + r))))
        for g, r in zip(at.log_spread, reach[:, 1], strict=True)
    ]
    return severity, spread


def _drifts(own: list[Ints], movements: Movements | None, level: float) -> dict[int, Drift]:
    """Return the drift of those whose answers have an order."""
    if movements is None:
        return {}
    order = movements.rated.scores.order
    residual = movements.of_rows(movements.residual)
    rated = movements.rated
    weight = movements.weight[rated.annotator, rated.system]
    found: dict[int, CrossedEstimates] = {}
    for code, rows in enumerate(own):
        known = rows[~np.isnan(order[rows])]
        if len(known) >= _ENOUGH and len(np.unique(order[known])) > 1:
            found[code] = _drift(rated, known, order[known], residual[known], weight[known])
    if not found:
        return {}
    every = joined(list(found.values()))
    low, high = every.interval(level)
    p = every.p()
    guarded = corrected(p, "holm")
    return {
        code: Drift(
            float(every.estimate[k]),
            number_or_none(low[k]),
            number_or_none(high[k]),
            number_or_none(p[k]),
            number_or_none(guarded[k]),
        )
        for k, code in enumerate(found)
    }


def _drift(
    rated: Rated, rows: Ints, order: Floats, residual: Floats, weight: Floats
) -> CrossedEstimates:
    """Return the slope of one annotator's residuals over the answers, from first to last."""
    place = np.unique(order, return_inverse=True)[1] / (len(np.unique(order)) - 1)
    place = place - np.average(place, weights=weight)
    off = residual - np.average(residual, weights=weight)
    said = weight * place**2
    slope = float((weight * place * off).sum() / said.sum())
    kept = said > said.max() * 1e-6
    moved = weight * place * (off - place * slope) / said.sum()
    layout = Layout.of(
        said[kept], rated.annotator[rows][kept], rated.segment[rows][kept],
        rated.document[rows][kept],
    )  # fmt: skip
    value = slope + (moved[kept] - layout.weight * moved[kept].sum()) / layout.weight
    unit = float(np.sqrt(np.average(off**2, weights=weight)) / np.sqrt(np.average(place**2)))
    layout, prior = as_seen(layout, Prior(annotators=0.0, unit=unit))
    return crossed(layout, squares(layout, value[:, None]), prior=prior)
