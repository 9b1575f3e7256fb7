"""Tie calibration (Deutsch, Foster and Freitag, 2023): how close must scores be to be equal?

People tie often and metrics hardly ever, so pairwise accuracy with ties (acc_eq) lets a metric tie
pairs that are at most ε apart; ε is the smallest that makes acc_eq largest (acc*_eq). Candidates
are 0 and every difference of two scores that occurs.
"""

from dataclasses import dataclass

import numpy as np

from tertium.stats.arrays import Bools, Floats, Ints

_ROWS = 2_000_000  # pairs held at once while they are gathered


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The largest mean accuracy, its ε, and how many groups and pairs it rests on."""

    accuracy: float
    epsilon: float
    groups: int
    pairs: int


@dataclass(frozen=True, slots=True)
class GroupPairs:
    """All pairs of all groups: how far the metric puts them apart, and what people say of them.

    `right`: both order them alike; `equal`: people tie them; `group`: which group they are of;
    `size`: how many pairs each group has.
    """

    apart: Floats
    right: Bools
    equal: Bools
    group: Ints
    size: Ints


def gather_pairs(human: Floats, metric: Floats) -> GroupPairs:
    """Return the pairs of each row; outputs that one of the two lacks are left out."""
    first, second = np.triu_indices(human.shape[1], 1)
    step = max(1, _ROWS // max(1, len(first)))
    parts = []
    for start in range(0, len(human), step):
        h, m = human[start : start + step], metric[start : start + step]
        people, machine = h[:, first] - h[:, second], m[:, first] - m[:, second]
        known = ~(np.isnan(people) | np.isnan(machine))
        row = np.broadcast_to(np.arange(start, start + len(h))[:, None], known.shape)
        people, machine = people[known], machine[known]
        parts.append((np.abs(machine), people * machine > 0, people == 0, row[known]))
    apart, right, equal, group = (np.concatenate(one) for one in zip(*parts, strict=True))
    size = np.bincount(group, minlength=len(human)).astype(np.int64)
    return GroupPairs(apart, right, equal, group, size)


def calibrate(human: Floats, metric: Floats) -> Calibrated:
    """Return acc*_eq of rows (groups of outputs) and its ε.

    Sorting the pairs once gives the accuracy at every candidate: from one to the next, some pairs
    become ties. What a pair counts depends on the size of its group, so pairs of groups of one
    size are counted as whole numbers; equal accuracies then are equal to the last digit, and the
    first of them is the smallest ε.
    """
    pairs = gather_pairs(human, metric)
    groups = int((pairs.size > 0).sum())
    if not groups:
        return Calibrated(float("nan"), float("nan"), 0, 0)
    order = np.argsort(pairs.apart, kind="stable")
    apart = pairs.apart[order]
    last = np.r_[apart[1:] != apart[:-1], True]
    gained = pairs.equal[order].astype(np.int64) - pairs.right[order]
    of_pair = pairs.size[pairs.group]
    total = np.zeros(int(last.sum()))
    without = 0.0
    for size in np.unique(pairs.size[pairs.size > 0]).tolist():
        mine = of_pair == size
        start = int(pairs.right[mine].sum())
        total += (start + np.cumsum(np.where(mine[order], gained, 0))[last]) / size
        without += start / size
    if apart[0] > 0:  # ε = 0 ties nothing
        total, candidates = np.r_[without, total], np.r_[0.0, apart[last]]
    else:
        candidates = apart[last]
    best = int(total.argmax())
    return Calibrated(float(total[best] / groups), float(candidates[best]), groups, len(apart))


def credited(pairs: GroupPairs, epsilon: float) -> Floats:
    """Return 1 for each pair that a metric with this ε orders or ties as people do, else 0."""
    return np.where(pairs.apart <= epsilon, pairs.equal, pairs.right).astype(float)
