"""Precision, recall and F of two annotators' marks, with credit for partial overlap.

The marks of one output are matched one to one so that its F is as high as it can be. *MPP* (match
with partial credit; Perrella et al., 2026) gives a matched pair the credit overlap / length, of
each mark by its own length; *EM* counts equal marks, *MP* marks that overlap at all, *WMT25* the
characters shared. *Micro* adds up over outputs, *macro* averages outputs. Where one of two people
marked nothing, their precision is 1. Swapping the two swaps precision and recall and leaves F.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.optimize import linear_sum_assignment

from tertium.stats.arrays import Floats
from tertium.stats.span_agreement.readings import Mark

Variant = Literal["MPP", "EM", "MP", "WMT25"]
_ENUMERATED = 10  # marks on the smaller side of a tangle whose matchings are all looked at
_Pair = tuple[int, int]
_Found = tuple[float, float, tuple[_Pair, ...]]


@dataclass(frozen=True, slots=True)
class Credit:
    """What a matching is worth: credit of both sides, and the totals it is divided by."""

    one: float
    two: float
    of_one: float
    of_two: float

    def scores(self) -> tuple[float, float, float]:
        """Return precision, recall and F; 1 for a side without marks."""
        p = self.one / self.of_one if self.of_one else 1.0
        r = self.two / self.of_two if self.of_two else 1.0
        return p, r, 2 * p * r / (p + r) if p + r else 0.0


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of marks (index of the first's, index of the second's) and their credit."""

    pairs: tuple[_Pair, ...]
    credit: Credit


def match(
    first: Sequence[Mark],
    second: Sequence[Mark],
    variant: Variant = "MPP",
    *,
    weights: Mapping[str, float] | None = None,
    same_label: bool = False,
) -> Matching:
    """Match the marks of two people in one output, one to one.

    With `weights` (by severity, 1 where none is given) the credit of a pair is multiplied by the
    smaller of the two weights, and marks count with their weights. `same_label` matches only marks
    with the same label. Marks without a place match nothing.
    """
    if [*first] > [*second]:  # one order, so that swapping people cannot change a tie
        found = match(second, first, variant, weights=weights, same_label=same_label)
        c = found.credit
        return Matching(
            tuple(sorted((i, j) for j, i in found.pairs)), Credit(c.two, c.one, c.of_two, c.of_one)
        )
    heavy = [_weight(mark, weights) for mark in first]
    other = [_weight(mark, weights) for mark in second]
    by_length = variant == "WMT25"
    of_one = _total(first, heavy, by_length=by_length)
    of_two = _total(second, other, by_length=by_length)
    worth: dict[_Pair, tuple[float, float]] = {}
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            shared = a.overlap(b)
            if shared and not (same_label and a.label != b.label):
                credit = _credit(variant, a, b, shared)
                weight = min(heavy[i], other[j])
                if credit[0] * weight > 0:
                    worth[i, j] = credit[0] * weight, credit[1] * weight
    if not worth:
        return Matching((), Credit(0.0, 0.0, of_one, of_two))
    one, two, pairs = _best(worth, of_one, of_two)
    return Matching(tuple(sorted(pairs)), Credit(one, two, of_one, of_two))


def _weight(mark: Mark, weights: Mapping[str, float] | None) -> float:
    return 1.0 if weights is None else weights.get(mark.severity.lower(), 1.0)


def _total(marks: Sequence[Mark], weights: Sequence[float], *, by_length: bool) -> float:
    return sum(
        weight * (mark.length if by_length else 1)
        for mark, weight in zip(marks, weights, strict=True)
    )


def _credit(variant: Variant, a: Mark, b: Mark, shared: int) -> tuple[float, float]:
    if variant == "MPP":
        return shared / a.length, shared / b.length
    if variant == "WMT25":
        return float(shared), float(shared)
    equal = (a.start, a.end) == (b.start, b.end)
    return (1.0, 1.0) if variant == "MP" or equal else (0.0, 0.0)


