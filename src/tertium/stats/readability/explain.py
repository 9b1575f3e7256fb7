"""Why a text is hard, and where: the features that move it, and its hardest passages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tertium.stats.readability.compare import ModelFacts
from tertium.stats.readability.measured import FormulaValue, MeasuredText, Reason
from tertium.stats.result import Estimate, Result
from tertium.text.readability.formulas import Direction, Formula
from tertium.text.readability.model import RankingModel
from tertium.text.readability.passages import Passage, hardest
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import features


@dataclass(frozen=True, slots=True)
class ExplainedText:
    """One text with what moves it and where it is hardest; places count in `body`."""

    text: str
    version: str
    words: int
    predicted: Estimate
    label: str
    formula: FormulaValue | None
    because: tuple[Reason, ...]
    passages: tuple[Passage, ...]
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadabilityExplained(Result):
    """Why texts are hard, and where; `measure` says by what passages were judged."""

    texts: tuple[ExplainedText, ...]
    measure: str
    direction: Direction
    model: ModelFacts | None
    level: float


def explain(
    measured: Sequence[MeasuredText],
    readable: Sequence[Readable],
    formula: Formula,
    model: RankingModel | None,
) -> tuple[ExplainedText, ...]:
    """Find the hardest passages of texts by the model, else by the formula."""
    difficulty = _by_model(model) if model is not None else _by_formula(formula)
    return tuple(
        ExplainedText(
            one.text,
            one.version,
            one.words,
            one.predicted,
            one.label,
            next((value for value in one.formulas if value.formula == formula.name), None),
            one.because,
            hardest(text, difficulty),
            text.composed,
        )
        for one, text in zip(measured, readable, strict=True)
    )


def _by_formula(formula: Formula) -> Callable[[Readable], float | None]:
    sign = 1.0 if formula.direction == "high is hard" else -1.0

    def difficulty(text: Readable) -> float | None:
        value = formula.of(text.counts)
        return None if value is None else sign * value

    return difficulty


def _by_model(model: RankingModel) -> Callable[[Readable], float | None]:
    """Return the difficulty of a passage by those features that a few sentences have a value of."""
    known = features()

    def difficulty(text: Readable) -> float | None:
        if not text.words:
            return None
        total = 0.0
        for one in model.weights:
            feature = known.get(one.feature)
            if feature is None or feature.least > len(text.words):
                continue
            value = feature.of(text)
            total += 0.0 if value is None else one.adds(value)
        return total

    return difficulty
