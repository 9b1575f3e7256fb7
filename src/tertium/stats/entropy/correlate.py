"""How far two quantities go together: one by one, and binned as in the paper.

Carl and Schaeffer (2014) average the measure over all words whose entropy falls into the
same bin, and correlate the averages. That takes away the differences between words, which
are by far the largest part, so it finds correlations above .9 where single words have .1:
it tells that the averages follow a line, not that a word's entropy predicts its cost.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from scipy.special import fdtrc, stdtrit

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.intervals import clustered_variance
from tertium.stats.pearson import mean_ranks
from tertium.stats.resampling import percentile, replicates
from tertium.stats.result import Estimate

FEWEST = 3  # observations or bins that a correlation needs
UNITS = 5  # segments from which drawing them again tells how much they differ


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many observations are not in a correlation, and why."""

    reason: str
    number: int


@dataclass(frozen=True, slots=True)
class Bin:
    """Observations whose value is nearest to `at`: how many, and the mean of the other value."""

    at: float
    number: int
    mean: Estimate


@dataclass(frozen=True, slots=True)
class BinnedCorrelation:
    """The correlation of bin means, as the paper computes it; every bin counts once.

    `f` has 1 and `freedom` degrees of freedom.
    """

    width: float
    bins: tuple[Bin, ...]
    r: float | None
    r_squared: float | None
    f: float | None
    freedom: int
    p: float | None


@dataclass(frozen=True, slots=True)
class Correlation:
    """How far an entropy or distance (`of`) goes with a measure, at one level.

    `pearson` and `spearman` are of single observations, with intervals over segments.
    """

    of: str
    measure: str
    level: str
    observations: int
    segments: int
    pearson: Estimate
    spearman: Estimate
    binned: BinnedCorrelation
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """Words up to a threshold: their share, and the mean of a measure up to it and beyond."""

    at: float
    share: float
    up_to: Estimate
    beyond: Estimate


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a threshold on an entropy would separate."""

    of: str
    measure: str
    points: tuple[ThresholdPoint, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two quantities, observation by observation; those of one unit go together.

    `of` and `measure` name them; `left_out` tells what else there was.
    """

    of: str
    measure: str
    level: str
    x: Floats
    y: Floats
    unit: Ints
    left_out: tuple[LeftOut, ...]


def paired(
    of: str,
    measure: str,
    level: str,
    x: Floats,
    y: Floats,
    unit: Ints,
    apart: Mapping[str, Bools],
) -> Iterator[Pair]:
    """Leave out what is not known or kept apart, by reason, and yield the rest if any."""
    kept = np.ones(len(x), dtype=bool)
    left_out = []
    reasons = {
        f"{measure} not recorded": ~np.isfinite(y),
        f"{of} not known": ~np.isfinite(x),
        **apart,
    }
    for reason, rows in reasons.items():
        number = int((kept & rows).sum())
        kept &= ~rows
        if number:
            left_out.append(LeftOut(reason, number))
    if kept.any():
        yield Pair(of, measure, level, x[kept], y[kept], unit[kept], tuple(left_out))


def correlated(pair: Pair, *, width: float, level: float, resamples: int, seed: int) -> Correlation:
    """Correlate two quantities one by one and binned."""
    x, y, unit = pair.x, pair.y, pair.unit
    return Correlation(
        of=pair.of,
        measure=pair.measure,
        level=pair.level,
        observations=len(x),
        segments=len(np.unique(unit)),
        pearson=pearson(x, y, unit, level=level, resamples=resamples, seed=seed),
        spearman=spearman(x, y, unit, level=level, resamples=resamples, seed=seed),
        binned=binned(x, y, unit, width=width, level=level),
        left_out=pair.left_out,
    )


