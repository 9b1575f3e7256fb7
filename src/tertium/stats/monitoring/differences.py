"""Scores as they arrive: annotators' mean differences between two systems.

Only differences within one annotator count, so that strict and lenient people weigh the
same. *Paired*: the annotator scored both systems' outputs of a segment; the difference is
taken segment by segment. *Unpaired*: the annotator saw the two systems on different segments,
as in HITs; the difference is that of a regression in which every annotator has a level. In the
e-process a unit (a document where it is known, else a segment) counts for its first annotator.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from tertium.exceptions import BadInput
from tertium.stats.arrays import Bools, Floats, Ints
from tertium.stats.codes import filled, numbered
from tertium.stats.contrasts.crossed import DOCUMENTS, Prior, crossed, excess, squares
from tertium.stats.contrasts.layout import Layout
from tertium.stats.monitoring import gaussian
from tertium.stats.monitoring.cells import Cells, stand
from tertium.stats.monitoring.course import Scale, Standing, known_documents
from tertium.stats.monitoring.result import Kind
from tertium.stats.told import count
from tertium.table import Scores

ROPE = 2.0  # points of 100: a smaller difference does not matter
_AT_ONCE = 32  # simulated campaigns that are analysed together


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each score belongs: its pair, the cell of each pair, and whose cell that is.

    A pair holds the scores of both systems that are compared: of one segment if paired,
    else of one unit.
    """

    pair: Ints
    cell: Ints
    annotator: Ints
    unit: Ints


@dataclass(frozen=True, slots=True)
class _Contrast:
    """Judgements of the difference: each with one score `at` which it stands.

    `unit` is the sd of one judgement where it is not that of the values, `used` how many scores
    they rest on.
    """

    at: Ints
    value: Floats
    unit: float | None
    used: int


@dataclass(frozen=True, slots=True)
class Differences:
    """Scores in order: who, whether of the advanced system (1) or not (0), how much.

    Values are in units of the scale (hundredths of it), so that the same priors hold for all.

    `document` is −1 where it is not known. `counts` marks the scores that enter the e-process:
    each unit by its first annotator only, because scores of it by two people are not independent.
    """

    annotator: Ints
    segment: Ints
    document: Ints
    side: Ints
    value: Floats
    places: _Places
    paired: bool
    counts: Bools
    scale: Scale
    level: float
    choices: dict[str, Any]
    notes: tuple[str, ...]

    @property
    def kind(self) -> Kind:
        """What was judged."""
        return "scores"

    def __len__(self) -> int:
        return len(self.value)

    @property
    def left_out(self) -> int:
        """How many scores the e-process leaves out."""
        return int((~self.counts).sum())

    def standing(self, size: int) -> Standing:
        """Return what differences within annotators tell; who saw one system only says nothing."""
        rows = self._contrast(np.arange(size))
        annotator, segment, document = (column[rows.at] for column in self._units)
        units = len(np.unique(annotator)), known_documents(document), len(np.unique(segment))
        if not len(rows.value):
            return Standing(size, 0, *units)
        layout = Layout.of(np.ones(len(rows.value)), annotator, segment, document)
        sums = squares(layout, rows.value[:, None])
        found = crossed(layout, sums, prior=Prior(unit=rows.unit))
        mean = float(found.estimate[0])
        if np.isnan(found.weight).any():
            return Standing(size, rows.used, *units, mean)
        beyond = excess(layout, sums, self.scale.bound)
        return Standing(size, rows.used, *units, mean, found, beyond=beyond)

    @property
    def _units(self) -> tuple[Ints, Ints, Ints]:
        return self.annotator, self.segment, self.document

    def _contrast(self, rows: Ints) -> "_Contrast":
        """Return these scores as judgements whose mean is the difference."""
        if self.paired:
            return _paired(self, rows)
        return _unpaired(self, rows)

    def log_e_values(self, sizes: Ints) -> Floats:
        """Return the log e-value after each number of judgements."""
        y, s2, known = self._counted(sizes)
        return np.where(known, gaussian.log_e_values(y, s2, bound=self.scale.bound), 0.0)

    def confidence_sequence(self, sizes: Ints) -> Floats:
        """Return low, estimate and high of the difference, valid at all looks."""
        y, s2, known = self._counted(sizes)
        found = gaussian.confidence_sequence(y, s2, bound=self.scale.bound, level=self.level)
        found[~known] = -np.inf, np.nan, np.inf
        return found

    def _counted(self, sizes: Ints) -> tuple[Floats, Floats, Bools]:
        """Return differences and variances by look and annotator, and where there is evidence."""
        people = int(self.annotator.max(initial=-1)) + 1
        y = np.zeros((len(sizes), people))
        s2 = np.full((len(sizes), people), np.inf)
        known = np.zeros(len(sizes), dtype=bool)
        for look, (_, cells) in enumerate(self._walk(sizes, self.counts)):
            found = stand(cells)
            if found.freedom >= gaussian.LEAST_FREEDOM:
                y[look, found.annotator] = found.means
                s2[look, found.annotator] = found.variances
                known[look] = True
        return y, s2, known

    def _walk(self, sizes: Ints, counts: Bools) -> Iterator[tuple[int, Cells]]:
        """Yield how many scores are used and the cells they make, after each size."""
        places, start = self.places, 0
        total, number = np.zeros((2, 2, len(places.cell)))
        for size in sizes:
            rows = np.flatnonzero(counts[start:size]) + start
            at = self.side[rows], places.pair[rows]
            np.add.at(total, at, self.value[rows])
            np.add.at(number, at, 1.0)
            start = int(size)
            used = _both(places, number, self.paired)
            with np.errstate(invalid="ignore"):  # nobody scored it
                mean = total / number
            yield int(number[used].sum()), _cells(places, mean, used, self.paired)

    def null_p_values(self, sizes: Ints, runs: int, rng: np.random.Generator) -> Iterator[Floats]:
        """Yield p-values at each look of campaigns with the same layout and no difference.

        Differences keep the spread they have here.
        """
        whole = self._contrast(np.arange(len(self)))
        annotator, segment, document = (column[whole.at] for column in self._units)
        spread = float(whole.value.std()) if len(whole.value) else 0.0
        person = numbered(annotator)
        value = rng.normal(0.0, spread, (len(person), runs))
        value += rng.normal(0.0, self.scale.bound, (int(person.max(initial=-1)) + 1, runs))[person]
        if (document >= 0).any():
            text = filled(document, segment)
            value += rng.normal(0.0, DOCUMENTS * spread, (int(text.max()) + 1, runs))[text]
        for size in sizes:
            seen = whole.at < size
            if seen.sum() < 2:
                yield np.ones(runs)
                continue
            weight = np.ones(int(seen.sum()))
            layout = Layout.of(weight, annotator[seen], segment[seen], document[seen])
            yield np.concatenate(
                [
                    crossed(layout, squares(layout, part), prior=Prior(unit=whole.unit)).p()
                    for part in np.split(value[seen], range(_AT_ONCE, runs, _AT_ONCE), axis=1)
                ]
            )

    def shown(self, value: float) -> float | None:
        """Return a difference on the scale of the scores."""
        return float(value * self.scale.unit) if np.isfinite(value) else None


