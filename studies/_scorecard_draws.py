"""Many samples of marked errors at once: how errors come, and what the rule for verdicts takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tertium.stats.errors.decision import Sample, caps, sample_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
MQM = ((1.0, 0.8), (5.0, 0.2))  # points of an error, share of errors
SENTENCE = 20  # words
_CHUNK = 1_000_000  # segments held at once


@dataclass(frozen=True, slots=True)
class Situation:
    """How errors come, and what is known about it.

    Rates vary between documents and between segments by a law with a coefficient of variation;
    `bad` is a share of documents with five times the errors of the others. `run` is how many
    errors of a kind follow each other on average, in the same segment. `unequal` is the
    variation of documents' lengths. Without `known`, everything counts as one document. With
    `these`, the verdict is about these very documents, not about others like them.
    """

    name: str
    documents: int = 1
    document: float = 0.0
    segment: float = 0.0
    law: Literal["gamma", "lognormal"] = "gamma"
    bad: float = 0.0
    run: float = 1.0
    unequal: float = 0.0
    severities: tuple[tuple[float, float], ...] = MQM
    known: bool = True
    these: bool = False

    @property
    def costs(self) -> tuple[float, ...]:
        """What errors cost."""
        return tuple(cost for cost, _ in self.severities)

    def draw(
        self, rng: np.random.Generator, size: int, words: int, rate: float
    ) -> tuple[Ints, Floats]:
        """Draw errors of each cost, and words, by document and segment, at a rate of points."""
        each = max(1, words // (SENTENCE * self.documents))
        shape = (size, self.documents, each)
        share = np.full((size, self.documents, 1), 1 / self.documents)
        if self.unequal:
            share = varying(rng, self.unequal, (size, self.documents, 1), "lognormal")
            share = share / share.sum(1, keepdims=True)
        often = varying(rng, self.document, (size, self.documents, 1), self.law)
        if self.bad:
            worse = rng.random((size, self.documents, 1)) < self.bad
            often = often * np.where(worse, 5.0, 1.0) / (1 + 4 * self.bad)
        if self.these and self.documents > 1:
            often = often / (often * share).sum(1, keepdims=True)
        often = often * varying(rng, self.segment, shape, self.law) * share / each
        mean = sum(cost * part for cost, part in self.severities)
        counts = np.empty((*shape, len(self.severities)), dtype=np.int64)
        for kind, (_, part) in enumerate(self.severities):
            errors = rng.poisson(rate * words / mean / self.run * part * often)
            if self.run > 1:
                some = errors > 0
                errors[some] += rng.negative_binomial(errors[some], 1 / self.run)
            counts[..., kind] = errors
        return counts, np.broadcast_to(words * share / each, shape)

    def sample(self, counts: Ints, words: Floats, threshold: float) -> Sample:
        """Return what the rule takes, by what is known about documents."""
        if not self.known:
            counts = counts.reshape(len(counts), 1, -1, counts.shape[-1])
            words = words.reshape(len(words), 1, -1)
        documents = self.documents if self.these else inf
        return drawn_sample(counts, self.costs, words, threshold, documents=documents)


def samples(
    one: Situation, words: int, threshold: float, *, runs: int, seed: Sequence[int], rate: float = 1
) -> Iterator[Sample]:
    """Yield samples of texts at `rate` times the threshold (points per word), in portions."""
    rng = np.random.default_rng([*seed, words, round(1e6 * threshold)])
    step = max(1, _CHUNK * SENTENCE // words)
    for start in range(0, runs, step):
        size = min(step, runs - start)
        yield one.sample(*one.draw(rng, size, words, rate * threshold), threshold)


def drawn_sample(
    counts: Ints,
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
