"""The most frequent label, and how often fewer annotators would have given the same.

Of each item's votes any k are equally likely to be all there are: the probability that their
majority is that of all follows by counting (no simulation). A tie among the k is broken at random.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, prod

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.consensus.votes import Votes, chosen, shares
from tertium.stats.result import Estimate
from tertium.stats.shares import mean_share

_MOST_WAYS = 20_000  # in which k votes may fall, beyond which nothing is counted


@dataclass(frozen=True, slots=True)
class SmallerMajority:
    """How often the majority of so many `annotators` equals that of all, over `items`.

    Items have more votes than that, and a majority.
    """

    annotators: int
    items: int
    equal: Estimate


def smaller_majorities(votes: Votes, level: float) -> tuple[SmallerMajority, ...]:
    """Return how often 1, 3, 5, … annotators have the majority of all."""
    counts = votes.counts
    counts = counts[chosen(shares(counts)) >= 0]
    size = counts.sum(axis=1)
    found = []
    for number in range(1, int(size.max(initial=0)), 2):
        several = counts[size > number]
        if comb(number + votes.labels - 1, number) > _MOST_WAYS:
            break
        # What counts is how many votes each label has, whichever label it is.
        kinds, kind = np.unique(-np.sort(-several, axis=1), axis=0, return_inverse=True)
        equal = np.array([_same_majority(tuple(map(int, one)), number) for one in kinds])
        found.append(
            SmallerMajority(number, len(several), mean_share(equal[kind.ravel()], level=level))
        )
    return tuple(found)


def _same_majority(counts: tuple[int, ...], number: int) -> float:
    """Return how likely the first label, which has most votes, wins among so many of them.

    >>> _same_majority((3, 2), 1), _same_majority((3, 2), 3)
    (0.6, 0.7)
    """
    won = 0.0
    for drawn in _drawn(counts, number):
        if drawn[0] == max(drawn):
            ways = prod(comb(all_, some) for all_, some in zip(counts, drawn, strict=True))
            won += ways / drawn.count(drawn[0])
    return won / comb(sum(counts), number)


def _drawn(counts: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which so many votes can fall on the labels."""
    if len(counts) == 1:
        if number <= counts[0]:
            yield (number,)
        return
    for first in range(min(counts[0], number) + 1):
        for rest in _drawn(counts[1:], number - first):
            yield (first, *rest)


def vote_shares(votes: Votes) -> Floats:
    """Return the share of votes of each label for each item."""
    return shares(votes.counts)
