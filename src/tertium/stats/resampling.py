"""Bootstrap replicates of a release comparison, by the unit that is drawn.

Drawing judgements (*naive*), segments, annotators, or annotators and segments
together (*two-way*). None of them is the default: with few annotators all cover
too little (docs/evidence/coverage.md). They are here for comparison with the
literature, under these names.
"""

from typing import Literal, get_args

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Floats, Ints

__all__ = ["UNITS", "Unit", "naive_log_ratios", "percentile", "replicates"]

Unit = Literal["naive", "segment", "annotator", "two-way"]
UNITS: tuple[Unit, ...] = get_args(Unit)
_CHUNK = 20_000_000  # numbers held at once by the two-way draw


def replicates(
    unit: Unit,
    annotator: Ints,
    segment: Ints,
    features: Floats,
    *,
    resamples: int = 2000,
    seed: int = 0,
) -> Floats:
    """Return resampled totals of `features` (judgements × features), a row per resample.

    Units with equal totals are exchangeable, so their numbers of draws are drawn
    together by one multinomial: the same distribution, thousands of times faster.
    """
    rng = np.random.default_rng(seed)
    if unit == "two-way":
        return _two_way(annotator, segment, features, resamples, rng)
    if unit == "naive":
        totals = features
    else:
        totals = _totals(annotator if unit == "annotator" else segment, features)
    kinds, number = np.unique(totals, axis=0, return_counts=True)
    drawn = rng.multinomial(len(totals), number / len(totals), size=resamples)
    return np.asarray(drawn @ kinds)


def _totals(unit: Ints, features: Floats) -> Floats:
    _, codes = np.unique(unit, return_inverse=True)
    return np.stack([np.bincount(codes, weights=column) for column in features.T], axis=1)


def _two_way(
    annotator: Ints, segment: Ints, features: Floats, resamples: int, rng: np.random.Generator
) -> Floats:
    """Draw annotators and segments independently; a judgement counts as often as both say."""
    _, e = np.unique(annotator, return_inverse=True)
    _, s = np.unique(segment, return_inverse=True)
    people, texts = int(e.max()) + 1, int(s.max()) + 1
    tables = [csr_array((column, (s, e)), shape=(texts, people)) for column in features.T]
    step = max(1, _CHUNK // texts)
    parts = []
    for start in range(0, resamples, step):
        number = min(step, resamples - start)
        by_segment = rng.multinomial(texts, np.full(texts, 1 / texts), size=number)
        by_annotator = rng.multinomial(people, np.full(people, 1 / people), size=number)
        parts.append(
            np.stack([((by_segment @ table) * by_annotator).sum(1) for table in tables], axis=1)
        )
    return np.concatenate(parts)


def naive_log_ratios(
    advanced: Floats, baseline: Floats, judgements: Floats, *, resamples: int, seed: int
) -> Floats:
    """Return naive bootstrap log ratios for many campaigns at once (campaigns × resamples)."""
    rng = np.random.default_rng(seed)
    shares = np.stack([advanced, baseline, judgements - advanced - baseline], axis=-1)
    shares = shares / judgements[..., None]
    number = judgements.astype(np.int64)[..., None]
    drawn = rng.multinomial(number, shares[..., None, :], size=(*advanced.shape, resamples))
    return np.log((drawn[..., 0] + 0.5) / (drawn[..., 1] + 0.5))


def percentile(drawn: Floats, *, level: float = 0.95) -> tuple[float, float]:
    """Return the percentile interval of resampled values."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
