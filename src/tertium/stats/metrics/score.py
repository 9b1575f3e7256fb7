"""The result of automatic metrics: systems, their contrasts, documents, signatures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tertium import __version__
from tertium.choices import MetricTest, ResampledUnit
from tertium.exceptions import BadInput
from tertium.formats.texts_to_score import TextsToScore
from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.codes import add_up
from tertium.stats.intervals import check_level, check_seed
from tertium.stats.metrics.compare import (
    SACREBLEU_RESAMPLES,
    SACREBLEU_SEED,
    How,
    MetricContrast,
    MetricStanding,
    compare,
)
from tertium.stats.metrics.gather import Gathered, ReferenceUse, gather
from tertium.stats.metrics.given import GivenScores
from tertium.stats.metrics.resample import Units, units_of
from tertium.stats.metrics.warnings import warnings_of
from tertium.stats.result import Result, signature
from tertium.text.metrics import Metric

# A line of a table whose columns are metrics: names, and plain numbers or None.
Row = Mapping[str, str | int | float | None]
SMALL = 20.0  # scores below this are told with three decimals
RESAMPLES: dict[MetricTest, int] = {
    "bootstrap": 2000,
    "randomisation": 10_000,
    "sacrebleu": SACREBLEU_RESAMPLES,
}


@dataclass(frozen=True, slots=True)
class MetricScores(Result):
    """What automatic metrics say of systems.

    A line of `systems` has a system and, by the name of each metric, its score with `…_low` and
    `…_high`; one of `documents` has a document, a system, segments and scores. `ranks` and
    `contrasts` say by which metric they are. `signatures` say how each metric was computed.
    """

    systems: tuple[Row, ...]
    contrasts: tuple[MetricContrast, ...]
    ranks: tuple[MetricStanding, ...]
    references: tuple[ReferenceUse, ...]
    documents: tuple[Row, ...]
    signatures: Mapping[str, str]
    metrics: tuple[str, ...]
    segments: int
    test: MetricTest
    units: str
    level: float


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """The result, and what it was made from: for tables of segments and rows of the one table."""

    result: MetricScores
    data: Gathered
    source_language: str = ""
    target_language: str = ""


def column(metric: str) -> str:
    """Return the name of a metric in columns: `chrfpp` for chrF++.

    >>> column("chrf++"), column("COMET-22")
    ('chrfpp', 'comet-22')
    """
    return metric.lower().replace("+", "p")


def score(
    texts: TextsToScore,
    metrics: Sequence[Metric],
    *,
    given: Sequence[GivenScores] = (),
    test: MetricTest = "bootstrap",
    unit: ResampledUnit = "auto",
    baseline: str | None = None,
    level: float = 0.95,
    resamples: int | None = None,
    seed: int | None = None,
    notes: Sequence[str] = (),
) -> Scored:
    """Score systems by each metric, with intervals and contrasts of all pairs.

    The first metric decides the order of systems. The seed is 0, or that of sacrebleu for its test.
    """
    check_level(level)
    if seed is None:
        seed = SACREBLEU_SEED if test == "sacrebleu" else 0
    check_seed(seed)
    if not metrics and not given:
        raise BadInput("there is no metric", where="--metrics", fix="Name one, such as bleu.")
    data = _with_given(gather(texts, metrics), given)
    wanted = "segment" if test == "sacrebleu" and unit == "auto" else unit
    units = units_of(data, wanted, seed)
    how = How(test, level, resamples or RESAMPLES[test], seed, baseline)
    ranks, contrasts = compare(data.systems, data.metrics, data.statistics, units, how)
    names = tuple(column(one.name) for one in data.metrics)
    result = MetricScores(
        systems=_systems(ranks, [one.name for one in data.metrics]),
        contrasts=tuple(replace(one, metric=column(one.metric)) for one in contrasts),
        ranks=tuple(replace(one, metric=column(one.metric)) for one in ranks),
        references=data.references,
        documents=_documents(data),
        signatures=_signatures(data),
        metrics=names,
        segments=len(data),
        test=test,
        units=units.unit,
        level=level,
        signature=_signature(texts, names, units, how),
        warnings=(*notes, *warnings_of(data, units, given)),
    )
    return Scored(result, data, texts.source_language, texts.target_language)


def _with_given(data: Gathered, given: Sequence[GivenScores]) -> Gathered:
    """Put scores that were made elsewhere beside the others."""
    return replace(
        data,
        metrics=(*data.metrics, *(one.metric for one in given)),
        statistics=(
            *data.statistics,
            *(one.statistics(data.systems, data.segments) for one in given),
        ),
    )


def _systems(ranks: Sequence[MetricStanding], metrics: Sequence[str]) -> tuple[Row, ...]:
    """Return a line for each system, in the order of the first metric."""
    found: dict[str, dict[str, str | int | float | None]] = {}
    for metric in metrics:
        key = column(metric)
        for one in ranks:
            if one.metric == metric:
                line = found.setdefault(one.system, {"system": one.system})
                line |= {key: one.score, f"{key}_low": one.low, f"{key}_high": one.high}
    return tuple(found.values())


def _documents(data: Gathered) -> tuple[Row, ...]:
    """Return the scores of each system on each document, in the order of the text."""
    if not data.documents:
        return ()
    known = data.document >= 0
    size = len(data.documents)
    segments = np.bincount(data.document[known], minlength=size)
    scores = [
        one.score(_by_document(own, data.document, known, size))
        for one, own in zip(data.metrics, data.statistics, strict=True)
    ]
    names = [column(one.name) for one in data.metrics]
    found: list[Row] = []
    for at, document in enumerate(data.documents):
        for row, system in enumerate(data.systems):
            line: dict[str, str | int | float | None] = {"document": document, "system": system}
            line["segments"] = int(segments[at])
            for name, own in zip(names, scores, strict=True):
                line[name] = number_or_none(own[row, at])
            found.append(line)
    return tuple(found)


def _by_document(statistics: Floats, document: Ints, known: Bools, size: int) -> Floats:
    return np.stack([
        np.stack([add_up(column[known], document[known], size) for column in own.T], axis=-1)
        for own in statistics
    ])  # fmt: skip


def _signatures(data: Gathered) -> dict[str, str]:
    """Return how each metric was computed, in the form that sacrebleu made usual."""
    return {column(one.name): metric_signature(one, data.number) for one in data.metrics}


def metric_signature(metric: Metric, references: int) -> str:
    """Return the signature of a metric; 0 references are a number that varies."""
    parts = metric.options()
    if "scores" not in parts:
        parts = {"nrefs": str(references) if references else "var", **parts}
    told = "|".join(f"{name}:{value}" for name, value in parts.items())
    return f"{metric.name}|{told}|tertium:{__version__}"


def _signature(texts: TextsToScore, metrics: tuple[str, ...], units: Units, how: How) -> str:
    return signature(
        "score",
        metrics="+".join(metrics),
        **({"languages": texts.pair} if texts.pair else {}),
        test=how.test,
        units=units.told,
        resamples=how.resamples,
        seed=how.seed,
        level=f"{how.level:g}",
    )
