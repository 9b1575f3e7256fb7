"""Which system costs less, paired by annotators and documents: marked errors as contrasts."""

import numpy as np

from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer
from tertium.stats.errors.scale import Scale
from tertium.stats.errors.weigh import Costs, Readings

__all__ = ["contrast_systems"]


def contrast_systems(costs: Costs, readings: Readings, scale: Scale, *, level: float) -> Answer:
    """Contrast the scores of all pairs of systems.

    p and ranks come from log ratios of penalty points, which have nearly twice the power of
    differences with up to five annotators; the interval of the difference follows from that of
    the ratio.
    """
    formula = scale.formula
    weight = readings.share * readings.exposure
    total = np.bincount(readings.system, weight)
    loss = np.array([_loss(scale, exposure) for exposure in total.tolist()])
    value = loss[readings.system] * readings.points / readings.exposure
    weight = weight / total[readings.system]
    score = np.bincount(readings.system, weight * value)
    smallest = min((cost for cost in costs.agreed if cost > 0), default=1.0)
    return answer(
        Outputs(
            readings.names,
            readings.system,
            readings.person,
            readings.segment,
            readings.document,
            value,
            weight,
            np.asarray(score[readings.system], dtype=float),
        ),
        quantity=formula.called,
        unit="points" if formula.higher else f"points per {formula.per.rstrip('s')}",
        level=level,
        better="lower",
        scale="log",
        least=float((loss * smallest / 2 / total).mean()),
        most=scale.score(0.0, 1.0) if formula.higher else None,
    )


def _loss(scale: Scale, exposure: float) -> float:
    """Return what one point per word (or segment) takes from the score of so long a text."""
    return abs(scale.score(0.0, exposure) - scale.score(1.0, exposure))
