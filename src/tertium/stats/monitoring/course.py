"""A campaign as it unfolds: what its judgements say after any number of them.

A *course* knows the judgements of two systems in the order they came. At a look it tells what is
believed about the difference between them, for annotators and documents like these; whether that
means preferences or scores, the rules of stopping need not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

from tertium.stats.arrays import Floats, Ints
from tertium.stats.contrasts.crossed import ANNOTATORS, DOCUMENTS, CrossedEstimates
from tertium.stats.contrasts.ratio import JUDGEMENT_SD, unanimous_bound
from tertium.stats.monitoring.result import Kind

_TINY, _HUGE = 1e-6, 1e6
_EVERY = 64  # up to so many judgements every one is a look of the anytime-valid rule


@dataclass(frozen=True, slots=True)
class Scale:
    """How large things are: log ratios, or points.

    `difference` is the sd of the differences that two systems are expected to have, `bound` the
    sd between annotators that the null allows, `rope` half the range of differences that do not
    matter. Differences of scores are counted in hundredths of their scale; `unit` is how much one
    of them is.
    """

    difference: float
    bound: float
    rope: float
    unit: float = 1.0


@dataclass(frozen=True, slots=True)
class Standing:
    """What is believed after some judgements, `decided` of which say something.

    `estimate` is the pooled value, NaN without one. `found` is the crossed mixture around it, None
    where nothing varies; `unanimous` is then the number of independent cases if all of them prefer
    the advanced system, or minus that number if all prefer the baseline. `beyond` is the p of the
    hypothesis that annotators differ by no more than the bound.
    """

    judgements: int
    decided: int
    annotators: int
    documents: int | None
    segments: int
    estimate: float = np.nan
    found: CrossedEstimates | None = None
    unanimous: int = 0
    beyond: float = 1.0

    def ends(self, level: float) -> tuple[float, float]:
        """Return low and high of the interval; an end that is not known is infinite."""
        if self.found is not None:
            middle, reach = float(self.found.estimate[0]), float(self.found.reach(level)[0])
            return middle - reach, middle + reach
        if not self.unanimous:
            return -np.inf, np.inf
        bound = self._unanimous_bound(float(ndtri((1 + level) / 2)))
        return (bound, np.inf) if self.unanimous > 0 else (-np.inf, -bound)

    def below(self, value: float) -> float:
        """Return how probable it is that the difference lies below a value."""
        if self.found is not None:
            away = (value - self.found.estimate[0]) / np.sqrt(self.found.variance[0])
            return float((self.found.weight[0] * ndtr(away)).sum())
        if not self.unanimous:
            return 0.5
        won = self.unanimous > 0
        sought = value if won else -value
        z = brentq(lambda z: self._unanimous_bound(z) - sought, _TINY, _HUGE)
        return float(ndtr(-z) if won else ndtr(z))

    def _unanimous_bound(self, z: float) -> float:
        """Return the log ratio that is left possible if all judgements prefer one system.

        Wilson's bound of a share of 1, less what so few annotators and documents may differ by
        as in past campaigns.
        """
        spread = (JUDGEMENT_SD * ANNOTATORS) ** 2 / self.annotators
        if self.documents:
            spread += (JUDGEMENT_SD * DOCUMENTS) ** 2 / self.documents
        return unanimous_bound(abs(self.unanimous), z) - z * float(np.sqrt(spread))


class Course(Protocol):
    """Judgements of two systems in the order they came."""

    @property
    def kind(self) -> Kind:
        """What was judged."""

    @property
    def scale(self) -> Scale:
        """How large things are."""

    @property
    def choices(self) -> dict[str, Any]:
        """What to say in the signature."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What weakens the conclusion, one sentence each."""

    @property
    def left_out(self) -> int:
        """How many judgements the e-process leaves out, because others of a document count."""

    def __len__(self) -> int:
        """How many judgements there are."""

    def standing(self, size: int) -> Standing:
        """Return what is believed after the first `size` judgements."""

    def log_e_values(self, sizes: Ints) -> Floats:
        """Return the log e-value after each number of judgements."""

    def confidence_sequence(self, sizes: Ints) -> Floats:
        """Return low, estimate and high after each number of judgements, valid at all."""

    def null_p_values(self, sizes: Ints, runs: int, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield for each size the p-values of campaigns like this one without a difference.

        Who judged which segment of which document stays; annotators differ as much as the bound
        allows, documents as much as in past campaigns.
        """

    def shown(self, value: float) -> float | None:
        """Return a value as it is told: a ratio, or points; None if it has no end."""


def known_documents(document: Ints) -> int | None:
    """Return how many documents there are, None where they are not known."""
    return len(np.unique(document[document >= 0])) or None


def lattice(total: int) -> Ints:
    """Return the numbers of judgements at which the anytime-valid rule looks, and now.

    Every one at first, then ever fewer, about 3% apart. A longer campaign looks at the same
    numbers as a shorter one, so what was decided stays decided.

    >>> lattice(130)[-4:]
    array([124, 126, 128, 130])
    """
    sizes, step, last = [], 1, 0
    while last < total:
        span = range(last + step, _EVERY * step + 1, step)
        sizes += [size for size in span if size < total]
        last, step = _EVERY * step, 2 * step
    return np.array([*sizes, total] if total else [], dtype=np.int64)
