"""What a metric is: numbers of each segment that add up, and a score that follows from their sums.

A score of many segments is no mean of theirs: BLEU divides matched n-grams of the whole text by all
of them. So every metric keeps its *statistics*, some numbers of each segment that may be added up
over any segments (a document, a system, a bootstrap resample), and makes scores from the sums.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray

from tertium.scale import Scale

Floats = NDArray[np.float64]
# The texts of some segments: one list for each system, and one for each reference, in which None
# stands for a reference that is missing. Every segment has one reference at least.
Outputs = Sequence[Sequence[str]]
References = Sequence[Sequence[str | None]]


class Metric(ABC):
    """A metric with its options.

    `name` is its name in commands and columns, `title` that in tables; `better` says which scores
    are good. `highest` is the best score of a metric that ends there, or the worst of one of
    which lower is better; None where scores have no such end. `whole` says that statistics are
    whole numbers.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    better: ClassVar[Literal["higher", "lower"]] = "higher"
    highest: ClassVar[float | None] = None
    whole: ClassVar[bool] = True

    def prepared(self, references: Iterable[References]) -> Self:
        """Return the metric for these references, where it must know all of them beforehand."""
        return self

    @property
    def needs_all_references(self) -> bool:
        """Whether `prepared` reads the references."""
        return False

    @abstractmethod
    def statistics(self, outputs: Outputs, references: References) -> Floats:
        """Return the statistics of segments; axes are system, segment and column."""

    @abstractmethod
    def score(self, sums: Floats) -> Floats:
        """Return the score that follows from sums of statistics, which stand on the last axis."""

    def segment_score(self, statistics: Floats) -> Floats:
        """Return the scores of single segments."""
        return self.score(statistics)

    @abstractmethod
    def options(self) -> dict[str, str]:
        """Return what must be known to repeat the numbers, for signatures."""

    def scale(self, scores: Floats) -> Scale:
        """Return the scale of some scores; without an end of its own it goes as far as they do."""
        known = scores[np.isfinite(scores)]
        most = float(known.max(initial=0.0))
        highest = most if self.highest is None else max(self.highest, most)
        return Scale(
            min(0.0, float(known.min(initial=0.0))),
            highest or 1.0,
            best="highest" if self.better == "higher" else "lowest",
            name=self.title,
        )


def present(stream: Sequence[str | None]) -> tuple[list[str], NDArray[np.bool_]]:
    """Return the texts of one reference, empty where it is missing, and where it is there."""
    there = np.array([text is not None for text in stream], dtype=bool)
    return [text or "" for text in stream], there


def divided(number: Floats, by: Floats, otherwise: float = 0.0) -> Floats:
    """Divide, giving `otherwise` where there is nothing to divide by."""
    shape = np.broadcast_shapes(np.shape(number), np.shape(by))
    into = np.full(shape, otherwise)
    return np.asarray(np.divide(number, by, out=into, where=np.asarray(by) > 0))
