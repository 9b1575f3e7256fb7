"""Numbers attached to outputs, and the contrasts of all pairs of systems.

A contrast of two systems is paired through the units they share: an annotator's judgements of
both systems on one segment are one judgement of the contrast, their difference. Where somebody
judged only one of the two on a segment, that judgement moves the contrast by its own weight.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import numbered, together
from tertium.stats.contrasts.crossed import CrossedEstimates, Prior, as_seen, crossed, squares
from tertium.stats.contrasts.layout import Layout

_SHARE_FROM = 4  # systems: from there on every system's own part of the spread can be seen


@dataclass(frozen=True, slots=True)
class Outputs:
    """Judgements of single outputs; the score of a system is Σ weight·value over its rows.

    `system` codes `systems`; `weight` sums to 1 within each system. `centre` is the mean that a
    row's value is compared with: its system's, or that of its domain. Documents that are not
    known are −1.
    """

    systems: tuple[str, ...]
    system: Ints
    annotator: Ints
    segment: Ints
    document: Ints
    value: Floats
    weight: Floats
    centre: Floats

    @property
    def score(self) -> Floats:
        """The score of each system."""
        size = len(self.systems)
        return np.asarray(np.bincount(self.system, self.weight * self.value, size), dtype=float)

    @property
    def deviation(self) -> Floats:
        """How far each row is from what its system scores."""
        return self.value - self.centre


@dataclass(frozen=True, slots=True)
class Pairs:
    """Contrasts of pairs of systems: codes, what is believed, and how many units they rest on.

    `connected`: some annotator judged both systems; there is no contrast otherwise. `annotators`,
    `documents` and `segments` count the units in which either was judged. `alone` tells of both
    systems (two columns) whether there is only one segment of them: it says nothing about others,
    so `found` has no error then.
    """

    first: Ints
    second: Ints
    connected: Bools
    found: CrossedEstimates
    annotators: Ints
    documents: Ints
    segments: Ints
    alone: Bools


def log_rates(rows: Outputs, least: float) -> Outputs:
    """Return rows whose scores are the logs of rates, and whose contrasts are log ratios.

    A rate m moves by value/m − 1 on the log scale. Where a system has no points, `least` (the rate
    of half of the smallest error, over all that was read) is added to all.
    """
    rate = rows.score
    if (rate <= 0).any():
        rate = rate + least
    own, log = rate[rows.system], np.log(rate)[rows.system]
    return Outputs(
        rows.systems,
        rows.system,
        rows.annotator,
        rows.segment,
        rows.document,
        log + (rows.value - rows.centre) / own,
        rows.weight,
        log,
    )


def levels(rows: Outputs, prior: Prior) -> CrossedEstimates:
    """Return what is believed about the score of each system."""
    parts = []
    score, deviation = rows.score, rows.deviation
    for code in range(len(rows.systems)):
        own = np.flatnonzero(rows.system == code)
        layout = Layout.of(
            rows.weight[own], rows.annotator[own], rows.segment[own], rows.document[own]
        )
        value = score[code] + deviation[own]
        layout, seen = as_seen(layout, prior)
        parts.append(crossed(layout, squares(layout, value[:, None]), prior=seen))
    return joined(parts)


def compare_pairs(rows: Outputs, first: Ints, second: Ints, *, prior: Prior = Prior()) -> Pairs:  # noqa: B008
    """Return the contrasts of these pairs of systems."""
    if not len(first):
        none, nobody = first, CrossedEstimates.nothing(np.nan).take(first)
        return Pairs(first, second, none > 0, nobody, none, none, none, np.zeros((0, 2), bool))
    counts = _met(rows, first, second)
    common = _common_layout(rows)
    if common is None:
        own = _by_system(rows)
        found = joined(
            [_one_pair(own[a], own[b], prior) for a, b in zip(first, second, strict=True)]
        )
    else:
        layout, columns = common
        layout, prior = as_seen(layout, prior)
        pooled = len(rows.systems) >= _SHARE_FROM and len(first) == _all(len(rows.systems))
        found = crossed(layout, squares(layout, columns), first, second, prior=prior, pooled=pooled)
    connected, annotators, documents, segments, alone = counts
    found = found.without(alone[:, 0] | alone[:, 1])
    return Pairs(first, second, connected, found, annotators, documents, segments, alone)


def _all(systems: int) -> int:
    return systems * (systems - 1) // 2


def _common_layout(rows: Outputs) -> tuple[Layout, Floats] | None:
    """Return the layout that all systems have in common, and a column of values for each."""
    size = len(rows.systems)
    order = np.lexsort((rows.segment, rows.annotator, rows.system))
    number = np.bincount(rows.system, minlength=size)
    if len(set(number.tolist())) > 1 or not len(order):
        return None
    shape = size, int(number[0])
    names = (rows.annotator, rows.segment, rows.document)
    annotator, segment, document = (column[order].reshape(shape) for column in names)
    weight = rows.weight[order].reshape(shape)
    for column in (annotator, segment, document):
        if (column != column[0]).any():
            return None
    cell = together(annotator[0], segment[0])
    if int(cell.max()) + 1 < len(cell) or not np.allclose(weight, weight[0], rtol=1e-9):
        return None
    layout = Layout.of(weight[0], annotator[0], segment[0], document[0])
    value = rows.score[:, None] + rows.deviation[order].reshape(shape)
    return layout, value.T


@dataclass(frozen=True, slots=True)
class _System:
    """The judgements of one system; those of one annotator about one segment are one `cell`."""

    score: float
    cell: Ints
    annotator: Ints
    segment: Ints
    document: Ints
    weight: Floats
    deviation: Floats

    def __len__(self) -> int:
        return len(self.cell)

    def variance(self) -> float:
        """Return the variance of one judgement."""
        return float((self.weight * self.deviation**2).sum())


def _by_system(rows: Outputs) -> list[_System]:
    """Sort the rows by system."""
    cell = together(rows.annotator, rows.segment)
    columns = (cell, rows.annotator, rows.segment, rows.document, rows.weight, rows.deviation)
    order = np.argsort(rows.system, kind="stable")
    ends = np.cumsum(np.bincount(rows.system, minlength=len(rows.systems)))[:-1]
    parts = zip(*(np.split(column[order], ends) for column in columns), strict=True)
    return [_System(score, *part) for score, part in zip(rows.score.tolist(), parts, strict=True)]


def _one_pair(a: _System, b: _System, prior: Prior) -> CrossedEstimates:
    """Return the contrast of two systems that were judged in layouts of their own."""
    half = len(a)
    cell = numbered(np.concatenate([a.cell, b.cell]))
    size = int(cell.max()) + 1

    def summed(value: Floats, cells: Ints) -> Floats:
        return np.asarray(np.bincount(cells, value, size), dtype=float)

    def of_cells(mine: Ints, theirs: Ints) -> Ints:
        units = np.zeros(size, dtype=np.int64)
        units[cell[:half]], units[cell[half:]] = mine, theirs
        return units

    w_a, w_b = summed(a.weight, cell[:half]), summed(b.weight, cell[half:])
    moved_a = summed(a.weight * a.deviation, cell[:half])
    moved_b = summed(b.weight * b.deviation, cell[half:])
    weight = (w_a + w_b) / 2
    value = a.score - b.score + (moved_a - moved_b) / weight
    layout = Layout.of(
        weight,
        of_cells(a.annotator, b.annotator),
        of_cells(a.segment, b.segment),
        of_cells(a.document, b.document),
    )
    unit = prior.unit
    if unit is None:  # the sd of a difference of two judgements, less what both share
        both = (w_a > 0) & (w_b > 0)
        alike = weight[both] * (moved_a[both] / w_a[both]) * (moved_b[both] / w_b[both])
        n = max(len(a), len(b))
        apart = max(a.variance() + b.variance() - 2 * float(alike.sum()), 0.0)
        unit = float(np.sqrt(apart * n / max(n - 1, 1)))
    layout, seen = as_seen(layout, Prior(prior.annotators, prior.documents, unit))
    return crossed(layout, squares(layout, value[:, None]), prior=seen)


def _met(rows: Outputs, first: Ints, second: Ints) -> tuple[Bools, Ints, Ints, Ints, Bools]:
    """Tell whether an annotator judged both, and count units in which either was judged.

    Last, tell of both whether there is only one segment of them.
    """
    size = len(rows.systems)
    counted: list[Ints] = []
    connected = np.zeros(len(first), dtype=bool)
    known = np.where(rows.document >= 0, rows.document, -1)
    for place, unit in enumerate((rows.annotator, known, rows.segment)):
        kept = unit >= 0
        codes = numbered(unit[kept])
        seen = np.zeros((size, int(codes.max(initial=-1)) + 1), dtype=bool)
        seen[rows.system[kept], codes] = True
        if place == 0:
            connected = np.asarray((seen[first] & seen[second]).any(1))
        own = seen.sum(1)
        both = seen.astype(np.float32) @ seen.T.astype(np.float32)
        counted.append((own[first] + own[second] - both[first, second]).astype(np.int64))
    annotators, documents, segments = counted
    alone = np.stack([own[first] < 2, own[second] < 2], axis=1)  # the last units are segments
    return connected, annotators, documents, segments, alone


def joined(parts: list[CrossedEstimates]) -> CrossedEstimates:
    """Stack estimates whose grids may differ in size; what is missing has no weight."""
    if not parts:
        return CrossedEstimates.nothing(np.nan).take(np.zeros(0, dtype=np.int64))
    width = max(part.weight.shape[1] for part in parts)

    def wide(name: str, fill: float) -> Floats:
        return np.concatenate(
            [
                np.pad(
                    getattr(part, name),
                    ((0, 0), (0, width - getattr(part, name).shape[1])),
                    constant_values=fill,
                )
                for part in parts
            ]
        )

    flat = ("people", "texts", "rest", "unlike_people", "unlike_texts")
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in flat]
    estimate = np.concatenate([part.estimate for part in parts])
    return CrossedEstimates(estimate, wide("weight", 0.0), wide("variance", 1.0), *columns)
