"""Preferences as they arrive: annotators' log ratios of wins."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from tertium.stats import intervals
from tertium.stats.comparison.labels import Labelled
from tertium.stats.monitoring import binomial
from tertium.stats.monitoring.course import Scale, Standing
from tertium.stats.monitoring.result import Kind

__all__ = ["ROPE", "Preferences", "preferences_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ROPE = 1.25  # a ratio between 1 to 1.25 and 1.25 to 1 is no difference that matters
_LARGEST = 700.0  # the log of a ratio beyond all numbers


@dataclass(frozen=True, slots=True)
class Preferences:
    """Judgements in order: who, which segment, +1 advanced, −1 baseline, 0 neither.

    `counts` marks those that enter the e-process: decided ones, the first of each
    segment, because two judgements of a segment are not independent of each other.
    """

    annotator: Ints
    segment: Ints
    value: Floats
    counts: NDArray[np.bool_]
    scale: Scale
    level: float
    choices: dict[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> Kind:
        """What was judged."""
        return "preferences"

    @property
    def notes(self) -> tuple[str, ...]:
        """What weakens the e-process."""
        left_out = int((self.value != 0).sum() - self.counts.sum())
        if not left_out or self.choices.get("rule") != "any-time":
            return ()
        return (
            f"The e-process counts the first decided judgement of each segment; {left_out:,} "
            "later ones are left out, because they are not independent of it.",
        )

    def __len__(self) -> int:
        return len(self.value)

    def standing(self, size: int) -> Standing:
        """Return annotators' log ratios; who never decided says nothing."""
        value = self.value[:size]
        decided = value != 0
        won, lost = value[decided] > 0, value[decided] < 0
        _, who = np.unique(self.annotator[:size][decided], return_inverse=True)
        y, s2 = intervals.log_ratios(np.bincount(who, weights=won), np.bincount(who, weights=lost))
        _, what = np.unique(self.segment[:size][decided], return_inverse=True)
        shared = 0.0
        if len(what) and len(what) > what.max() + 1:
            by_segment = np.bincount(what, weights=won), np.bincount(what, weights=lost)
            shared = float(intervals.shared_ratio_variance(*by_segment))
        return Standing(size, int(decided.sum()), y, s2, shared)

    def log_e_values(self, sizes: Ints) -> Floats:
        """Return the log e-value after each number of judgements."""
        return binomial.log_e_values(*self._counted(sizes), bound=self.scale.bound)

    def confidence_sequence(self, sizes: Ints) -> Floats:
        """Return low, estimate and high of the log ratio, valid at all looks."""
        counted = self._counted(sizes)
        return binomial.confidence_sequence(*counted, bound=self.scale.bound, level=self.level)

    def _counted(self, sizes: Ints) -> tuple[Floats, Floats]:
        """Return wins and losses that count, by look and annotator."""
        rows = np.flatnonzero(self.counts)
        people, everybody = np.unique(self.annotator, return_inverse=True)
        who = everybody[rows]
        first = np.searchsorted(sizes, rows, side="right")  # the look that sees it first
        inside = first < len(sizes)
        sums = []
        for sign in (1, -1):
            here = inside & (self.value[rows] == sign)
            number = np.zeros((len(sizes), len(people)))
            np.add.at(number, (first[here], who[here]), 1.0)
            sums.append(number.cumsum(axis=0))
        return sums[0], sums[1]

    def imagined_log_e_value(self, means: Floats, variances: Floats) -> float:
        """Return the log e-value of counts that give such log ratios and variances."""
        won = expit(means)
        number = 1 / (variances * won * (1 - won))
        found = binomial.log_e_values(number * won, number * (1 - won), bound=self.scale.bound)
        return float(found)

    def null_campaigns(
        self, sizes: Ints, annotators: int, spread: float, runs: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Draw equal loads of decided judgements, as many of them decided as here."""
        share = (self.value != 0).mean()
        loads = np.round(sizes * share / annotators).astype(np.int64)
        added = np.diff(loads, prepend=0)
        won = expit(rng.normal(0.0, spread, (runs, 1, annotators)))
        wins = rng.binomial(added[:, None], won).cumsum(axis=1)
        return intervals.log_ratios(wins, loads[:, None] - wins)

    def shown(self, value: float) -> float | None:
        """Return a log ratio as a ratio."""
        return float(np.exp(value)) if value < _LARGEST else None


def preferences_of(
    data: Labelled, *, scale: Scale, level: float, choices: dict[str, Any]
) -> Preferences:
    """Return the course of labelled judgements; an answer that could not judge says nothing."""
    segment = data.rows.segment.codes
    decided = np.flatnonzero(data.value != 0)
    _, first = np.unique(segment[decided], return_index=True)
    counts = np.zeros(len(data), dtype=bool)
    counts[decided[first]] = True
    people = data.rows.annotator.codes
    return Preferences(people, segment, data.value, counts, scale, level, choices)
