"""Sums over documents, and resamples of documents where no formula gives an interval.

Two segments of one document share its subject and its difficulty, so they are not two
independent pieces of evidence. Intervals take the percentiles of resampled values, a little
further out for few documents (the expanded percentile interval of Hesterberg, 2015: for
normal data it is as wide as Student's), and Student's itself for very few.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.order import NOTHING
from tertium.stats.result import Estimate

__all__ = [
    "Resampling",
    "coded",
    "expanded_percentile",
    "resampled",
    "totals",
    "wilson",
]

_CHUNK = 20_000_000  # draws held at once
_FEW = 6  # documents


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: their level, how many resamples, and the seed."""

    level: float = 0.95
    resamples: int = 2000
    seed: int = 0


def coded(names: Sequence[str]) -> tuple[Ints, tuple[str, ...]]:
    """Return names as numbers, and the names in order."""
    found, codes = np.unique(np.array(names, dtype=object), return_inverse=True)
    return codes.astype(np.int64), tuple(found)


def totals(document: Ints, columns: Floats, documents: int) -> Floats:
    """Return the sums of each column by document (documents × columns)."""
    return np.stack(
        [np.bincount(document, weights=column, minlength=documents) for column in columns.T],
        axis=1,
    )


def resampled(sums: Floats, how: Resampling) -> Floats:
    """Return totals of the columns over documents drawn with replacement, a row per resample.

    Documents with equal sums are drawn together, and all in the order of their sums, so that
    neither names nor the order of rows decide what is drawn.
    """
    scale = np.maximum(np.abs(sums).max(0), 1.0)
    rounded = np.round(sums / scale / NOTHING)  # sums differ in their last digits
    _, first, alike = np.unique(rounded, axis=0, return_index=True, return_counts=True)
    rng = np.random.default_rng(how.seed)
    return np.concatenate(list(_draws(sums[first], alike, how.resamples, rng)))


def _draws(
    kinds: Floats, alike: Ints, resamples: int, rng: np.random.Generator
) -> Iterator[Floats]:
    number = int(alike.sum())
    step = max(1, _CHUNK // len(kinds))
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        yield rng.multinomial(number, alike / number, size=size) @ kinds


def expanded_percentile(drawn: Floats, *, level: float, documents: int) -> tuple[float, float]:
    """Return the percentile interval of resampled values, expanded for few documents.

    Of fewer than six documents resamples are not varied enough to have such percentiles; the
    interval is then Student's, with the standard deviation of the resamples.
    """
    known = drawn[np.isfinite(drawn)]
    if documents < 2 or not len(known):
        return float("nan"), float("nan")
    reach = float(stdtrit(documents - 1, (1 + level) / 2)) * (documents / (documents - 1)) ** 0.5
    if documents < _FEW:
        half = reach * float(known.std())
        return float(known.mean()) - half, float(known.mean()) + half
    low, high = np.quantile(known, [ndtr(-reach), ndtr(reach)])
    return float(low), float(high)


def wilson(successes: int, trials: int, *, level: float) -> Estimate:
    """Return a share with Wilson's score interval, which is never empty at 0 and 1."""
    if not trials:
        return Estimate(None)
    share, z = successes / trials, float(ndtri((1 + level) / 2))
    middle = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    reach = z * (share * (1 - share) / trials + z * z / (4 * trials**2)) ** 0.5
    reach /= 1 + z * z / trials
    return Estimate(share, max(0.0, middle - reach), min(1.0, middle + reach))
