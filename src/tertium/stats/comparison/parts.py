"""Ratio and impact of all judgements, and of their parts: domain, annotator, length.

The parts have the same fields; only what they are parts of differs. `counts` are segments by
label where several people judged one segment (annotators count judgements); `wins`, `losses` and
`ties` are judgements, and the ratio is wins ÷ losses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from tertium.stats.arrays import Ints
from tertium.stats.comparison.estimates import (
    Choices,
    Estimated,
    Votes,
    estimate_impact,
    estimate_ratio,
)
from tertium.stats.comparison.identical import ChangedShare
from tertium.stats.labels import LABELS, LabelledJudgements, label_segments
from tertium.stats.result import Estimate, formerly

# Source words: from, to. The paper asks about sentences of 5 to 50 words.
LENGTHS = ((0, 4), (5, 9), (10, 19), (20, 29), (30, 50), (51, None))


@dataclass(frozen=True, slots=True)
class ByDomain:
    """One domain. Shares are of all its outputs, identical ones included."""

    domain: str
    counts: dict[str, int]
    wins: int
    losses: int
    ties: int
    improvement_ratio: Estimate
    impact: Estimate
    advanced_share: float
    baseline_share: float
    identical: float | None


@dataclass(frozen=True, slots=True)
class ByAnnotator:
    """One annotator. Counts are judgements; intervals are this annotator's own."""

    annotator: str = field(metadata=formerly("evaluator"))
    counts: dict[str, int]
    wins: int
    losses: int
    ties: int
    improvement_ratio: Estimate
    impact: Estimate
    advanced_share: float
    baseline_share: float
    judgements: int
    median_seconds: float | None


@dataclass(frozen=True, slots=True)
class ByLength:
    """Segments whose source has this many words."""

    words: str
    counts: dict[str, int]
    wins: int
    losses: int
    ties: int
    improvement_ratio: Estimate
    impact: Estimate
    advanced_share: float
    baseline_share: float
    segments: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Counts by label, the ratio and the impact, and the shares behind the impact."""

    counts: dict[str, int]
    wins: int
    losses: int
    ties: int
    ratio: Estimated
    impact: Estimated
    advanced_share: float | None
    baseline_share: float | None


def measure(data: LabelledJudgements, changed: ChangedShare, choices: Choices) -> Measured:
    """Measure some judgements; `counts` are segments, each with its label."""
    return _measure(data, label_segments(data)[1], changed, choices)


def _measure(
    data: LabelledJudgements, label: Ints, changed: ChangedShare, choices: Choices
) -> Measured:
    rows = data.rows
    weight = changed.weight[rows.domain.codes]
    votes = Votes(rows.annotator.codes, rows.segment.codes, rows.document.codes, data.value, weight)
    wins, losses = data.value > 0, data.value < 0
    advanced = baseline = None
    if len(data):
        advanced = float(weight[wins].sum() / weight.sum() * changed.share)
        baseline = float(weight[losses].sum() / weight.sum() * changed.share)
    numbers = np.bincount(label, minlength=len(LABELS))
    return Measured(
        {name: int(n) for name, n in zip(LABELS, numbers, strict=True)},
        int(wins.sum()),
        int(losses.sum()),
        int((data.value == 0).sum()),
        estimate_ratio(votes, choices),
        estimate_impact(votes, changed.share, choices),
        advanced,
        baseline,
    )


def by_domain(
    data: LabelledJudgements, changed: ChangedShare, choices: Choices
) -> tuple[ByDomain, ...]:
    """Return a part for every domain, if domains are named at all."""
    parts = []
    for code, name in enumerate(data.rows.domain.names):
        here = data.rows.domain.codes == code
        if not here.any():
            continue
        own = changed.only(code)
        part = measure(data.take(here), own, choices)
        parts.append(
            ByDomain(
                name,
                part.counts,
                part.wins,
                part.losses,
                part.ties,
                part.ratio.estimate,
                part.impact.estimate,
                part.advanced_share or 0.0,
                part.baseline_share or 0.0,
                own.identical,
            )
        )
    return tuple(parts)


def by_annotator(
    data: LabelledJudgements, changed: ChangedShare, choices: Choices
) -> tuple[ByAnnotator, ...]:
    """Return a part for every annotator, in the order of their names."""
    parts = []
    for code in np.unique(data.rows.annotator.codes):
        own = data.take(data.rows.annotator.codes == code)
        part = _measure(own, own.label, changed, choices)
        seconds = own.rows.seconds[~np.isnan(own.rows.seconds)]
        parts.append(
            ByAnnotator(
                data.rows.annotator.names[code] if code >= 0 else "",
                part.counts,
                part.wins,
                part.losses,
                part.ties,
                part.ratio.estimate,
                part.impact.estimate,
                part.advanced_share or 0.0,
                part.baseline_share or 0.0,
                len(own),
                float(np.median(seconds)) if len(seconds) else None,
            )
        )
    return tuple(parts)


def by_length(
    data: LabelledJudgements, changed: ChangedShare, lengths: Mapping[str, int], choices: Choices
) -> tuple[ByLength, ...]:
    """Return a part for every range of source words that was judged."""
    names = data.rows.segment.names
    words = np.array([lengths.get(name, -1) for name in names] + [-1])[data.rows.segment.codes]
    parts = []
    for low, high in LENGTHS:
        here = (words >= low) & ((words <= high) if high is not None else True)
        if not here.any():
            continue
        chosen = data.take(here)
        part = measure(chosen, changed, choices)
        parts.append(
            ByLength(
                f"{low}–{high}" if high is not None else f"{low} or more",
                part.counts,
                part.wins,
                part.losses,
                part.ties,
                part.ratio.estimate,
                part.impact.estimate,
                part.advanced_share or 0.0,
                part.baseline_share or 0.0,
                len(np.unique(chosen.rows.segment.codes)),
            )
        )
    return tuple(parts)