def _best(worth: Mapping[_Pair, tuple[float, float]], of_one: float, of_two: float) -> _Found:
    """Return the matching with the highest F: tangles are solved apart and put together.

    F is no sum, so of each tangle all matchings are kept that no other beats on both sides.
    """
    fronts = [_tangle(part, of_one, of_two) for part in _tangles(worth)]
    kept: list[_Found] = [(0.0, 0.0, ())]
    for front in fronts:
        kept = _front([(a + c, b + d, (*m, *n)) for a, b, m in kept for c, d, n in front])
    return max(kept, key=lambda one: (Credit(one[0], one[1], of_one, of_two).scores()[2], one))


def _tangles(worth: Mapping[_Pair, tuple[float, float]]) -> list[dict[_Pair, tuple[float, float]]]:
    """Part the pairs into groups that share no mark."""
    parts: list[tuple[set[int], set[int], dict[_Pair, tuple[float, float]]]] = []
    for (i, j), credit in worth.items():
        own = [part for part in parts if i in part[0] or j in part[1]]
        left, right, pairs = {i}, {j}, {(i, j): credit}
        for part in own:
            left |= part[0]
            right |= part[1]
            pairs |= part[2]
            parts.remove(part)
        parts.append((left, right, pairs))
    return [pairs for _, _, pairs in parts]


def _tangle(
    worth: Mapping[_Pair, tuple[float, float]], of_one: float, of_two: float
) -> list[_Found]:
    """Return the matchings of a tangle that no other beats on both sides."""
    if len(worth) == 1:
        ((pair, (one, two)),) = worth.items()
        return [(one, two, (pair,))]
    left = sorted({i for i, _ in worth})
    right = sorted({j for _, j in worth})
    if min(len(left), len(right)) > _ENUMERATED:
        return [_assigned(worth, left, right, of_one, of_two)]
    flipped = len(right) > len(left)
    rows, columns = (left, right) if flipped else (right, left)
    # State: the marks of the smaller side in use; the larger side is walked through.
    states: dict[frozenset[int], list[_Found]] = {frozenset(): [(0.0, 0.0, ())]}
    for column in columns:
        reached = {used: list(found) for used, found in states.items()}
        for row in rows:
            pair = (row, column) if flipped else (column, row)
            if pair not in worth:
                continue
            one, two = worth[pair]
            for used, found in states.items():
                if row not in used:
                    more = [(a + one, b + two, (*m, pair)) for a, b, m in found]
                    reached.setdefault(used | {row}, []).extend(more)
        states = {used: _front(found) for used, found in reached.items()}
    return _front([one for found in states.values() for one in found])


def _assigned(
    worth: Mapping[_Pair, tuple[float, float]],
    left: list[int],
    right: list[int],
    of_one: float,
    of_two: float,
) -> _Found:
    """Solve a large tangle as an assignment of the highest precision plus recall."""
    profit = np.zeros((len(left), len(right)))
    for (i, j), (one, two) in worth.items():
        profit[left.index(i), right.index(j)] = one / of_one + two / of_two
    rows, columns = linear_sum_assignment(profit, maximize=True)
    pairs = tuple(
        (left[i], right[j])
        for i, j in zip(rows.tolist(), columns.tolist(), strict=True)
        if profit[i, j] > 0
    )
    return sum(worth[pair][0] for pair in pairs), sum(worth[pair][1] for pair in pairs), pairs


def _front(found: list[_Found]) -> list[_Found]:
    """Keep what no other beats on both sides."""
    kept: list[_Found] = []
    for one in sorted(found, reverse=True):
        if not kept or one[1] > kept[-1][1]:
            kept.append(one)
    return kept


def precision_recall(sums: Floats) -> tuple[Floats, Floats]:
    """Return precision and recall from rows of summed `Credit` (one, two, of_one, of_two)."""
    one, two, of_one, of_two = sums[:, :4].T
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(of_one > 1e-9, one / of_one, 1.0)
        r = np.where(of_two > 1e-9, two / of_two, 1.0)
    return p, r


def f_score(sums: Floats) -> Floats:
    """Return F from rows of summed credit; NaN where nobody marked anything."""
    p, r = precision_recall(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        f = np.where(p + r > 0, 2 * p * r / (p + r), 0.0)
    return np.where(sums[:, 2] + sums[:, 3] > 1e-9, f, np.nan)


def mean_of_outputs(sums: Floats) -> Floats:
    """Return means over outputs: rows hold a sum, and how many outputs it is of."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[:, 1] > 0.5, sums[:, 0] / sums[:, 1], np.nan)
