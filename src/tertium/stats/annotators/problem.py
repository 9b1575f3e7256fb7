"""What both engines are given, scores with items and annotators as integers, and give back.

An *item* is one output of one system, or one control text; `score` is standardised over all
annotators together, and so is what comes back. A *pair* says that item `better` is the original of
which item `worse` is a degraded copy, so its quality must be higher; a copy has one original.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from tertium.stats.arrays import Floats, Ints

SHAPE, RATE = 2.0, 1.0  # of the Gamma prior on the precision of each annotator


def _none() -> Ints:
    return np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Problem:
    """Scores as three equally long arrays, and what is known about items beforehand.

    Row g of `systems` spreads a weight of 1 over the items of system g, so that
    `systems @ quality` is the mean quality of each system. `group` names the centre of each
    item for the variant with system effects: a row of weights over `centres` that sum to 1.
    """

    item: Ints
    annotator: Ints
    score: Floats
    items: int
    annotators: int
    better: Ints = field(default_factory=_none)
    worse: Ints = field(default_factory=_none)
    systems: csr_array | None = None
    group: csr_array | None = None

    def __len__(self) -> int:
        return len(self.score)

    @property
    def load(self) -> Ints:
        """How many scores each annotator gave."""
        return np.bincount(self.annotator, minlength=self.annotators)

    @property
    def averages(self) -> csr_array:
        """The weights of `systems`; without systems, none."""
        return csr_array((0, self.items)) if self.systems is None else self.systems

    def components(self) -> Ints:
        """Give a number to each group of items and annotators that no score connects.

        The numbers of all items come first, then those of annotators.
        """
        size = self.items + self.annotators
        ones = np.ones(len(self), dtype=bool)
        links = coo_array((ones, (self.item, self.items + self.annotator)), shape=(size, size))
        _, labels = connected_components(links, directed=False)
        return np.asarray(labels, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Moments:
    """Posterior means and standard deviations of equally many quantities."""

    mean: Floats
    sd: Floats


@dataclass(frozen=True, slots=True)
class Posterior:
    """Qualities of items, and offsets, precisions and slopes of annotators.

    `given` is the score that the annotators would give an item on average, each counting
    by the number of scores given: quality times their mean slope, plus their mean offset.
    It is what the original scale shows. `system_cov` is the covariance of the mean qualities of
    systems. `skipped` counts scores that expectation propagation left out of its last sweep.
    """

    quality: Moments
    expected_score: Moments
    offset: Moments
    precision: Moments
    slope: Moments | None
    contamination: Moments | None
    system_cov: Floats
    converged: bool
    sweeps: int
    skipped: int = 0
