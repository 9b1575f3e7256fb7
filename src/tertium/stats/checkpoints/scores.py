"""Scores of classes per system and band, their confidence intervals, and contrasts of systems.

The score is matched n-grams ÷ all n-grams over the instances of a class (as in DELiC4MT); the mean
over instances, in which each counts once, stands beside it. Sentences vary, and documents where
they are known: instances of one sentence are alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tertium.choices import Correction
from tertium.stats.arrays import Bools, Floats, Ints, number_or_none
from tertium.stats.assessment.pairwise import adjusted
from tertium.stats.checkpoints.matches import Matches
from tertium.stats.checkpoints.units import ALL, Bands
from tertium.stats.contrasts.estimate import EstimatedContrasts, estimate
from tertium.stats.contrasts.outputs import Outputs
from tertium.stats.shares import wilson

FEW = 30  # instances, below which a score says little


@dataclass(frozen=True, slots=True)
class ClassScore:
    """One class, system and band: matched ÷ total n-grams, and what they rest on.

    `mean_of_instances` is the mean of each instance's share. `instances` have aligned reference
    words, `unaligned` ones have none and are missing. `few`: fewer than 30 instances.
    """

    class_: str
    system: str
    band: str
    matched: int
    total: int
    score: float | None
    low: float | None
    high: float | None
    mean_of_instances: float | None
    instances: int
    unaligned: int
    segments: int
    few: bool


@dataclass(frozen=True, slots=True)
class ClassContrast:
    """The score of `a` less that of `b` on a class, paired through sentences.

    `p_adjusted` allows for all contrasts of all classes.
    """

    class_: str
    band: str
    a: str
    b: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_adjusted: float | None
    segments: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Cell:
    """The instances of a class in the outputs of some bands: rows of matches, and who counts.

    `counted` (instances × systems) tells which outputs are there, and in the band.
    """

    class_code: int
    band: str
    rows: Ints
    counted: Bools


def cells(matches: Matches, classes: int, bands: Bands, *, common: bool) -> Iterator[Cell]:
    """Yield classes, each over all outputs and then by band.

    `common` keeps segments in which all systems have an output of the same band.
    """
    for band, name in ((None, ALL), *enumerate(bands.names)):
        chosen = bands.chosen(band)[matches.segment] & (matches.matched >= 0)
        if common:
            chosen = chosen & chosen.all(axis=1, keepdims=True)
        for code in range(classes):
            rows = np.flatnonzero(matches.class_code == code)
            yield Cell(code, name, rows, chosen[rows])


@dataclass(frozen=True, slots=True)
class ScoredCell:
    """The scores of a cell, and the contrasts of its systems before any correction."""

    scores: tuple[ClassScore, ...]
    contrasts: tuple[ClassContrast, ...]


def score_cell(
    matches: Matches, cell: Cell, name: str, document: Ints, *, level: float
) -> ScoredCell:
    """Score every system on a class; `document` codes that of each segment, −1 if unknown."""
    total = matches.total[cell.rows]
    known = total > 0
    outputs, present = _outputs(matches, cell, document)
    found = None if outputs is None else estimate(outputs, level=level, text="segment")
    scores = []
    for code, system in enumerate(matches.systems):
        here = cell.counted[:, code]
        counted = here & known
        matched = matches.matched[cell.rows, code]
        shares = matched[counted] / total[counted]
        number = int(counted.sum())
        low, high = _interval(found, present, code, shares, level)
        whole = int(total[counted].sum())
        right = int(matched[counted].sum())
        scores.append(
            ClassScore(
                name,
                system,
                cell.band,
                right,
                whole,
                right / whole if whole else None,
                low,
                high,
                float(shares.mean()) if number else None,
                number,
                int((here & ~known).sum()),
                len(np.unique(matches.segment[cell.rows][counted])),
                number < FEW,
            )
        )
    return ScoredCell(tuple(scores), tuple(_contrasts(matches, cell, found, outputs, name)))


def _outputs(matches: Matches, cell: Cell, document: Ints) -> tuple[Outputs | None, list[int]]:
    """Return the sentences of each system as rows, weighted by their n-grams.

    Then the systems that have any, by code.
    """
    columns: list[tuple[Ints, Ints, Floats, Floats]] = []
    present: list[int] = []
    total = matches.total[cell.rows]
    for code in range(len(matches.systems)):
        counted = cell.counted[:, code] & (total > 0)
        if not counted.any():
            continue
        segment, place = np.unique(matches.segment[cell.rows][counted], return_inverse=True)
        whole = np.bincount(place, total[counted]).astype(float)
        right = np.bincount(place, matches.matched[cell.rows, code][counted]).astype(float)
        columns.append(
            (np.full(len(segment), len(present)), segment, right / whole, whole / whole.sum())
        )
        present.append(code)
    if not present:
        return None, present
    system, segment, value, weight = (np.concatenate(part) for part in zip(*columns, strict=True))
    score = np.bincount(system, weight * value)
    return (
        Outputs(
            tuple(matches.systems[code] for code in present),
            system,
            np.zeros(len(system), dtype=np.int64),
            segment,
            document[segment],
            value,
            weight,
            score[system],
        ),
        present,
    )


def _interval(
    found: EstimatedContrasts | None, present: list[int], code: int, shares: Floats, level: float
) -> tuple[float | None, float | None]:
    """Return the interval of a score; where all instances say the same, that of so many answers."""
    if found is None or code not in present:
        return None, None
    at = present.index(code)
    low, high = number_or_none(found.low[at]), number_or_none(found.high[at])
    if low is None or high is None:
        if shares.min() == shares.max() and shares[0] in (0.0, 1.0):
            alike = wilson(float(shares.sum()), len(shares), level=level)
            return alike.low, alike.high
        return None, None
    return max(low, 0.0), min(high, 1.0)


def _contrasts(
    matches: Matches,
    cell: Cell,
    found: EstimatedContrasts | None,
    outputs: Outputs | None,
    name: str,
) -> Iterator[ClassContrast]:
    if found is None or outputs is None:
        return
    of = {system: set(outputs.segment[outputs.system == at].tolist())
          for at, system in enumerate(outputs.systems)}  # fmt: skip
    for one in found.contrasts:
        yield ClassContrast(
            name,
            cell.band,
            one.a,
            one.b,
            one.difference,
            None if one.low is None else max(one.low, -1.0),
            None if one.high is None else min(one.high, 1.0),
            one.p,
            None,
            len(of[one.a] & of[one.b]),
            one.reason,
        )


def correct(
    contrasts: tuple[ClassContrast, ...], correction: Correction
) -> tuple[ClassContrast, ...]:
    """Return contrasts with p adjusted for their number."""
    p = np.array([np.nan if one.p is None else one.p for one in contrasts], dtype=float)
    guarded = adjusted(p, correction)
    return tuple(
        replace(one, p_adjusted=number_or_none(value))
        for one, value in zip(contrasts, guarded, strict=True)
    )
