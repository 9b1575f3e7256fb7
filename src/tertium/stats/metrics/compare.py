"""Intervals, contrasts and ranks of one metric, from statistics that add up.

Three tests of two systems. The paired *bootstrap* (Efron and Tibshirani, 1993) draws segments or
documents with replacement; its p belongs to its interval. Approximate *randomisation* (Noreen,
1989; Riezler and Maxwell, 2005) swaps the outputs of two systems at random and asks how often they
then differ as much. *sacrebleu*'s paired bootstrap (Koehn, 2004, as programmed in Moses) asks how
often resamples differ from their mean as much as the systems do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import MetricTest
from tertium.exceptions import NotFound
from tertium.stats.arrays import Floats, Ints, number_or_none
from tertium.stats.contrasts.estimate import better_first, stand
from tertium.stats.contrasts.record import Contrast
from tertium.stats.contrasts.separate import corrected
from tertium.stats.metrics.resample import Units, drawn, drawn_as_sacrebleu, swapped
from tertium.stats.order import differences
from tertium.stats.resampling import expanded_p, expanded_percentile
from tertium.text.metrics import Metric
from tertium.wording import say

SACREBLEU_SEED, SACREBLEU_RESAMPLES = 12345, 1000
_EQUAL = say("all segments score the same")
_ALONE = say("there is only one text")


@dataclass(frozen=True, slots=True)
class MetricContrast(Contrast):
    """A contrast of two systems in one metric."""

    metric: str = ""


@dataclass(frozen=True, slots=True)
class MetricStanding:
    """The score of a system by one metric, and its ranks, as in every analysis.

    All systems are scored on the same segments, so they form one component.
    """

    metric: str
    system: str
    score: float | None
    low: float | None
    high: float | None
    rank: int
    rank_range: tuple[int, int]
    rank_range_simultaneous: tuple[int, int]
    cluster: int
    component: int = 1


@dataclass(frozen=True, slots=True)
class How:
    """How systems are tested: which test, at which level, how often drawn, from which seed."""

    test: MetricTest
    level: float
    resamples: int
    seed: int
    baseline: str | None = None


def compare(
    systems: tuple[str, ...],
    metrics: Sequence[Metric],
    statistics: Sequence[Floats],
    units: Units,
    how: How,
) -> tuple[tuple[MetricStanding, ...], tuple[MetricContrast, ...]]:
    """Score systems by each metric, best first, and contrast them."""
    if how.baseline is not None and how.baseline not in systems:
        raise NotFound.among("system", how.baseline, systems, where="--baseline")
    sums = [units.sums(one) for one in statistics]
    draw = drawn_as_sacrebleu if how.test == "sacrebleu" else drawn
    totals = draw(sums, how.resamples, how.seed)
    tossed = (
        swapped(sums, how.resamples, how.seed)
        if how.test == "randomisation"
        else [None] * len(sums)
    )
    standings: list[MetricStanding] = []
    contrasts: list[MetricContrast] = []
    for metric, own, resampled, coins in zip(metrics, sums, totals, tossed, strict=True):
        one = _One(systems, metric, own.sum(axis=1), resampled, coins, units.number, how)
        standings += one.standings()
        contrasts += one.contrasts()
    return tuple(standings), tuple(contrasts)


class _One:
    """One metric: the scores of systems, those of resamples, and the pairs that are contrasted."""

    def __init__(
        self,
        systems: tuple[str, ...],
        metric: Metric,
        total: Floats,
        resampled: Floats,
        coins: Floats | None,
        units: int,
        how: How,
    ) -> None:
        self._systems, self._metric, self._how, self._units = systems, metric, how, units
        self._total, self._coins = total, coins
        self.score = metric.score(total)
        self.drawn = metric.score(resampled)
        self.first, self.second = better_first(self.score, better=metric.better)
        self.p = np.array(
            [self._p(i, j) for i, j in zip(self.first, self.second, strict=True)], dtype=float
        )

    def _p(self, i: int, j: int) -> float:
        apart = self.drawn[:, i] - self.drawn[:, j]
        if self._units < 2 or (apart == apart[0]).all():
            return float("nan")
        seen = abs(self.score[i] - self.score[j])
        if self._how.test == "bootstrap":
            return expanded_p(apart, documents=self._units)
        if self._how.test == "sacrebleu":
            apart = np.abs(apart)
            return _exceeding(apart - apart.mean(), seen)
        assert self._coins is not None
        both = self._total[i] + self._total[j]
        mixed = self._coins[:, i] + self._total[j] - self._coins[:, j]
        shuffled = self._metric.score(mixed) - self._metric.score(both - mixed)
        return _exceeding(np.abs(shuffled), seen)

    def standings(self) -> list[MetricStanding]:
        """Return systems from best to worst, with their intervals."""
        component = np.zeros(len(self._systems), dtype=np.int64)
        stood = stand(
            self.score,
            component,
            self.first,
            self.second,
            self.p,
            level=self._how.level,
            better=self._metric.better,
        )
        order = np.lexsort((np.arange(len(component)), np.where(stood.rank, stood.rank, 10**9)))
        return [
            MetricStanding(
                self._metric.name,
                self._systems[code],
                number_or_none(self.score[code]),
                *self._interval(self.drawn[:, code]),
                int(stood.rank[code]),
                (int(stood.low[code]), int(stood.high[code])),
                (int(stood.all_low[code]), int(stood.all_high[code])),
                int(stood.cluster[code]),
            )
            for code in order.tolist()
        ]

    def _interval(self, values: Floats) -> tuple[float | None, float | None]:
        if not len(values) or (values == values[0]).all():
            return None, None
        low, high = expanded_percentile(values, level=self._how.level, documents=self._units)
        return number_or_none(low), number_or_none(high)

    def contrasts(self) -> list[MetricContrast]:
        """Return all pairs, the better system first, or all others less the baseline."""
        first, second, p = self.first, self.second, self.p
        if self._how.baseline is not None:
            base = self._systems.index(self._how.baseline)
            kept = (first == base) | (second == base)
            first, second = np.where(first == base, second, first)[kept], np.full(kept.sum(), base)
            p = p[kept]
        return self._records(first, second, p)

    def _records(self, first: Ints, second: Ints, p: Floats) -> list[MetricContrast]:
        difference = differences(self.score, first, second)
        guarded = corrected(p, "holm")
        found = []
        for k, (i, j) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
            low, high = self._interval(self.drawn[:, i] - self.drawn[:, j])
            reason = None if p[k] == p[k] else _ALONE if self._units < 2 else _EQUAL
            found.append(
                MetricContrast(
                    a=self._systems[i],
                    b=self._systems[j],
                    difference=float(difference[k]),
                    low=low,
                    high=high,
                    p=number_or_none(p[k]),
                    p_adjusted=number_or_none(guarded[k]),
                    reason=reason,
                    metric=self._metric.name,
                )
            )
        return found


def _exceeding(values: Floats, seen: float) -> float:
    """Return the share of values beyond what was seen, which counts as one of them."""
    return float((np.sum(values > seen) + 1) / (len(values) + 1))
