"""TrueSkill as the WMT shared tasks published it from 2014 to 2016.

Sakaguchi, Post and Van Durme (2014) rank systems with the skill model of Herbrich, Minka
and Graepel (2006): system i has a skill N(μ_i, σ_i²), each match moves it. One *run* draws
as many matches as there are (and one more), always of the system whose σ is largest,
against an opponent drawn with weight exp(−|μ_i − μ_j|), with an outcome drawn from the
matches of the two. Before each run the matches themselves are drawn anew with replacement
(WMT16). Systems with the same output count as tied, once a judgement, because the
organisers' files list them so.

The score is the mean of μ over runs; rank ranges cut the lowest and highest ranks of the
runs off; a cluster ends behind a system whose worst rank is better than every best
rank below. Matches are drawn one by one, as if those of one ranking and one person were
independent, so ranges are narrower than what other people would give.
"""

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.ranking.matches import Tally

SIGMA = 0.5  # of a skill before the first match; its μ is 0
BETA_PER_MATCH = SIGMA / 40  # performance varies the more, the more matches there are
DRAWS = 0.25  # the share of draws that sets the margin; τ is 0, skills do not drift
_FAR = 1e4  # margins beyond which nothing is: "no bound", without infinities
# The bounds of the difference of performances, in margins, for loss, tie and win.
_LOW, _HIGH = np.array([-_FAR, -1.0, 1.0]), np.array([-1.0, 1.0, _FAR])
_BLOCK = 256  # matches whose random numbers are drawn together
_DENSITY = (2 * np.pi) ** -0.5


@dataclass(frozen=True, slots=True)
class Runs:
    """μ of every system after each run, (runs, systems)."""

    mu: Floats

    def ranks(self, level: float) -> tuple[Floats, Floats]:
        """Return the range of ranks of every system, 1 being the highest μ.

        Systems whose μ is the same in a run share the ranks they take up.
        """
        above = (self.mu[:, None, :] > self.mu[:, :, None]).sum(2)
        below = (self.mu[:, None, :] < self.mu[:, :, None]).sum(2)
        return span(1 + above, level)[0], span(self.mu.shape[1] - below, level)[1]


def span(values: NDArray[Any], level: float) -> tuple[Floats, Floats]:
    """Return the lowest and highest of the runs (rows), extremes cut off as WMT does."""
    runs = len(values)
    cut = min(ceil(round(runs * (1 - level) / 2, 9)), (runs - 1) // 2)
    ordered = np.sort(values, axis=0)
    return ordered[cut].astype(float), ordered[runs - 1 - cut].astype(float)


def trueskill(counts: Tally, *, runs: int, seed: int) -> Runs:
    """Let systems play as often as they were compared, in many runs side by side.

    Systems that were never compared never meet; a system without any match keeps μ = 0.
    """
    size, matches = len(counts.wins), int(counts.compared.sum() / 2)
    mu, variance = np.zeros((runs, size)), np.full((runs, size), SIGMA**2)
    if not matches:
        return Runs(mu)
    rng = np.random.default_rng(seed)
    lost, tied, met = _drawn_anew(counts, matches, runs, rng)
    # A system without matches in a run is never the most uncertain one.
    variance = np.where(met.any(2), variance, 0.0)
    everyone = bool((met.sum(2) == size - 1).all())
    plays = matches + 1
    beta = BETA_PER_MATCH * plays
    base, sums = np.arange(runs) * size, np.triu(np.ones((size, size)))
    for play in range(plays):
        if play % _BLOCK == 0:
            random = rng.random((_BLOCK, 2, runs))
        opponent, outcome = random[play % _BLOCK]
        one = base + variance.argmax(1)
        mu_one = mu.take(one)
        weight = np.exp(-np.abs(mu - mu_one[:, None]))
        weight.put(one, 0.0)
        if not everyone:
            weight *= met.reshape(-1, size)[one]
        reached = weight @ sums  # cumulated over opponents
        chosen = (reached > (opponent * reached[:, -1])[:, None]).argmax(1)
        two, pair = base + chosen, one * size + chosen
        result = (outcome >= lost.take(pair)).astype(np.intp)
        result += outcome >= tied.take(pair)
        mu_two, v_one, v_two = mu.take(two), variance.take(one), variance.take(two)
        moved = update(mu_one, v_one, mu_two, v_two, result, beta=beta)
        mu.put(one, moved[0])
        variance.put(one, moved[1])
        mu.put(two, moved[2])
        variance.put(two, moved[3])
    return Runs(mu)


def update(
    mu_one: Floats, v_one: Floats, mu_two: Floats, v_two: Floats, result: Ints, *, beta: float
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return both skills (mean and variance) after a match: 0 the first lost, 1 a tie, 2 it won.

    The difference of performances is normal; the result says between which margins it
    fell, and the mean and variance of the part between them move the skills.
    """
    c2 = 2 * beta**2 + v_one + v_two
    c = np.sqrt(c2)
    margin = float(ndtri((DRAWS + 1) / 2)) * 2**0.5 * beta / c
    apart = (mu_one - mu_two) / c
    low, high = _LOW[result] * margin - apart, _HIGH[result] * margin - apart
    at_low, at_high = _DENSITY * np.exp(-low * low / 2), _DENSITY * np.exp(-high * high / 2)
    between = ndtr(high) - ndtr(low)
    shift = (at_low - at_high) / between
    shrink = shift * shift - (low * at_low - high * at_high) / between
    return (
        mu_one + v_one / c * shift,
        v_one * (1 - v_one / c2 * shrink),
        mu_two - v_two / c * shift,
        v_two * (1 - v_two / c2 * shrink),
    )


def run_clusters(low: Floats, high: Floats) -> Ints:
    """Return the cluster of each system from its range of ranks, systems sorted best first."""
    best_below = np.minimum.accumulate(low[::-1])[::-1]
    ends = high[:-1] < best_below[1:]
    return 1 + np.concatenate([[0], np.cumsum(ends, dtype=np.int64)])[: len(low)]


def _drawn_anew(
    counts: Tally, matches: int, runs: int, rng: np.random.Generator
) -> tuple[Floats, Floats, Bools]:
    """Draw the matches of every run with replacement.

    Returns, by run and pair, the probabilities that the first system loses, that it
    does not win, and whether the two meet at all.
    """
    size = len(counts.wins)
    upper = np.triu_indices(size, 1)
    boxes = np.concatenate([counts.wins[upper], counts.ties[upper], counts.wins.T[upper]])
    drawn = rng.multinomial(matches, boxes / boxes.sum(), size=runs).astype(float)
    won, tied, lost = np.split(drawn, 3, axis=1)
    losing, even = np.zeros((2, runs, size, size))
    losing[:, upper[0], upper[1]], losing[:, upper[1], upper[0]] = lost, won
    even[:, upper[0], upper[1]] = even[:, upper[1], upper[0]] = tied
    number = losing + losing.transpose(0, 2, 1) + even
    met = number > 0
    number = np.where(met, number, 1.0)
    return losing / number, (losing + even) / number, met
