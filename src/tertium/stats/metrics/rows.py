"""Automatic scores as rows of the one table, so that what reads scores reads them.

A row says which metric (`aspect`), how it was computed (its signature, as `annotator`), and is of
the layer `computed`: statistics of annotators and agreement never see it. Scores of which lower is
better are kept in `label` and reversed in `value`, as everywhere in the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.formats.metric_scores import PROTOCOL
from tertium.stats.arrays import Floats
from tertium.stats.metrics.gather import Gathered
from tertium.stats.metrics.score import Scored, column, metric_signature
from tertium.table import JudgementTable


def segment_scores(data: Gathered) -> dict[str, Floats]:
    """Return the scores of single segments by metric: system × segment."""
    found = {}
    for one, own in zip(data.metrics, data.statistics, strict=True):
        scores = one.segment_score(own.astype(float))
        if one.highest is not None:  # rounding may lead beyond it, to 100.00000000000004
            scores = np.minimum(scores, one.highest)
        found[column(one.name)] = scores
    return found


def segment_columns(scored: Scored) -> tuple[str, ...]:
    """Return the names of the metrics, as columns of a file of segments."""
    return scored.result.metrics


def segment_rows(scored: Scored) -> Iterator[tuple[str | float, ...]]:
    """Yield segment, system, score, and the score of each metric.

    `score` is that of the first metric; higher is better there, whatever the metric.
    """
    data = scored.data
    found = list(segment_scores(data).values())
    sign = 1.0 if data.metrics[0].better == "higher" else -1.0
    for at, segment in enumerate(data.segments):
        for row, system in enumerate(data.systems):
            values = [float(one[row, at]) for one in found]
            if values[0] == values[0]:
                yield segment, system, sign * values[0], *values


def computed_table(scored: Sequence[Scored]) -> JudgementTable:
    """Return a row for each metric, segment and system; texts in several languages are joined."""
    parts = [_columns(one) for one in scored]
    names = parts[0]
    table = JudgementTable.from_columns(
        {name: np.concatenate([part[name] for part in parts]) for name in names}
    )
    for one in scored[0].data.metrics:
        name = column(one.name)
        values = [segment_scores(part.data).get(name, np.zeros(0)).ravel() for part in scored]
        table = table.on_scale(one.scale(np.concatenate(values)), name)
    return table


def _columns(scored: Scored) -> dict[str, NDArray[Any]]:
    data = scored.data
    found = segment_scores(data)
    systems, segments, every = len(data.systems), len(data), len(found)
    size = every * systems * segments

    def same(value: str | None) -> NDArray[Any]:
        return np.full(size, value, dtype=object)

    def texts(values: Iterable[str | None]) -> NDArray[Any]:
        return np.array(list(values), dtype=object)

    document = texts((*data.documents, None))[data.document]
    signatures = (metric_signature(one, data.number) for one in data.metrics)
    return {
        "protocol": same(PROTOCOL),
        "layer": same("computed"),
        "source_language": same(scored.source_language or None),
        "target_language": same(scored.target_language or None),
        "annotator": np.repeat(texts(signatures), systems * segments),
        "aspect": np.repeat(texts(found), systems * segments),
        "system": np.tile(np.repeat(texts(data.systems), segments), every),
        "segment": np.tile(texts(data.segments), every * systems),
        "document": np.tile(document, every * systems),
        "value": np.concatenate([values.ravel() for values in found.values()]),
    }
