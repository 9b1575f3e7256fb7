"""How many annotators share the most popular answer, beside what chance would give.

The table of Pighin, Formiga and Màrquez (2012): of the items judged by so many people,
the share on which at least k of them gave the same answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import comb, factorial

import numpy as np

from tertium.stats.agreement.ratings import Ratings

_MOST_OPTIONS = 20  # a scale of scores has no popular answer
_MOST_PEOPLE = 60  # beyond it the exact chance takes long and says nothing


@dataclass(frozen=True, slots=True)
class Majority:
    """Of `items` judged by `annotators` people, the share with `at_least` equal answers.

    `chance` is the probability of that if everybody drew one of the `options` blindly: the answers
    of the scale, used or not; where nobody knows them, those that occur in the data.
    `chance_by_shares` is the probability if answers were drawn as frequent as they are.
    """

    annotators: int
    at_least: int
    items: int
    share: float
    chance: float
    options: int
    chance_by_shares: float


def majority_chance(annotators: int, at_least: int, options: int) -> float:
    """Return the chance that some answer is given by `at_least` of the annotators.

    Everybody draws one of the options with equal probability; all ways to do so are
    counted, exactly.

    >>> round(majority_chance(16, 9, 3), 3)
    0.15
    """

    @cache
    def without_majority(people: int, left: int) -> int:
        """Count the ways in which no answer is given by that many people."""
        if not left:
            return int(people == 0)
        most = min(at_least - 1, people)
        return sum(
            comb(people, chosen) * without_majority(people - chosen, left - 1)
            for chosen in range(most + 1)
        )

    every: int = options**annotators
    return (every - without_majority(annotators, options)) / every


def majority_chance_by_shares(annotators: int, at_least: int, shares: Sequence[float]) -> float:
    """Return the chance of such a majority where answers have these shares.

    >>> round(majority_chance_by_shares(5, 4, [0.25] * 4), 4)
    0.0625
    """
    # ways[n]: of n people, weighted by their probabilities, no answer given by so many
    ways = [1.0] + [0.0] * annotators
    for share in shares:
        few = [share**n / factorial(n) for n in range(min(at_least, annotators + 1))]
        ways = [
            sum(few[n] * ways[people - n] for n in range(min(people + 1, len(few))))
            for people in range(annotators + 1)
        ]
    return max(0.0, 1 - factorial(annotators) * ways[annotators])


def majorities(ratings: Ratings) -> tuple[Majority, ...]:
    """Return the table for every number of people that items were judged by, largest first.

    Everybody counts once per item, with the first pass. The smallest majority listed is
    the first that chance does not give anyway.
    """
    used = np.unique(ratings.category)
    if ratings.sides is not None and np.isin(ratings.sides, used).any():
        used = np.union1d(used, ratings.sides)  # who may choose one side may choose the other
    options = max(len(used), ratings.options, 2)
    if options > _MOST_OPTIONS or not len(ratings):
        return ()
    first = ratings.take(ratings.first_passes())
    _, item = np.unique(first.item, return_inverse=True)
    answer = np.searchsorted(used, first.category)
    counts = np.zeros((int(item.max()) + 1, len(used)), dtype=np.int64)
    np.add.at(counts, (item, answer), 1)
    people, largest = counts.sum(axis=1), counts.max(axis=1)
    shares = (counts.sum(axis=0) / counts.sum()).tolist()
    if ratings.sides is not None and np.isin(ratings.sides, used).all():
        one, two = np.searchsorted(used, ratings.sides)  # either is as likely as the other
        shares[one] = shares[two] = (shares[one] + shares[two]) / 2
    found = []
    for number in np.unique(people)[::-1]:
        if not 1 < number <= _MOST_PEOPLE:
            continue
        sizes = largest[people == number]
        for at_least in range(-(-int(number) // options) + 1, int(number) + 1):
            found.append(
                Majority(
                    annotators=int(number),
                    at_least=at_least,
                    items=len(sizes),
                    share=float((sizes >= at_least).mean()),
                    chance=majority_chance(int(number), at_least, options),
                    options=options,
                    chance_by_shares=majority_chance_by_shares(
                        int(number), at_least, sorted(shares)
                    ),
                )
            )
    return tuple(found)
