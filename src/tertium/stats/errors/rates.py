"""Penalty points per word or per segment of each system, with confidence intervals.

Points are rare, unequal and never negative, so their interval is skewed: the rate is a gamma
variable for the errors over another for what was sampled besides, documents and annotators (an F
distribution; without the second it is the interval of Fay and Feuer 1997). How much documents
differ is measured from six documents on and taken from past campaigns below. How much
annotators differ in strictness has a prior worth four degrees of freedom: the sd was .60 of the
mean in side-by-side MQM of WMT 2023 (ten annotators) and .42 in the TED talks of WMT 2021 (four).
"""

from dataclasses import dataclass
from math import inf, sqrt

import numpy as np
from scipy.special import fdtri, gammaincinv, ndtri, stdtrit

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import add_up
from tertium.stats.errors.decision import SPREAD, Sample, caps, sample_of
from tertium.stats.errors.weigh import Costs, Readings
from tertium.table import Spans

FEW_DOCUMENTS = 6  # below this, past campaigns say how much documents differ
STRICTNESS = 0.5  # sd between annotators in past campaigns, in parts of the mean rate
_WORTH = 4  # degrees of freedom that this prior is worth


@dataclass(frozen=True, slots=True)
class Rate:
    """What one system costs: points over exposure (words or segments), with its interval.

    `documents` were read by `annotators`; `differ` is by how much of their mean the documents
    seem to differ, beyond single errors (None below three documents or without points).
    """

    points: float
    exposure: float
    rate: float
    low: float
    high: float
    annotators: int
    documents: int
    differ: float | None


@dataclass(frozen=True, slots=True)
class Shares:
    """Points, squared points and exposure of each document, or of each annotator."""

    points: Floats
    squares: Floats
    exposure: Floats


def bounds(
    points: float,
    squares: float,
    next_error: float,
    exposure: float,
    *,
    low: float,
    high: float,
    variance: float = 0.0,
) -> tuple[float, float]:
    """Return the rate's lower bound with risk `low` and its upper bound with risk `high`.

    `next_error` is what one more error may cost, `variance` the squared coefficient of variation
    of what was sampled besides errors. Without it, the bounds are those of Fay and Feuer.
    """
    below = 0.0
    if points > 0:
        below = points / exposure * _quantile(points**2 / squares, variance, low)
    cost = points + next_error
    if cost <= 0:
        return 0.0, 0.0
    shape = cost**2 / (squares + next_error**2)
    return below, cost / exposure * _quantile(shape, variance, 1 - high)


def _quantile(shape: float, variance: float, p: float) -> float:
    """Return a quantile of a gamma variable over one of this variance, both with mean 1."""
    if variance <= 0:
        return float(gammaincinv(shape, p)) / shape
    return float(fdtri(2 * shape, 2 / variance, p))


def rates(
    spans: Spans,
    costs: Costs,
    readings: Readings,
    *,
    level: float = 0.95,
    documents: int | None = None,
    spread: float = SPREAD,
) -> tuple[Rate, ...]:
    """Return each system's rate: all points over everything that was read.

    The interval speaks of documents and annotators like these; with one annotator of this one,
    and of these documents if the whole text has no more `documents`.
    """
    paid = _paid(spans, costs, readings)
    most = max(costs.agreed, default=costs.largest)
    found = []
    for system in range(len(readings.names)):
        rows, mark = _of_system(spans, readings, system)
        text = _text(readings, rows)
        people, person = np.unique(readings.person[rows], return_inverse=True)
        texts = _shares(spans, readings, rows, mark, text, paid, readings.share)
        readers = _shares(spans, readings, rows, mark, person, paid, np.ones(len(readings.share)))
        size = len(people), len(texts.points)
        read = add_up(readings.exposure[rows], person * size[1] + text, size[0] * size[1])
        low, high = rate_bounds(
            texts,
            readers,
            read.reshape(size),
            next_error=sqrt(costs.largest * most),
            level=level,
            documents=documents,
            spread=spread,
        )
        points, exposure = float(texts.points.sum()), float(texts.exposure.sum())
        rate = points / exposure
        found.append(Rate(points, exposure, rate, low, high, *size, _differ(texts)))
    return tuple(found)


