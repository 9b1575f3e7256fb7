"""Edit distance: how many insertions, deletions and substitutions turn one sequence into another.

A sequence is a text (its units are characters, as Unicode code points) or a list of tokens.
Every edit counts one (Levenshtein, 1966). Nothing is moved: for shifts, see `tertium.text.ter`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein


@dataclass(frozen=True, slots=True)
class Edits:
    """How many units were kept, inserted, deleted and substituted."""

    kept: int
    inserted: int
    deleted: int
    substituted: int

    @property
    def distance(self) -> int:
        """Count all edits."""
        return self.inserted + self.deleted + self.substituted


def edit_distance(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Return the least number of edits that turn `a` into `b`.

    >>> edit_distance("kitten", "sitting"), edit_distance("a b c".split(), "a c".split())
    (3, 1)
    """
    return Levenshtein.distance(a, b)


def edits_by_type(a: Sequence[Hashable], b: Sequence[Hashable]) -> Edits:
    """Count the edits of one shortest way from `a` to `b`, by type.

    Where several ways are equally short, the types may differ between them; the distance does
    not, and the same two sequences always give the same counts.

    >>> edits_by_type("a b c d".split(), "a x c".split())
    Edits(kept=2, inserted=0, deleted=1, substituted=1)
    """
    counts = {"insert": 0, "delete": 0, "replace": 0}
    for edit in Levenshtein.editops(a, b):
        counts[edit.tag] += 1
    kept = len(a) - counts["delete"] - counts["replace"]
    return Edits(kept, counts["insert"], counts["delete"], counts["replace"])
