"""Who gave which label to which item."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from tertium.stats.arrays import Bools, Floats, Ints

_TIED = 1e-6  # probabilities that differ by less are equal


@dataclass(frozen=True)
class Votes:
    """One vote per row: annotator `annotator[v]` gave item `item[v]` the label `label[v]`.

    All are numbered from 0; there are so many `items`, `annotators` and `labels`, those that
    nobody gave among them.
    """

    item: Ints
    annotator: Ints
    label: Ints
    items: int
    annotators: int
    labels: int

    def __len__(self) -> int:
        return len(self.item)

    def take(self, rows: Bools) -> "Votes":
        """Keep some votes; items, annotators and labels stay."""
        kept = (self.item[rows], self.annotator[rows], self.label[rows])
        return Votes(*kept, self.items, self.annotators, self.labels)

    @property
    def counts(self) -> Floats:
        """How often each item was given each label, items × labels."""
        cells = np.bincount(
            self.item * self.labels + self.label, minlength=self.items * self.labels
        )
        return cells.astype(float).reshape(self.items, self.labels)

    @cached_property
    def given(self) -> csr_array:
        """Who gave what as a table of ones, items × (annotator, label)."""
        shape = (self.items, self.annotators * self.labels)
        column = self.annotator * self.labels + self.label
        return csr_array((np.ones(len(self)), (self.item, column)), shape=shape)


def shares(counts: Floats) -> Floats:
    """Return counts as shares of their row; an empty row has none."""
    return np.asarray(counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1e-300))


def chosen(probability: Floats) -> Ints:
    """Return the most probable label of each item, −1 where two or more are equally probable."""
    if probability.shape[1] == 1:
        return np.zeros(len(probability), dtype=np.int64)
    highest = np.sort(probability, axis=1)[:, -2:]
    tied = highest[:, 1] - highest[:, 0] < _TIED
    return np.where(tied, -1, probability.argmax(axis=1)).astype(np.int64)


def credit(probability: Floats, truth: Ints) -> Floats:
    """Return how right each choice is: 1 or 0, and 1/m where m labels are tied and one is true."""
    tied = probability >= probability.max(axis=1, keepdims=True) - _TIED
    return np.asarray(tied[np.arange(len(truth)), truth] / tied.sum(axis=1))
