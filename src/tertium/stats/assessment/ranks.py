"""Rank tests for many groups at once: signed ranks of differences, and rank sums.

A *group* is whatever has its own test: an annotator, or a pair of systems. Groups have
different sizes, so values come flat, each with the number of its group.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtr

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import add_up
from tertium.stats.order import NOTHING

_EXACT = 50  # values up to which the distribution of signed ranks is counted out


@dataclass(frozen=True, slots=True)
class RankTest:
    """The p of each group: that values lie below, above, or on either side; NaN without any."""

    less: Floats
    greater: Floats
    two_sided: Floats


def average_ranks(values: Floats, group: Ints, groups: int) -> tuple[Floats, Floats]:
    """Return ranks inside each group, ties sharing their mean rank, and Σ(t³ − t) of its ties."""
    order = np.lexsort((values, group))
    sorted_group, sorted_values = group[order], values[order]
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = (np.diff(sorted_group) != 0) | (np.diff(sorted_values) != 0)
    start = np.flatnonzero(begins)
    length = np.diff(np.append(start, len(order)))
    offset = np.concatenate([[0], np.cumsum(np.bincount(group, minlength=groups))])
    mean = start - offset[sorted_group[start]] + (length + 1) / 2
    ranks = np.empty(len(order))
    ranks[order] = np.repeat(mean, length)
    tied = length.astype(float) ** 3 - length
    return ranks, add_up(tied, sorted_group[start], groups)


def signed_rank(
    difference: Floats, group: Ints, groups: int, *, exact_ties: bool = True
) -> RankTest:
    """Test whether differences lie around 0 (Wilcoxon, 1945); zeros are left out.

    Up to 50 differences the distribution is counted out, beyond that it is taken as normal.
    With `exact_ties` off, tied or zero differences call for the normal distribution
    too, as SciPy does it by default.
    """
    # Equal differences of numbers with decimals differ by rounding, and must still tie.
    unit = NOTHING * float(np.abs(difference).max(initial=0.0)) or 1.0
    difference = np.rint(difference / unit) * unit
    kept = difference != 0
    d, g = difference[kept], group[kept]
    n = np.bincount(g, minlength=groups).astype(float)
    ranks, ties = average_ranks(np.abs(d), g, groups)
    positive = add_up(np.where(d > 0, ranks, 0.0), g, groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        sd = np.sqrt(n * (n + 1) * (2 * n + 1) / 24 - ties / 48)
        tested = _normal((positive - n * (n + 1) / 4) / sd)
    countable = (n > 0) & (n <= _EXACT)
    if not exact_ties:
        countable &= (ties == 0) & (np.bincount(group[~kept], minlength=groups) == 0)
    _count_out(tested, np.flatnonzero(countable), ranks, g, positive)
    return _nothing_seen(tested, (n == 0) & (np.bincount(group, minlength=groups) > 0))


def _count_out(
    tested: RankTest, groups: Ints, ranks: Floats, group: Ints, positive: Floats
) -> None:
    """Replace normal p by exact ones: how many ways of choosing signs give such a sum?"""
    order = np.argsort(group, kind="stable")
    edges = np.searchsorted(group[order], [groups, groups + 1])
    for code, start, end in zip(groups.tolist(), *edges.tolist(), strict=True):
        doubled = np.rint(2 * ranks[order[start:end]]).astype(np.int64)
        chance = np.zeros(int(doubled.sum()) + 1)
        chance[0] = 1.0
        for rank in doubled.tolist():
            chance[rank:] = chance[rank:] / 2 + chance[: len(chance) - rank] / 2
            chance[:rank] /= 2
        at = round(2 * positive[code])
        tested.less[code] = min(float(chance[: at + 1].sum()), 1.0)
        tested.greater[code] = min(float(chance[at:].sum()), 1.0)
        tested.two_sided[code] = min(2 * min(tested.less[code], tested.greater[code]), 1.0)


def rank_sum(values: Floats, first: Bools, group: Ints, groups: int) -> RankTest:
    """Test whether `first` values lie below or above the others (Mann and Whitney, 1947).

    The normal distribution with corrections for ties and for continuity.
    """
    ranks, ties = average_ranks(values, group, groups)
    n = np.bincount(group, minlength=groups).astype(float)
    one = np.bincount(group[first], minlength=groups).astype(float)
    above = add_up(ranks[first], group[first], groups) - one * (one + 1) / 2
    return from_counts(above, one, n - one, ties)


def from_counts(above: Floats, one: Floats, two: Floats, ties: Floats) -> RankTest:
    """Return p from the number of pairs in which the first value lies above the second."""
    n = one + two
    with np.errstate(divide="ignore", invalid="ignore"):
        sd = np.sqrt(one * two / 12 * (n + 1 - ties / (n * (n - 1))))
        distance = above - one * two / 2
        tested = RankTest(
            ndtr((distance + 0.5) / sd),
            ndtr(-(distance - 0.5) / sd),
            np.minimum(2 * ndtr(-(np.abs(distance) - 0.5) / sd), 1.0),
        )
    return _nothing_seen(tested, (one > 0) & (two > 0) & (sd == 0))


def _normal(z: Floats) -> RankTest:
    return RankTest(ndtr(z), ndtr(-z), np.minimum(2 * ndtr(-np.abs(z)), 1.0))


def _nothing_seen(tested: RankTest, equal: Bools) -> RankTest:
    """Say p = 1 where all values are equal: nothing speaks for a difference."""
    for p in (tested.less, tested.greater, tested.two_sided):
        p[equal] = 1.0
    return tested
