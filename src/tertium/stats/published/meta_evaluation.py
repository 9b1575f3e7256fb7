"""Meta-evaluation: golden vectors of ours, and pairwise accuracy as published with its data.

The golden vectors were computed by the program of the metrics task of WMT; they are in no paper.
"""

import csv
import gzip
from collections import defaultdict
from functools import cache
from pathlib import Path

import numpy as np

from tertium.choices import Grouping
from tertium.formats.judgements import read_judgements
from tertium.stats.assisted.mean import assisted_mean, stratified_mean
from tertium.stats.correlation.correlate import correlate
from tertium.stats.correlation.panel import JudgedRows, Method
from tertium.stats.correlation.result import Correlations
from tertium.stats.correlation.rows import (
    averaged,
    difference_pearson,
    difference_sums,
    kendall_like,
)
from tertium.stats.correlation.soft import flip_signs, flipped_p, soft_accuracy
from tertium.stats.correlation.swapping import williams
from tertium.stats.correlation.ties import calibrate
from tertium.stats.published.claim import recomputes

HUMAN = np.array([[-1, 0, -5, np.nan], [-1, -5, -5, -1], [0, -10, -6, -2]])
METRIC = np.array([[0.80, 0.90, 0.40, 0.70], [0.78, 0.60, 0.41, 0.65], [0.85, 0.30, 0.35, 0.66]])
JUDGED = np.array([0.70, 0.80, 0.90, 0.60, 0.85])
SCORED = np.array([0.7, 0.75, 0.9, 0.5, 0.8])
UNJUDGED = np.array([0.6, 0.7, 0.8, 0.9, 0.65, 0.75, 0.85, 0.55, 0.95, 0.7])
FLIPPED = {
    "human": np.array(
        [[-1, 0, -5, -1, 0, -2], [-1, -5, -5, -1, -1, -3], [0, -10, -6, -2, -5, 0.0]]
    ),
    "metric": np.array(
        [
            [0.8, 0.9, 0.4, 0.7, 0.9, 0.5],
            [0.78, 0.6, 0.41, 0.65, 0.7, 0.45],
            [0.85, 0.3, 0.35, 0.66, 0.4, 0.8],
        ]
    ),
}


@recomputes(averaged)
def group_mean(measure: str, grouping: Grouping) -> float:
    """Return the mean of a coefficient over groups of outputs."""
    return averaged(HUMAN, METRIC, measure, grouping)


@recomputes(difference_sums)
def differences() -> float:
    """Return Pearson's r of differences inside of segments."""
    return float(difference_pearson(difference_sums(HUMAN.T, METRIC.T).sum(0)))


@recomputes(kendall_like)
def like(least: int) -> float:
    """Return WMT's τ-like of pairs that people put so far apart."""
    return kendall_like(HUMAN, METRIC, least=least)[0]


@recomputes(calibrate)
def calibrated(grouping: Grouping, what: str) -> float:
    """Return the accuracy with calibrated ties, or its ε."""
    rows = [table.T if grouping == "item" else table.reshape(1, -1) for table in (HUMAN, METRIC)]
    return float(getattr(calibrate(*rows), what))


@recomputes(flipped_p)
def flips(method: str, pair: int) -> float:
    """Return p of a pair of systems by a thousand sign flips."""
    return float(flipped_p(FLIPPED[method], flip_signs(6), published=True)[pair - 1])


@recomputes(flipped_p)
def soft() -> float:
    """Return soft pairwise accuracy."""
    signs = flip_signs(6)
    return soft_accuracy(*(flipped_p(scores, signs, published=True) for scores in FLIPPED.values()))


@recomputes(williams)
def williams_p() -> float:
    """Return p of .9 against .8, with .7 between the metrics and 20 systems."""
    return williams(0.9, 0.8, 0.7, 20)


@recomputes(assisted_mean)
def assisted(what: str) -> float:
    """Return a mean that a metric assists, an end of its interval, its λ or its gain."""
    return float(getattr(assisted_mean(JUDGED, SCORED, UNJUDGED), what))


@recomputes(assisted_mean)
def whole(what: str) -> float:
    """Return the same with λ = 1."""
    return float(getattr(assisted_mean(JUDGED, SCORED, UNJUDGED, strength=1.0), what))


@recomputes(stratified_mean)
def stratified(place: int) -> float:
    """Return a mean over three strata (1), or its standard error (2)."""
    strata = ((0.9, 0.8, 0.85, 0.95), (0.6, 0.7, 0.5), (0.3, 0.2, 0.5))
    shares = np.array([0.5, 0.3, 0.2])
    return stratified_mean([np.array(one) for one in strata], shares)[place - 1]


@cache
def _shipped(folder: Path) -> Correlations:
    """Correlate the metrics of 45 campaigns with mean raw scores."""
    metrics: dict[str, dict[tuple[str | None, str | None, str], float]] = defaultdict(dict)
    wanted = ("SacreBLEU_bleu", "SacreBLEU_chrf", "COMET", "COMET_src")
    with gzip.open(folder / "automatic_metrics.csv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["column"] in wanted:
                metrics[row["column"]][None, row["campaign"], row["system"]] = float(row["value"])
    found = {}
    for pair, table in read_judgements(folder / "judgements.csv.gz").by_language_pair().items():
        one = table.scores()
        found[pair] = JudgedRows(
            one.annotator,
            one.segment,
            one.document,
            one.domain,
            one.campaign,
            one.system,
            one.value,
        )
    methods = [Method(name, "automatic", {}, scores) for name, scores in metrics.items()]
    return correlate(
        found, methods, levels=["system"], mean="judgements", resamples=20, permutations=20
    )


@recomputes(correlate, data_set="toship-da")
def shipped(folder: Path, metric: str) -> float | None:
    """Return the share of pairs of systems that a metric orders as people do."""
    (one,) = (
        one
        for one in _shipped(folder).correlations
        if (one.metric, one.measure, one.subset) == (metric, "accuracy", "all")
    )
    return one.value
