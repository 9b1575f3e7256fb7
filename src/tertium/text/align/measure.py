"""How good an alignment is beside a given one: precision, recall, alignment error rate."""

from collections.abc import Iterable
from dataclasses import dataclass

from tertium.text.align.symmetrise import Link


@dataclass(frozen=True, slots=True)
class AlignmentScore:
    """Links counted over all sentence pairs: found, given, and those that are both.

    The alignment error rate (Och and Ney, 2003), where all given links are sure, is
    1 − 2 · both / (found + given).
    """

    found: int
    given: int
    both: int

    @property
    def precision(self) -> float | None:
        """The share of found links that are given; None if none were found."""
        return self.both / self.found if self.found else None

    @property
    def recall(self) -> float | None:
        """The share of given links that were found; None if none are given."""
        return self.both / self.given if self.given else None

    @property
    def error_rate(self) -> float | None:
        """The alignment error rate; None if there are no links at all."""
        links = self.found + self.given
        return 1 - 2 * self.both / links if links else None


def score_alignment(
    found: Iterable[Iterable[Link]], given: Iterable[Iterable[Link]]
) -> AlignmentScore:
    """Compare found with given links, sentence pair by sentence pair.

    >>> score_alignment([{(0, 0), (1, 1)}], [{(0, 0)}]).error_rate
    0.33333333333333337
    """
    counts = [0, 0, 0]
    for one, two in zip(found, given, strict=True):
        here, there = set(one), set(two)
        for at, links in enumerate((here, there, here & there)):
            counts[at] += len(links)
    return AlignmentScore(*counts)
