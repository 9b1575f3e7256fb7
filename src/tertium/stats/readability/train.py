"""Training: a model, how well it orders texts it has not seen, and what it is compared with."""

from dataclasses import dataclass, replace

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats
from tertium.stats.readability.corpus import Corpus
from tertium.stats.readability.fit import RIDGE, fit, scores
from tertium.stats.readability.fitness import CorpusFitness, fitness
from tertium.stats.readability.validate import (
    FOLDS,
    Ordering,
    Predicted,
    held_out,
    ordering,
    predictions,
)
from tertium.stats.result import Result, signature
from tertium.stats.told import some_of
from tertium.text.readability.formulas import FORMULAS, usual_formula
from tertium.text.readability.languages import primary
from tertium.text.readability.model import RankingModel
from tertium.text.readability.registry import features

_COMPARED = ("flesch", "flesch-kincaid", "lix")


@dataclass(frozen=True, slots=True)
class FeatureWeight:
    """What a feature adds to difficulty where it is one sd higher; `more` says it in words."""

    feature: str
    dimension: str
    more: str
    weight: float


@dataclass(frozen=True, slots=True)
class Transfer:
    """How well a model of one corpus orders another one, by the features that both have."""

    trained_on: str
    tested_on: str
    features: int
    ordering: Ordering
    formula: Ordering


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadabilityTraining(Result):
    """A trained model and what is known of it; `validation` is of texts held out, by group."""

    corpus: str
    language: str
    trained: str
    by: str
    texts: int
    groups: int
    labels: tuple[str, ...]
    validation: Ordering
    predictions: Predicted | None
    compared: tuple[Ordering, ...]
    weights: tuple[FeatureWeight, ...]
    transfers: tuple[Transfer, ...]
    fitness: CorpusFitness
    level: float


@dataclass(frozen=True, slots=True)
class Trained:
    """A model, and what training found out about it."""

    model: RankingModel
    result: ReadabilityTraining


def train(
    corpus: Corpus,
    *,
    others: tuple[Corpus, ...] = (),
    level: float = 0.95,
    seed: int = 0,
) -> Trained:
    """Train a ranking model, test it on groups it has not seen, and on other corpora."""
    rng = np.random.default_rng(seed)
    found = held_out(corpus, rng, level=level)
    validation = ordering(corpus, found.difficulty, "model", level=level)
    fitted = fit(corpus, np.arange(len(corpus.names)), rng)
    fit_for = fitness(corpus, seed=seed)
    transfers = tuple(
        one for other in others for one in (_transfer(corpus, other, level, seed),
                                            _transfer(other, corpus, level, seed))
    )  # fmt: skip
    line = signature(
        "readability-train",
        corpus=corpus.name,
        by=corpus.by,
        folds=min(FOLDS, len(corpus.groups)),
        features=len(corpus.features),
        ridge=RIDGE,
        interval="split-conformal",
        level=level,
        seed=seed,
    )
    weights = sorted(fitted.model.weights, key=lambda one: -abs(one.weight))
    result = ReadabilityTraining(
        corpus=corpus.name,
        language=corpus.language,
        trained=corpus.trained,
        by=corpus.by,
        texts=len(corpus.names),
        groups=len(corpus.groups),
        labels=corpus.labels,
        validation=validation,
        predictions=predictions(corpus, found, level=level),
        compared=tuple(compared(corpus, level)),
        weights=tuple(_weight(one.feature, one.weight) for one in weights),
        transfers=transfers,
        fitness=fit_for,
        level=level,
        signature=line,
        warnings=(*fit_for.warnings, *_warnings(corpus, transfers)),
    )
    about = {"signature": line, "texts": str(len(corpus.names)), "by": corpus.by}
    return Trained(replace(fitted.model, about=about), result)


def compared(corpus: Corpus, level: float) -> list[Ordering]:
    """Return how well formulas and mere length order the same texts."""
    names = dict.fromkeys((usual_formula(corpus.language).name, *_COMPARED))
    chosen = [one for one in FORMULAS if one.name in names and one.made_for(corpus.language)]
    found = []
    for formula in chosen:
        score = formula_scores(corpus, formula.name)
        if not np.isnan(score).any():
            found.append(ordering(corpus, score, formula.title, level=level))
    return [*found, ordering(corpus, corpus.words, "number of words", level=level)]


def formula_scores(corpus: Corpus, name: str) -> Floats:
    """Return a formula for every text, turned so that high is hard."""
    formula = next(one for one in FORMULAS if one.name == name)
    sign = 1.0 if formula.direction == "high is hard" else -1.0
    values = [formula.of(text.counts) for text in corpus.texts]
    return np.array([np.nan if value is None else sign * value for value in values])


def _weight(name: str, weight: float) -> FeatureWeight:
    known = features().get(name)
    if known is None:  # of reader or task
        return FeatureWeight(name, name.partition(".")[0], name, weight)
    return FeatureWeight(name, known.dimension, known.more, weight)


def _transfer(one: Corpus, other: Corpus, level: float, seed: int) -> Transfer:
    """Train on all texts of one corpus and order those of another."""
    names = [feature.name for feature in one.features]
    both = [feature.name for feature in other.features if feature.name in names]
    if not both:
        raise BadInput(
            f"{other.name} has no feature that {one.name} has",
            where="--transfer",
            fix="Name a corpus in a language of which the same features are known.",
        )
    here, there = one.only(both), other.only(both)
    model = fit(here, np.arange(len(here.names)), np.random.default_rng(seed)).model
    formula = usual_formula(other.language)
    return Transfer(
        one.name,
        other.name,
        len(both),
        ordering(there, scores(model, there), "model", level=level),
        ordering(there, formula_scores(there, formula.name), formula.title, level=level),
    )


def _warnings(corpus: Corpus, transfers: tuple[Transfer, ...]) -> list[str]:
    told = []
    if corpus.trained == "comparisons":
        told.append(
            "Comparisons have no scale: the model orders texts, and its "
            "predictions have no confidence interval."
        )
    if not transfers:
        told.append(
            "How well the model orders texts of another corpus is not known: test "
            "it with --transfer."
        )
    worse = [
        one.tested_on
        for one in transfers
        if (one.ordering.spearman.value or 0) < (one.formula.spearman.value or 0)
    ]
    if worse:
        told.append(f"On {some_of(worse)} a formula orders texts better than the model does.")
    other = {primary(corpus.language)} - {"en", "de", "fr", "es"}
    if other:
        told.append(f"Few features are known for the language {corpus.language!r}.")
    return told