def rate_bounds(
    texts: Shares,
    readers: Shares | None = None,
    read: Floats | None = None,
    *,
    next_error: float,
    level: float = 0.95,
    documents: int | None = None,
    spread: float = SPREAD,
) -> tuple[float, float]:
    """Return the confidence interval of all points over all exposure.

    `texts` are documents, `readers` annotators and `read` what each of them read of each document
    (all the same where it is not given). `next_error` is the geometric mean of the largest
    cost that does not fail a text by itself and the largest of all; it is at least as large as
    errors have been on average, by their points.
    """
    points, squares = float(texts.points.sum()), float(texts.squares.sum())
    variance = _document_variance(texts, level, spread, documents)
    if readers is not None:
        variance += _annotator_variance(readers, read, texts, level, spread)
    if points > 0:
        next_error = max(next_error, squares / points)
    exposure, risk = float(texts.exposure.sum()), (1 - level) / 2
    return bounds(points, squares, next_error, exposure, low=risk, high=risk, variance=variance)


def check_documents(readings: Readings, documents: int | None) -> None:
    """Refuse a text that has fewer documents than were read of it, or unknown ones."""
    if documents is None:
        return
    if not readings.by_document:
        raise BadInput(
            "how many documents the whole text has says nothing where documents are not known",
            where="documents",
            fix="Name the document of every segment, or leave the number out.",
        )
    pairs = np.unique(np.stack([readings.system, readings.document]), axis=1)
    read = int(np.bincount(pairs[0]).max())
    if documents < read:
        raise BadInput(
            f"the whole text cannot have {documents:,} documents: {read:,} were read",
            where="documents",
            fix="Give the number of documents of the text that the sample was taken from.",
        )


def _shares(
    spans: Spans,
    readings: Readings,
    rows: Ints,
    mark: Ints,
    codes: Ints,
    paid: Floats,
    share: Floats,
) -> Shares:
    """Add up points and exposure of readings by document, or by annotator."""
    size = int(codes.max()) + 1
    of, part = _places(readings, rows, codes)[spans.output[mark]], share[spans.output[mark]]
    return Shares(
        add_up(paid[mark] * part, of, size),
        add_up(paid[mark] ** 2 * part, of, size),
        add_up(share[rows] * readings.exposure[rows], codes, size),
    )


def _paid(spans: Spans, costs: Costs, readings: Readings) -> Floats:
    """Return what each mark costs; where merits pay for errors, each error of a reading pays less.

    Critical errors are never paid for.
    """
    size = len(readings.system)
    plain, critical = costs.error & ~costs.critical, costs.error & costs.critical
    before = add_up(np.where(plain, costs.points, 0.0), spans.output, size)
    left = readings.points - add_up(np.where(critical, costs.points, 0.0), spans.output, size)
    part = np.divide(left, before, out=np.ones(size), where=before > 0)
    return np.where(plain, costs.points * part[spans.output], np.where(critical, costs.points, 0.0))


def _of_system(spans: Spans, readings: Readings, system: int) -> tuple[Ints, Ints]:
    """Return the readings of a system and the marks in them."""
    own = readings.system == system
    return np.flatnonzero(own), np.flatnonzero(own[spans.output])


def _places(readings: Readings, rows: Ints, codes: Ints) -> Ints:
    """Return the code of every reading, −1 where it is of another system."""
    place = np.full(len(readings.system), -1)
    place[rows] = codes
    return place


def _text(readings: Readings, rows: Ints) -> Ints:
    """Give the documents of some readings numbers; where documents are not known, all are one."""
    if not readings.by_document:
        return np.zeros(len(rows), dtype=np.int64)
    return np.unique(readings.document[rows], return_inverse=True)[1].astype(np.int64)


def _excess(texts: Shares) -> float:
    """Return how much more documents differ than single errors make them, squared points."""
    number, total = len(texts.points), texts.points.sum()
    away = texts.points - total / texts.exposure.sum() * texts.exposure
    return float(max(number / (number - 1) * (away**2).sum() - texts.squares.sum(), 0.0))


