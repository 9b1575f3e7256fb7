"""Many samples of marked errors at once, as the rule for verdicts takes them."""

from collections.abc import Sequence
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.stats.errors.decision import Sample, caps, sample_of

__all__ = ["drawn_sample", "varying"]

Floats = NDArray[np.float64]


def drawn_sample(
    counts: NDArray[np.int64],
    costs: Sequence[float],
    words: ArrayLike,
    threshold: ArrayLike,
    *,
    readers: int = 1,
    documents: float = inf,
) -> Sample:
    """Return samples of errors; the last axes of counts are documents, segments and costs.

    `words` are those of each segment, `threshold` the points that a word may cost.
    """
    points = np.asarray(costs, dtype=float)
    total = counts.sum((-3, -2))
    cut = np.minimum(points[:, None], caps(costs))
    x = counts @ points / readers
    return sample_of(
        x,
        counts @ points**2 / readers,
        np.broadcast_to(np.asarray(words, dtype=float), x.shape),
        capped=(total @ cut / readers, total @ cut**2 / readers),
        threshold=threshold,
        largest=float(points.max()),
        documents=documents,
    )


def varying(
    rng: np.random.Generator, variation: float, shape: tuple[int, ...], law: str = "gamma"
) -> Floats:
    """Draw rates with mean 1 and a coefficient of variation."""
    if not variation:
        return np.ones(shape)
    if law == "gamma":
        return rng.gamma(variation**-2, variation**2, shape)
    spread = np.log1p(variation**2)
    return rng.lognormal(-spread / 2, np.sqrt(spread), shape)
