"""Bootstrap resamples: of judgements, segments, annotators or documents.

Comparisons of releases draw judgements (*naive*), segments, annotators, or annotators and segments
together (*two-way*). None of them is the default: with few annotators all cover too little
(docs/evidence/coverage.md). They are here for comparison with the literature, under these names.

Documents are drawn where no formula gives an interval: two segments of one document share its
subject and its difficulty, so they are not two independent pieces of evidence. Intervals take the
percentiles of resampled values, a little further out for few documents (the expanded percentile
interval of Hesterberg, 2015: for normal data it is as wide as Student's), and Student's itself for
very few.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy.sparse import csr_array
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import numbered
from tertium.stats.order import NOTHING

Unit = Literal["naive", "segment", "annotator", "two-way"]
UNITS: tuple[Unit, ...] = get_args(Unit)
_CHUNK = 20_000_000  # numbers held at once
_FEW = 6  # documents


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
        sums = features
    else:
        drawn_of = numbered(annotator if unit == "annotator" else segment)
        sums = totals(drawn_of, features, int(drawn_of.max(initial=-1)) + 1)
    kinds, number = np.unique(sums, axis=0, return_counts=True)
    drawn = rng.multinomial(len(sums), number / len(sums), size=resamples)
    return np.asarray(drawn @ kinds)


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


def percentile(drawn: Floats, *, level: float = 0.95) -> tuple[float, float]:
    """Return the percentile interval of resampled values."""
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: their level, how many resamples, and the seed."""

    level: float = 0.95
    resamples: int = 2000
    seed: int = 0


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


def expanded_p(drawn: Floats, *, documents: int) -> float:
    """Return the two-sided p of a value that is 0, from resamples of it.

    It belongs to `expanded_percentile`: p < 1 − level exactly where that interval excludes 0, as
    far as so many resamples can show it: where 0 lies outside all of them, p is that of one more
    resample beyond 0. NaN where none differs from the others.
    """
    known = np.sort(drawn[np.isfinite(drawn)])
    if documents < 2 or not len(known) or known[0] == known[-1]:
        return float("nan")
    narrower = (1 - 1 / documents) ** 0.5
    if documents < _FEW:
        apart = abs(float(known.mean())) / float(known.std()) * narrower
    else:
        places = np.arange(len(known)) / (len(known) - 1)
        below, above = (np.interp(0.0, values, places) for values in (known, -known[::-1]))
        tail = max(min(float(below), float(above)), 1 / (len(known) + 1))
        apart = -float(ndtri(tail)) * narrower
    return min(1.0, 2 * float(stdtr(documents - 1, -apart)))
