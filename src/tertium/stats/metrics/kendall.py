"""Kendall's τ-b within texts, and a permutation test of its mean over texts."""

from collections.abc import Sequence

import numpy as np

from tertium.stats.arrays import Floats

_TOGETHER = 200  # permutations computed at once


def tau_b(first: Floats, second: Floats) -> float:
    """Return τ-b of two rankings; NaN where one of them is constant.

    >>> round(tau_b(np.array([1, 1.3, 2, 2, 2.7, 3]), np.array([26, 22, 25, 18, 20, 15.0])), 6)
    -0.690066
    """
    one, other = _signs(first), _signs(second)
    scale = np.sqrt(float((one**2).sum()) * float((other**2).sum()))
    return float((one * other).sum()) / scale if scale else float("nan")


def mean_tau_p(
    pairs: Sequence[tuple[Floats, Floats]], *, permutations: int, seed: int
) -> float | None:
    """Return the two-sided p that the mean τ of texts is 0: grades are permuted within texts.

    Texts in which τ is not defined are left out; None where it is defined in none.
    """
    defined = [
        (_signs(first), _signs(second))
        for first, second in pairs
        if not np.isnan(tau_b(first, second))
    ]
    if not defined:
        return None
    rng = np.random.default_rng(seed)
    seen = sum(_scaled(one, other) for one, other in defined)
    beyond = 0
    for start in range(0, permutations, _TOGETHER):
        number = min(_TOGETHER, permutations - start)
        total = np.zeros(number)
        for one, other in defined:
            orders = rng.permuted(np.tile(np.arange(len(one)), (number, 1)), axis=1)
            shuffled = one[orders[:, :, None], orders[:, None, :]]
            total += (shuffled * other).sum(axis=(1, 2)) / _scale(one, other)
        beyond += int((np.abs(total) >= abs(seen) - 1e-9).sum())
    return (beyond + 1) / (permutations + 1)


def _signs(values: Floats) -> Floats:
    return np.asarray(np.sign(values[:, None] - values[None, :]), dtype=float)


def _scale(one: Floats, other: Floats) -> float:
    return float(np.sqrt((one**2).sum() * (other**2).sum()))


def _scaled(one: Floats, other: Floats) -> float:
    return float((one * other).sum()) / _scale(one, other)
