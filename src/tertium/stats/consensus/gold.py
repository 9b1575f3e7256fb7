"""Accuracy against labels that are known to be right."""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.consensus.votes import Votes, credit
from tertium.stats.result import Estimate
from tertium.stats.shares import mean_share


@dataclass(frozen=True, slots=True)
class Gold:
    """The true label of some items; `unit` is what varies, by item (documents where known)."""

    item: Ints
    label: Ints
    unit: Ints | None = None


@dataclass(frozen=True, slots=True)
class CategoryAccuracy:
    """Of the `items` that truly have a label, the share that was given it."""

    category: str
    items: int
    accuracy: Estimate


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The share of gold items whose consensus label is right, and that of the majority.

    A tie of m labels counts 1/m where one of them is right, as if it were drawn.
    """

    items: int
    accuracy: Estimate
    majority: Estimate
    by_category: tuple[CategoryAccuracy, ...]


def accuracy_of(
    probability: Floats, votes: Floats, gold: Gold, categories: tuple[str, ...], level: float
) -> Accuracy:
    """Compare the most probable labels, and the majority of the votes, with the gold labels."""
    right = credit(probability[gold.item], gold.label)
    majority = credit(votes[gold.item], gold.label)
    parts = [
        CategoryAccuracy(
            categories[code], int(here.sum()), _share(right[here], gold.unit, here, level)
        )
        for code in np.unique(gold.label)
        for here in [gold.label == code]
    ]
    everywhere = np.ones(len(right), dtype=bool)
    return Accuracy(
        len(right),
        _share(right, gold.unit, everywhere, level),
        _share(majority, gold.unit, everywhere, level),
        tuple(parts),
    )


def _share(right: Floats, unit: Ints | None, rows: Ints, level: float) -> Estimate:
    return mean_share(right, None if unit is None else unit[rows], level=level)


def annotator_accuracy(votes: Votes, gold: Gold, level: float) -> list[Estimate]:
    """Return each annotator's share of right answers to gold items."""
    truth = np.full(votes.items, -1, dtype=np.int64)
    truth[gold.item] = gold.label
    known = truth[votes.item] >= 0
    right = (votes.label == truth[votes.item]).astype(float)
    return [
        mean_share(right[known & (votes.annotator == one)], level=level)
        for one in range(votes.annotators)
    ]
