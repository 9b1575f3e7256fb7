"""Points per word or per segment of each system, with intervals; and the sample behind a decision.

Annotators differ far more in how much they mark than systems do in how much is wrong. So
intervals hold people and texts: from six annotators on by a variance with a part for each, up to
five with a prior on how much annotators differ. In side-by-side MQM of WMT 2023 (ten
annotators) the sd between annotators was .60 of their mean, in the TED talks of WMT 2021 (four)
.42; the prior is half-normal with .75 of the mean, so that its median is .5.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tertium.stats.assessment.spread import Weighted, widths
from tertium.stats.errors.decision import Sample, dispersion
from tertium.stats.errors.weigh import Costs, Readings
from tertium.table import Spans

__all__ = ["PRIOR", "Rates", "rates", "sample_of"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
PRIOR = 0.75  # half-normal sd between annotators, in parts of the mean rate
FEW_DOCUMENTS = 6  # below this, segments are the units of a decision


@dataclass(frozen=True, slots=True)
class Rates:
    """By system: points and exposure (means over annotators), their ratio and its interval.

    Bounds are NaN where nothing tells them. `annotators` counts who read the system, `few`
    tells where the prior helped, `none` where the exact interval of a count of none did.
    """

    points: Floats
    exposure: Floats
    rate: Floats
    low: Floats
    high: Floats
    annotators: Floats
    few: Bools
    none: Bools


def rates(readings: Readings, *, largest: float, level: float = 0.95) -> Rates:
    """Return each system's rate: all points over everything that was read.

    Where a system has no points, nothing varies that could tell how sure that is; its upper bound
    is at least the exact one (Fay and Feuer 1997) for no errors of at most the `largest` points.
    """
    systems = len(readings.names)
    points = np.bincount(readings.system, readings.share * readings.points, systems).astype(float)
    size = readings.share * readings.exposure
    exposure = np.bincount(readings.system, size, systems).astype(float)
    rate = points / exposure
    overall = float(points.sum() / exposure.sum())
    met = np.zeros((systems, int(readings.person.max(initial=-1)) + 1), dtype=bool)
    met[readings.system, readings.person] = True
    people = met.sum(1).astype(float)
    none = (points == 0) & (largest > 0)
    least = -np.log((1 - level) / 2) * largest / exposure
    if overall <= 0:
        low, high = (np.where(none, end, np.nan) for end in (0.0, least))
        return Rates(points, exposure, rate, low, high, people, np.zeros(systems, bool), none)
    found = widths(
        Weighted(
            system=readings.system,
            systems=systems,
            person=readings.person,
            text=readings.unit,
            value=readings.points / readings.exposure,
            weight=size / exposure[readings.system],
            centre=rate[readings.system],
            points=overall,
            middle=overall,
            level_scale=PRIOR,
        ),
        level,
    )
    # People's loads differ, so the rate of all readings may leave the interval of their mean.
    low, high = np.fmax(np.minimum(found.low, rate), 0.0), np.maximum(found.high, rate)
    low[np.isnan(found.low)] = np.nan
    low, high = np.where(none, 0.0, low), np.where(none, np.fmax(high, least), high)
    return Rates(points, exposure, rate, low, high, people, found.few, none)


def sample_of(
    spans: Spans, costs: Costs, readings: Readings, system: int, *, risk: float
) -> Sample:
    """Return what a decision about one system rests on: errors one by one, merits left out.

    Units that may differ by more than single errors do are documents, or segments where there
    are few documents.
    """
    own = readings.system[spans.output] == system
    mark = own & costs.error
    paid = costs.points[mark] * readings.share[spans.output[mark]]
    rows = np.flatnonzero(readings.system == system)
    units, unit = _units(readings, rows)
    exposure = readings.share[rows] * readings.exposure[rows]
    place = np.full(len(readings.system), -1)
    place[rows] = unit
    squares = float((paid**2).sum())
    clumped = dispersion(
        np.bincount(place[spans.output[mark]], paid, units).astype(float),
        np.bincount(unit, exposure, units).astype(float),
        squares,
        risk=risk,
    )
    # Readers find the same errors: the next one may cost what all of them mark together. Where
    # errors were found, clumping has seen that already.
    alone = max(float(readings.share[rows].max()), 1.0 / float(clumped))
    return Sample(
        float(paid.sum()), squares, costs.largest * alone, float(exposure.sum()), float(clumped)
    )


def _units(readings: Readings, rows: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    for codes in (readings.document, readings.segment):
        names, unit = np.unique(codes[rows], return_inverse=True)
        if len(names) >= FEW_DOCUMENTS and (codes is readings.segment or readings.by_document):
            break
    return len(names), unit
