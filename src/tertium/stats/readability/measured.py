"""Texts with everything that is known of each: formulas, features, and what a model predicts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tertium.formats.readable_texts import TextVersion
from tertium.stats.result import Estimate
from tertium.text.readability.formulas import (
    FORMULAS,
    LEAST_SENTENCES,
    LEAST_WORDS,
    Direction,
    Formula,
)
from tertium.text.readability.model import RankingModel
from tertium.text.readability.readable import Readable
from tertium.text.readability.registry import data_features, features
from tertium.wording import listed

_REASONS = 5  # features that are named


@dataclass(frozen=True, slots=True)
class FormulaValue:
    """What a formula says of a text; `warning` where its number is not to be relied on."""

    formula: str
    value: float | None
    direction: Direction
    made_for: tuple[str, ...]
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """What one feature adds to the difficulty of a text, compared with the typical training text.

    `said` is the feature in words (“longer sentences”); it makes the text harder if `adds` > 0.
    """

    feature: str
    said: str
    value: float
    typical: float
    adds: float


@dataclass(frozen=True, slots=True)
class MeasuredText:
    """One text, in one version."""

    text: str
    version: str
    document: str
    language: str
    words: int
    sentences: int
    predicted: Estimate
    label: str
    formulas: tuple[FormulaValue, ...]
    features: Mapping[str, float | None]
    because: tuple[Reason, ...]


def measure(
    texts: Sequence[tuple[TextVersion, Readable]],
    *,
    model: RankingModel | None,
    formulas: Sequence[Formula] = (),
    level: float = 0.95,
) -> tuple[MeasuredText, ...]:
    """Measure texts; without `formulas` by those made for the language of each."""
    brought = data_features([readable for _, readable in texts])
    known = (*features().values(), *brought)
    return tuple(
        _measured(
            version,
            text,
            {one.name: one.of(text) for one in known},
            model,
            tuple(formulas) or tuple(one for one in FORMULAS if one.made_for(text.language)),
            level,
        )
        for version, text in texts
    )


def _measured(
    version: TextVersion,
    text: Readable,
    values: Mapping[str, float | None],
    model: RankingModel | None,
    formulas: Sequence[Formula],
    level: float,
) -> MeasuredText:
    difficulty = None if model is None or not text.words else model.difficulty(values)
    predicted, label = Estimate(None), ""
    if model is not None and difficulty is not None:
        middle, reach = model.on_scale(difficulty), model.reach(level)
        ends = (None, None) if reach is None else (middle - reach, middle + reach)
        predicted, label = Estimate(middle, *ends), model.label(middle)
    return MeasuredText(
        version.text,
        version.version,
        version.document,
        text.language,
        len(text.words),
        len(text.sentences),
        predicted,
        label,
        tuple(formula_values(text, formulas)),
        values,
        () if model is None or difficulty is None else reasons(model, values),
    )


def formula_values(text: Readable, formulas: Sequence[Formula]) -> Iterator[FormulaValue]:
    """Yield what formulas say of a text, with what weakens each number."""
    for one in formulas:
        value = None if text.unspaced else one.of(text.counts)
        yield FormulaValue(
            one.name, value, one.direction, one.languages, _warning(one, text, value)
        )


def _warning(formula: Formula, text: Readable, value: float | None) -> str:
    if text.unspaced:
        return "Not valid in a script without blanks between words."
    if value is None:
        if formula.name.startswith("dale-chall"):
            return "Needs a list of familiar words (--familiar)."
        return "Syllables cannot be counted in this language."
    told = []
    if not formula.made_for(text.language):
        told.append(
            f"Made for {listed(list(formula.languages))}: in another language its "
            "number means nothing."
        )
    if len(text.words) < LEAST_WORDS or len(text.sentences) < LEAST_SENTENCES:
        told.append(f"Unsteady below {LEAST_WORDS:,} words or {LEAST_SENTENCES:,} sentences.")
    return " ".join(told)


def reasons(model: RankingModel, values: Mapping[str, float | None]) -> tuple[Reason, ...]:
    """Return the features that move a text most, up or down."""
    known = features()
    found = []
    for one in model.weights:
        value = values.get(one.feature)
        if value is None:
            continue
        feature = known.get(one.feature)
        words = (feature.more, feature.less) if feature else (f"higher {one.feature}",) * 2
        found.append(Reason(one.feature, words[value < one.mean], value, one.mean, one.adds(value)))
    found.sort(key=lambda reason: -abs(reason.adds))
    return tuple(found[:_REASONS])
