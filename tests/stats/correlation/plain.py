"""The definitions of meta-evaluation in plain Python: slow, one line of the paper at a time."""

from itertools import combinations
from math import sqrt

import numpy as np


def pearson(one, two):
    """Return r, None where something does not vary."""
    pairs = [(x, y) for x, y in zip(one, two, strict=True) if x == x and y == y]
    if len(pairs) < 2:
        return None
    h, m = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    both = sum((x - h) * (y - m) for x, y in pairs)
    own, other = sum((x - h) ** 2 for x, _ in pairs), sum((y - m) ** 2 for _, y in pairs)
    if own <= 1e-12 or other <= 1e-12:
        return None
    return both / sqrt(own * other)


def tau_b(one, two):
    """Return Kendall's τ-b, None where all pairs are tied in one of the two."""
    pairs = [(x, y) for x, y in zip(one, two, strict=True) if x == x and y == y]
    less = tied_h = tied_m = number = 0
    for (x, y), (u, v) in combinations(pairs, 2):
        number += 1
        less += np.sign(x - u) * np.sign(y - v)
        tied_h += x == u
        tied_m += y == v
    room = (number - tied_h) * (number - tied_m)
    return less / sqrt(room) if room else None


def acc_eq(one, two, epsilon):
    """Return the share of pairs on which both agree; None without a pair."""
    pairs = [(x, y) for x, y in zip(one, two, strict=True) if x == x and y == y]
    right = number = 0
    for (x, y), (u, v) in combinations(pairs, 2):
        number += 1
        tied = abs(y - v) <= epsilon
        right += x == u if tied else (x != u and np.sign(x - u) == np.sign(y - v))
    return right / number if number else None


def acc_star(human, metric):
    """Return the largest mean accuracy over groups, and the smallest ε that reaches it."""
    candidates = {0.0} | {
        abs(y - v)
        for h, m in zip(human, metric, strict=True)
        for (x, y), (u, v) in combinations(zip(h, m, strict=True), 2)
        if x == x and u == u and y == y and v == v
    }
    best = (-1.0, 0.0)
    for epsilon in sorted(candidates):
        found = [acc_eq(h, m, epsilon) for h, m in zip(human, metric, strict=True)]
        mean = average(found)
        if mean is not None and mean > best[0] + 1e-12:
            best = (mean, epsilon)
    return best


def average(values):
    """Return the mean of what is defined."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def soft(human, metric, *, seed=4, flips=1000):
    """Return soft pairwise accuracy; equal sums count half."""
    signs = 2 * np.rint(np.random.default_rng(seed).random((flips, len(human[0])), np.float32)) - 1
    apart = []
    for i, j in combinations(range(len(human)), 2):
        p = []
        for scores in (human, metric):
            less = np.array(scores[i]) - np.array(scores[j])
            seen = less.sum()
            drawn = [float((row * less).sum()) for row in signs]
            near = 1e-9 * max(1, abs(less).sum())
            above = sum(one > seen + near for one in drawn)
            equal = sum(abs(one - seen) <= near for one in drawn)
            p.append((above + equal / 2) / flips)
        apart.append(abs(p[0] - p[1]))
    return 1 - sum(apart) / len(apart)


def pairwise_accuracy(human, metric):
    """Return agreements and pairs of one group of systems."""
    right = number = 0
    for i, j in combinations(range(len(human)), 2):
        if abs(human[i] - human[j]) > 1e-9 * max(1, *(abs(h) for h in human)):
            number += 1
            right += (human[i] - human[j]) * (metric[i] - metric[j]) > 0
    return right, number


def halves(cells, rng):
    """Split the values of each cell (two or more) at random: mean of either half."""
    found = {}
    for cell, values in cells.items():
        if len(values) > 1:
            order = rng.permutation(len(values))
            one = [values[at] for at in order[::2]]
            two = [values[at] for at in order[1::2]]
            found[cell] = sum(one) / len(one), sum(two) / len(two)
    return found
