"""Expectation maximisation for labels that nobody saw.

A model says how probable each annotator's answer is, given the true label of an item. The true
labels are *expected* from the answers and the model (Bayes), the model is *fitted* to the expected
labels, in turn, until the likelihood no longer rises. It may end in a local maximum: the first
start takes the shares of votes for expected labels, the others weigh annotators at random; of these
the best after some rounds goes on (Biernacki, Celeux and Govaert, 2003), and the better end of both
counts. A model that knows no order may end with two labels exchanged: labels are put back
to where the votes have them.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import logsumexp

from tertium.stats.arrays import Floats
from tertium.stats.consensus.votes import Votes, shares

STARTS = 5
_ROUNDS = 1000
_TRIED = 30  # rounds after which starts are compared
_STILL = 1e-7  # change of a probability in one round at which all stand still


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fitted model: shares of the true labels, and answers × true labels of each annotator.

    `answer[j, l, c]` is the probability that annotator j answers l where c is true. `penalty` is
    what the pseudo-counts add to the log-likelihood. `trait` are what the model says of annotators.
    """

    prior: Floats
    answer: Floats
    penalty: float = 0.0
    trait: tuple[Floats, ...] = ()


class Model(Protocol):
    """How annotators answer."""

    @property
    def ordered(self) -> bool:
        """Whether labels have places, so that they cannot be exchanged."""

    def fit(self, votes: Votes, expected: Floats, before: Fitted | None) -> Fitted:
        """Fit to expected labels, items × labels; `before` is the fit of the round before."""


@dataclass(frozen=True, slots=True)
class Labelling:
    """The probability of each label of each item, with the fit and how it was reached."""

    probability: Floats
    fitted: Fitted
    log_likelihood: float
    rounds: int
    converged: bool
    starts: int


def expect(votes: Votes, fitted: Fitted) -> tuple[Floats, float]:
    """Return the probability of each true label, and the log-likelihood of all answers."""
    with np.errstate(divide="ignore"):
        answer = np.maximum(np.log(fitted.answer), -700.0).reshape(-1, votes.labels)
        joint = np.log(fitted.prior) + votes.given @ answer
    total = logsumexp(joint, axis=1, keepdims=True)
    return np.exp(joint - total), float(total.sum())


def label(votes: Votes, model: Model, *, seed: int = 0, starts: int = STARTS) -> Labelling:
    """Label all items by a model: the best of several starts."""
    rng = np.random.default_rng(seed)
    begun = shares(votes.counts)
    found = [_climb(votes, model, begun)]
    tried = []
    for _ in range(starts - 1):
        weight = rng.exponential(size=votes.annotators)[votes.annotator]
        cell = votes.item * votes.labels + votes.label
        weighed = np.bincount(cell, weight, votes.items * votes.labels).astype(float)
        expected = shares(weighed.reshape(votes.items, votes.labels))
        tried.append(_climb(votes, model, expected, rounds=_TRIED))
    if tried:
        best = max(tried, key=_objective)
        found.append(_climb(votes, model, best.probability, best.fitted))
    # Of equally good ends the first: that of the plain votes.
    end = max(found, key=_objective)
    aligned = end if model.ordered else _aligned(end, begun)
    return replace(aligned, starts=starts)


def _objective(one: Labelling) -> float:
    return round(one.log_likelihood + one.fitted.penalty, 6)


def _climb(
    votes: Votes,
    model: Model,
    expected: Floats,
    fitted: Fitted | None = None,
    *,
    rounds: int = _ROUNDS,
) -> Labelling:
    """Fit and expect in turn, until nothing changes or so many rounds are over."""
    turn, likelihood, still = 0, -np.inf, False
    while not still and turn < rounds:
        fitted = model.fit(votes, expected, fitted)
        before = expected
        expected, likelihood = expect(votes, fitted)
        still = bool(np.abs(expected - before).max(initial=0.0) < _STILL)
        turn += 1
    assert fitted is not None
    return Labelling(expected, fitted, likelihood, turn, still, 1)


def _aligned(found: Labelling, start: Floats) -> Labelling:
    """Return the labels in the order in which they fit the votes best."""
    _, order = linear_sum_assignment(-(start.T @ found.probability))
    fitted = found.fitted
    return replace(
        found,
        probability=found.probability[:, order],
        fitted=replace(fitted, prior=fitted.prior[order], answer=fitted.answer[:, :, order]),
    )