def differences_of(
    data: Scores,
    baseline: str,
    advanced: str,
    *,
    scale: Scale,
    level: float,
    choices: dict[str, Any],
) -> Differences:
    """Return the course of the scores of two systems; missing scores are left out."""
    codes = [data.system.code(name, kind="system") for name in (baseline, advanced)]
    rows = data.take(np.isin(data.system.codes, codes) & ~np.isnan(data.value))
    side = (rows.system.codes == codes[1]).astype(np.int64)
    _, annotator = np.unique(rows.annotator.codes, return_inverse=True)
    segment = filled(rows.segment.codes, np.arange(len(rows)))
    document = rows.document.codes
    unit = filled(document, segment)
    both, alone = _seen_both(_joined(annotator, segment), side), _seen_both(annotator, side)
    if len(rows) and not alone.any():
        raise BadInput(
            f"no annotator scored both {baseline!r} and {advanced!r}",
            fix="Differences are taken within annotators: let each annotator score both systems.",
        )
    paired = not len(rows) or bool(both.mean() >= 0.5)
    known = bool((document >= 0).any())
    first = _first(unit if paired or known else _joined(segment, side), annotator)
    notes = _notes(both if paired else alone, paired)
    if choices.get("rule") == "anytime-valid":
        notes += _later_note(int((~first).sum()), paired)
    return Differences(
        annotator,
        segment,
        document,
        side,
        rows.value / scale.unit,
        _places(annotator, segment if paired else unit, unit),
        paired,
        first,
        scale,
        level,
        choices | {"scores": "paired" if paired else "unpaired"},
        notes,
    )


def _paired(data: Differences, rows: Ints) -> _Contrast:
    """Return the differences of the mean scores by one annotator of one segment."""
    pair, side, value = data.places.pair[rows], data.side[rows], data.value[rows]
    size = int(pair.max(initial=-1)) + 1
    number = np.stack([np.bincount(pair[side == s], minlength=size) for s in (0, 1)])
    total = np.stack([np.bincount(pair[side == s], value[side == s], size) for s in (0, 1)])
    both = (number > 0).all(0)
    last = np.zeros(size, dtype=np.int64)
    last[pair] = rows
    mean = total[:, both] / number[:, both]
    order = np.argsort(last[both], kind="stable")
    return _Contrast(
        last[both][order], (mean[1] - mean[0])[order], None, int(number[:, both].sum())
    )


