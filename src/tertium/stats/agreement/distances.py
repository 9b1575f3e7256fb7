"""How far apart two annotators are on a scale: equal, one step, two steps."""

from dataclasses import dataclass

import numpy as np

from tertium.stats.agreement.ratings import MOST_STEPS, Ratings
from tertium.stats.arrays import Floats


@dataclass(frozen=True, slots=True)
class DistanceShare:
    """The share of pairs of annotators so many `steps` apart, and `within` so many or fewer."""

    steps: int
    pairs: int
    share: float
    within: float


def distances(ratings: Ratings) -> tuple[DistanceShare, ...]:
    """Count the pairs of answers to the same item by how far they are apart.

    Everybody counts once per item. Categories without places have no distance, and a scale of
    many numbers no steps.
    """
    if np.isnan(ratings.values).any() or not 2 <= len(ratings.values) <= MOST_STEPS + 1:
        return ()
    pairs = pairs_of_answers(ratings.take(ratings.first_passes()))
    if ratings.sides is not None or not pairs.any():
        return ()
    number = [
        float(np.trace(pairs, offset=step) + (np.trace(pairs, offset=-step) if step else 0.0))
        for step in range(len(pairs))
    ]
    total = sum(number)
    found, within = [], 0.0
    for step, some in enumerate(number):
        within += some
        found.append(DistanceShare(step, round(some), some / total, within / total))
    return tuple(found)


def pairs_of_answers(ratings: Ratings) -> Floats:
    """Return how many pairs of ratings of an item have these two categories, half of each way."""
    size = len(ratings.categories)
    items = len(ratings.segment)
    cells = np.bincount(ratings.item * size + ratings.category, minlength=items * size)
    table = cells.astype(float).reshape(items, size)
    crossed = table.T @ table - np.diag(table.sum(axis=0))
    return np.asarray(crossed / 2)
