"""Which pair to ask next, judging by what has been answered.

Two ways to steer, both for one source and one annotator at a time, and never inside a
common set, whose pairs are the same for everybody. *Follow-ups* come after a tournament
and relate top alternatives that no chain of answers relates yet. *Budget mode* asks each
time the pair whose answer is expected to tell most, and records the probability with which
it was drawn (its *propensity*).

What steering does to an analysis of systems: the choice depends only on answers that are in
the data, so a likelihood-based model (Bradley–Terry) needs no weighting as far as the model
is true. Plain win rates do: whoever is asked against equals wins less often. Outputs of one
system differ from source to source, though, which Bradley–Terry does not know; steering
picks close pairs, and strengths keep their order but move together. Mean dominance does
not suffer (docs/evidence/tournament.md), and a tournament without follow-ups is all but free
of this, because its pairs do not depend on answers.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

from tertium.stats.arrays import Bools, Floats
from tertium.stats.tournament.orders import Orders, order

Pair: TypeAlias = tuple[int, int]
Answers: TypeAlias = Sequence[tuple[int, int, float]]  # +1: the first is better, NaN: no answer
Strengths: TypeAlias = tuple[Floats, Floats]  # posterior means, and their covariance

PRIOR_SD = 1.5  # of a system's log strength
OUTPUT_SD = 1.4  # of an output's log strength around its system's, from WMT rankings
UNIFORM = 0.1  # share of the draws in which every candidate has the same chance
_CONVERGED = 1e-6  # of a Newton step; what is left after it is its square
_MOST_STEPS = 200
_EQUAL = 1e-6  # informations this near to the highest share its chance


def dominances(reach: Bools, sizes: ArrayLike = 1) -> Floats:
    """Return f = δ − φ of every vertex: translations it dominates less those that dominate it.

    `reach` says which vertex a directed path leads to, `sizes` how many translations a
    vertex stands for.
    """
    dominates = reach & ~reach.swapaxes(-1, -2)
    weight = np.broadcast_to(np.asarray(sizes, dtype=float), reach.shape[:-1])
    below = np.einsum("...ij,...j->...i", dominates, weight)
    above = np.einsum("...ji,...j->...i", dominates, weight)
    return np.asarray(below - above)


def follow_ups(
    n: int, answers: Answers, most: int = 1, *, sizes: Sequence[int] | None = None
) -> list[Pair]:
    """Return the pairs of top alternatives that should be asked after a tournament.

    Pairs that no directed path relates and that were not asked before, the highest
    f(v) + f(w) first; the smaller numbers first where that is equal. Ask one, then call again:
    every answer changes the graph. One follow-up finds the best of five, three find
    the ranking (docs/evidence/tournament.md). `sizes` are translations per vertex.
    """
    found = _ordered(n, answers)
    f = dominances(found.reach, 1 if sizes is None else sizes)[0]
    first, second = np.nonzero(found.unrelated[0] & ~_asked(n, answers))
    top = np.argsort(-(f[first] + f[second]), kind="stable")[:most]
    return [(int(first[k]), int(second[k])) for k in top]


def next_pair(
    n: int, answers: Answers, strengths: Strengths | None, draw: np.random.Generator
) -> tuple[Pair, float] | None:
    """Draw the pair to ask next within a budget, with the probability of this choice.

    While the answers do not connect the alternatives, a pair across unconnected parts is
    asked; afterwards one that no directed path relates. None means that nothing more can be
    learnt about this source. `strengths` are mean and covariance of these n alternatives'
    systems in the campaign so far (`campaign_strengths`), None if nothing is known; outputs
    lie around their systems, and the answers about this source tell where. Asked is the pair
    with the highest p(1−p)·Var(θᵢ−θⱼ), the information that its answer is expected to add. A
    tenth of the draws is uniform, so that no probability comes near 0.
    """
    first, second = _candidates(n, answers)
    if not len(first):
        return None
    mean, covariance = _outputs(n, answers, strengths)
    expected = expit(mean[first] - mean[second])
    variance = np.diag(covariance)
    spread = variance[first] + variance[second] - 2 * covariance[first, second]
    information = expected * (1 - expected) * spread
    best = information > information.max() * (1 - _EQUAL)
    chances = UNIFORM / len(first) + (1 - UNIFORM) * best / best.sum()
    chosen = draw.choice(len(first), p=chances)
    return (int(first[chosen]), int(second[chosen])), float(chances[chosen])


def campaign_strengths(wins: ArrayLike, ties: ArrayLike) -> Strengths:
    """Return the systems' log strengths in the campaign so far, with their covariance.

    `wins[i, j]` counts how often i was preferred to j, `ties[i, j] = ties[j, i]` how often
    neither was; a tie is half a win for both. Bradley–Terry with a normal prior of sd 1.5
    around 0, so that systems never compared have a strength too; Newton's method finds
    the mode, the inverse of the curvature there is the covariance.
    """
    won = np.asarray(wins, dtype=float) + np.asarray(ties, dtype=float) / 2
    systems = len(won)
    return _posterior(won, np.zeros(systems), np.eye(systems) / PRIOR_SD**2)


def _outputs(n: int, answers: Answers, strengths: Strengths | None) -> Strengths:
    """Return the outputs' log strengths: around their systems', and as answered here."""
    mean, covariance = strengths or (np.zeros(n), PRIOR_SD**2 * np.eye(n))
    won = np.zeros((n, n))
    for i, j, value in answers:
        if not np.isnan(value):
            won[i, j] += (1 + np.sign(value)) / 2
            won[j, i] += (1 - np.sign(value)) / 2
    around = np.asarray(covariance + OUTPUT_SD**2 * np.eye(n))
    return _posterior(won, mean, np.asarray(np.linalg.inv(around), dtype=float))


def _posterior(won: Floats, mean: Floats, precision: Floats) -> Strengths:
    """Return mode and covariance of log strengths with a normal prior, by Newton's method."""
    compared = won + won.T
    theta = mean
    for _ in range(_MOST_STEPS):
        p = expit(theta[:, None] - theta[None, :])
        information = compared * p * (1 - p)
        curvature = np.diag(information.sum(1)) - information + precision
        slope = (won - compared * p).sum(1) - precision @ (theta - mean)
        step = np.linalg.solve(curvature, slope)
        longest = np.abs(step).max(initial=0.0)
        theta = theta + step / max(1.0, longest)  # long steps may lead beyond the mode
        if longest < _CONVERGED:
            break
    return theta, np.linalg.inv(curvature)


def _ordered(n: int, answers: Answers) -> Orders:
    """Order the alternatives as far as the answers do, as a batch of one graph."""
    better, tied = np.zeros((2, 1, n, n), dtype=bool)
    for i, j, value in answers:
        better[0, i, j] |= value > 0
        better[0, j, i] |= value < 0
        if value == 0:
            tied[0, i, j] = tied[0, j, i] = True
    return order(better, tied)


def _asked(n: int, answers: Answers) -> Bools:
    """Mark the pairs that were asked, also those that got no answer."""
    asked = np.zeros((n, n), dtype=bool)
    for i, j, _ in answers:
        asked[i, j] = asked[j, i] = True
    return asked


def _candidates(n: int, answers: Answers) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the pairs that may be asked next."""
    new = ~_asked(n, answers)
    found = _ordered(n, answers)
    # Answers connect whichever way they point, so reaching in either direction shows the parts.
    parts = connected_components(coo_array(found.reach[0]), directed=False)[1]
    across = np.triu((parts[:, None] != parts[None, :]) & new, 1)
    first, second = np.nonzero(across if across.any() else found.unrelated[0] & new)
    return first, second
