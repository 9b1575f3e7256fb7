"""The e-process of preferences for a hundred thousand simulated looks.

Simulated campaigns meet the same numbers of wins and losses again and again, so the
probability of each distinct pair of counts is computed once, on a fixed grid of differences,
and looked up. The package itself looks at one campaign and needs no such table;
`tests/stats/monitoring/test_study.py` holds the two against each other.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tertium.stats.monitoring.binomial import BOUND, DIFFERENCE_SD, log_marginal
from tertium.stats.monitoring.eprocess import alternatives, largest, nulls

__all__ = ["log_e_values"]

Floats = NDArray[np.float64]

_FARTHEST, _STEP = 2.5, 0.05  # of the grid of log ratios; a finer one for many judgements
_CHUNK = 1024


def log_e_values(wins: Floats, losses: Floats, *, bound: float = BOUND) -> Floats:
    """Return what `binomial.log_e_values` returns, for very many looks."""
    pairs, places = np.unique(wins + 1j * losses, return_inverse=True)  # complex numbers sort fast
    looks = places.reshape(-1, wins.shape[-1])
    most = float((wins + losses).sum(-1).max())
    steps = int(np.ceil(_FARTHEST / min(_STEP, 3 / most**0.5)))
    theta, tau = np.linspace(-_FARTHEST, _FARTHEST, 2 * steps + 1), alternatives(bound)
    prior = np.exp(-0.5 * (theta / DIFFERENCE_SD) ** 2)
    weights = np.repeat(prior / prior.sum(), len(tau)) / len(tau)

    def averaged(sums: Floats) -> Floats:
        top = sums.max(1, keepdims=True)
        return np.asarray(top[:, 0] + np.log(np.exp(sums - top) @ weights))

    found = _over_looks(pairs, looks, theta, tau, averaged)
    found -= _over_looks(pairs, looks, np.zeros(1), nulls(bound), largest)
    return found.reshape(wins.shape[:-1])


def _over_looks(
    pairs: NDArray[np.complex128],
    looks: NDArray[np.int64],
    theta: Floats,
    tau: Floats,
    reduce: Callable[[Floats], Floats],
) -> Floats:
    """Add up the log probabilities of annotators at each look, and reduce them at once."""
    known = np.zeros((len(pairs), len(theta) * len(tau)))
    for start in range(0, len(pairs), _CHUNK):
        some = pairs[start : start + _CHUNK, None, None]
        each = log_marginal(some.real, some.imag, theta[:, None], tau)
        known[start : start + _CHUNK] = np.where(some != 0, each, 0.0).reshape(len(some), -1)
    reduced = []
    for start in range(0, len(looks), _CHUNK):
        sums = np.zeros((len(looks[start : start + _CHUNK]), known.shape[1]))
        for annotator in looks[start : start + _CHUNK].T:
            sums += known[annotator]
        reduced.append(reduce(sums))
    return np.concatenate(reduced)
