"""The control chart: is this release out of what was usual?

The smoothed value is an exponentially weighted moving average (Roberts, 1959; Lucas and
Saccucci, 1990) that starts from the first releases, the *baseline*. It moves little by chance
and follows a lasting change within a few releases. Its standard error follows from the
spread of documents within each release, the uncertain baseline included. Limits hold for the
whole chart: where nothing changes, one chart in twenty (at a level of 95%) raises any alarm,
however many releases it has.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Floats, Ints
from tertium.stats.releases.lots import Lots
from tertium.stats.resampling import totals

WEIGHT = 0.2  # of the newest release; the usual choice for small lasting changes
_DRAWS, _TURNS = 10_000, 10  # for the limit, whose own error is then below one per cent of it
_LONGEST = 4  # releases of a baseline that was not chosen
_MANY = 60  # documents; with more their spread is known well enough


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One release in the control chart: its value, the smoothed value, and its limits."""

    release: str
    value: float
    smoothed: float
    low: float
    high: float
    alarm: bool
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """A control chart of edit distance (exponentially weighted moving average).

    `centre` is the distance of the first `baseline` releases. Limits are `limit` standard
    errors wide, so that a chart of this length without any change raises an alarm in one
    minus `level` of cases. After an alarm `since` is the release from which a lasting
    change explains the values best.
    """

    kind: Literal["production", "anchor"]
    centre: float
    baseline: int
    weight: float
    limit: float
    points: tuple[ChartPoint, ...]
    alarms: tuple[str, ...]
    since: str


@dataclass(frozen=True, slots=True, eq=False)
class _Values:
    """The distance of each release, what it weighs, how values vary together, and documents."""

    value: Floats
    size: Floats
    covariance: Floats
    documents: Ints
    disjoint: bool


