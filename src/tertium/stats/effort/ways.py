"""One indicator by every method: values, wins, and what follows for systems and editors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.effort.logmodel import LogModel, fit_log_model
from tertium.stats.effort.measured import EditIndicators, raw_scale
from tertium.stats.effort.methods import Comparable, as_is, mean_normalised
from tertium.stats.effort.reference import ReferenceJudgements, kendall, spearman, spearman_interval
from tertium.stats.effort.regress import Folds, regressed
from tertium.stats.effort.result import (
    EffortCorrelation,
    EffortProfile,
    MethodScore,
    ModelSpread,
)
from tertium.stats.effort.wins import Pairs, Tally, outcomes, pairs_of, tally
from tertium.stats.order import by_value
from tertium.stats.result import Estimate

__all__ = ["Choices", "IndicatorResult", "MethodResult", "comparable"]


@dataclass(frozen=True, slots=True)
class Choices:
    """How effort is made comparable and compared."""

    per_word: bool = False
    folds: Folds = "grouped"
    tie: float = 0.0
    level: float = 0.95
    seed: int = 0


def comparable(
    measured: EditIndicators, name: str, method: str, choices: Choices
) -> tuple[Comparable, LogModel | None]:
    """Return one indicator made comparable by one method, and the model where it is that."""
    if method == "as-is":
        return as_is(measured, name, per_word=choices.per_word), None
    if method in ("mean", "mean-log"):
        log = method == "mean-log"
        return mean_normalised(measured, name, per_word=choices.per_word, log=log), None
    if method == "model":
        model = fit_log_model(measured, name)
        nothing = Comparable(np.full(len(measured), np.nan), "log")
        return (nothing if model is None else model.compared), model
    values = regressed(
        measured,
        name,
        method,
        per_word=choices.per_word,
        folds=choices.folds,
        seed=choices.seed,
    )
    return values, None


@dataclass(frozen=True, slots=True)
class MethodResult:
    """One indicator made comparable by one method, and what follows for systems."""

    method: str
    compared: Comparable
    model: LogModel | None
    pairs: Pairs
    outcome: Floats
    counted: Tally

    @property
    def scores(self) -> tuple[Estimate, ...]:
        """The score of each system, higher is better."""
        return self.counted.scores if self.model is None else self.model.ease


@dataclass(frozen=True, slots=True)
class IndicatorResult:
    """One indicator made comparable by every method."""

    name: str
    ways: tuple[MethodResult, ...]

    @classmethod
    def of(
        cls, measured: EditIndicators, name: str, methods: Sequence[str], choices: Choices
    ) -> "IndicatorResult":
        """Make an indicator comparable by each of `methods`, and compare outputs."""
        ways = []
        for method in methods:
            compared, model = comparable(measured, name, method, choices)
            pairs = pairs_of(measured, ~np.isnan(compared.values))
            outcome = outcomes(pairs, compared, tie=choices.tie)
            counted = tally(measured, pairs, outcome, level=choices.level)
            ways.append(MethodResult(method, compared, model, pairs, outcome, counted))
        return cls(name, tuple(ways))

    def way(self, method: str) -> MethodResult | None:
        """Return what one method found."""
        return next((one for one in self.ways if one.method == method), None)

    def method_scores(self, measured: EditIndicators) -> list[MethodScore]:
        """Return the systems by method, each best first."""
        rows = []
        present = np.unique(measured.system.codes[measured.test & (measured.system.codes >= 0)])
        for way in self.ways:
            scores, counted = way.scores, way.counted
            for code in by_value(present, [one.value for one in scores].__getitem__):
                numbers = (counted.wins[code], counted.losses[code], counted.ties[code])
                rows.append(
                    MethodScore(
                        measured.system.names[code],
                        self.name,
                        way.method,
                        scores[code].value,
                        scores[code].low,
                        scores[code].high,
                        *(int(one) if way.model is None else None for one in numbers),
                    )
                )
        return rows

    def correlations(
        self, measured: EditIndicators, given: ReferenceJudgements | None, level: float
    ) -> list[EffortCorrelation]:
        """Compare every method with a ranking given from elsewhere."""
        if given is None:
            return []
        rows = []
        for way in self.ways:
            both = [
                (way.scores[code].value, given.systems[name])
                for code, name in enumerate(measured.system.names)
                if name in given.systems and way.scores[code].value is not None
            ]
            rho = spearman(*np.array(both, dtype=float).T) if len(both) > 1 else None
            found = [("system", "spearman", spearman_interval(rho, len(both), level=level))]
            numbers = [len(both)]
            if given.preferences:
                told = given.told(measured, way.pairs)
                tau, number = kendall(measured, way.pairs, way.outcome, told, level=level)
                found.append(("segment", "kendall", tau))
                numbers.append(number)
            for (at, coefficient, one), number in zip(found, numbers, strict=True):
                rows.append(
                    EffortCorrelation(
                        at, self.name, way.method, coefficient, one.value, one.low, one.high, number
                    )
                )
        return rows

    def profiles(self, measured: EditIndicators, lead: str) -> list[EffortProfile]:
        """Return the mean effort of every editor with every system, before and after."""
        way = self.way(lead)
        if way is None or way.compared.scale != "log":
            return []
        before, after = measured.values[self.name], raw_scale(self.name, way.compared.values)
        rows = measured.test & ~np.isnan(before) & ~np.isnan(after)
        if not rows.any() or not min(before[rows].mean(), after[rows].mean()) > 0:
            return []
        size = len(measured.system.names)
        cell = measured.annotator.codes[rows] * size + measured.system.codes[rows]
        cells, at = np.unique(cell, return_inverse=True)
        number = np.bincount(at)
        means = [
            np.bincount(at, values[rows]) / number / values[rows].mean()
            for values in (before, after)
        ]
        return [
            EffortProfile(
                measured.annotator.names[code // size],
                measured.system.names[code % size],
                self.name,
                float(one),
                float(two),
            )
            for code, one, two in zip(cells, *means, strict=True)
        ]

    def spread(self) -> list[ModelSpread]:
        """Return what the log model says about where differences come from."""
        way = self.way("model")
        if way is None or way.model is None:
            return []
        found = way.model
        learning = None if found.learning is None else float(np.expm1(found.learning))
        return [
            ModelSpread(self.name, found.sd_editor, found.sd_segment, found.sd_residual, learning)
        ]
