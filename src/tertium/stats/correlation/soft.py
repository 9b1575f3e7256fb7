"""Soft pairwise accuracy (Thompson et al., 2024): do a metric and people agree how sure it is?

For every pair of systems, p is the share of random sign flips of their segments' differences
that come out as large as the difference itself. The measure is 1 less the mean distance of the
p of people from that of the metric.
"""

import numpy as np
from scipy.special import ndtr

from tertium.stats.arrays import Floats
from tertium.stats.order import NOTHING

FLIPS = 1000
SEED = 4  # of the published program
_CHUNK = 5_000_000  # numbers held at once


def flip_signs(segments: int, *, flips: int = FLIPS, seed: int = SEED) -> Floats:
    """Return one matrix of signs for all pairs of systems, drawn as the published program does."""
    drawn = np.random.default_rng(seed).random((flips, segments), dtype=np.float32)
    return (2 * np.rint(drawn) - 1).astype(np.float64)


def flipped_p(scores: Floats, signs: Floats, *, published: bool = False) -> Floats:
    """Return p of each pair of systems (systems × segments, complete), the first less the second.

    No flip is added for the data themselves, as in the published program. As `published`, sums are
    compared as floating point adds them up, so flips that change nothing may count or not. Else
    they count half, so that the value does not depend on which system comes first.
    """
    first, second = np.triu_indices(len(scores), 1)
    apart = (scores[first] - scores[second]).T
    nothing = NOTHING * np.maximum(1.0, np.abs(apart).sum(0))
    found = np.empty(len(first))
    step = max(1, _CHUNK // max(1, len(signs)))
    for start in range(0, len(first), step):
        part = slice(start, start + step)
        drawn, seen = signs @ apart[:, part], apart[:, part].sum(0)
        if published:
            found[part] = (drawn >= seen).mean(0)
        else:
            above, below = drawn > seen + nothing[part], drawn < seen - nothing[part]
            found[part] = 0.5 + (above.mean(0) - below.mean(0)) / 2
    return found


def normal_p(total: Floats, squares: Floats) -> Floats:
    """Return the p of many flips from Σd and Σd² of pairs: flipped sums are nearly normal."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(squares > 0, ndtr(-total / np.sqrt(squares)), 0.5)


def soft_accuracy(human: Floats, metric: Floats) -> float:
    """Return the measure from the p of both."""
    return float(1 - np.abs(human - metric).mean()) if len(human) else float("nan")
