"""The annotator model by Gibbs sampling: the paper's, and the variants that need it.

    score of j for i ~ N(β_j + s_j μ_i, 1/τ_j)

*Slopes* s_j ~ N(1, 0.5²) let an annotator react weakly, not at all, or the wrong way. The
paper's model has s_j = 1, and takes whoever gives the same score to everything for the
most precise of all. *System effects* centre qualities on their system, μ_i ~ N(γ, σ²)
with γ ~ N(0, 3²) and 1/σ² ~ Gamma(2, 1), so that an annotator who saw weak systems does not
look severe. *Censored* scores at an end of the scale stand for anything beyond it.
*Contamination* lets each score be anything at all with probability ε_j ~ Beta(1, 19).

Chains are drawn together, a column each, until they agree.
"""

import numpy as np

from tertium.stats.annotators.canonical import canonical_order
from tertium.stats.annotators.chains import Chains, Variant
from tertium.stats.annotators.problem import Moments, Posterior, Problem
from tertium.stats.annotators.sums import by_column
from tertium.stats.arrays import Floats

CHAINS, BATCHES = 4, 10
WARM, DRAWS = 100, 400  # sweeps before the first draw counts; draws of each chain
_DOUBLINGS = 3
_LARGE = 50_000  # scores, from which fewer draws may do
_MOST, _DRAWN = 4e9, 15  # scores times sweeps; a score that is drawn costs as much as fifteen
# R̂ at most and effective draws at least: of qualities and systems, and of annotators, who have
# few scores each. Half the effective draws go with twice the excess of R̂ over 1.
_QUALITY = 1.03, 200.0
_ANNOTATOR = 1.06, 100.0


