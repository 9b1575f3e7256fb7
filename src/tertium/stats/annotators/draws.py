"""Summaries of draws from several chains: moments, and whether the chains agree.

Draws are added up in batches and not kept, so a million scores need little memory. From
the batches follow R̂, which compares chains with each other (Gelman and Rubin, 1992), and
the *effective number*, how many independent draws would give means as precise.
"""

import numpy as np
from scipy.special import log_ndtr, ndtri_exp

from tertium.stats.annotators.posterior import Moments
from tertium.stats.arrays import Floats

__all__ = ["Batches", "below"]


class Batches:
    """Sums of draws and of their squares, by batch and chain."""

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


def below(limit: Floats, mean: Floats, sd: Floats, rng: np.random.Generator) -> Floats:
    """Draw from normals cut off above `limit`; logarithms hold far in the tail."""
    log_share = log_ndtr((limit - mean) / sd)
    uniform = np.log(rng.random(np.shape(log_share)))
    return np.asarray(mean + sd * ndtri_exp(uniform + log_share))
