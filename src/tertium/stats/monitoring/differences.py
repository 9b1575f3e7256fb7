"""Scores as they arrive: annotators' mean differences between two systems.

Only differences within one annotator count, so that strict and lenient people weigh the
same. *Paired*: the annotator scored both systems' outputs of a segment; the difference is
taken segment by segment, and a document counts once. *Unpaired*: the annotator saw the
two systems on different segments, as in HITs; the difference is one of two means over
units (documents where they are named, else segments).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import BadInput
from tertium.stats.monitoring import gaussian
from tertium.stats.monitoring.cells import Cells, shared_variance, stand
from tertium.stats.monitoring.course import Scale, Standing
from tertium.stats.monitoring.result import Kind
from tertium.stats.told import count
from tertium.table import Scores

__all__ = ["ROPE", "Differences", "differences_of"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

ROPE = 2.0  # points of 100: a smaller difference does not matter


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
class Differences:
    """Scores in order: who, whether of the advanced system (1) or not (0), how much.

    Values are in units of the scale (hundredths of it), so that the same priors hold for all.

    `counts` marks those that enter the e-process: each unit by its first annotator only,
    because scores of one output by two people are not independent.
    """

    annotator: Ints
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

    def standing(self, size: int) -> Standing:
        """Return annotators' differences; who saw one system only says nothing."""
        everything = np.ones(len(self), dtype=bool)
        ((used, cells),) = self._walk(np.array([size]), everything)
        found = stand(cells)
        shared = shared_variance(cells) if len(found.means) else 0.0
        return Standing(size, used, found.means, found.variances, shared)

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

    def imagined_log_e_value(self, means: Floats, variances: Floats) -> float:
        """Return the log e-value that annotators with such differences would give."""
        return float(gaussian.log_e_values(means, variances, bound=self.scale.bound))

    def null_campaigns(
        self, sizes: Ints, annotators: int, spread: float, runs: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Draw equal loads whose variances fall as judgements arrive, as they do here."""
        now = self.standing(len(self))
        each = len(now.variances) * len(self) / (1 / now.variances).sum() / annotators
        # A sum of judgements is a walk with independent steps.
        steps = rng.standard_normal((runs, len(sizes), annotators))
        walk = (steps * np.sqrt(np.diff(sizes, prepend=0) * each)[:, None]).cumsum(axis=1)
        true = rng.normal(0.0, spread, (runs, 1, annotators))
        means = true + walk / sizes[:, None]
        return means, np.broadcast_to((each / sizes)[:, None], means.shape)

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
    segment = rows.segment.codes
    unit = rows.document.codes if (rows.document.codes >= 0).all() else segment
    both, alone = _seen_both(_joined(annotator, segment), side), _seen_both(annotator, side)
    if len(rows) and not alone.any():
        raise BadInput(
            f"nobody scored both {baseline!r} and {advanced!r}",
            fix="A difference is taken within one annotator: let people score both systems.",
        )
    paired = not len(rows) or bool(both.mean() >= 0.5)
    first = _first(unit if paired else _joined(segment, side), annotator)
    notes = _notes(both if paired else alone, paired)
    if choices.get("rule") == "any-time":
        notes += _later_note(int((~first).sum()), paired)
    return Differences(
        annotator,
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
