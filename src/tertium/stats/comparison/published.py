"""The count of the paper: segments by majority vote, with an interval of its own.

Simard, Kuhn and Rémillard (2015) label a segment by the answer that most evaluators gave, and count
segments. Where several people judge the same segments the vote sharpens the ratio, so it estimates
another quantity than the ratio over judgements. Its interval comes from leaving out one annotator,
and one document (segment, where documents are not known), at a time.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from tertium.stats.codes import filled, numbered
from tertium.stats.comparison.identical import Changed, segment_domains
from tertium.stats.labels import Labelled, label_segments
from tertium.stats.result import Estimate

__all__ = ["PublishedCount", "published_count"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_MOST = 400  # units that are left out one by one; more are left out in so many groups


@dataclass(frozen=True, slots=True)
class PublishedCount:
    """Segments won and lost by majority vote, their ratio, and the impact that follows from it."""

    advanced: int
    baseline: int
    segments: int
    improvement_ratio: Estimate
    impact: Estimate


def published_count(data: Labelled, changed: Changed, *, level: float) -> PublishedCount | None:
    """Count segments as the paper does; None without judgements."""
    if not len(data):
        return None
    segments, label = label_segments(data)
    advanced, baseline = int((label == 0).sum()), int((label == 1).sum())
    value = _values(data, changed)
    reach = _reach(data, changed, value, level)
    ratio = advanced / baseline if baseline else None
    low, high = np.exp(value[0] - reach[0]), np.exp(value[0] + reach[0])
    sided = advanced > 0 and baseline > 0 and not np.isnan(reach[0])
    impact = Estimate(float(value[1]))
    if not np.isnan(reach[1]):
        most = changed.share
        impact = Estimate(
            float(value[1]),
            float(max(value[1] - reach[1], -most)),
            float(min(value[1] + reach[1], most)),
        )
    return PublishedCount(
        advanced,
        baseline,
        len(segments),
        Estimate(ratio, float(low), float(high)) if sided else Estimate(ratio),
        impact,
    )


def _values(data: Labelled, changed: Changed) -> Floats:
    """Return the log ratio of segments, half a win added to both sides, and the impact."""
    segments, label = label_segments(data)
    weight = changed.weight[segment_domains(data, segments)]
    won, lost = (label == 0).sum() + 0.5, (label == 1).sum() + 0.5
    preference = (weight[label == 0].sum() - weight[label == 1].sum()) / weight.sum()
    return np.array([np.log(won / lost), preference * changed.share])


def _reach(data: Labelled, changed: Changed, value: Floats, level: float) -> Floats:
    """Return half the widths of the intervals, from leaving out annotators and texts."""
    rows = data.rows
    own = filled(rows.segment.codes, np.arange(len(data)))
    text = numbered(
        np.where(rows.document.codes >= 0, rows.document.codes, len(rows.document.names) + own)
    )
    variance, below = np.zeros(2), np.zeros(2)
    for unit in (numbered(rows.annotator.codes), text):
        number = int(unit.max()) + 1
        if number < 2:
            continue
        groups = min(number, _MOST)
        left = np.array(
            [_values(data.take(unit % groups != code), changed) for code in range(groups)]
        )
        part = (groups - 1) / groups * ((left - left.mean(0)) ** 2).sum(0)
        variance += part
        below += part**2 / (groups - 1)
    if int(text.max()) < 1:
        return np.full(2, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = np.where(below > 0, variance**2 / below, np.inf)
        reach = stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
    return np.where(variance > 0, reach, np.nan)
