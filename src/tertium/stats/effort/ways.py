"""One indicator by every method: values, wins, and what follows for systems and editors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.choices import Folds
from tertium.stats.arrays import Floats
from tertium.stats.effort.filters import TimeFilter, filter_times
from tertium.stats.effort.logmodel import LogModel, fit_log_model
from tertium.stats.effort.measured import FRACTIONS, TARGETS, EditIndicators, raw_scale
from tertium.stats.effort.measured import measure as measure_edits
from tertium.stats.effort.methods import TRAINED, Comparable, as_is, mean_normalised
from tertium.stats.effort.reference import ReferenceJudgements, kendall, spearman, spearman_interval
from tertium.stats.effort.regress import regressed
from tertium.stats.effort.wins import Pairs, Tally, outcomes, pairs_of, tally
from tertium.stats.order import by_value
from tertium.stats.result import Estimate
from tertium.table import Edits, JudgementTable


@dataclass(frozen=True, slots=True)
class MethodScore:
    """One system by one indicator and method; a higher score is less effort.

    The score is wins / (wins + losses); for the method `model` it is the effort with the
    average system divided by the effort with this one, and nothing is won or lost.
    """

    system: str
    indicator: str
    method: str
    score: float | None
    low: float | None
    high: float | None
    wins: int | None
    losses: int | None
    ties: int | None


@dataclass(frozen=True, slots=True)
class EffortCorrelation:
    """How far effort agrees with a given ranking: Spearman for systems, Kendall for segments."""

    level: str
    indicator: str
    method: str
    coefficient: str
    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True, slots=True)
class EffortProfile:
    """Mean effort of one editor with one system, over that of everybody with every system."""

    annotator: str
    system: str
    indicator: str
    as_is: float
    comparable: float


@dataclass(frozen=True, slots=True)
class ModelSpread:
    """How much of log effort editors, segments and chance make (standard deviations).

    `learning` is the change of effort from one position to twice that position (−.1: a tenth less).
    """

    indicator: str
    editors: float
    segments: float
    residual: float
    learning: float | None


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


def judgement_values(
    data: JudgementTable | Edits,
    *,
    methods: Sequence[str] = ("as-is", "log-ridge", "model"),
    time_filter: TimeFilter = TimeFilter(),  # noqa: B008  # a frozen value
    seed: int = 0,
) -> list[dict[str, str | float | None]]:
    """Return one record per judgement: every indicator, each per source word, and made comparable.

    Columns: judgement, annotator, segment, system, condition, set, words, rating, raw_seconds;
    then the indicators by name, `<name>_per_word`, and `<name>:<method>`.
    """
    edits = data.edits() if isinstance(data, JudgementTable) else data
    used = filter_times(measure_edits(edits), time_filter).measured
    columns: dict[str, Sequence[str] | Floats] = {
        "judgement": used.judgement.values(),
        "annotator": used.annotator.values(),
        "segment": used.segment.values(),
        "system": used.system.values(),
        "condition": used.condition.values(),
        "set": ["train" if one else "test" for one in used.train],
        "words": used.words,
        "rating": used.rating,
        "raw_seconds": used.raw_seconds,
    }
    for name, values in used.values.items():
        columns[name] = values
        if name not in FRACTIONS:
            columns[f"{name}_per_word"] = values / used.words
    for name in (one for one in TARGETS if one in used.values):
        for method in possible_methods(used, [one for one in methods if one != "as-is"]):
            compared, _ = comparable(used, name, method, Choices(seed=seed))
            columns[f"{name}:{method}"] = compared.values
    return [
        {name: _plain(values[at]) for name, values in columns.items()} for at in range(len(used))
    ]


def _plain(value: str | float) -> str | float | None:
    if isinstance(value, str):
        return value
    return None if np.isnan(value) else float(value)


def possible_methods(used: EditIndicators, methods: Sequence[str]) -> list[str]:
    """Leave out methods for which there is no training set or no rating."""
    ways = [name for name in methods if used.train.any() or name not in TRAINED]
    if np.isnan(used.rating).all():
        ways = [name for name in ways if not name.endswith("-5")]
    return ways or ["as-is"]
