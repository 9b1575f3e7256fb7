"""MACE (Hovy, Berg-Kirkpatrick, Vaswani and Hovy, 2013): annotators know, or answer from habit.

With probability θ an annotator gives the true label, otherwise one drawn from the annotator's own
distribution ξ, whatever is true. True labels are equally frequent beforehand. The fit is the
paper's: variational Bayes with the priors Beta(½, ½) for θ and Dirichlet(10) for ξ.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import digamma

from tertium.stats.arrays import Floats
from tertium.stats.consensus.dawid_skene import answers_by_truth
from tertium.stats.consensus.fitting import Fitted
from tertium.stats.consensus.votes import Votes

_KNOWS, _HABIT = 0.5, 10.0  # priors of the paper


@dataclass(frozen=True, slots=True)
class Mace:
    """The model; `trait` of its fit is the competence θ of each annotator."""

    ordered: bool = False

    def fit(self, votes: Votes, expected: Floats, before: Fitted | None) -> Fitted:
        """Count how often annotators knew, and what they answered when they did not."""
        cells = answers_by_truth(votes, expected)
        given, right = cells.sum(axis=2), np.diagonal(cells, axis1=1, axis2=2)
        if before is None:
            knew = right / 2  # a right answer is known or lucky
        else:
            know, habit = before.trait
            lucky = (1 - know) * habit
            knew = right * know / (know + lucky)
        total = given.sum(axis=1)
        know = _mean_log(knew.sum(axis=1) + _KNOWS) / _mean_log(total + 2 * _KNOWS)
        guess = _mean_log((given - knew).sum(axis=1) + _KNOWS) / _mean_log(total + 2 * _KNOWS)
        unknown = given - knew + _HABIT
        habit = _mean_log(unknown) / _mean_log(unknown.sum(axis=1, keepdims=True))
        truth = np.eye(votes.labels)[None] * know[:, None, None]
        answer = truth + (guess[:, None] * habit)[:, :, None]
        prior = np.full(votes.labels, 1 / votes.labels)
        return Fitted(prior, answer, trait=(know[:, None] / (know + guess)[:, None], habit))


def _mean_log(counts: Floats) -> Floats:
    """Return exp of the expected log of a share that has so many counts, but for its total."""
    return np.asarray(np.exp(digamma(counts)))
