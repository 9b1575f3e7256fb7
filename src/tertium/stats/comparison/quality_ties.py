"""How many segments are ties when annotators had to choose?

Under forced choice an annotator facing two equally good translations picks one at
random, so N annotators of a tie disagree with probability 1 − 2^(1−N). The share D
of segments with disagreement therefore understates the share of *quality ties*:
QT = D · 2^(N−1) / (2^(N−1) − 1) (Simard, Kuhn and Rémillard, 2015, section 5).
Half of QT is taken from each side before ratio and impact.
"""

from dataclasses import dataclass, field

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats import resampling
from tertium.stats.arrays import Floats, Ints
from tertium.stats.result import Estimate, Result, formerly, signature


@dataclass(frozen=True, slots=True)
class QualityTies(Result):
    """The share of ties behind forced choices, and the comparison without them.

    `disagreement` and `share` are D and QT. `adjusted_*` takes QT from the choices on
    all segments, `common_*` only from those of the segments judged by several people,
    `agreed_*` counts the segments on which all agreed. Impact is a share of all
    outputs. Intervals draw segments, so they speak of these annotators.
    """

    annotators: tuple[int, ...] = field(metadata=formerly("evaluators"))
    segments: int
    disagreement: Estimate
    share: Estimate
    adjusted_ratio: Estimate
    adjusted_impact: Estimate
    common_ratio: Estimate
    common_impact: Estimate
    agreed: int
    agreed_ratio: Estimate
    agreed_impact: Estimate


def quality_ties(
    segment: Ints,
    value: Floats,
    *,
    changed: float = 1.0,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> QualityTies | None:
    """Estimate quality ties from forced choices (+1 advanced, −1 baseline) by segment.

    Hand in one choice per annotator and segment. With unequal numbers of annotators
    the segments are pooled so that each counts by its chance of showing a tie, which
    is the formula of the paper when numbers are equal. QT above 1, or a side that
    would become negative, is not estimable. None when no segment was judged twice.
    """
    if not np.isin(value, (-1.0, 1.0)).all():
        raise BadInput(
            "quality ties were asked for, but some answers prefer neither translation",
            fix="Use them for the binary variant only.",
        )
    _, codes, number = np.unique(segment, return_inverse=True, return_counts=True)
    wins = np.bincount(codes, weights=(value > 0).astype(float))
    several = number > 1
    if not several.any():
        return None
    split = several & (wins > 0) & (wins < number)
    chance = np.where(several, 1 - 2.0 ** (1 - number), 0.0)
    share = wins / number  # every segment counts once, however often it was judged
    features = np.stack(
        [
            np.ones(len(number)),
            share,
            several,
            split,
            chance,
            np.where(several, share, 0.0),
            several & (wins == number),
            several & (wins == 0),
        ],
        axis=1,
    ).astype(float)
    units = np.arange(len(number))
    drawn = resampling.replicates("naive", units, units, features, resamples=resamples, seed=seed)
    found = _derive(features.sum(0)[None, :], changed)
    spread = _derive(drawn, changed)
    names = [
        "disagreement",
        "share",
        "adjusted_ratio",
        "adjusted_impact",
        "common_ratio",
        "common_impact",
        "agreed_ratio",
        "agreed_impact",
    ]
    estimates = {name: _estimate(found[:, i], spread[:, i], level) for i, name in enumerate(names)}
    notes = []
    if estimates["share"].value is None:
        notes.append(
            "Annotators disagree more than pure chance would: quality ties are not estimable."
        )
    elif estimates["adjusted_ratio"].value is None:
        notes.append(
            "More quality ties than one side has wins: the adjusted ratio is not estimable."
        )
    agreed = features[:, 6:8].sum()
    return QualityTies(
        annotators=tuple(int(n) for n in np.unique(number[several])),
        segments=int(several.sum()),
        agreed=int(agreed),
        signature=signature(
            "quality-ties", ci="segment-bootstrap", level=level, boot=resamples, seed=seed
        ),
        warnings=tuple(notes),
        **estimates,
    )


def _derive(totals: Floats, changed: float) -> Floats:
    """Return the eight quantities for each row of totals; NaN where not estimable."""
    segments, won, several, split, chance, won_common, all_won, all_lost = totals.T
    with np.errstate(divide="ignore", invalid="ignore"):
        disagreement = split / several
        ties = split / chance
        ties = np.where(ties > 1, np.nan, ties)
        columns = [disagreement, ties]
        for wins in (won / segments, won_common / several):
            advanced, baseline = wins - ties / 2, 1 - wins - ties / 2
            possible = (advanced >= 0) & (baseline >= 0)
            columns += [
                np.where(possible & (baseline > 0), advanced / baseline, np.nan),
                np.where(possible, (advanced - baseline) * changed, np.nan),
            ]
        columns += [
            np.where(all_lost > 0, all_won / all_lost, np.nan),
            (all_won - all_lost) / several * changed,
        ]
    return np.stack(columns, axis=1)


def _estimate(found: Floats, spread: Floats, level: float) -> Estimate:
    """Return the estimate; without an interval when every twentieth resample has no value."""
    value = float(found[0])
    if not np.isfinite(value):
        return Estimate(None)
    kept = spread[np.isfinite(spread)]
    if len(kept) < 0.95 * len(spread):
        return Estimate(value)
    low, high = resampling.percentile(kept, level=level)
    return Estimate(value, low, high)
