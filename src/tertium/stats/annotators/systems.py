"""Systems by the annotator model: scores made comparable, weighed by how reliable they are.

The model says how annotator j uses the scale: offset β_j, slope s_j, precision τ_j. A score r
made comparable is (r − β_j) / s_j, and its weight is s_j²·τ_j. Intervals, contrasts, ranks and
clusters are those of `stats.contrasts`, as `rank` has them: for annotators and texts like these.
"""

from dataclasses import dataclass, replace

import numpy as np

from tertium.stats.annotators.posterior import Posterior
from tertium.stats.annotators.reading import Reading
from tertium.stats.annotators.result import SystemQuality
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import together
from tertium.stats.contrasts.estimate import EstimatedContrasts, estimate
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Estimand, Units

__all__ = ["SystemComparison", "compare_systems"]

_LEAST_SLOPE = 1e-3  # a score of somebody who does not react to quality has no weight anyway


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Systems from best to worst, the contrasts of all pairs, and what they are estimates of."""

    systems: tuple[SystemQuality, ...]
    found: EstimatedContrasts
    estimand: Estimand


def compare_systems(
    reading: Reading, posterior: Posterior, level: float, limits: tuple[float, float]
) -> SystemComparison:
    """Score systems on the original scale and contrast all pairs.

    The level of a system also moves with how lenient annotators are, which cancels in contrasts.
    Offsets and slopes are estimates, so no variance is smaller than the posterior's.
    Scores and the ends of their intervals stay within `limits`.
    """
    rows = _comparable(reading, posterior)
    _, slope, _ = _use_of_scale(reading, posterior)
    unseen = (reading.spread * slope) ** 2 * posterior.system_cov
    lenient = _with_leniency(rows, reading, posterior)
    found = estimate(rows, level=level, unseen=unseen, level_rows=lenient)
    low, high = (np.clip(end, *limits) for end in (found.low, found.high))
    found = replace(found, low=low, high=high)
    return SystemComparison(_systems(rows, found, limits), found, _estimand(rows))


def _comparable(reading: Reading, posterior: Posterior) -> Outputs:
    """Return a row for every score of an output, and of each system that shares the output."""
    problem = reading.problem
    of_item = problem.averages.T.tocsr()
    length = np.diff(of_item.indptr)[problem.item]
    score = np.repeat(np.arange(len(problem)), length)
    start = of_item.indptr[problem.item]
    place = np.repeat(start - np.cumsum(length) + length, length) + np.arange(len(score))
    system = of_item.indices[place].astype(np.int64)
    person = problem.annotator[score]
    slope, mean_slope, mean_offset = _use_of_scale(reading, posterior)
    own = slope[person]
    quality = (problem.score[score] - posterior.offset.mean[person]) / own
    value = reading.average + reading.spread * (mean_slope * quality + mean_offset)
    weight = own**2 * posterior.precision.mean[person]
    size = len(reading.systems)
    weight = weight / np.bincount(system, weight, size)[system]
    centre = np.bincount(system, weight * value, size)[system]
    text, document = together(reading.text[score]), reading.document[score]
    return Outputs(reading.systems, system, person, text, document, value, weight, centre)


def _use_of_scale(reading: Reading, posterior: Posterior) -> tuple[Floats, float, float]:
    """Return everybody's slope, and the mean slope and offset over all scores."""
    offset = posterior.offset.mean
    slope = posterior.slope.mean if posterior.slope else np.ones_like(offset)
    load = reading.problem.load / len(reading.problem)
    safe = np.where(np.abs(slope) < _LEAST_SLOPE, _LEAST_SLOPE, slope)
    return safe, float(load @ slope), float(load @ offset)


def _with_leniency(rows: Outputs, reading: Reading, posterior: Posterior) -> Outputs:
    """Return rows that also differ by what their annotators usually give to such a system.

    Scores of systems stay as they are.
    """
    slope, mean_slope, mean_offset = _use_of_scale(reading, posterior)
    quality = (rows.centre - reading.average) / reading.spread - mean_offset
    given = posterior.offset.mean[rows.annotator]
    given = given + slope[rows.annotator] * quality / (mean_slope or 1.0)
    usual = np.bincount(rows.system, rows.weight * given, len(rows.systems))[rows.system]
    return replace(rows, value=rows.value + reading.spread * (given - usual))


def _systems(
    rows: Outputs, found: EstimatedContrasts, limits: tuple[float, float]
) -> tuple[SystemQuality, ...]:
    stood, size = found.standings, len(rows.systems)
    number = np.bincount(rows.system, minlength=size)
    people, segments = (
        _different(rows.system, unit, size) for unit in (rows.annotator, rows.segment)
    )
    return tuple(
        SystemQuality(
            rows.systems[g],
            float(np.clip(found.score[g], *limits)),
            _number(found.low[g]),
            _number(found.high[g]),
            int(stood.rank[g]),
            int(stood.low[g]),
            int(stood.high[g]),
            int(stood.cluster[g]),
            int(number[g]),
            int(found.component[g]) + 1,
            (int(stood.low[g]), int(stood.high[g])),
            (int(stood.all_low[g]), int(stood.all_high[g])),
            int(segments[g]),
            int(people[g]),
        )
        for g in found.order.tolist()
    )


def _estimand(rows: Outputs) -> Estimand:
    known = rows.document[rows.document >= 0]
    documents, people = len(np.unique(known)) or None, len(np.unique(rows.annotator))
    texts = "documents like these" if documents and documents > 1 else "segments like these"
    return Estimand(
        "mean comparable score, weighted by reliability",
        "raw",
        "like these" if people > 1 else "this annotator",
        "this document" if documents == 1 else texts,  # type: ignore[arg-type]
        Units(people, documents, len(np.unique(rows.segment))),
    )


def _different(system: Ints, unit: Ints, size: int) -> Ints:
    """Count the different units of each system."""
    first = np.unique(together(system, unit), return_index=True)[1]
    return np.bincount(system[first], minlength=size)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
