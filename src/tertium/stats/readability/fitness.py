"""Is a corpus fit to train on? What a model would learn beside how hard texts are.

Levels of a publisher are not what readers understood. A corpus whose hard texts are the longer
ones, or come from another source, teaches length or source; that is asked before training.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import coded
from tertium.stats.pearson import mean_ranks, pearson
from tertium.stats.readability.corpus import Corpus
from tertium.stats.readability.validate import ordering
from tertium.stats.result import Estimate, Result, signature
from tertium.stats.told import coefficient, count, percent
from tertium.text.readability.formulas import LEAST_WORDS
from tertium.text.readability.languages import guess, primary

Reading = Literal["good", "warning", "unknown"]

_LENGTH = 0.3  # |ρ| of difficulty with the number of words
_SHARED = 0.10  # of the variance of difficulty that a source or author explains
_FEW = 20  # texts of a level
_SOURCES = ("source", "author", "topic", "category", "categ", "genre", "publisher", "domain")
_ERRORS = ("s.e.", "se", "standard_error", "stderr")
_OUTCOMES = ("comprehension", "accuracy", "cloze", "reading_time", "understood")
_ROUNDS = 500


@dataclass(frozen=True, slots=True)
class FitnessAnswer:
    """A question about a corpus: whether its answer is good, and in words."""

    question: str
    reading: Reading
    finding: str
    value: float | None = None


@dataclass(frozen=True, slots=True)
class CorpusLevel:
    """One level: texts, groups, and how long they are."""

    label: str
    texts: int
    groups: int
    words: float
    words_per_sentence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusFitness(Result):
    """Whether a corpus is fit to train a model of readability on."""

    corpus: str
    language: str
    texts: int
    groups: int
    by: str
    trained: str
    levels: tuple[CorpusLevel, ...]
    questions: tuple[FitnessAnswer, ...]
    features: int


def fitness(corpus: Corpus, *, seed: int = 0) -> CorpusFitness:
    """Ask what a model of this corpus would learn beside difficulty."""
    questions = tuple(_questions(corpus, np.random.default_rng(seed)))
    return CorpusFitness(
        corpus=corpus.name,
        language=corpus.language,
        texts=len(corpus.names),
        groups=len(corpus.groups),
        by=corpus.by,
        trained=corpus.trained,
        levels=tuple(_levels(corpus)),
        questions=questions,
        features=len(corpus.features),
        signature=signature(
            "readability-check", by=corpus.by, texts=len(corpus.names), rounds=_ROUNDS, seed=seed
        ),
        warnings=(
            *corpus.notes,
            *(one.finding for one in questions if one.reading == "warning"),
        ),
    )


def _levels(corpus: Corpus) -> Iterator[CorpusLevel]:
    for number, label in enumerate(corpus.labels):
        own = np.flatnonzero(corpus.hard == number)
        lengths = [len(corpus.texts[at].words) for at in own]
        sentences = [len(corpus.texts[at].sentences) for at in own]
        yield CorpusLevel(
            label,
            len(own),
            len(np.unique(corpus.group[own])),
            float(np.mean(lengths)),
            sum(lengths) / max(sum(sentences), 1),
        )


def _questions(corpus: Corpus, rng: np.random.Generator) -> Iterator[FitnessAnswer]:
    if corpus.trained != "comparisons":
        yield _length(corpus)
        yield from _confounded(corpus, rng)
    yield _numbers(corpus)
    yield _same_content(corpus)
    yield _agreement(corpus)
    yield _outcome(corpus)
    yield _short(corpus)
    yield _twice(corpus)
    yield _languages(corpus)


def _length(corpus: Corpus) -> FitnessAnswer:
    rho = pearson(mean_ranks(corpus.words), mean_ranks(corpus.hard)).value
    alone = ordering(corpus, corpus.words, "words")
    if rho is None:
        return FitnessAnswer("length", "unknown", "All texts are equally long.")
    inside = ""
    if alone.groups:
        inside = (
            f" The number of words alone puts {alone.groups_in_order:,} of "
            f"{alone.groups:,} groups in order."
        )
    if abs(rho) >= _LENGTH:
        told = (
            f"Harder texts are {'longer' if rho > 0 else 'shorter'} (ρ = "
            f"{coefficient(rho)}), so a feature that grows with length would pass "
            f"for difficulty; none is trained on.{inside}"
        )
        return FitnessAnswer("length", "warning", told, rho)
    told = f"Length and difficulty hardly go together (ρ = {coefficient(rho)}).{inside}"
    return FitnessAnswer("length", "good", told, rho)


def _confounded(corpus: Corpus, rng: np.random.Generator) -> Iterator[FitnessAnswer]:
    """Ask of each column that names where texts come from how much of difficulty it explains."""
    columns = corpus.columns or {}
    named = [name for name in columns if name.lower() in _SOURCES]
    for name in named:
        code, known = coded(list(columns[name]))
        if not 1 < len(known) < len(corpus.names):
            continue
        share = _explained(corpus.hard, code)
        drawn = np.array([_explained(corpus.hard, rng.permutation(code)) for _ in range(_ROUNDS)])
        beyond = max(0.0, (share - float(drawn.mean())) / max(1e-12, 1 - float(drawn.mean())))
        p = (1 + int((drawn >= share).sum())) / (_ROUNDS + 1)
        if beyond >= _SHARED and p < 0.05:
            told = (
                f"{name} explains {percent(beyond)} of difficulty beyond chance: a "
                f"model may learn it instead. Test by it (--by {name})."
            )
            yield FitnessAnswer(name, "warning", told, beyond)
        else:
            told = f"{name} explains {percent(beyond)} of difficulty beyond chance."
            yield FitnessAnswer(name, "good", told, beyond)
    if not named:
        told = "The source, author or topic of texts is not known: add a column."
        yield FitnessAnswer("source", "unknown", told)


def _explained(hard: Floats, code: Ints) -> float:
    """Return the share of the variance of difficulty between groups (η²)."""
    number = np.bincount(code)
    means = np.bincount(code, hard) / np.maximum(number, 1)
    total = float(((hard - hard.mean()) ** 2).sum())
    return float((number * (means - hard.mean()) ** 2).sum()) / total if total else 0.0


def _numbers(corpus: Corpus) -> FitnessAnswer:
    if not corpus.labels:
        told = (f"{count(len(corpus.names), 'text')} in "
f"{count(len(corpus.groups), 'group')}.")  # fmt: skip
        return FitnessAnswer("number", "good", told, float(len(corpus.names)))
    fewest = min(_levels(corpus), key=lambda one: one.texts)
    told = f"The level with the fewest texts is {fewest.label}: {count(fewest.texts, 'text')}."
    reading: Reading = "good" if fewest.texts >= _FEW else "warning"
    return FitnessAnswer("texts per level", reading, told, float(fewest.texts))


def _same_content(corpus: Corpus) -> FitnessAnswer:
    """Say whether there are versions of the same content, which separate form from topic."""
    sizes = np.bincount(corpus.group)
    several = int((sizes > 1).sum())
    if several >= len(sizes) / 2 and corpus.labels:
        told = "Most groups hold several versions, so content is the same on all levels."
        return FitnessAnswer("content", "good", told)
    told = "Texts are not versions of each other, so topics may differ between levels."
    return FitnessAnswer("content", "unknown", told)


def _agreement(corpus: Corpus) -> FitnessAnswer:
    columns = corpus.columns or {}
    name = next((one for one in columns if one.lower() in _ERRORS), None)
    if name is None:
        told = "How far annotators agree on difficulty is not known."
        return FitnessAnswer("agreement", "unknown", told)
    errors = _as_numbers(columns[name])
    known = ~np.isnan(errors)
    spread = float(np.var(corpus.hard[known]))
    reliable = 1 - float((errors[known] ** 2).mean()) / spread if spread else 0.0
    told = (
        f"Scores are reliable to {coefficient(max(reliable, 0.0))}: no model "
        "can correlate with them by more than "
        f"{coefficient(max(reliable, 0.0) ** 0.5)}."
    )
    return FitnessAnswer("agreement", "good" if reliable >= 0.7 else "warning", told, reliable)


def _outcome(corpus: Corpus) -> FitnessAnswer:
    columns = corpus.columns or {}
    name = next((one for one in columns if one.lower() in _OUTCOMES), None)
    if name is None:
        told = "What readers understood is not known: levels are those of their authors."
        return FitnessAnswer("comprehension", "unknown", told)
    found = _as_numbers(columns[name])
    known = ~np.isnan(found)
    r = pearson(found[known], corpus.hard[known])
    if r.value is None:
        told = f"{name} does not vary, or is known of fewer than three texts."
        return FitnessAnswer("comprehension", "unknown", told)
    told = f"Difficulty and {name} correlate by {coefficient(r.value)}."
    return FitnessAnswer("comprehension", "good", told, r.value)


def _short(corpus: Corpus) -> FitnessAnswer:
    share = float((corpus.words < LEAST_WORDS).mean())
    told = f"{percent(share)} of the texts have fewer than {LEAST_WORDS:,} words."  # fmt: skip
    return FitnessAnswer("short texts", "warning" if share > 0.1 else "good", told, share)


def _twice(corpus: Corpus) -> FitnessAnswer:
    bodies = Counter(" ".join(text.words) for text in corpus.texts)
    twice = sum(number - 1 for number in bodies.values())
    if not twice:
        return FitnessAnswer("duplicates", "good", "No text comes twice.", 0.0)
    told = f"{count(twice, 'text comes', 'texts come')} again."
    return FitnessAnswer("duplicates", "warning", told, float(twice))


def _languages(corpus: Corpus) -> FitnessAnswer:
    other = sum(
        bool(found := guess(text.words)) and found != primary(corpus.language)
        for text in corpus.texts
    )
    if other:
        told = (
            f"{count(other, 'text seems to be', 'texts seem to be')} in another "
            f"language than {corpus.language}."
        )
        return FitnessAnswer("language", "warning", told, float(other))
    return FitnessAnswer("language", "good", "All texts are in one language.", 0.0)


def _as_numbers(cells: Sequence[str]) -> Floats:
    def number(cell: str) -> float:
        try:
            return float(cell)
        except ValueError:
            return float("nan")

    return np.array([number(cell) for cell in cells])


def reliable(answers: Sequence[FitnessAnswer]) -> Estimate:
    """Return the reliability of scores that was found, if any."""
    return Estimate(next((one.value for one in answers if one.question == "agreement"), None))
