"""How far annotators agree on each answer, and whether there is enough besides the most frequent.

Where nearly all answers are the same, κ says little: what matters is how often both gave the
other answer, given that one of them did (positive and negative agreement; Cicchetti and
Feinstein, 1990), and on how many items anybody gave another answer at all.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.agreement.coefficients import counts_of
from tertium.stats.agreement.counts import Counts
from tertium.stats.agreement.ratings import Ratings

_SHOWN = 20  # categories; a scale of scores has no answers to list


@dataclass(frozen=True, slots=True)
class MostFrequent:
    """The most frequent answer with its share of all ratings, and what there is besides it.

    On `others` of `items` somebody gave another answer; on `agreed` of these all gave the same.
    """

    answer: str
    share: float
    items: int
    others: int
    agreed: int


@dataclass(frozen=True, slots=True)
class AnswerAgreement:
    """One answer: its share of all, and how often both gave it, given that one did.

    Over pairs of annotators and items: `both` gave it, or `one` only; `agreement` is
    2·both / (2·both + one).
    """

    answer: str
    share: float
    both: int
    one: int
    agreement: float | None


@dataclass(frozen=True, slots=True)
class Answers:
    """Every answer in use, and what there is besides the most frequent one.

    `most_frequent` has the `share` of all ratings; on `others` of `items` somebody gave another
    answer, and on `agreed` of these all gave the same other answer. Where the most frequent answer
    is a side without a name, every item counts in `others`.
    """

    each: tuple[AnswerAgreement, ...]
    most_frequent: str
    share: float
    items: int
    ratings: int
    others: int
    agreed: int

    @property
    def all_equal(self) -> bool:
        """Whether nobody gave any other answer."""
        return self.items > 0 and self.share == 1.0


def answers_of(ratings: Ratings) -> Answers | None:
    """Look at everybody's first answer to each item that several people rated.

    Where nobody shares an item with somebody else, all passes count.
    """
    first = ratings.take(ratings.first_passes())
    chosen = first if first.shared.any() else ratings
    counts = counts_of(chosen)
    if not len(counts):
        return None
    totals = counts.totals
    rank = totals.copy()
    if ratings.sides is not None:
        rank[list(ratings.sides)] = totals[list(ratings.sides)].sum() / 2
    # Of equally frequent answers the one that leaves most to look at: names must not decide.
    tied = np.flatnonzero(rank == rank.max())
    others, agreed, frequent = max((*_besides(ratings, counts, at), at) for at in tied.tolist())
    return Answers(
        each=_each(chosen, counts) if len(ratings.categories) <= _SHOWN else (),
        most_frequent=ratings.categories[frequent],
        share=float(rank[frequent] / totals.sum()),
        items=len(counts),
        ratings=int(totals.sum()),
        others=others,
        agreed=agreed,
    )


def _besides(ratings: Ratings, counts: Counts, answer: int) -> tuple[int, int]:
    """Return on how many items somebody gave another answer, and on how many all gave the same."""
    largest = np.zeros(len(counts))
    np.maximum.at(largest, counts.item, counts.count)
    alike = largest == counts.size
    if ratings.sides is not None and answer in ratings.sides:
        return len(counts), int(alike.sum())
    mine = counts.category == answer
    given = np.bincount(counts.item[mine], counts.count[mine], minlength=len(counts))
    others = given < counts.size
    return int(others.sum()), int((others & alike).sum())


def _each(ratings: Ratings, counts: Counts) -> tuple[AnswerAgreement, ...]:
    """Return every answer in use, the most frequent first; both sides without names are one."""
    number, together = counts.count, counts.count * (counts.count - 1) / 2
    category = counts.category
    if ratings.sides is not None:
        category = np.where(category == ratings.sides[1], ratings.sides[0], category)
    size = len(ratings.categories)
    total = np.bincount(category, number, minlength=size)
    both = np.bincount(category, together, minlength=size)
    ends = np.bincount(category, number * (counts.size[counts.item] - 1), minlength=size)
    order = sorted(np.flatnonzero(total), key=lambda at: (-total[at], at))
    return tuple(
        AnswerAgreement(
            ratings.categories[at],
            float(total[at] / total.sum()),
            round(both[at]),
            round(ends[at] - 2 * both[at]),
            float(2 * both[at] / ends[at]) if ends[at] else None,
        )
        for at in order
    )