def _differ(texts: Shares) -> float | None:
    """Return the coefficient of variation of documents that is seen beyond single errors."""
    total = float(texts.points.sum())
    if len(texts.points) < 3 or total <= 0:
        return None
    shares = texts.exposure / texts.exposure.sum()
    return sqrt(_excess(texts) / (total**2 * float((shares**2).sum())))


def _document_variance(texts: Shares, level: float, spread: float, documents: int | None) -> float:
    """Return the squared coefficient of variation that documents give to the rate.

    There is less of it the larger a part of all `documents` was read, and none if all were.
    """
    number, total = len(texts.points), float(texts.points.sum())
    left = 1.0 if documents is None else max(0.0, 1 - number / documents)
    if number < FEW_DOCUMENTS:
        shares = texts.exposure / texts.exposure.sum()
        return left * spread**2 * float((shares**2).sum())
    if total <= 0:
        return 0.0
    return left * _doubt(number - 1, level) * _excess(texts) / total**2


def _annotator_variance(
    readers: Shares, read: Floats | None, texts: Shares, level: float, spread: float
) -> float:
    """Return the squared coefficient of variation that annotators give to the rate.

    `read` is the exposure by annotator and document. What annotators differ by is what their rates
    do, less what single errors and different documents explain, shrunk to past campaigns.
    """
    number = len(readers.points)
    if number < 2:
        return 0.0
    rate = readers.points / readers.exposure
    found = 0.0
    if rate.any():
        apart = float(((rate / rate.mean() - 1) ** 2).sum()) / (number - 1)
        some = readers.points > 0
        errors = np.where(some, readers.squares / np.where(some, readers.points, 1.0) ** 2, 0.0)
        found = max(apart - float(errors.mean()) - _documents_between(read, texts, spread), 0.0)
    shrunk = (_WORTH * STRICTNESS**2 + (number - 1) * found) / (number - 1 + _WORTH)
    load = readers.exposure / readers.exposure.sum()
    return shrunk * float((load**2).sum()) * _doubt(number - 1 + _WORTH, level)


def _documents_between(read: Floats | None, texts: Shares, spread: float) -> float:
    """Return what annotators' rates differ by because they read different documents."""
    if read is None or np.allclose(read, read[0]):
        return 0.0
    shares = read / read.sum(1, keepdims=True)
    differ = _differ(texts) or 0.0 if len(texts.points) >= FEW_DOCUMENTS else spread
    return differ**2 * float((shares**2).sum(1).mean())


def _doubt(freedom: int, level: float) -> float:
    """Return (t/z)², by which a variance is enlarged that so few degrees of freedom tell."""
    p = (1 + level) / 2
    return (float(stdtrit(freedom, p)) / float(ndtri(p))) ** 2


def system_sample(
    spans: Spans,
    costs: Costs,
    readings: Readings,
    system: int,
    *,
    threshold: float,
    documents: int | None = None,
) -> Sample:
    """Return what a verdict about one system rests on: its errors by segment and document."""
    paid = _paid(spans, costs, readings)
    rows, mark = _of_system(spans, readings, system)
    _, first, cell = np.unique(readings.cell[rows], return_index=True, return_inverse=True)
    text = _text(readings, rows)[first]  # of each segment
    order = np.argsort(text, kind="stable")
    start = np.searchsorted(text[order], np.arange(int(text.max()) + 1))
    column = np.empty(len(first), dtype=np.int64)
    column[order] = np.arange(len(first)) - start[text[order]]
    width = int(column.max()) + 1
    shape = (int(text.max()) + 1, width)
    place = (text * width + column)[cell]  # of each reading, in the grid of documents × segments
    of = _places(readings, rows, place)[spans.output[mark]]
    share, own = readings.share[spans.output[mark]], paid[mark]
    size = shape[0] * shape[1]
    cut = np.minimum(own[:, None], caps(costs.agreed or (costs.largest or 1.0,)))
    return sample_of(
        add_up(own * share, of, size).reshape(shape),
        add_up(own**2 * share, of, size).reshape(shape),
        add_up(readings.share[rows] * readings.exposure[rows], place, size).reshape(shape),
        capped=((cut * share[:, None]).sum(0), (cut**2 * share[:, None]).sum(0)),
        threshold=threshold,
        largest=costs.largest or 1.0,
        documents=inf if documents is None else documents,
    )
