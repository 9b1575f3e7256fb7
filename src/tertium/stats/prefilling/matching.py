"""Which marks that stood there before were kept, changed or removed, and which are new.

A mark is kept if side, place, category and severity are the same, and changed if it overlaps a mark
on the same side that stood nowhere before. Each mark is matched with one other at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlacedMark:
    """A mark: its side, from where to where, what it is; without a place it is nowhere (None)."""

    side: str
    start: int | None
    end: int | None
    category: str
    severity: str

    def overlap(self, other: "PlacedMark") -> int:
        """Return how many characters two marks share; 1 where points meet, 0 for none."""
        if self.side != other.side or None in (self.start, self.end, other.start, other.end):
            return 0
        assert self.start is not None
        assert self.end is not None
        assert other.start is not None
        assert other.end is not None
        if self.start == self.end or other.start == other.end:
            return int(self.start <= other.end and other.start <= self.end)
        return max(0, min(self.end, other.end) - max(self.start, other.start))


@dataclass(frozen=True, slots=True)
class MarkChanges:
    """How many marks of an output were kept, changed and removed, and how many were added."""

    kept: int
    changed: int
    removed: int
    added: int


def match_marks(before: Sequence[PlacedMark], after: Sequence[PlacedMark]) -> MarkChanges:
    """Match marks from before with those after; the largest overlaps first.

    >>> one = PlacedMark("target", 0, 5, "", "minor")
    >>> match_marks([one], [PlacedMark("target", 0, 5, "", "major")])
    MarkChanges(kept=0, changed=1, removed=0, added=0)
    """
    left, new = list(before), list(after)
    kept = 0
    for mark in before:
        if mark in new:
            left.remove(mark)
            new.remove(mark)
            kept += 1
    pairs = sorted(
        (
            (-overlap, i, j)
            for i, one in enumerate(left)
            for j, other in enumerate(new)
            if (overlap := one.overlap(other))
        ),
    )
    used_before: set[int] = set()
    used_after: set[int] = set()
    for _, i, j in pairs:
        if i not in used_before and j not in used_after:
            used_before.add(i)
            used_after.add(j)
    changed = len(used_before)
    return MarkChanges(kept, changed, len(left) - changed, len(new) - changed)
