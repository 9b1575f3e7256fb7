"""The count of the paper: segments by majority vote, with an interval of its own.

Simard, Kuhn and Rémillard (2015) label a segment by the answer that most annotators gave, and count
segments. Where several people judge the same segments the vote sharpens the ratio, so it estimates
another quantity than the ratio over judgements. Its interval comes from leaving out one annotator,
and one document (segment, where documents are not known), at a time.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import filled, numbered
from tertium.stats.comparison.identical import ChangedShare, segment_domains
from tertium.stats.labels import LabelledJudgements, label_segments
from tertium.stats.result import Estimate

_MOST = 400  # units that are left out one by one; more are left out in so many groups


@dataclass(frozen=True, slots=True)
class PublishedCount:
    """Segments won and lost by majority vote, their ratio, and the impact that follows from it."""

    advanced: int
    baseline: int
    segments: int
    improvement_ratio: Estimate
    impact: Estimate


def published_count(
    data: LabelledJudgements, changed: ChangedShare, *, level: float
) -> PublishedCount | None:
    """Count segments as the paper does; None without judgements."""
    if not len(data):
        return None
    segments, label = label_segments(data)
    advanced, baseline = int((label == 0).sum()), int((label == 1).sum())
    (value,) = _all(data, changed)
    reach = _half_widths(data, changed, level)
    ratio = advanced / baseline if baseline else None
    with np.errstate(over="ignore"):  # of a level that is nearly 1 the end may be infinite
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


@dataclass(frozen=True, slots=True)
class _Sums:
    """Segments won and lost, the weight of both, and the weight of all segments."""

    won: Floats
    lost: Floats
    ahead: Floats
    whole: Floats

    def values(self, share: float) -> Floats:
        """Return the log ratio of segments, half a win added to both sides, and the impact."""
        ratio = np.log((self.won + 0.5) / (self.lost + 0.5))
        return np.stack([ratio, self.ahead / self.whole * share], axis=-1)


def _sums(data: LabelledJudgements, changed: ChangedShare, text: Ints, groups: int) -> _Sums:
    """Sum up segments by group of texts; a segment belongs to one text."""
    segments, label = label_segments(data)
    _, first = np.unique(data.rows.segment.codes, return_index=True)
    group = text[first] % groups
    weight = changed.weight[segment_domains(data, segments)]
    won, lost = (label == 0).astype(float), (label == 1).astype(float)
    columns = (won, lost, (won - lost) * weight, weight)
    return _Sums(*(np.bincount(group, column, groups).astype(float) for column in columns))


def _without(sums: _Sums) -> _Sums:
    """Return the sums of all groups but one, for each of them."""
    parts = (sums.won, sums.lost, sums.ahead, sums.whole)
    return _Sums(*(part.sum() - part for part in parts))


def _half_widths(data: LabelledJudgements, changed: ChangedShare, level: float) -> Floats:
    """Return half the widths of the intervals, from leaving out annotators and texts."""
    text, person = _texts(data), numbered(data.rows.annotator.codes)
    groups = [min(int(unit.max()) + 1, _MOST) for unit in (person, text)]
    variance, below = np.zeros(2), np.zeros(2)
    left = []
    if groups[0] > 1:
        kept = (person % groups[0] != code for code in range(groups[0]))
        left.append(np.concatenate([_all(data.take(rows), changed) for rows in kept]))
    if groups[1] > 1:
        left.append(_without(_sums(data, changed, text, groups[1])).values(changed.share))
    for values in left:
        number = len(values)
        part = (number - 1) / number * ((values - values.mean(0)) ** 2).sum(0)
        variance += part
        below += part**2 / (number - 1)
    if groups[1] < 2:
        return np.full(2, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = np.where(below > 0, variance**2 / below, np.inf)
        reach = stdtrit(freedom, (1 + level) / 2) * np.sqrt(variance)
    return np.where(variance > 0, reach, np.nan)


def _texts(data: LabelledJudgements) -> Ints:
    """Return the text of each judgement: its document, or its segment where that is not known."""
    rows = data.rows
    own = filled(rows.segment.codes, np.arange(len(data)))
    known = rows.document.codes >= 0
    return numbered(np.where(known, rows.document.codes, len(rows.document.names) + own))


def _all(data: LabelledJudgements, changed: ChangedShare) -> Floats:
    """Return the log ratio and the impact of all segments, as one row."""
    return _sums(data, changed, np.zeros(len(data), dtype=np.int64), 1).values(changed.share)