def mean_over(values: Floats, unit: Ints, *, level: float, at_most: float = np.inf) -> Estimate:
    """Return the mean with Student's interval over units (segments), whose values go together.

    Everything measured here is 0 or more, so the interval ends there too.
    """
    if not len(values):
        return Estimate(None)
    mean = float(values.mean())
    units = len(np.unique(unit))
    if units < 2:
        return Estimate(mean)
    variance = clustered_variance((values - mean) / len(values), unit)
    reach = float(stdtrit(units - 1, (1 + level) / 2)) * variance**0.5
    return Estimate(mean, max(0.0, mean - reach), min(at_most, mean + reach))


def pearson(
    x: Floats, y: Floats, unit: Ints, *, level: float, resamples: int, seed: int
) -> Estimate:
    """Return Pearson's r with its bootstrap interval over units (segments), five at least."""
    if len(x) < FEWEST or not np.ptp(x) or not np.ptp(y):
        return Estimate(None)
    # Sums depend on their order in the last digit, and equal segments are drawn by it.
    order = np.lexsort((y, x, unit))
    x, y, unit = x[order], y[order], unit[order]
    # Centred and scaled, so that sums of squares do not swallow small differences.
    u, v = (x - x.mean()) / x.std(), (y - y.mean()) / y.std()
    features = np.stack([np.ones_like(u), u, v, u * u, v * v, u * v], axis=1)
    value = float(np.clip((u * v).mean(), -1.0, 1.0))
    if len(np.unique(unit)) < UNITS:
        return Estimate(value)
    n, su, sv, suu, svv, suv = replicates(
        "segment", unit, unit, features, resamples=resamples, seed=seed
    ).T
    with np.errstate(divide="ignore", invalid="ignore"):
        drawn = (suv - su * sv / n) / np.sqrt((suu - su * su / n) * (svv - sv * sv / n))
    drawn = drawn[np.isfinite(drawn)]
    if len(drawn) < resamples / 2:
        return Estimate(value)
    return Estimate(value, *percentile(np.clip(drawn, -1.0, 1.0), level=level))


def spearman(
    x: Floats, y: Floats, unit: Ints, *, level: float, resamples: int, seed: int
) -> Estimate:
    """Return Spearman's ρ; its interval keeps the ranks that all observations have."""
    return pearson(mean_ranks(x), mean_ranks(y), unit, level=level, resamples=resamples, seed=seed)


def binned(x: Floats, y: Floats, unit: Ints, *, width: float, level: float) -> BinnedCorrelation:
    """Return the means of y by bins of x, centred on multiples of `width`, and their r."""
    place = np.floor(x / width + 0.5).astype(np.int64)
    bins = []
    for at in np.unique(place):
        inside = place == at
        mean = mean_over(y[inside], unit[inside], level=level)
        bins.append(Bin(float(at * width), int(inside.sum()), mean))
    centres = np.array([one.at for one in bins])
    means = np.array([one.mean.value for one in bins], dtype=float)
    freedom = max(0, len(bins) - 2)
    if len(bins) < FEWEST or not np.ptp(means):
        return BinnedCorrelation(width, tuple(bins), None, None, None, freedom, None)
    r = float(np.clip(np.corrcoef(centres, means)[0, 1], -1.0, 1.0))
    f = freedom * r * r / (1 - r * r) if abs(r) < 1 else np.inf
    p = float(fdtrc(1, freedom, f))
    return BinnedCorrelation(width, tuple(bins), r, r * r, float(f), freedom, p)


def threshold_curve(pair: Pair, *, width: float, level: float) -> Threshold:
    """Return the mean of y up to thresholds on x and beyond them, one between any two bins."""
    x, y, unit = pair.x, pair.y, pair.unit
    ends = np.unique(np.floor(x / width + 0.5))[:-1] * width + width / 2
    points = []
    for at in ends:
        inside = x < at
        points.append(
            ThresholdPoint(
                float(at),
                float(inside.mean()),
                mean_over(y[inside], unit[inside], level=level),
                mean_over(y[~inside], unit[~inside], level=level),
            )
        )
    return Threshold(pair.of, pair.measure, tuple(points))
