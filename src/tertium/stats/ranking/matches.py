"""Comparisons of real systems, read from comparisons of outputs.

A *match* is one system against another in one judgement. Outputs that are the same
stand in one row as `a+b`; here they are taken apart, so a row of two merged outputs
becomes one match for every pair of systems across them. The systems behind one output
were never compared with each other, so they make no match.
"""

from dataclasses import dataclass

import numpy as np

from tertium.exceptions import BadInput
from tertium.model import parts_of
from tertium.stats.arrays import Floats, Ints
from tertium.stats.codes import filled, numbered
from tertium.table import Codes, Comparisons


@dataclass(frozen=True, slots=True)
class Matches:
    """System `first` against `second` (codes of `systems`): +1 it won, −1 it lost, 0 a tie.

    `cell` numbers the pairs of annotator and segment; `annotator`, `segment` and
    `judgement` are numbered from 0 too, so that they can be counted with; `document` is −1
    where it is not known. `shared`
    counts, by pair of systems, the judgements that showed both as one output.
    """

    systems: tuple[str, ...]
    first: Ints
    second: Ints
    value: Floats
    judgement: Ints
    annotator: Ints
    segment: Ints
    document: Ints
    cell: Ints
    shared: Ints

    def __len__(self) -> int:
        return len(self.value)

    @property
    def annotators(self) -> int:
        """How many people judged."""
        return _number(self.annotator)

    @property
    def segments(self) -> int:
        """How many segments were judged."""
        return _number(self.segment)

    @property
    def documents(self) -> int | None:
        """How many documents were judged, None where they are not known."""
        return len(np.unique(self.document[self.document >= 0])) or None

    @property
    def judgements(self) -> int:
        """How many acts of judging there were, a whole ranking being one."""
        return _number(self.judgement)


@dataclass(frozen=True, slots=True)
class Tally:
    """`wins[i, j]`: how often i won against j; `ties[i, j]` = `ties[j, i]`: how often they tied."""

    wins: Floats
    ties: Floats

    @property
    def decided(self) -> Floats:
        """How often i and j were compared with a winner."""
        return self.wins + self.wins.T

    @property
    def compared(self) -> Floats:
        """How often i and j were compared."""
        return self.wins + self.wins.T + self.ties


def read_matches(rows: Comparisons) -> Matches:
    """Take merged outputs apart and number who judged what.

    Rows without an answer are dropped, but their systems are kept. A row without a
    judgement is one by itself; a judgement without a segment is about a segment of its
    own; judgements without an annotator are those of one unnamed annotator.
    """
    outputs, left, right = one_list(rows.system, rows.versus)
    seen = [outputs[code] for code in np.unique(np.concatenate([left, right])) if code >= 0]
    systems = tuple(sorted({part for name in seen for part in parts_of(name)}))
    parts = _parts(outputs, systems)
    known = np.flatnonzero(~np.isnan(rows.value) & (left >= 0) & (right >= 0))
    left, right = left[known], right[known]
    judgement = filled(rows.judgement.codes[known], np.arange(len(known)))
    segment = filled(rows.segment.codes[known], judgement)
    annotator = numbered(rows.annotator.codes[known])
    taken, first, second = _apart(parts[left], parts[right])
    itself = taken[first == second]
    if len(itself):
        one, two = outputs[left[itself[0]]], outputs[right[itself[0]]]
        raise BadInput(
            f"{one!r} is compared with {two!r}, which is the same output",
            where=f"segment {rows.segment.values()[known[itself[0]]]!r}",
            fix="Name two different systems, or leave the row out.",
        )
    annotator, segment = numbered(annotator[taken]), numbered(segment[taken])
    return Matches(
        systems,
        first,
        second,
        np.sign(rows.value[known][taken]),
        numbered(judgement[taken]),
        annotator,
        segment,
        rows.document.codes[known][taken],
        numbered(annotator * (segment.max(initial=0) + 1) + segment),
        _shared(parts, left, right, judgement, len(systems)),
    )


def tally(first: Ints, second: Ints, value: Floats, systems: int) -> Tally:
    """Count wins and ties of every pair; all that a model of strengths needs."""
    # One pass over the rows: each falls into one of 3 × K × K boxes.
    box = (first * systems + second) * 3 + (value.astype(np.int64) + 1)
    counts = np.bincount(box, minlength=3 * systems**2).reshape(systems, systems, 3)
    lost, tied, won = (counts[..., k].astype(float) for k in range(3))
    return Tally(won + lost.T, tied + tied.T)


def one_list(system: Codes, versus: Codes) -> tuple[tuple[str, ...], Ints, Ints]:
    """Return the names of both columns as one list, and both columns coded by it."""
    names = tuple(sorted({*system.names, *versus.names}))
    index = {name: code for code, name in enumerate(names)}
    # The last place is read by −1, which stands for none.
    left = np.array([*(index[name] for name in system.names), -1], dtype=np.int64)
    right = np.array([*(index[name] for name in versus.names), -1], dtype=np.int64)
    return names, left[system.codes], right[versus.codes]


def _parts(outputs: tuple[str, ...], systems: tuple[str, ...]) -> Ints:
    """Return the systems behind every output, one row each, padded with −1."""
    index = {system: code for code, system in enumerate(systems)}
    parts = [[index.get(part, -1) for part in sorted(set(parts_of(name)))] for name in outputs]
    table = np.full((len(parts), max((len(part) for part in parts), default=1)), -1, np.int64)
    for code, part in enumerate(parts):
        table[code, : len(part)] = part
    return table


def _apart(left: Ints, right: Ints) -> tuple[Ints, Ints, Ints]:
    """Return for every match its row and its two systems."""
    merged = (left[:, 1:] >= 0).any(1) | (right[:, 1:] >= 0).any(1)
    several, single = np.flatnonzero(merged), np.flatnonzero(~merged)
    i, j = left[several][:, :, None], right[several][:, None, :]
    i, j = np.broadcast_arrays(i, j)
    row, *_ = across = np.nonzero((i >= 0) & (j >= 0))
    return (
        np.concatenate([single, several[row]]),
        np.concatenate([left[single, 0], i[across]]),
        np.concatenate([right[single, 0], j[across]]),
    )


def _shared(parts: Ints, left: Ints, right: Ints, judgement: Ints, systems: int) -> Ints:
    """Count the judgements that showed two systems as one output, by pair of systems."""
    counts = np.zeros((systems, systems), dtype=np.int64)
    output, act = np.concatenate([left, right]), np.concatenate([judgement, judgement])
    merged = (parts[output, 1:] >= 0).any(1)
    once = np.unique(np.stack([output[merged], act[merged]], axis=1), axis=0)
    for code, times in zip(*np.unique(once[:, 0], return_counts=True), strict=True):
        behind = parts[code][parts[code] >= 0]
        counts[np.ix_(behind, behind)] += times
    np.fill_diagonal(counts, 0)
    return counts


def _number(codes: Ints) -> int:
    return int(codes.max(initial=-1)) + 1
