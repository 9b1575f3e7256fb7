"""Dawid and Skene (1979): every annotator has a table of what they answer where what is true.

Without pseudo-counts the likelihood is highest where one annotator *is* the truth, on small data
at least: three annotators and eight items suffice. So every cell of every table and every label
begins with half a count (Jeffreys' prior).
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.consensus.fitting import Fitted
from tertium.stats.consensus.votes import Votes

PSEUDO_COUNT = 0.5


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """The model with so many counts in every cell before anybody answers."""

    pseudo_count: float = PSEUDO_COUNT
    ordered: bool = False

    def fit(self, votes: Votes, expected: Floats, before: Fitted | None) -> Fitted:
        """Count answers by true label."""
        cells = answers_by_truth(votes, expected) + self.pseudo_count
        totals = expected.sum(axis=0) + self.pseudo_count
        prior = totals / totals.sum()
        with np.errstate(divide="ignore", invalid="ignore"):
            answer = np.nan_to_num(cells / cells.sum(axis=1, keepdims=True), nan=1 / votes.labels)
            logs = (
                np.maximum(np.log(answer), -700.0).sum() + np.maximum(np.log(prior), -700.0).sum()
            )
        return Fitted(prior, answer, self.pseudo_count * float(logs))


def answers_by_truth(votes: Votes, expected: Floats) -> Floats:
    """Return how often each annotator gave each label where each is true, as expected."""
    cells = np.asarray(votes.given.T @ expected)
    return cells.reshape(votes.annotators, votes.labels, votes.labels)
