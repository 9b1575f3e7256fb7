"""Versions of the same texts compared: which is easier to read, by how much, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium.stats.arrays import Floats, number_or_none
from tertium.stats.codes import coded
from tertium.stats.contrasts.answer import answer
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.contrasts.record import Answer, Contrast, Estimand
from tertium.stats.contrasts.separate import corrected
from tertium.stats.pearson import pearson
from tertium.stats.readability.measured import MeasuredText
from tertium.stats.result import Estimate, Result, signature
from tertium.text.readability.feature import Feature
from tertium.text.readability.formulas import Direction, Formula
from tertium.text.readability.model import RankingModel
from tertium.text.readability.sentences import SENTENCE_RULE
from tertium.text.readability.syllables import SYLLABLE_RULE
from tertium.text.ter import ter_many
from tertium.text.words import WORD_RULE

_SHOWN = 8  # features that separate versions


@dataclass(frozen=True, slots=True)
class ReadableVersion:
    """One version: its mean by the measure, ranks, length, and distance to the human version.

    `length_ratio` compares its words with those of the other versions of the same documents.
    """

    version: str
    language: str
    texts: int
    words: int
    score: float | None
    low: float | None = None
    high: float | None = None
    rank: int | None = None
    rank_range: tuple[int, int] | None = None
    rank_range_simultaneous: tuple[int, int] | None = None
    cluster: int | None = None
    component: int = 1
    length_ratio: float | None = None
    hter: float | None = None

    @property
    def system(self) -> str:
        """What a version is called beside systems of other analyses."""
        return self.version


@dataclass(frozen=True, slots=True)
class FeatureContrast:
    """How two versions differ in a feature: `a` less `b`, in its own unit and in sds of texts.

    `said` is what `a` has (“longer sentences”); p is corrected for the number of features (Holm).
    """

    feature: str
    dimension: str
    said: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    low: float | None
    high: float | None
    standardised: float
    p: float | None
    p_adjusted: float | None


@dataclass(frozen=True, slots=True)
class OutcomeCorrelation:
    """How the measure goes together with something else that is known of the same texts."""

    outcome: str
    r: Estimate
    texts: int


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """The model that predicted, and what it was trained on."""

    corpus: str
    language: str
    trained: str
    unit: str
    features: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Readability(Result):
    """How hard texts are to read; `measure` is what versions are compared by."""

    texts: tuple[MeasuredText, ...]
    versions: tuple[ReadableVersion, ...]
    contrasts: tuple[Contrast, ...]
    measure: str
    direction: Direction
    feature_contrasts: tuple[FeatureContrast, ...]
    correlations: tuple[OutcomeCorrelation, ...]
    model: ModelFacts | None
    estimand: Estimand | None
    level: float


@dataclass(frozen=True, slots=True)
class Compared:
    """What the contrasts of versions found."""

    versions: tuple[ReadableVersion, ...]
    contrasts: tuple[Contrast, ...]
    features: tuple[FeatureContrast, ...]
    estimand: Estimand | None
    notes: tuple[str, ...]


def measure_of(text: MeasuredText, formula: Formula, *, modelled: bool) -> float | None:
    """Return what a text is compared by: the prediction of the model, else the formula."""
    if modelled:
        return text.predicted.value
    return next((one.value for one in text.formulas if one.formula == formula.name), None)


def compare_versions(
    texts: Sequence[MeasuredText],
    known: Iterable[Feature],
    formula: Formula,
    *,
    modelled: bool,
    direction: Direction,
    level: float,
) -> Compared:
    """Contrast all versions in one language, paired by document; the easiest comes first."""
    values = [measure_of(one, formula, modelled=modelled) for one in texts]
    found = _answer(texts, values, direction, level)
    if found is None:
        return Compared((), (), (), None, ())
    versions = tuple(
        ReadableVersion(
            one.system,
            next(text.language for text in texts if text.version == one.system),
            one.segments,
            sum(text.words for text in texts if text.version == one.system),
            one.score,
            one.low,
            one.high,
            one.rank,
            one.rank_range,
            one.rank_range_simultaneous,
            one.cluster,
            one.component,
            _length_ratio(texts, one.system),
        )
        for one in found.systems
    )
    contrasts = tuple(replace(one, annotators=None) for one in found.contrasts)
    features = _feature_contrasts(texts, known, contrasts, level)
    return Compared(versions, contrasts, features, found.estimand, found.notes)


def _answer(
    texts: Sequence[MeasuredText],
    values: Sequence[float | None],
    direction: Direction,
    level: float,
) -> Answer | None:
    kept = [at for at, value in enumerate(values) if value is not None]
    names = tuple(dict.fromkeys(texts[at].version for at in kept))
    if len(names) < 2:
        return None
    system = np.array([names.index(texts[at].version) for at in kept], dtype=np.int64)
    document, _ = coded([texts[at].document or texts[at].text for at in kept])
    value: Floats = np.array([values[at] for at in kept], dtype=float)
    weight = 1 / np.bincount(system)[system]
    centre = np.bincount(system, weight * value)[system]
    rows = Outputs(
        names, system, np.zeros(len(kept), dtype=np.int64), document, document, value, weight,
        np.asarray(centre, dtype=float),
    )  # fmt: skip
    return answer(
        rows,
        quantity="readability",
        unit="measure",
        level=level,
        better="higher" if direction == "high is easy" else "lower",
        nobody=True,
    )


def _length_ratio(texts: Sequence[MeasuredText], version: str) -> float | None:
    """Return the words of a version over the mean of the other versions, document by document."""
    own = others = 0.0
    for document in {one.document or one.text for one in texts}:
        here = [one for one in texts if (one.document or one.text) == document]
        mine = [one.words for one in here if one.version == version]
        theirs = [one.words for one in here if one.version != version]
        if mine and theirs:
            own += sum(mine) / len(mine)
            others += sum(theirs) / len(theirs)
    return own / others if others else None


def _feature_contrasts(
    texts: Sequence[MeasuredText],
    known: Iterable[Feature],
    contrasts: Sequence[Contrast],
    level: float,
) -> tuple[FeatureContrast, ...]:
    """Contrast the features of each pair of versions, those that differ most first."""
    found: list[FeatureContrast] = []
    for feature in known:
        if feature.grows:
            continue
        values = [one.features.get(feature.name) for one in texts]
        if None in values or len(set(values)) < 2:
            continue
        spread = float(np.std(np.array(values, dtype=float)))
        told = _answer(texts, values, "high is easy", level)
        if told is None:
            continue
        score = {one.system: one.score for one in told.systems}
        for pair in contrasts:
            own = next(
                (one if one.a == pair.a else one.turned() for one in told.contrasts
                 if {one.a, one.b} == {pair.a, pair.b}), None,
            )  # fmt: skip
            if own is None or own.difference is None:
                continue
            found.append(
                FeatureContrast(
                    feature.name, feature.dimension,
                    feature.more if own.difference > 0 else feature.less,
                    own.a, own.b, score[own.a], score[own.b],
                    own.difference, own.low, own.high, own.difference / spread, own.p, None,
                )
            )  # fmt: skip
    return tuple(
        one
        for pair in dict.fromkeys((one.a, one.b) for one in contrasts)
        for one in _corrected([one for one in found if (one.a, one.b) == pair])[:_SHOWN]
    )


def _corrected(found: Sequence[FeatureContrast]) -> list[FeatureContrast]:
    """Correct p for the number of features (Holm, 1979) and sort by size."""
    p = np.array([np.nan if one.p is None else one.p for one in found])
    adjusted = corrected(p, "holm")
    told = [
        replace(one, p_adjusted=number_or_none(value))
        for one, value in zip(found, adjusted, strict=True)
    ]
    return sorted(told, key=lambda one: -abs(one.standardised))


def distances(
    bodies: Mapping[tuple[str, str], str], versions: Sequence[str], reference: str
) -> dict[str, float]:
    """Return TER of each version against the human one, over the segments that both have."""
    found = {}
    for version in versions:
        pairs = [
            (body, bodies[segment, reference])
            for (segment, name), body in bodies.items()
            if name == version and (segment, reference) in bodies
        ]
        if pairs and version != reference:
            scores = ter_many([one for one, _ in pairs], [two for _, two in pairs])
            if words := float(scores.lengths.sum()):
                found[version] = float(scores.edits.sum()) / words
    return found


def correlate(
    values: Mapping[tuple[str, str], float],
    outcomes: Mapping[str, Mapping[tuple[str, str], float]],
    level: float,
) -> tuple[OutcomeCorrelation, ...]:
    """Correlate the measure with what else is known of the same texts."""
    found = []
    for name, known in outcomes.items():
        both = [key for key in values if key in known]
        r = pearson(
            np.array([values[key] for key in both], dtype=float),
            np.array([known[key] for key in both], dtype=float),
            level=level,
        )
        if r.value is not None:
            found.append(OutcomeCorrelation(name, r, len(both)))
    return tuple(found)


def model_facts(model: RankingModel) -> ModelFacts:
    """Return what a report says of a model."""
    return ModelFacts(
        model.corpus,
        model.language,
        model.trained,
        model.scale.unit if model.scale else "log odds",
        len(model.weights),
        (model.about or {}).get("signature", ""),
    )


def readability_signature(measure: str, languages: Sequence[str], level: float) -> str:
    """Return the signature of a measurement."""
    return signature(
        "readability",
        measure=measure,
        language="+".join(languages) or "unknown",
        words=WORD_RULE,
        sentences=SENTENCE_RULE,
        syllables=SYLLABLE_RULE,
        interval="crossed",
        level=level,
    )
