"""Krippendorff's α for passages: the family of coefficients for unitised texts.

Krippendorff, Mathet, Bouvry and Widlöcher (2016). Characters are compared, but a marked passage is
one thing: it cannot be paired with itself by chance. *u* compares labels and gaps, *|u* only
whether something is marked, *cu* only labels where two people both marked something, *(k)u* one
label among those. Passages of one annotator do not overlap here: where marks do, each stretch
carries the set of its labels. Points have no length and do not count.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tertium.stats.arrays import Floats
from tertium.stats.span_agreement.readings import Mark, SharedOutput, SharedReadings

LabelSet = frozenset[str]
_GAP: LabelSet = frozenset()
_Piece = tuple[int, int, LabelSet]
_BLOCKS = 6  # columns per value, see Unitised


@dataclass(frozen=True, slots=True)
class Unitised:
    """Coincidences by unit; value 0 is the gap.

    `features` has six blocks of a column for each value: length held, length where two agree,
    what pairing a passage with itself would add, and the same three where both marked something.
    """

    features: Floats
    values: tuple[LabelSet, ...]


def unitise(read: SharedReadings, *, side: str, without: int | None = None) -> Unitised:
    """Add up coincidences in every unit; `without` leaves one annotator out.

    Where an output was read by m people, each pair of them counts 1 / (m − 1).
    """
    values: dict[LabelSet, int] = {_GAP: 0}
    rows: list[tuple[int, int, int, float]] = []  # unit, block, value, amount
    sides = ("target", "source") if side == "both" else (side,)
    for output in read.outputs:
        marks = [r.marks for r in output.readings if r.annotator != without]
        if len(marks) < 2:
            continue
        for one_side in sides:
            text = output.text(one_side)
            if text:
                pieces = [_pieces(own, one_side, len(text)) for own in marks]
                rows.extend(_coincidences(output, pieces, values))
    found = np.zeros((max(1, read.units), _BLOCKS, len(values)))
    for unit, block, value, amount in rows:
        found[unit, block, value] += amount
    return Unitised(found.reshape(len(found), -1), tuple(values))


def _pieces(marks: Iterable[Mark], side: str, length: int) -> list[_Piece]:
    """Cut a text into passages with the set of labels on each, and the gaps between them."""
    own = [m for m in marks if m.side == side and m.placed and m.end > m.start]
    cuts = sorted({0, length, *(min(p, length) for m in own for p in (m.start, m.end))})
    found: list[_Piece] = []
    for begin, end in pairwise(cuts):
        labels = frozenset(m.label for m in own if m.start <= begin and end <= m.end)
        # A cut inside one passage, made by another with the same label, is no boundary.
        joined = found and found[-1][2] == labels
        if joined and (not labels or any(m.start < begin < m.end for m in own)):
            found[-1] = (found[-1][0], end, labels)
        else:
            found.append((begin, end, labels))
    return found


def _coincidences(
    output: SharedOutput, pieces: list[list[_Piece]], values: dict[LabelSet, int]
) -> Iterable[tuple[int, int, int, float]]:
    others = len(pieces) - 1
    for who, own in enumerate(pieces):
        for begin, end, labels in own:
            value, length = values.setdefault(labels, len(values)), end - begin
            yield output.unit, 0, value, length
            yield output.unit, 2, value, length**2 if labels else length
            for other in (*pieces[:who], *pieces[who + 1 :]):
                both = 0
                for first, last, theirs in other:
                    shared = min(end, last) - max(begin, first)
                    if shared <= 0:
                        continue
                    if theirs == labels:
                        yield output.unit, 1, value, shared / others
                    if labels and theirs:
                        both += shared
                        if theirs == labels:
                            yield output.unit, 4, value, shared / others
                if both:
                    yield output.unit, 3, value, both / others
                    yield output.unit, 5, value, both**2 / others


def alpha_u(sums: Floats) -> Floats:
    """Return uα: passages, labels and gaps together."""
    held, equal, own, *_ = _blocks(sums)
    total, chance = held.sum(1), _expected(held, own)
    return _one_minus(total - equal.sum(1), total - chance.sum(1))


def alpha_binary(sums: Floats) -> Floats:
    """Return |uα: whether something is marked."""
    held, equal, own, *_ = _blocks(sums)
    total = np.maximum(held.sum(1), 1e-12)
    base = np.maximum(total**2 - own.sum(1), 1e-12)
    to_others = total * held[:, 0] * (total - held[:, 0]) / base
    return _one_minus(held[:, 0] - equal[:, 0], to_others)


def alpha_coding(sums: Floats) -> Floats:
    """Return cuα: labels, where two people both marked something."""
    *_, held, equal, own = _blocks(sums)
    total = held.sum(1)
    return _one_minus(total - equal.sum(1), total - _expected(held, own).sum(1))


def alpha_of_value(value: int) -> Callable[[Floats], Floats]:
    """Return (k)uα of one value: how reliably passages that both marked got this label."""

    def statistic(sums: Floats) -> Floats:
        *_, held, equal, own = _blocks(sums)
        total = np.maximum(held.sum(1), 1e-12)
        base = np.maximum(total**2 - own.sum(1), 1e-12)
        expected = total * held[:, value] * (total - held[:, value]) / base
        row = expected + _expected(held, own)[:, value]
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = row / held[:, value]
        return _one_minus(scale * (held[:, value] - equal[:, value]), expected)

    return statistic


def _blocks(sums: Floats) -> tuple[Floats, ...]:
    parts = sums.reshape(len(sums), _BLOCKS, -1)
    return tuple(parts[:, block] for block in range(_BLOCKS))


def _expected(held: Floats, own: Floats) -> Floats:
    """Return the length on which two people would agree by chance, by value."""
    total = np.maximum(held.sum(1), 1e-12)
    base = np.maximum(total**2 - own.sum(1), 1e-12)
    return np.asarray(total[:, None] * (held**2 - own) / base[:, None])


def _one_minus(observed: Floats, expected: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(expected > 1e-9, 1 - observed / expected, np.nan)