class Batches:
    """Sums of draws and of their squares, by batch and chain.

    Draws are not kept, so a million scores need little memory. From the batches follow R̂, which
    compares chains with each other (Gelman and Rubin, 1992), and the *effective number*, how many
    independent draws would give means as precise.
    """

    def __init__(self, shape: tuple[int, int], batches: int, draws: int) -> None:
        """Expect so many draws of (quantities, chains); batches are of equal length."""
        self._length = draws // batches
        self._sums = np.zeros((batches, *shape))
        self._squares = np.zeros(shape)
        self._square = np.empty(shape)  # of one draw
        self._seen = 0

    def add(self, draw: Floats) -> None:
        """Add one draw of every chain."""
        self._sums[self._seen // self._length] += draw
        self._squares += np.multiply(draw, draw, out=self._square)
        self._seen += 1

    def extend(self) -> None:
        """Expect as many draws again; two batches become one."""
        batches = len(self._sums)
        self._sums[: batches // 2] = self._sums[::2] + self._sums[1::2]
        self._sums[batches // 2 :] = 0
        self._length *= 2

    @property
    def moments(self) -> Moments:
        """Mean and sd over all draws of all chains."""
        number = self._seen * self._squares.shape[1]
        mean = self._sums.sum((0, 2)) / number
        return Moments(mean, np.sqrt(np.maximum(self._squares.sum(1) / number - mean**2, 0)))

    def agreement(self) -> tuple[Floats, Floats]:
        """Return R̂ and the effective number of draws of every quantity.

        Quantities that never move are left out of account: 1, and all draws.
        """
        batches, _, chains = self._sums.shape
        number = self._seen * chains
        chain = self._sums.sum(0) / self._seen
        within = (self._squares / self._seen - chain**2).mean(1)
        total = within + chain.var(1)
        means = (self._sums / self._length).swapaxes(1, 2).reshape(batches * chains, -1)
        between = means.var(0, ddof=1) * self._length
        moves = within > 1e-12
        safe = np.where(moves, within, 1.0)
        spread = chain.var(1, ddof=1) if chains > 1 else np.zeros(len(safe))
        r_hat = np.where(moves, np.sqrt(1 + spread / safe), 1.0)
        effective = number * total / np.where(moves & (between > 0), between, total + 1e-300)
        return r_hat, np.where(moves, np.minimum(effective, number), number)


def gibbs(
    problem: Problem,
    variant: Variant = Variant(),  # noqa: B008  # frozen
    *,
    seed: int = 0,
    draws: int = DRAWS,
    doublings: int = _DOUBLINGS,
) -> Posterior:
    """Draw from the posterior with four chains and summarise the draws.

    If more than 1% of the qualities have R̂ above 1.03 or fewer than 200 effective draws
    (1.06 and 100 for annotators), as many draws again are made, as long as that takes minutes and
    not hours; `converged` tells whether they agree in the end. Many scores begin with fewer draws.
    """
    order = canonical_order(problem)
    problem = order.problem
    chains = Chains(problem, variant, CHAINS, np.random.default_rng(seed))
    for _ in range(WARM):
        chains.sweep()
    drawn = variant.censored or variant.contamination
    cost = len(problem) * (_DRAWN if drawn else 1)
    number = draws if draws != DRAWS else _first_draws(cost)
    kept = _DrawSummary(problem, variant, number)
    done, most = 0, draws * 2 ** (doublings + 1)
    while True:
        for _ in range(number):
            chains.sweep()
            kept.add(chains)
        done += number
        converged = kept.agreed()
        number = done
        if converged or 2 * done > most or (WARM + 2 * done) * cost > _MOST:
            return order.back(kept.posterior(WARM + done, converged=converged))
        kept.extend()


def _first_draws(cost: int) -> int:
    """Return after how many draws to see whether chains agree."""
    return DRAWS if cost <= _LARGE else DRAWS // 2 if cost <= 4 * _LARGE else DRAWS // 4


class _DrawSummary:
    """What is kept of the draws."""

    def __init__(self, problem: Problem, variant: Variant, draws: int) -> None:
        self._load = problem.load / max(len(problem), 1)
        self._averages = None if variant.system_effects else problem.averages
        self._systems = systems = problem.averages.shape[0]
        people, items = (problem.annotators, CHAINS), (problem.items, CHAINS)

        def batches(shape: tuple[int, int]) -> Batches:
            return Batches(shape, BATCHES, draws)

        self.quality, self.expected_score = batches(items), batches(items)
        self.offset, self.precision = batches(people), batches(people)
        self.slope = batches(people) if variant.slope else None
        self.contamination = batches(people) if variant.contamination else None
        self.system = batches((systems, CHAINS))
        self._quality: list[Floats] = []  # of systems
        self._expected_score = np.empty(items)

    def add(self, chains: Chains) -> None:
        """Add a draw of every chain."""
        slope, offset = self._load @ chains.slope, self._load @ chains.offset
        self.quality.add(chains.quality)
        by_column(np.multiply, chains.quality, slope, self._expected_score)
        by_column(np.add, self._expected_score, offset)
        self.expected_score.add(self._expected_score)
        self.offset.add(chains.offset)
        self.precision.add(chains.precision)
        if self.slope:
            self.slope.add(chains.slope)
        if self.contamination:
            self.contamination.add(chains.contamination)
        if self._averages is None:
            system = chains.centre[: self._systems]
        else:
            system = self._averages @ chains.quality
        self.system.add(slope * system + offset)
        self._quality.append(system)

    def extend(self) -> None:
        """Expect as many draws again."""
        always = (self.quality, self.expected_score, self.system, self.offset, self.precision)
        for part in (*always, self.slope, self.contamination):
            if part:
                part.extend()

    def agreed(self) -> bool:
        """Tell whether the chains agree."""
        wanted = (  # outputs last: they are the most by far
            (self.system, *_QUALITY),
            (self.offset, *_ANNOTATOR),
            (self.precision, *_ANNOTATOR),
            (self.quality, *_QUALITY),
            (self.expected_score, *_QUALITY),
        )
        for part, most, least in wanted:
            r_hat, effective = part.agreement()
            if len(r_hat) and (
                np.quantile(r_hat, 0.99) > most or np.quantile(effective, 0.01) < least
            ):
                return False
        return True

    def posterior(self, sweeps: int, *, converged: bool) -> Posterior:
        """Summarise all draws."""
        return Posterior(
            quality=self.quality.moments,
            expected_score=self.expected_score.moments,
            offset=self.offset.moments,
            precision=self.precision.moments,
            slope=self.slope.moments if self.slope else None,
            contamination=self.contamination.moments if self.contamination else None,
            system_cov=_covariance(np.stack(self._quality)),
            converged=converged,
            sweeps=sweeps,
        )


def _covariance(draws: Floats) -> Floats:
    """Return the covariance of (draws, quantities, chains)."""
    number, quantities, chains = draws.shape
    flat = draws.swapaxes(1, 2).reshape(number * chains, quantities)
    off = flat - flat.mean(0)
    return np.asarray(off.T @ off / len(flat))
