"""Outputs (or documents): do a metric's scores follow people's, overall and inside of a segment?

Most measures here are a function of sums over documents, so that drawing documents again is one
product of matrices. Systems stay as they are: they are those of the study.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tertium.choices import MetaLevel
from tertium.stats.arrays import Floats, Ints
from tertium.stats.correlation.counts import count_pairs
from tertium.stats.correlation.measured import CONSTANT, Measured, Named
from tertium.stats.correlation.panel import Block
from tertium.stats.correlation.rows import (
    centred,
    difference_pearson,
    difference_sums,
    like_counts,
    pearson_of,
    pearson_rows,
    ranked,
    sums_of,
    varies,
)
from tertium.stats.correlation.ties import Calibrated, calibrate, credited, gather_pairs
from tertium.stats.resampling import Resampling

CALIBRATED = "acc-eq-calibrated"
_GROUPS = 40  # documents left out at a time where a measure is no function of sums
_MOST = 200_000  # outputs; of more, such a measure has no interval
_PAIRS = 20_000_000  # from there on ties are calibrated on a sample of segments
_TAUS = ("kendall-b", "kendall-c", "kendall-23")


@dataclass(frozen=True)
class OutputLevel:
    """The outputs of a block at one level, with resamples of its documents.

    `least` is by how much people must put two outputs apart for WMT's τ-like.
    """

    block: Block
    level: MetaLevel
    how: Resampling
    least: float

    @cached_property
    def unit(self) -> Ints:
        """The document of each segment."""
        return self.block.unit

    @cached_property
    def units(self) -> int:
        """How many documents there are."""
        return int(self.unit.max(initial=-1)) + 1

    @cached_property
    def drawn(self) -> Floats:
        """How often each document was drawn (resamples × documents)."""
        return self._draw(self.units)

    def _draw(self, units: int) -> Floats:
        rng = np.random.default_rng([self.how.seed, self.block.number])
        return rng.multinomial(units, np.full(units, 1 / units), self.how.resamples).astype(float)

    @cached_property
    def human(self) -> Floats:
        """People's scores, segments × systems."""
        return self.block.table().T

    def metric(self, method: str) -> Floats:
        """Return the scores of a metric, segments × systems."""
        return self.block.table(method).T

    def measure(self, method: str) -> dict[Named, Measured]:
        """Return all measures of a metric."""
        if self.block.metrics[method].ndim == 1:
            return {
                Named(self.level, "pearson"): Measured(np.nan, 0, reason="scores whole systems")
            }
        metric = self.metric(method)
        return {
            Named(self.level, "pearson"): self._pearson(centred(self.human), centred(metric)),
            Named(self.level, "spearman"): self._pearson(ranked(self.human), ranked(metric)),
            **self._taus(metric),
            **dict(self._by_item(metric)),
            Named(self.level, "difference-pearson", "item"): self._differences(metric),
            Named(self.level, "pearson", "system"): self._by_system(metric),
        }

    # Functions of sums ------------------------------------------------------------------------

    def _summed(self, features: Floats) -> Floats:
        """Add features of segments (segments × …) up by document."""
        found = np.zeros((self.units, *features.shape[1:]))
        np.add.at(found, self.unit, features)
        return found

    def _of_sums(
        self, features: Floats, value: Callable[[Floats], Floats], n: int, weight: float = 1.0
    ) -> Measured:
        sums = self._summed(features)
        found = float(value(sums.sum(0)[None])[0])
        if np.isnan(found):
            return Measured(found, n, weight, reason=CONSTANT)
        flat = sums.reshape(self.units, -1)
        totals = (self.drawn @ flat).reshape(len(self.drawn), *sums.shape[1:])
        return Measured(found, n, weight, value(totals), self.units)

    def _pearson(self, human: Floats, metric: Floats) -> Measured:
        sums = sums_of(human, metric)
        return self._of_sums(sums, pearson_of, int(sums[:, 0].sum()))

    def _by_system(self, metric: Floats) -> Measured:
        features = np.stack(
            [
                sums_of(h[:, None], m[:, None])
                for h, m in zip(centred(self.human).T, centred(metric).T, strict=True)
            ],
            axis=1,
        )

        def mean_of(sums: Floats) -> Floats:
            return _known_means(pearson_of(sums))

        return self._of_sums(
            features, mean_of, int((pearson_rows(self.human.T, metric.T) > -2).sum())
        )

    def _differences(self, metric: Floats) -> Measured:
        features = difference_sums(self.human, metric)
        return self._of_sums(features, difference_pearson, self._pair_number(metric))

    def _pair_number(self, metric: Floats) -> int:
        known = (~(np.isnan(self.human) | np.isnan(metric))).sum(1)
        return int((known * (known - 1) // 2).sum())

    def _by_item(self, metric: Floats) -> Iterator[tuple[Named, Measured]]:
        """Yield means over segments of what the systems of each segment give."""
        counts = count_pairs(self.human, metric)
        values = {
            "pearson": pearson_rows(self.human, metric),
            "kendall-b": counts.tau_b(),
            "kendall-c": counts.tau_c(),
            "kendall-23": counts.tau_23(),
            "acc-eq": counts.accuracy(),
        }
        for name, found in values.items():
            yield Named(self.level, name, "item"), self._mean(found)
        yield Named(self.level, CALIBRATED, "item"), self._calibrated(metric)
        right, pairs = like_counts(self.human, metric, self.least)
        number = int(pairs.sum())
        yield (
            Named(self.level, "kendall-like", "item"),
            self._of_sums(np.stack([2 * right - pairs, pairs], axis=1), _ratio, number, number),
        )

    def _mean(self, found: Floats) -> Measured:
        known = ~np.isnan(found)
        features = np.stack([np.where(known, found, 0.0), known.astype(float)], axis=1)
        return self._of_sums(features, _ratio, int(known.sum()))

    # Ties -------------------------------------------------------------------------------------

    def calibration(self, metric: Floats) -> tuple[Calibrated, bool]:
        """Return acc*_eq with its ε, and whether only a sample of segments gave ε."""
        size = metric.shape[1]
        most = max(1, _PAIRS // max(1, size * (size - 1) // 2))
        if len(metric) <= most:
            return calibrate(self.human, metric), False
        rows = np.random.default_rng(self.how.seed).choice(len(metric), most, replace=False)
        return calibrate(self.human[rows], metric[rows]), True

    def credits(self, metric: Floats, epsilon: float) -> tuple[Floats, Floats]:
        """Return what each segment's pairs earn with this ε, and how many there are."""
        earned, number = np.zeros((2, len(metric)))
        size = metric.shape[1]
        step = max(1, _PAIRS // 10 // max(1, size * (size - 1) // 2))
        for start in range(0, len(metric), step):
            rows = slice(start, start + step)
            pairs = gather_pairs(self.human[rows], metric[rows])
            earned[rows] = np.bincount(pairs.group, credited(pairs, epsilon), len(pairs.size))
            number[rows] = pairs.size
        return earned, number

    def _calibrated(self, metric: Floats) -> Measured:
        if not (varies(metric) and varies(self.human)):
            return Measured(np.nan, 0, reason=CONSTANT)
        found, _ = self.calibration(metric)
        if np.isnan(found.accuracy):
            return Measured(np.nan, 0, reason="no segment has two outputs that both scored")
        earned, number = self.credits(metric, found.epsilon)
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = self._mean(earned / number)
        return Measured(mean.value, mean.n, 1.0, mean.drawn, mean.units, found.epsilon)

    # Kendall's τ over all outputs -------------------------------------------------------------

    def _taus(self, metric: Floats) -> dict[Named, Measured]:
        """Return τ of all outputs; resamples follow the jackknife by documents."""
        values = _three(self.human, metric)
        n = int((~(np.isnan(self.human) | np.isnan(metric))).sum())
        groups = min(self.units, _GROUPS)
        moved = np.zeros((0, len(_TAUS)))
        if groups > 1 and n <= _MOST:
            group = self.unit * groups // self.units
            left = np.stack(
                [_three(self.human[group != one], metric[group != one]) for one in range(groups)]
            )
            influence = (left.mean(0) - left) * (groups - 1) / groups
            moved = values + (self._draw(groups) - 1) @ influence
        return {
            Named(self.level, name): Measured(np.nan, n, reason=CONSTANT)
            if np.isnan(values[place])
            else Measured(float(values[place]), n, 1.0, moved[:, place], groups)
            for place, name in enumerate(_TAUS)
        }


def _three(human: Floats, metric: Floats) -> Floats:
    counts = count_pairs(human.reshape(1, -1), metric.reshape(1, -1))
    taus = np.array([counts.tau_b()[0], counts.tau_c()[0], counts.tau_23()[0]])
    return np.where(np.isnan(taus[0]), np.nan, taus)


def _ratio(sums: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, 1] > 0, sums[:, 0] / sums[:, 1], np.nan)


def _known_means(values: Floats) -> Floats:
    known = ~np.isnan(values)
    number = known.sum(-1)
    with np.errstate(invalid="ignore"):
        return np.where(number > 0, np.where(known, values, 0.0).sum(-1) / number, np.nan)
