"""A machine translation corrected in part: some of the edits that lead to its corrected text.

TER gives the edits: moves of runs of words, then words to insert, delete and substitute. A
part of them can be made in any order, with one bond: each move of a segment builds on those
before it, so they are made in their order. Letter case is no edit to TER; words that stay
take the case of the corrected text.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tertium.text.ter import Operations, ter


@dataclass(frozen=True, slots=True)
class _Segment:
    """One segment: its words on both sides, and the edits between them."""

    mt: tuple[str, ...]
    edited: tuple[str, ...]
    operations: Operations

    def corrected(self, moves: int, edits: frozenset[int]) -> str:
        """Return the text after the first moves and those edits (places among the steps)."""
        order = list(range(len(self.mt)))
        for shift in self.operations.shifts[:moves]:
            run = order[shift.start : shift.start + shift.length]
            del order[shift.start : shift.start + shift.length]
            order[shift.to : shift.to] = run
        # What stands at each place of the machine translation, and what is inserted after it.
        words: dict[int, str] = dict(enumerate(self.mt))
        after: dict[int, list[str]] = {}
        place, wanted = -1, iter(self.edited)
        for number, step in enumerate(self.operations.steps):
            made = number in edits
            word = None if step.kind == "delete" else next(wanted)
            if step.place is not None:
                place = step.place
            if step.kind == "keep" or (step.kind == "substitute" and made):
                assert word is not None  # only a deletion has no word of the corrected text
                words[place] = word
            elif step.kind == "delete" and made:
                del words[place]
            elif step.kind == "insert" and made:
                assert word is not None
                after.setdefault(place, []).append(word)
        text = list(after.get(-1, []))
        for at in order:
            text += [words[at]] if at in words else []
            text += after.get(at, [])
        return " ".join(text)

    @property
    def changes(self) -> list[int]:
        """Return which steps change something."""
        steps = self.operations.steps
        return [number for number, step in enumerate(steps) if step.kind != "keep"]


@dataclass(frozen=True, slots=True)
class Corrections:
    """All edits of a document, in the random order in which they are made.

    `order` has an entry per edit: the segment, and the step there, or −1 for its next move.
    """

    segments: tuple[_Segment, ...]
    order: tuple[tuple[int, int], ...]

    def __len__(self) -> int:
        return len(self.order)

    @property
    def words(self) -> int:
        """Count the words of the corrected text."""
        return sum(len(segment.edited) for segment in self.segments)

    def made(self, number: int) -> tuple[str, ...]:
        """Return the segments after the first `number` corrections."""
        moves = [0] * len(self.segments)
        edits: list[set[int]] = [set() for _ in self.segments]
        for segment, step in self.order[:number]:
            if step < 0:
                moves[segment] += 1
            else:
                edits[segment].add(step)
        return tuple(
            segment.corrected(moved, frozenset(made))
            for segment, moved, made in zip(self.segments, moves, edits, strict=True)
        )


def corrections(mt: Sequence[str], edited: Sequence[str], *, seed: int = 0) -> Corrections:
    """Return the edits from a machine translation to its corrected text, in random order."""
    segments = tuple(
        _Segment(tuple(left.split()), tuple(right.split()), ter(left, right).operations)
        for left, right in zip(mt, edited, strict=True)
    )
    every = [
        (at, step)
        for at, segment in enumerate(segments)
        for step in [*([-1] * len(segment.operations.shifts)), *segment.changes]
    ]
    drawn = np.random.default_rng(seed).permutation(len(every))
    return Corrections(segments, tuple(every[at] for at in drawn))
