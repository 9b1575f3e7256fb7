"""The order of a HIT: at random, but a control item far from its original."""

from collections.abc import Mapping, Sequence

import numpy as np

_MIXING = 12  # exchanges tried, per block
_FAR = 1_000_000  # where there is no copy

# A control block, its original, and the place in the original where its copy begins.
Pair = tuple[int, int, int]


def arrange(
    lengths: Sequence[int],
    originals: Mapping[int, tuple[int, int]],
    apart: int,
    draw: np.random.Generator,
) -> list[int]:
    """Return an order of blocks in which copied screens are at least `apart` from each other.

    `originals` maps a control block to the block it copies, and to the place in that block
    where the copy begins. Where `apart` is more than can be had, the largest distance that a
    simple order reaches counts: originals or their copies, then all that has no copy, then
    the others in the same order. From there, random exchanges that keep the distance
    mix everything.
    """
    pairs = [(control, *original) for control, original in originals.items()]
    touching: list[list[Pair]] = [[] for _ in lengths]
    for pair in pairs:
        touching[pair[0]].append(pair)
        touching[pair[1]].append(pair)
    simple = [_simple(lengths, pairs, draw, turn=turn) for turn in (True, False)]
    order = max(simple, key=lambda one: min(_nearest(_starts(one, lengths), pairs), apart))
    starts = _starts(order, lengths)
    apart = min(apart, _nearest(starts, pairs))
    for i, j in draw.integers(max(len(order), 1), size=(_MIXING * len(order), 2)).tolist():
        one, two = order[i], order[j]
        order[i], order[j] = two, one
        if lengths[one] == lengths[two]:  # then nothing else moves
            starts[one], starts[two] = starts[two], starts[one]
            if min(_nearest(starts, touching[one]), _nearest(starts, touching[two])) < apart:
                starts[one], starts[two] = starts[two], starts[one]
                order[i], order[j] = one, two
        elif _nearest(moved := _starts(order, lengths), pairs) >= apart:
            starts = moved
        else:
            order[i], order[j] = one, two
    return order


def _simple(
    lengths: Sequence[int], pairs: Sequence[Pair], draw: np.random.Generator, *, turn: bool
) -> list[int]:
    """Return an order with originals at one end and their copies at the other.

    With `turn`, half of the copies stand at the beginning.
    """
    copies: dict[int, list[Pair]] = {}
    for pair in sorted(pairs, key=lambda one: one[2]):
        copies.setdefault(pair[1], []).append(pair)
    first, last = list[int](), list[int]()
    for at in draw.permutation(len(copies)):
        original = sorted(copies)[at]
        ends = [original], [control for control, *_ in copies[original]]
        before, after = ends[::-1] if turn and draw.integers(2) else ends
        first += before
        last += after
    paired = {*first, *last}
    alone = [block for block in range(len(lengths)) if block not in paired]
    return [*first, *(alone[at] for at in draw.permutation(len(alone))), *last]


def _starts(order: Sequence[int], lengths: Sequence[int]) -> list[int]:
    """Return the screen on which each block begins."""
    starts, at = [0] * len(lengths), 0
    for block in order:
        starts[block] = at
        at += lengths[block]
    return starts


def _nearest(starts: Sequence[int], pairs: Sequence[Pair]) -> int:
    """Return the smallest distance between a screen and its copy."""
    nearest = _FAR
    for control, original, offset in pairs:
        nearest = min(nearest, abs(starts[control] - starts[original] - offset))
    return nearest
