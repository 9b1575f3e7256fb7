"""Agreement in parts of the material: by the length of the source, and by how it was asked.

Lengths are cumulative, as in Pighin, Formiga and Màrquez (2012): "40" means all sources
of 40 words or less. Where people were asked in two ways (a crossover of tournament and
ranking), agreement *within* a way is between different people, agreement *across* the
two is of people with themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tertium.choices import Raters
from tertium.stats.agreement.coefficients import Measure, equal_pairs, estimated
from tertium.stats.agreement.rankings import RankPairs, mean_correlations
from tertium.stats.agreement.ratings import Ratings, method_ratings
from tertium.stats.arrays import Floats
from tertium.stats.result import Estimate
from tertium.table import Comparisons

BOUNDS = (10, 20, 30, 40, 50, 60)  # words, as in the paper


@dataclass(frozen=True, slots=True)
class LengthAgreement:
    """Agreement on sources of `at_most` so many words (None: all of known length).

    The longest of them has `longest` words. `items` were rated twice or more; `kappa` is
    Fleiss' κ for preferences and Krippendorff's α for scores. `method` is None unless
    people were asked in several ways.
    """

    at_most: int | None
    longest: int
    method: str | None
    segments: int
    items: int
    percent: float | None
    kappa: Estimate
    spearman: Estimate


@dataclass(frozen=True, slots=True)
class MethodAgreement:
    """Agreement within one way of asking (`one` = `two`), or of people with themselves across two.

    `percent` is the share of equal answers, `kappa` Fleiss' κ, `spearman` the mean
    correlation of ranks.
    """

    one: str
    two: str
    items: int
    percent: float | None
    kappa: Estimate
    spearman: Estimate


@dataclass(frozen=True, slots=True)
class Part:
    """Ratings and pairs of rankings that belong to one way of asking, or to two."""

    ways: tuple[str, str] | None
    ratings: Ratings
    pairs: RankPairs | None

    @property
    def method(self) -> str | None:
        """How the part is called."""
        return None if self.ways is None else " and ".join(dict.fromkeys(self.ways))


def parts_of_data(
    ratings: Ratings, data: Comparisons | None, pairs: RankPairs | None
) -> tuple[Part, ...]:
    """Return the ways of asking with their ratings: one part unless there are several."""
    codes = np.zeros(0, np.int64) if data is None else np.unique(data.condition.codes)
    codes = codes[codes >= 0]
    if data is None or len(codes) < 2:
        return (Part(None, ratings, pairs.take(pairs.between) if pairs else None),)
    # Which way an item was asked in: items are told apart by it.
    asked = np.full(len(ratings.segment), -1, dtype=np.int64)
    asked[ratings.item] = data.condition.codes
    parts = []
    names = data.condition.names
    for way in codes:
        own = None
        if pairs is not None:
            own = pairs.take(pairs.between & (pairs.conditions == way).all(axis=1))
        here = ratings.take(asked[ratings.item] == way)
        parts.append(Part((names[way], names[way]), here, own))
    for one, two in combinations(codes, 2):
        across = None
        if pairs is not None:
            same = pairs.annotators[:, 0] == pairs.annotators[:, 1]
            both = (np.sort(pairs.conditions, axis=1) == (one, two)).all(axis=1)
            across = pairs.take(same & both)
        both_asked = method_ratings(data, names[one], names[two])
        parts.append(Part((names[one], names[two]), both_asked, across))
    return tuple(parts)


def by_method(
    parts: tuple[Part, ...], *, raters: Raters, level: float
) -> tuple[MethodAgreement, ...]:
    """Return agreement within and across the ways of asking, if there are several."""
    found = []
    for part in parts:
        if part.ways is not None:
            one, two = part.ways
            found.append(MethodAgreement(one, two, *_measured(part, "fleiss", raters, level)))
    return tuple(found)


def by_length(
    parts: tuple[Part, ...],
    lengths: Mapping[str, int],
    segments: tuple[str, ...],
    *,
    measure: Measure,
    raters: Raters,
    level: float,
) -> tuple[LengthAgreement, ...]:
    """Return agreement in cumulative bins of source length.

    `segments` are the names behind the codes of pairs of rankings. A bin that adds no
    item to the one before is left out.
    """
    found = []
    for part in parts:
        words = _words(part.ratings.segment.names, lengths)[part.ratings.segment.codes]
        ranked = _words(segments, lengths)
        number = np.bincount(part.ratings.item, minlength=len(words))
        shared = words[number > 1]
        if not np.isfinite(shared).any():
            continue
        before = 0
        for bound in (*BOUNDS, None):
            limit = np.inf if bound is None else bound
            short = words <= limit
            here = int((short & (number > 1)).sum())
            if here == before:
                continue
            before = here
            pairs = part.pairs
            if pairs is not None:
                pairs = pairs.take(ranked[pairs.segment] <= limit)
            ratings = part.ratings.take(short[part.ratings.item])
            told = np.unique(part.ratings.segment.codes[short & (number > 1)])
            found.append(
                LengthAgreement(
                    bound,
                    int(shared[shared <= limit].max()),
                    part.method,
                    len(told),
                    *_measured(Part(part.ways, ratings, pairs), measure, raters, level),
                )
            )
    return tuple(found)


def _words(names: tuple[str, ...], lengths: Mapping[str, int]) -> Floats:
    """Return the length of each segment, NaN where it is not known, and one NaN at the end."""
    return np.array([*(float(lengths.get(name, np.nan)) for name in names), np.nan])


def _measured(
    part: Part, measure: Measure, raters: Raters, level: float
) -> tuple[int, float | None, Estimate, Estimate]:
    """Return the number of items rated twice, the share of equal answers, κ and Spearman's ρ."""
    ratings = part.ratings
    items = int((np.bincount(ratings.item, minlength=1) > 1).sum())
    equal, number = equal_pairs(ratings)
    ranks = None
    if part.pairs is not None:
        ranks = mean_correlations(part.pairs, population=raters == "population", level=level)
    # Across two ways of asking there are no raters to vary.
    across = part.ways is not None and part.ways[0] != part.ways[1]
    return (
        items,
        equal / number if number else None,
        estimated(ratings, measure, "these" if across else raters, level),
        ranks.spearman if ranks is not None else Estimate(None),
    )