def _unpaired(data: Differences, rows: Ints) -> _Contrast:
    """Return the difference as the mean of what each score adds to it in a regression.

    Every annotator has a level; a score adds x·r·n/Σx² to the mean, x being how far its system is
    from the annotator's mix of systems and r how far the score is from what the fit expects. The
    sd of one judgement of the difference is √2 times that of r.
    """
    rows = rows[_seen_both(data.annotator[rows], data.side[rows])]
    if not len(rows):
        return _Contrast(rows, np.empty(0), None, 0)
    who, side, value = numbered(data.annotator[rows]), data.side[rows], data.value[rows]
    number = np.bincount(who)
    x = side - (np.bincount(who, side) / number)[who]
    away = value - (np.bincount(who, value) / number)[who]
    information = float(x @ x)
    difference = float(x @ away) / information
    residual = away - difference * x
    freedom = max(len(rows) - len(number) - 1, 1)
    adds = x * residual * len(rows) / information
    unit = float(np.sqrt(2 * (residual @ residual) / freedom))
    return _Contrast(rows, difference + adds, unit, len(rows))


def _places(annotator: Ints, compared: Ints, unit: Ints) -> _Places:
    """Find pairs and cells once, so that every look only adds up."""
    _, where, pair = np.unique(_joined(annotator, compared), return_index=True, return_inverse=True)
    inside = _joined(annotator, unit)[where]
    _, first, cell = np.unique(inside, return_index=True, return_inverse=True)
    return _Places(pair, cell, annotator[where][first], unit[where][first])


def _both(places: _Places, number: Floats, paired: bool) -> Bools:
    """Return which systems' scores of which pairs are used: those that have a counterpart."""
    seen = number > 0
    if paired:
        return np.broadcast_to(seen.all(axis=0), seen.shape)
    who = places.annotator[places.cell]
    people = [np.bincount(who, weights=side) > 0 for side in seen]
    return np.asarray(seen & (people[0] & people[1])[who])


def _cells(places: _Places, mean: Floats, used: Bools, paired: bool) -> Cells:
    """Return the cells of the pairs so far: differences averaged by unit, or means by system."""
    if not paired:
        side, pair = np.nonzero(used)
        cell = places.cell[pair]
        return Cells(places.annotator[cell], places.unit[cell], side, mean[used], paired)
    pairs = used[0]
    number = np.bincount(places.cell[pairs], minlength=len(places.unit))
    total = np.bincount(
        places.cell[pairs], weights=(mean[1] - mean[0])[pairs], minlength=len(places.unit)
    )
    begun = number > 0
    ones = np.ones(int(begun.sum()), dtype=np.int64)
    value = total[begun] / number[begun]
    return Cells(places.annotator[begun], places.unit[begun], ones, value, paired)


def _joined(first: Ints, second: Ints) -> Ints:
    """Return one code for each pair of codes."""
    return first * (int(second.max(initial=0)) + 2) + second + 1


def _seen_both(group: Ints, side: Ints) -> Bools:
    """Return which rows belong to a group that holds both systems."""
    _, codes = np.unique(group, return_inverse=True)
    number = np.zeros((2, int(codes.max(initial=-1)) + 1), dtype=np.int64)
    np.add.at(number, (side, codes), 1)
    return np.asarray((number[0] > 0) & (number[1] > 0))[codes]


def _first(what: Ints, annotator: Ints) -> Bools:
    """Return which rows are by the annotator who was first to judge what they are about."""
    _, first, codes = np.unique(what, return_index=True, return_inverse=True)
    return np.asarray(annotator[first][codes] == annotator)


def _notes(usable: Bools, paired: bool) -> tuple[str, ...]:
    """Say what weakens the conclusion, one sentence each."""
    notes = []
    if not len(usable):
        return ()
    if not paired:
        notes.append(
            "Annotators saw the two systems on different segments, so segments add to the noise; "
            "pages that show both outputs need fewer judgements."
        )
    if not usable.all():
        lone = "without a score of the other system by the same annotator"
        about = f"{lone} for the same segment" if paired else lone
        notes.append(f"{int((~usable).sum()):,} scores {about} are left out.")
    return tuple(notes)


def _later_note(later: int, paired: bool) -> tuple[str, ...]:
    if not later:
        return ()
    what = "document or segment" if paired else "output"
    return (
        f"The e-process counts each {what} by its first annotator; "
        f"{count(later, 'later score is', 'later scores are')} left out, because they are not "
        "independent of it.",
    )