def chart(
    lots: Lots,
    kind: Literal["production", "anchor"],
    *,
    baseline: int | None = None,
    weight: float = WEIGHT,
    level: float = 0.95,
    seed: int = 0,
    changes: Mapping[str, Sequence[str]] | None = None,
) -> Chart | None:
    """Return the chart of edit distance, or None where there is nothing to look at.

    The baseline is a third of the releases, one at least and four at most, unless given.
    Releases with fewer than two documents are left out: their error is not known.
    """
    if not 0 < weight <= 1:
        raise BadInput(
            f"a weight of {weight:g} is not possible", where="--weight", fix="Use 0.2, or up to 1."
        )
    if baseline is not None and baseline < 1:
        raise BadInput("a baseline needs a release", where="--baseline", fix="Use 1 or more.")
    found, kept = _values(lots)
    number = len(kept)
    baseline = baseline or max(1, min(_LONGEST, number // 3))
    if number <= baseline:
        return None
    combined, first = _smoothing(found.size, baseline, weight)
    moved = combined @ found.value
    covariance = combined @ found.covariance @ combined.T
    error = np.sqrt(np.diag(covariance))
    if not (error > 0).all():
        return None
    limit = _limit(covariance, combined, found, level, seed)
    centre = float(first @ found.value)
    names = [lots.releases[at] for at in kept]
    points = []
    for at, name in enumerate(names):
        told = tuple((changes or {}).get(name, ()))
        if at < baseline:
            points.append(
                ChartPoint(name, float(found.value[at]), centre, centre, centre, False, told)
            )
            continue
        here = at - baseline
        reach = limit * float(error[here])
        points.append(
            ChartPoint(
                name,
                float(found.value[at]),
                centre + float(moved[here]),
                centre - reach,
                centre + reach,
                bool(abs(moved[here]) > reach),
                told,
            )
        )
    alarms = tuple(point.release for point in points if point.alarm)
    since = ""
    if alarms:
        last = names.index(alarms[0])
        since = names[_change_point(found, baseline, last)]
    return Chart(kind, centre, baseline, weight, limit, tuple(points), alarms, since)


def _values(lots: Lots) -> tuple[_Values, list[int]]:
    """Return the values of the releases that have an error, and which these are."""
    number = len(lots.releases)
    _, document = np.unique(lots.document, return_inverse=True)
    documents = int(document.max(initial=-1)) + 1
    columns = np.zeros((len(lots), 2 * number))
    rows = np.arange(len(lots))
    columns[rows, lots.release] = lots.edits
    columns[rows, number + lots.release] = lots.size
    sums = totals(document, columns, documents)
    seen = np.zeros((documents, number), dtype=bool)
    seen[document, lots.release] = True
    size = sums[:, number:].sum(0)
    kept = [at for at in range(number) if seen[:, at].sum() > 1 and size[at] > 0]
    edits, sizes, seen = sums[:, kept], sums[:, number:][:, kept], seen[:, kept]
    value = edits.sum(0) / sizes.sum(0)
    each = seen.sum(0)
    # What each document adds to each value, as far as it differs from the value itself.
    adds = (edits - value * sizes) / sizes.sum(0) * np.sqrt(each / np.maximum(each - 1, 1))
    disjoint = bool((seen.sum(1) <= 1).all())
    return _Values(value, sizes.sum(0), adds.T @ adds, each, disjoint), kept


def _smoothing(size: Floats, baseline: int, weight: float) -> tuple[Floats, Floats]:
    """Return what makes smoothed values (less the centre) of values, and what makes the centre."""
    number = len(size)
    first = np.zeros(number)
    first[:baseline] = size[:baseline] / size[:baseline].sum()
    combined = np.zeros((number - baseline, number))
    for here in range(number - baseline):
        parts = weight * (1 - weight) ** np.arange(here, -1, -1)
        combined[here, baseline : baseline + here + 1] = parts
        combined[here] -= parts.sum() * first
    return combined, first


def _freedom(combined: Floats, found: _Values) -> float:
    """Return degrees of freedom of the least sure smoothed value (Satterthwaite)."""
    parts = combined**2 * np.diag(found.covariance)
    return float((parts.sum(1) ** 2 / (parts**2 / (found.documents - 1)).sum(1)).min())


def _limit(covariance: Floats, combined: Floats, found: _Values, level: float, seed: int) -> float:
    """Return how many standard errors the largest of all values stays within at `level`.

    Where releases share no document, their errors are found independently of each other, and the
    largest value is about that of a multivariate t. A fixed set has the same few documents
    in all releases: then every error is found anew from as many normal documents.
    """
    rng = np.random.default_rng(seed)
    error = np.sqrt(np.diag(covariance))
    values, vectors = np.linalg.eigh(covariance / np.outer(error, error))
    root = (vectors * np.sqrt(np.maximum(values, 0))).T
    documents = int(found.documents.min())
    if found.disjoint or documents > _MANY:
        freedom = _freedom(combined, found) if found.disjoint else documents - 1.0
        spread = np.sqrt(rng.chisquare(freedom, _DRAWS) / freedom)
        drawn = np.abs(rng.standard_normal((_DRAWS, len(error))) @ root).max(1) / spread
        return float(np.quantile(drawn, level))
    largest = [
        np.abs(one.mean(1) / one.std(1, ddof=1)).max(1) * documents**0.5
        for one in (
            rng.standard_normal((_DRAWS // _TURNS, documents, len(error))) @ root
            for _ in range(_TURNS)
        )
    ]
    return float(np.quantile(np.concatenate(largest), level))


def _change_point(found: _Values, baseline: int, last: int) -> int:
    """Return the release from which a lasting change explains the values up to `last` best.

    That is where those before and those after differ by most standard errors.
    """
    best, where = -1.0, baseline
    for start in range(baseline, last + 1):
        contrast = np.zeros(len(found.value))
        for part, sign in ((slice(0, start), -1.0), (slice(start, last + 1), 1.0)):
            contrast[part] = sign * found.size[part] / found.size[part].sum()
        stays = contrast @ found.value / np.sqrt(contrast @ found.covariance @ contrast)
        if abs(stays) > best:
            best, where = float(abs(stays)), start
    return where
