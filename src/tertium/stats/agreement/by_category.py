"""Each answer of the scale: how often all, or most, of the annotators gave it, beside chance."""

from dataclasses import dataclass
from math import comb

import numpy as np

from tertium.stats.agreement.ratings import Ratings

_MOST = 21  # categories; a scale of many numbers has no answers to list


@dataclass(frozen=True, slots=True)
class SameAnswer:
    """On this `share` of the items exactly `agree` annotators gave the answer.

    `chance` is the probability of that if everybody drew answers as frequent as they are.
    """

    agree: int
    items: int
    share: float
    chance: float


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """One answer of the scale, given or not: its `share` of all ratings, and who agreed on it.

    Shares are of the `items` that `annotators` people rated: the number of people who rated most
    items. `majority` is the share on which more than half gave the answer, `unanimous` that on
    which all did.
    """

    category: str
    ratings: int
    share: float
    annotators: int
    items: int
    unanimous: float
    majority: float
    majority_chance: float
    agreeing: tuple[SameAnswer, ...]


def by_category(ratings: Ratings) -> tuple[CategoryAgreement, ...]:
    """Return every answer of the scale in its order."""
    first = ratings.take(ratings.first_passes())
    size = len(ratings.categories)
    if size > _MOST or not first.shared.any():
        return ()
    items = len(ratings.segment)
    cells = np.bincount(first.item * size + first.category, minlength=items * size)
    table = cells.reshape(items, size)
    number = table.sum(axis=1)
    sizes, often = np.unique(number[number > 1], return_counts=True)
    people = int(sizes[np.lexsort((sizes, often))[-1]])
    rated = table[number == people]
    total = table.sum(axis=0)
    shares = total / total.sum()
    found = []
    for code in range(size):
        agreeing = tuple(
            SameAnswer(
                k,
                int((rated[:, code] == k).sum()),
                float((rated[:, code] == k).mean()),
                float(comb(people, k) * shares[code] ** k * (1 - shares[code]) ** (people - k)),
            )
            for k in range(people, people // 2, -1)
        )
        found.append(
            CategoryAgreement(
                ratings.categories[code],
                int(total[code]),
                float(shares[code]),
                people,
                len(rated),
                agreeing[0].share,
                sum(one.share for one in agreeing),
                sum(one.chance for one in agreeing),
                agreeing,
            )
        )
    return tuple(found)
