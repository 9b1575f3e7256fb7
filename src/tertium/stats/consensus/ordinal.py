"""Labels on a scale: true labels are places, annotators see them with noise and severity.

A latent-threshold model (Uebersax and Grove, 1993). An annotator perceives the place of the true
label plus noise of an own standard deviation, and answers with the step of the scale that holds
it; a severe annotator's thresholds are higher, by an own shift of less than half a step: if whole
teams could be a step too severe, all true labels could be a step higher. With an own probability
the answer is any label at random, as in Lakshminarayanan and Teh (2013). So a confusion of
neighbours costs less than one of distant labels, and an annotator has three numbers instead of a
table.

Each annotator's numbers have a distribution over a grid instead of one value (variational Bayes),
so that a few answers are not taken for more than they are.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import logsumexp, ndtr

from tertium.stats.arrays import Floats
from tertium.stats.consensus.dawid_skene import PSEUDO_COUNT, answers_by_truth
from tertium.stats.consensus.fitting import Fitted
from tertium.stats.consensus.votes import Votes

_SEVERITY = np.linspace(-0.45, 0.45, 7)  # steps of the scale
_NOISE = np.geomspace(0.25, 2.5, 9)  # steps of the scale
_CARELESS = np.array([0.01, 0.05, 0.12, 0.25, 0.5, 0.75, 0.95])  # share of random answers
_GRID = tuple(part.ravel() for part in np.meshgrid(_SEVERITY, _NOISE, _CARELESS, indexing="ij"))


@dataclass(frozen=True, slots=True)
class Ordinal:
    """The model; `trait` of its fit are severity, noise (in steps) and the careless share."""

    ordered: bool = True

    def fit(self, votes: Votes, expected: Floats, before: Fitted | None) -> Fitted:
        """Weigh the points of the grid for each annotator."""
        logs = np.log(answer_tables(votes.labels)).reshape(len(_GRID[0]), -1)
        cells = answers_by_truth(votes, expected).reshape(votes.annotators, -1)
        prior = _log_prior()
        score = cells @ logs.T + prior
        log_weight = score - logsumexp(score, axis=1, keepdims=True)
        weight = np.exp(log_weight)
        answer = np.exp(weight @ logs).reshape(votes.annotators, votes.labels, votes.labels)
        totals = expected.sum(axis=0) + PSEUDO_COUNT
        shares = totals / totals.sum()
        surprise = float((weight * (log_weight - prior)).sum())
        penalty = PSEUDO_COUNT * float(np.log(shares).sum()) - surprise
        traits = tuple(weight @ part[:, None] for part in _GRID)
        return Fitted(shares, answer, penalty, traits)


def _log_prior() -> Floats:
    """Return how probable each point of the grid is beforehand, in logs."""
    severity, noise, _ = _GRID
    found = -((severity / 0.3) ** 2) / 2 - (np.log(noise / 0.6) / 0.7) ** 2 / 2
    return np.asarray(found - logsumexp(found))


@cache
def answer_tables(labels: int) -> Floats:
    """Return the probability of each answer where each label is true, for the whole grid."""
    severity, noise, careless = (part[:, None, None] for part in _GRID)
    place = np.arange(labels)
    threshold = np.concatenate([[-np.inf], place[:-1] + 0.5, [np.inf]])
    below = ndtr((threshold[None, :, None] + severity - place[None, None, :]) / noise)
    seen = np.maximum(np.diff(below, axis=1), 1e-12)
    mixed = (1 - careless) * seen + careless / labels
    return np.asarray(mixed / mixed.sum(axis=1, keepdims=True))
